import { spawn, spawnSync } from 'node:child_process'
import { closeSync, constants, openSync, readSync } from 'node:fs'
import type { ReadStream, WriteStream } from 'node:tty'
import { type Env, withoutKey } from '../../base/env.ts'

/** How a program came to its end. */
export type ProgramEnd =
  | { is: 'ended'; status: number; lastedMs: number }
  | { is: 'killed'; signal: NodeJS.Signals; lastedMs: number }
  /** `code` is the system's word: ENOENT where there is no such program, EACCES where it may not be run. */
  | { is: 'notStarted'; code: string }

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
export const startProgram = (argv: readonly string[], { env, input }: ProgramOptions) => {
  const [name = '', ...args] = argv
  const startedAt = performance.now()
  let child: ReturnType<typeof spawn>
  try {
    child = spawn(name, args, {
      env: withoutKey(env),
      stdio: [input === undefined ? 'inherit' : 'pipe', 'inherit', 'inherit'],
    })
  } catch (error) {
    const end: ProgramEnd = { is: 'notStarted', code: codeOf(error) }
    return { ended: Promise.resolve(end), stop() {} }
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
    /** Never rejects. */
    ended,
    /** Asks it to end, and ends it when it does not. */
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
const readModes = (): string | undefined => {
  const { status, stdout } = spawnSync('stty', ['-g'], { stdio: ['inherit', 'pipe', 'ignore'], encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

/** Puts the terminal back into modes that were read before: what died on it may have left any. */
const restoreModes = (modes: string | undefined): void => {
  if (modes !== undefined) spawnSync('stty', [modes], { stdio: ['inherit', 'ignore', 'ignore'] })
}

/**
 * Throws away what was typed and has not been read: it was meant for somebody else. The terminal has to be in raw mode, in
 * which what was typed without Enter counts too.
 */
const dropTyped = (): void => {
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

/** What ended sooner than this has been read by nobody. */
const AT_ONCE_MS = 500
/** What a program that was killed may have left: a scroll region, a style, keys of its own, reports of the mouse. */
const UNDO = '\x1b[r\x1b[m\x1b[?1l\x1b>\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l'

/** A program on the terminal, or the wait for a key after it. */
type Guest = { stop: () => void; gone: Promise<unknown> }
/** Who has the terminal; `isStopped` once the explorer ends, which does not take it again. */
export type Guests = { now: Guest | undefined; isStopped: boolean }

/** Starts a program on a terminal that is lent to it, and resolves when the terminal is to be taken again. */
export const runGuest = async (
  { stdin, stdout }: { stdin: ReadStream; stdout: WriteStream },
  guests: Guests,
  argv: readonly string[],
  options: ProgramOptions,
): Promise<ProgramEnd> => {
  /** Reads from now on what is typed, not what has been typed for the program. */
  const takeKeys = () => {
    stdin.setRawMode(true)
    dropTyped()
  }
  const modes = readModes()
  const program = startProgram(argv, options)
  guests.now = { stop: program.stop, gone: program.ended }
  const end = await program.ended
  restoreModes(modes)
  if (end.is === 'killed') stdout.write(UNDO)
  if (!guests.isStopped && end.is !== 'notStarted' && end.lastedMs < AT_ONCE_MS) {
    // Before the message: what is typed until then is dropped, and with it the key of a quick user.
    takeKeys()
    const key = anyKey(stdin)
    guests.now = key
    stdout.write('\r\nThat ended at once: any key goes back to the explorer. ')
    await key.gone
    stdout.write('\r\n')
  }
  if (guests.isStopped) stdin.setRawMode(false)
  else {
    guests.now = undefined
    takeKeys()
  }
  return end
}

/** A guest that goes with the next key, whichever it is. */
const anyKey = (stdin: ReadStream): Guest => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  stdin.once('data', resolve)
  stdin.resume()
  const gone = promise.finally(() => {
    stdin.off('data', resolve)
    stdin.pause()
  })
  return { stop: () => resolve(undefined), gone }
}
