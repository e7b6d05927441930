import { useMemo } from 'react'
import { AppError } from '../../../src/base/errors.ts'
import { useSession } from './session.ts'

const TOO_LONG = 'Too long for the clipboard, so not copied'

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
       * @param command - A command that prints the same. @default the command of the shown view
       */
      copy(text: string | undefined, what: string, mode?: 'line' | 'text', command?: string): void {
        if (!text) {
          showNotice('Nothing to copy here.')
          return
        }
        const isSent = session.copy(text, mode)
        showNotice(`${isSent ? 'Sent to the terminal' : TOO_LONG}: ${what}`)
        const target = what.replace(/\.$/, '')
        const copied = session.actions.start({ what: 'copy', target, command, mayHaveNames: true })
        copied.end(
          isSent
            ? { is: 'done', text: 'sent to the terminal' }
            : { is: 'failed', error: new AppError('failed', `${TOO_LONG}.`) },
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
