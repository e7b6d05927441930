import { spawn, spawnSync } from 'node:child_process'
import { closeSync, constants, openSync, readSync } from 'node:fs'
import type { ReadStream, WriteStream } from 'node:tty'
import { type Env, withoutKey } from '../../base/env.ts'

/** How a program ended. */
export type ProgramEnd =
  | { is: 'ended'; status: number; lastedMs: number }
  | { is: 'killed'; signal: NodeJS.Signals; lastedMs: number }
  /** `code` is the system's error code: ENOENT if the program does not exist, EACCES if it may not be executed. */
  | { is: 'notStarted'; code: string }

export type ProgramOptions = {
  env: Env
  /** The text of its standard input. @default the terminal is its standard input */
  input?: string | undefined
}

/** Time for a program to restore the terminal after it was asked to end, ms. */
const EXIT_GRACE_MS = 1000

/**
 * Starts a program on this terminal, without a shell. It shares the explorer's process group, so that the keys of job
 * control reach both. Its environment does not contain the organisation's key.
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
  // A program may end before it has read the whole text.
  child.stdin?.on('error', () => {})
  child.stdin?.end(input)
  let killing: NodeJS.Timeout | undefined
  const ended = new Promise<ProgramEnd>((resolve) => {
    child.once('error', (error) => {
      // If sending a signal to a running program failed, wait until it ends by itself.
      if (child.pid === undefined) resolve({ is: 'notStarted', code: codeOf(error) })
    })
    child.once('exit', (status, signal) => {
      clearTimeout(killing)
      // Text that the program has not read is still queued for the pipe.
      child.stdin?.destroy()
      const lastedMs = performance.now() - startedAt
      resolve(signal ? { is: 'killed', signal, lastedMs } : { is: 'ended', status: status ?? 0, lastedMs })
    })
  })
  return {
    /** Never rejects. */
    ended,
    /** Asks the program to end, and kills it after a time limit. */
    stop() {
      if (killing) return
      child.kill('SIGTERM')
      killing = setTimeout(() => child.kill('SIGKILL'), EXIT_GRACE_MS)
    },
  }
}

const codeOf = (error: unknown): string => {
  const { code = 'unknown' } = error as NodeJS.ErrnoException
  // The name is empty, or contains characters that no file name can have.
  return code.startsWith('ERR_INVALID_ARG') ? 'ENOENT' : code
}

/** The modes of this process's terminal. Node cannot read them, so use `stty`; undefined if it is not installed. */
const readModes = (): string | undefined => {
  const { status, stdout } = spawnSync('stty', ['-g'], { stdio: ['inherit', 'pipe', 'ignore'], encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

/** Restores modes that were read before, because a killed program may have left others. */
const restoreModes = (modes: string | undefined): void => {
  if (modes !== undefined) spawnSync('stty', [modes], { stdio: ['inherit', 'ignore', 'ignore'] })
}

/**
 * Discards typed input that has not been read: it was meant for another program. The terminal must be in raw mode,
 * so that text without Enter is discarded too.
 */
const discardInput = (): void => {
  if (process.platform === 'win32') return
  let terminal: number
  try {
    // Open the terminal again: standard input may be shared with programs that do not expect it to be non-blocking.
    terminal = openSync('/dev/tty', constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
  } catch {
    return
  }
  try {
    const bytes = new Uint8Array(4096)
    while (readSync(terminal, bytes) > 0);
  } catch {
    // Nothing is left to read.
  } finally {
    closeSync(terminal)
  }
}

/** If a program ends sooner than this, its output stays until a key is pressed, because the user can't have read it, ms. */
const MIN_READABLE_MS = 500
/** Undoes what a killed program may have left: a scroll region, a style, key modes, mouse reports. */
const RESET_TERMINAL = '\x1b[r\x1b[m\x1b[?1l\x1b>\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l'

/** A program on the terminal, or the wait for a key after it. */
type TerminalProgram = { stop: () => void; gone: Promise<unknown> }
/**
 * The program that has the terminal. `isStopped` is set once the explorer ends, which does not take the terminal back.
 */
export type Guests = { now: TerminalProgram | undefined; isStopped: boolean }

/** Runs a program on a lent terminal, and resolves when the terminal is to be taken back. */
export const runGuest = async (
  { stdin, stdout }: { stdin: ReadStream; stdout: WriteStream },
  guests: Guests,
  argv: readonly string[],
  options: ProgramOptions,
): Promise<ProgramEnd> => {
  /** Reads keys from now on, and discards keys that were typed for the program. */
  const takeKeys = () => {
    stdin.setRawMode(true)
    discardInput()
  }
  const modes = readModes()
  const program = startProgram(argv, options)
  guests.now = { stop: program.stop, gone: program.ended }
  const end = await program.ended
  restoreModes(modes)
  if (end.is === 'killed') stdout.write(RESET_TERMINAL)
  if (!guests.isStopped && end.is !== 'notStarted' && end.lastedMs < MIN_READABLE_MS) {
    // Before the message: input up to this point is discarded, and the user may press a key as soon as the message
    // appears.
    takeKeys()
    const key = anyKey(stdin)
    guests.now = key
    stdout.write('\r\nThe program ended immediately. Press any key to return. ')
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

/** A wait that ends with the next key. */
const anyKey = (stdin: ReadStream): TerminalProgram => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  stdin.once('data', resolve)
  stdin.resume()
  const gone = promise.finally(() => {
    stdin.off('data', resolve)
    stdin.pause()
  })
  return { stop: () => resolve(undefined), gone }
}
