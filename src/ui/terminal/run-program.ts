import { spawn, spawnSync } from 'node:child_process'
import { closeSync, constants, openSync, readSync } from 'node:fs'
import { type Env, withoutKey } from '../../base/env.ts'

/** How a program came to its end. */
export type ProgramEnd =
  | { is: 'ended'; status: number; lastedMs: number }
  | { is: 'killed'; signal: NodeJS.Signals; lastedMs: number }
  /** `code` is the system's word: ENOENT where there is no such program, EACCES where it may not be run. */
  | { is: 'notStarted'; code: string }

export type RunningProgram = {
  /** Never rejects. */
  ended: Promise<ProgramEnd>
  /** Asks it to end, and ends it when it does not. */
  stop(): void
}

export type ProgramOptions = {
  env: Env
  /** What it reads from its standard input. @default the terminal */
  input?: string | undefined
}

/** How long a program may take to put the terminal in order once it was asked to end. */
const MAX_GOODBYE_MS = 1000

/**
 * Starts a program on this terminal, without any shell. It shares the explorer's process group, so that the keys of job control
 * reach both; the key of the organisation is not in its environment.
 */
export const startProgram = (argv: readonly string[], { env, input }: ProgramOptions): RunningProgram => {
  const [name = '', ...args] = argv
  const startedAt = performance.now()
  let child: ReturnType<typeof spawn>
  try {
    child = spawn(name, args, {
      env: withoutKey(env),
      stdio: [input === undefined ? 'inherit' : 'pipe', 'inherit', 'inherit'],
    })
  } catch (error) {
    return { ended: Promise.resolve({ is: 'notStarted', code: codeOf(error) }), stop() {} }
  }
  // Who has read enough leaves before the end of the text.
  child.stdin?.on('error', () => {})
  child.stdin?.end(input)
  let killing: NodeJS.Timeout | undefined
  const ended = new Promise<ProgramEnd>((resolve) => {
    child.once('error', (error) => {
      // One that runs already and only could not be sent a signal ends in its own time.
      if (child.pid === undefined) resolve({ is: 'notStarted', code: codeOf(error) })
    })
    child.once('exit', (status, signal) => {
      clearTimeout(killing)
      // What it has not read is still on its way into a pipe that nobody reads.
      child.stdin?.destroy()
      const lastedMs = performance.now() - startedAt
      resolve(signal ? { is: 'killed', signal, lastedMs } : { is: 'ended', status: status ?? 0, lastedMs })
    })
  })
  return {
    ended,
    stop() {
      if (killing) return
      child.kill('SIGTERM')
      killing = setTimeout(() => child.kill('SIGKILL'), MAX_GOODBYE_MS)
    },
  }
}

const codeOf = (error: unknown): string => {
  const { code = 'unknown' } = error as NodeJS.ErrnoException
  // No program has an empty name, or one that no system can write.
  return code.startsWith('ERR_INVALID_ARG') ? 'ENOENT' : code
}

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
