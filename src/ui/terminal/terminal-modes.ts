import { spawnSync } from 'node:child_process'
import { closeSync, constants, openSync, readSync } from 'node:fs'

/** The line discipline of this process's terminal, as only `stty` reads it; undefined where there is no `stty`. */
export const readModes = (): string | undefined => {
  const { status, stdout } = spawnSync('stty', ['-g'], { stdio: ['inherit', 'pipe', 'ignore'], encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

/** Puts the terminal back into modes that were read before: what died on it may have left any. */
export const restoreModes = (modes: string | undefined): void => {
  if (modes !== undefined) spawnSync('stty', [modes], { stdio: ['inherit', 'ignore', 'ignore'] })
}

/**
 * Throws away what was typed and has not been read: it was meant for somebody else. The terminal has to be in raw mode, in
 * which what was typed without Enter counts too.
 */
export const dropTyped = (): void => {
  if (process.platform === 'win32') return
  let terminal: number
  try {
    // Standard input itself may be shared with programs that do not expect it to answer at once.
    terminal = openSync('/dev/tty', constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
  } catch {
    return
  }
  try {
    const bytes = new Uint8Array(4096)
    while (readSync(terminal, bytes) > 0);
  } catch {
    // Nothing is left.
  } finally {
    closeSync(terminal)
  }
}
