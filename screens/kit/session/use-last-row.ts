import { useMemo } from 'react'
import { AppError } from '../../../src/base/errors.ts'
import { useSession } from './session.ts'

/** Functions that show notices in the last row. */
export const useLastRow = () => {
  const session = useSession()
  return useMemo(() => {
    /** Shows a notice in the last row until the next key. */
    const showNotice = (notice: string): void => session.set({ notice })
    return {
      showNotice,
      /**
       * Sends a text to the terminal for its clipboard and shows a notice: many terminals ignore it (tmux by default),
       * and none confirms it.
       *
       * @param text - If it is empty or undefined, nothing is copied, and another notice is shown.
       * @param what - A description of the text with a full stop: `the row.`
       * @param mode - 'line' by default.
       */
      copy(text: string | undefined, what: string, mode?: 'line' | 'text'): void {
        if (!text) showNotice('Nothing to copy here.')
        else
          showNotice(
            `${session.copy(text, mode) ? 'Sent to the terminal' : 'Too long for the clipboard, so not copied'}: ${what}`,
          )
      },
      /** Shows the error of a failed promise. An error that is no AppError is a bug, and ends the program. */
      showErrorOf: (promise: Promise<unknown>): void =>
        void promise.catch((error) => {
          if (!(error instanceof AppError)) throw error
          showNotice(error.message)
        }),
    }
  }, [session])
}
