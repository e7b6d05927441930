import type { ReadStream, WriteStream } from 'node:tty'
import type { Guests, ProgramEnd, ProgramOptions } from './run-program.ts'
import type { TerminalSession } from './terminal-session.ts'

/** Leaves the screen while a callback runs, and redraws everything after it has ended. */
export type SuspendDrawing = (callback: () => Promise<void>) => Promise<void>

export type LentTerminal = ReturnType<typeof createLentTerminal>

/** @param suspend - Leaves the screen while a callback runs. */
export const createLentTerminal = (
  streams: { stdin: ReadStream; stdout: WriteStream },
  terminal: TerminalSession,
  suspend: SuspendDrawing,
) => {
  /** Resolves once everything is redrawn; undefined while the terminal is not lent. */
  let lent: Promise<void> | undefined
  let isReturning = false
  /** The guest is the program that has the terminal. */
  const guests: Guests = { now: undefined, isStopped: false }

  /**
   * Lends the terminal until the promise resolves, then takes it back. Does nothing while it is already lent. Waits
   * while it is being taken back, because a key may start the next program at that moment.
   */
  const lend = async (until: () => Promise<void>): Promise<void> => {
    while (isReturning) await lent?.catch(() => {})
    if (lent) return
    const lendAndReturn = async () => {
      await terminal.background.over()
      await suspend(async () => {
        terminal.stopReading()
        await until().finally(async () => {
          // Don't redraw if the program is about to end.
          if (guests.isStopped) await never
          isReturning = true
          terminal.startReading()
        })
      })
    }
    lent = lendAndReturn().finally(() => {
      lent = undefined
      isReturning = false
    })
    await lent
  }

  return {
    lend,
    /**
     * Lends the terminal to a program. If the program ends immediately, its output stays on the screen until a key is
     * pressed. Returns undefined while the terminal is already lent.
     */
    async run(argv: readonly string[], options: ProgramOptions): Promise<ProgramEnd | undefined> {
      // Load the code that starts programs on first use, so that it does not delay the first frame.
      const { runGuest } = await import('./run-program.ts')
      const ended = Promise.withResolvers<ProgramEnd | undefined>()
      const returned = lend(async () => ended.resolve(await runGuest(streams, guests, argv, options)))
      void returned.then(() => ended.resolve(undefined), ended.reject)
      const end = await ended.promise
      if (!guests.isStopped) await returned
      return end
    },
    /** Whether a program has the terminal. */
    hasGuest: () => guests.now !== undefined,
    /**
     * Ends the program that has the terminal, which is not taken back. Resolves when the program has ended; undefined
     * if there is none.
     */
    stop(): Promise<unknown> | undefined {
      const guest = guests.now
      guests.isStopped = guest !== undefined
      guest?.stop()
      return guest?.gone
    },
  }
}

const never = new Promise<never>(() => {})
