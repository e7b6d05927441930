import { safeText } from '../../domain/text/safe-text.ts'

/** Writes a line on standard error; it may hold text from outside. */
export const noteTo = (err: (text: string) => void, sentence: string): void => err(`${safeText(sentence, 'text')}\n`)
