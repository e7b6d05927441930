import { safeText } from '../../domain/text/safe-text.ts'

/** Writes a line on standard error; it may hold text from outside. */
export const noteTo = (err: (text: string) => void, sentence: string): void => err(`${safeText(sentence, 'text')}\n`)

/** Says that the answer was not all as the contract promises. */
export const noteProblems = (problemCount: number, { err }: { err: (text: string) => void }): void => {
  if (problemCount > 0)
    noteTo(
      err,
      `The API promises more than it sent: ${problemCount} members or rows are missing or of a wrong type, left out or shown as ?.`,
    )
}
