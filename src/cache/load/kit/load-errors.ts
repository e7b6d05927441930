import { addresses } from '../../../base/addresses.ts'
import { AppError } from '../../../base/errors.ts'

/** Converts any error to one that can be shown. A bug of this program keeps its stack in `cause`. */
export const toAppError = (error: unknown): AppError =>
  error instanceof AppError
    ? error
    : new AppError('failed', `Internal error while loading. Please report it with its stack at ${addresses.bugs}.`, {
        cause: error,
      })

/** Why one row of several could not be loaded, as data that can be sent between processes. */
export type Failure = Pick<AppError, 'kind' | 'message' | 'status' | 'requestId'>

export const toFailure = ({ kind, message, status, requestId }: AppError): Failure => ({
  kind,
  message,
  status,
  requestId,
})

/** Whether the server responded with 401 or 403. Data that the key loaded before must then no longer be shown. */
export const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && (error.status === 401 || error.status === 403)
