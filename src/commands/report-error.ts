import { safeText } from '../domain/safe-text.ts'
import { AppError } from '../errors.ts'

/**
 * The lines that standard error gets for an error: one sentence, then status, title and request id where there are any.
 * Anything but an {@link AppError} is a bug, and its stack is the message.
 */
export const errorLines = (error: unknown): string => {
  if (!(error instanceof AppError)) {
    const what = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return `${safeText(what, 'text')}\n`
  }
  const { message, status, title, requestId } = error
  const words = [status, title].filter((part) => part !== undefined).join(' ')
  const second = [words, requestId === undefined ? '' : `request ${requestId}`].filter((part) => part !== '').join(', ')
  return `${safeText(message)}\n${second === '' ? '' : `${safeText(second)}\n`}`
}
