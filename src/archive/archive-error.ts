import { AppError } from '../base/errors.ts'

/** Limits of an archive. */
export const ARCHIVE_LIMITS = {
  entries: 20_000,
  /** All files together, unpacked; the archive itself is no larger either. */
  totalBytes: 2 * 1024 ** 3,
  /** How many times larger a file may be than its packed bytes. */
  ratio: 200,
} as const

export type ArchiveLimits = { readonly [Name in keyof typeof ARCHIVE_LIMITS]: number }

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
