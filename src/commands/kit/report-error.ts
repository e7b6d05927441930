import { addresses } from '../../base/addresses.ts'
import { AppError } from '../../base/errors.ts'
import { safeText } from '../../domain/text/safe-text.ts'

/**
 * Formats an error for standard error: one sentence, the problems of a file, how to find out the outcome, then status, title and request id.
 * Any error but an {@link AppError} is a bug: its stack is the message, followed by the address for reports. `redact` masks the key before a long text
 * is cut, because half a key is not recognised.
 */
export const errorLines = (error: unknown, redact: (text: string) => string): string => {
  if (!(error instanceof AppError)) {
    const what = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return `${safeText(redact(what), 'text')}\nThis is a bug in quarterdeck. Please report it with the lines above at ${addresses.bugs}.\n`
  }
  const { message, problems, howToCheck, status, title, requestId } = error
  const words = [status, title].filter((part) => part !== undefined).join(' ')
  const second = [words, requestId === undefined ? '' : `request ${requestId}`].filter((part) => part !== '').join(', ')
  const lines = [
    message,
    ...problems,
    ...(howToCheck === undefined ? [] : [howToCheck]),
    ...(second === '' ? [] : [second]),
  ]
  return lines.map((line) => `${safeText(redact(line))}\n`).join('')
}
