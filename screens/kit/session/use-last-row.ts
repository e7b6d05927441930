import { useMemo } from 'react'
import { AppError } from '../../../src/base/errors.ts'
import { copyOutcomeText } from '../../../src/domain/clipboard/copy-outcome.ts'
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
       * Copies a text and shows a notice of the outcome: many terminals ignore it, and none confirms it.
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
        const target = what.replace(/\.$/, '')
        const action = session.actions.start({ what: 'copy', target, command, mayHaveNames: true })
        void session.copy(text, { mode }).then((outcome) => {
          const how = copyOutcomeText(outcome)
          showNotice(`${how}: ${what}`)
          action.end(
            outcome.is === 'failed'
              ? { is: 'failed', error: new AppError('failed', `${how}.`) }
              : { is: 'done', text: how.charAt(0).toLowerCase() + how.slice(1) },
          )
        })
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
