import { AppError } from '../base/errors.ts'

/** Why an archive is not trusted, in one sentence without its name: `it holds more than 20,000 files`. */
export class ArchiveFault extends Error {
  override name = 'ArchiveFault'
}

/** The same for people; `what` is the archive, or where it came from. */
export const refusedArchive = (what: string, { message }: ArchiveFault): AppError =>
  new AppError('failed', `${what} is no archive that can be trusted: ${message}.`)

/** Throws where the work was cancelled. */
export const throwIfCancelled = (signal: AbortSignal | undefined): void => {
  if (signal?.aborted) throw new AppError('interrupted', 'It was cancelled, and nothing of it is left.')
}
