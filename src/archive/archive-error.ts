import { AppError } from '../base/errors.ts'

/** Limits for archives from the server, which are untrusted. */
export const ARCHIVE_LIMITS = {
  entries: 20_000,
  /** Limit for the archive itself and for the sum of its unpacked files. */
  totalBytes: 2 * 1024 ** 3,
  /** Maximum unpacked size of a file as a multiple of its compressed size. */
  ratio: 200,
} as const

export type ArchiveLimits = { readonly [Name in keyof typeof ARCHIVE_LIMITS]: number }

/** Why an archive is rejected, as a clause whose subject is the archive: `it contains more than 20,000 files`. */
export class ArchiveError extends Error {
  override name = 'ArchiveError'
}

/**
 * Converts the error to one for the user.
 * @param what The archive, or its source.
 */
export const untrustedArchiveError = (what: string, { message }: ArchiveError): AppError =>
  new AppError('failed', `${what} is not a valid archive: ${message}.`)

/** @throws AppError `interrupted` if the signal is aborted. */
export const throwIfCancelled = (signal: AbortSignal | undefined): void => {
  if (signal?.aborted) throw new AppError('interrupted', 'Cancelled; no files were left behind.')
}
