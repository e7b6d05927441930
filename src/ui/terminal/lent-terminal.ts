import type { ReadStream, WriteStream } from 'node:tty'
import type { Guests, ProgramEnd, ProgramOptions } from './run-program.ts'
import type { TerminalSession } from './terminal-session.ts'

/** Hands the screen back while a callback runs, and draws everything anew when it has ended. */
export type SuspendDrawing = (callback: () => Promise<void>) => Promise<void>

export type LentTerminal = ReturnType<typeof createLentTerminal>

/** @param suspend - Hands the screen back while a callback runs. */
export const createLentTerminal = (
  streams: { stdin: ReadStream; stdout: WriteStream },
  terminal: TerminalSession,
  suspend: SuspendDrawing,
) => {
  /** Resolves once everything is drawn again; undefined while the terminal is not lent. */
  let lent: Promise<void> | undefined
  let isReturning = false
  const guests: Guests = { now: undefined, isStopped: false }

  /**
   * Lends the terminal until the promise resolves, then takes it back. Does nothing while it is already lent. Waits while it is being
   * taken back, as a key may call this then.
   */
  const lend = async (until: () => Promise<void>): Promise<void> => {
    while (isReturning) await lent?.catch(() => {})
    if (lent) return
    const lendNow = async () => {
      await terminal.background.over()
      await suspend(async () => {
        terminal.disarm()
        await until().finally(async () => {
          // Nothing is drawn any more by a program that is about to end.
          if (guests.isStopped) await never
          isReturning = true
          terminal.arm()
        })
      })
    }
    lent = lendNow().finally(() => {
      lent = undefined
      isReturning = false
    })
    await lent
  }

  return {
    lend,
    /**
     * Lends the terminal to a program. One that ended at once leaves what it wrote on the screen until a key is pressed.
     * Undefined while the terminal is lent already.
     */
    async run(argv: readonly string[], options: ProgramOptions): Promise<ProgramEnd | undefined> {
      // What starts programs is loaded when the first one is: the first frame waits for none of it.
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
     * Ends the program that has the terminal, which is not taken again. Resolves when the program has gone; undefined when
     * there is none.
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
