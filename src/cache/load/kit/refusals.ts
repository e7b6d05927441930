import { AppError } from '../../../base/errors.ts'

/** Whether the server answered 401 or 403: then what the key saw before must not be shown any more either. */
export const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && (error.status === 401 || error.status === 403)
