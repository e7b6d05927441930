import { AppError, type AppErrorOptions, type ErrorKind } from '../../base/errors.ts'

/** An error that a reader is meant to see, as plain data that is sent between processes. */
export type ErrorData = Omit<AppErrorOptions, 'cause'> & {
  kind: ErrorKind
  message: string
  /** The stack of what caused it. */
  cause: string | undefined
}

export const toErrorData = (error: AppError): ErrorData => {
  const { kind, message, request, status, title, detail, requestId, isTooLarge, cause } = error
  const stack =
    cause instanceof Error ? (cause.stack ?? cause.message) : cause === undefined ? undefined : String(cause)
  return { kind, message, request, status, title, detail, requestId, isTooLarge, cause: stack }
}

export const fromErrorData = ({ kind, message, ...options }: ErrorData): AppError =>
  new AppError(kind, message, options)
