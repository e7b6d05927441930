import { isDemo } from '../../config/credentials.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import type { Deps } from './command.ts'

/** Writes a line on standard error; it may hold text from outside. */
export const noteTo = (err: (text: string) => void, sentence: string): void => err(`${safeText(sentence, 'text')}\n`)

/** Says of the made-up organisation that a next command finds nothing of what this one keeps. */
export const noteOfDemo = async ({ credentials, err }: Pick<Deps, 'credentials' | 'err'>): Promise<void> => {
  if (isDemo(await credentials()))
    noteTo(err, 'The made-up organisation is made anew for each command: the next one knows nothing of this.')
}

/** Says that the answer was not all as the contract promises. */
export const noteProblems = (problemCount: number, { err }: { err: (text: string) => void }): void => {
  if (problemCount > 0)
    noteTo(
      err,
      `The API promises more than it sent: ${problemCount} members or rows are missing or of a wrong type, left out or shown as ?.`,
    )
}
