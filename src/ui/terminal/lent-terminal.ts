import type { ReadStream, WriteStream } from 'node:tty'
import type { ProgramEnd, ProgramOptions } from './run-program.ts'
import type { TerminalSession } from './terminal-session.ts'

/** Hands the screen back while a callback runs, and draws everything anew when it has ended. */
export type SuspendDrawing = (callback: () => Promise<void>) => Promise<void>

export type LentTerminal = {
  /**
   * Hands the terminal back until the promise is kept, then takes it again. Does nothing while it is lent already; while it is being taken
   * again, when keys are heard that may ask for this, it waits.
   */
  lend(until: () => Promise<void>): Promise<void>
  /**
   * Lends the terminal to a program. One that ended at once leaves what it wrote on the screen until a key is pressed.
   * Undefined while the terminal is lent already.
   */
  run(argv: readonly string[], options: ProgramOptions): Promise<ProgramEnd | undefined>
  /** Whether a program has the terminal. */
  hasGuest(): boolean
  /**
   * Ends the program that has the terminal, which is not taken again. Resolves when the program has gone; undefined when
   * there is none.
   */
  stop(): Promise<void> | undefined
}

/** What ended sooner than this has been read by nobody. */
const AT_ONCE_MS = 500
/** What a program that was killed may have left: a scroll region, a style, keys of its own, reports of the mouse. */
const UNDO = '\x1b[r\x1b[m\x1b[?1l\x1b>\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l'

/** @param suspend - Hands the screen back while a callback runs. */
export const createLentTerminal = (
  { stdin, stdout }: { stdin: ReadStream; stdout: WriteStream },
  terminal: TerminalSession,
  suspend: SuspendDrawing,
): LentTerminal => {
  let isLent = false
  /** Kept once all is drawn anew; undefined but for then. */
  let returning: Promise<void> | undefined
  let guest: { stop: () => void; gone: Promise<unknown> } | undefined
  let isStopped = false

  const lend = async (until: () => Promise<void>) => {
    while (returning) await returning
    if (isLent) return
    isLent = true
    const returned = Promise.withResolvers<void>()
    try {
      await terminal.background.over()
      await suspend(async () => {
        terminal.disarm()
        try {
          await until()
        } finally {
          // Nothing is drawn any more by one that is about to end.
          if (isStopped) await never
          returning = returned.promise
          terminal.arm()
        }
      })
    } finally {
      isLent = false
      returning = undefined
      returned.resolve()
    }
  }

  /** A guest that goes with the next key, whichever it is. */
  const anyKey = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const onData = () => resolve()
    stdin.on('data', onData)
    stdin.resume()
    const gone = promise.then(() => {
      stdin.off('data', onData)
      stdin.pause()
    })
    return { stop: resolve, gone }
  }

  const run = async (argv: readonly string[], options: ProgramOptions) => {
    // What starts programs is loaded when the first one is: the first frame waits for none of it.
    const { dropTyped, readModes, restoreModes, startProgram } = await import('./run-program.ts')
    /** Reads from now on what is typed, not what has been typed for the program. */
    const takeKeys = () => {
      stdin.setRawMode(true)
      dropTyped()
    }
    const outcome = Promise.withResolvers<ProgramEnd | undefined>()
    const lent = lend(async () => {
      const modes = readModes()
      const program = startProgram(argv, options)
      guest = { stop: program.stop, gone: program.ended }
      const end = await program.ended
      restoreModes(modes)
      if (end.is === 'killed') stdout.write(UNDO)
      if (!isStopped && end.is !== 'notStarted' && end.lastedMs < AT_ONCE_MS) {
        // Before it is said: what is typed until then is dropped, and with it the key of whoever is quick.
        takeKeys()
        guest = anyKey()
        stdout.write('\r\nThat ended at once: any key goes back to the explorer. ')
        await guest.gone
        stdout.write('\r\n')
      }
      if (isStopped) stdin.setRawMode(false)
      else {
        guest = undefined
        takeKeys()
      }
      outcome.resolve(end)
    })
    void lent.then(() => outcome.resolve(undefined), outcome.reject)
    const end = await outcome.promise
    if (!isStopped) await lent
    return end
  }

  return {
    lend,
    run,
    hasGuest: () => guest !== undefined,
    stop() {
      if (!guest) return undefined
      isStopped = true
      guest.stop()
      return guest.gone.then(() => {})
    },
  }
}

const never = new Promise<never>(() => {})
