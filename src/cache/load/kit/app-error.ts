import { AppError } from '../../../base/errors.ts'

/** What went wrong as an error that can be shown; a mistake of this program keeps its stack as the cause. */
export const toAppError = (error: unknown): AppError =>
  error instanceof AppError
    ? error
    : new AppError('failed', 'Something in this program went wrong while loading: please report it with its stack.', {
        cause: error,
      })
