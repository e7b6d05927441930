import type { AppError } from '../../../base/errors.ts'

/** Why one row of several could not be had, as data that is sent between processes. */
export type Failure = Pick<AppError, 'kind' | 'message' | 'status' | 'requestId'>

export const toFailure = ({ kind, message, status, requestId }: AppError): Failure => ({
  kind,
  message,
  status,
  requestId,
})
