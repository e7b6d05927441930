import { AppError } from '../../base/errors.ts'

/** Rethrows what writing a file failed with; that one is there with the option that replaces it. */
export const withForce = (error: unknown): never => {
  if (!(error instanceof AppError) || error.kind !== 'refused' || error.status !== undefined) throw error
  throw new AppError('failed', `${error.message.replace(/\.$/, '')}; --force replaces it.`, { cause: error })
}
