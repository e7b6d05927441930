import { useMemo } from 'react'
import { AppError } from '../../../src/base/errors.ts'
import { useSession } from './session.ts'

/** What views tell in the last row. */
export const useLastRow = () => {
  const session = useSession()
  return useMemo(() => {
    /** Says something in the last row until the next key. */
    const tell = (notice: string): void => session.set({ notice })
    return {
      tell,
      /**
       * Sends a text to the terminal for its clipboard and says so: many terminals ignore it (tmux does by default), and none answers.
       *
       * @param text - Nothing to copy where it is empty, which is said.
       * @param what - What it is, with its full stop: `the row.`
       * @param mode - 'line' by default.
       */
      copy(text: string | undefined, what: string, mode?: 'line' | 'text'): void {
        if (!text) tell('Nothing to copy here.')
        else
          tell(`${session.copy(text, mode) ? 'Sent to the terminal' : 'Too long for a clipboard, not sent'}: ${what}`)
      },
      /** Says why something failed. An error that is no AppError is a bug, and ends the program. */
      orTell: (promise: Promise<unknown>): void =>
        void promise.catch((error) => {
          if (!(error instanceof AppError)) throw error
          tell(error.message)
        }),
    }
  }, [session])
}
