import { AppError } from '../../../base/errors.ts'

/** What went wrong as an error that can be shown; a mistake of this program keeps its stack as the cause. */
export const toAppError = (error: unknown): AppError =>
  error instanceof AppError
    ? error
    : new AppError('failed', 'Something in this program went wrong while loading: please report it with its stack.', {
        cause: error,
      })

/** Why one row of several could not be had, as data that is sent between processes. */
export type Failure = Pick<AppError, 'kind' | 'message' | 'status' | 'requestId'>

export const toFailure = ({ kind, message, status, requestId }: AppError): Failure => ({
  kind,
  message,
  status,
  requestId,
})

/** Whether the server answered 401 or 403: then what the key saw before must not be shown any more either. */
export const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && (error.status === 401 || error.status === 403)
