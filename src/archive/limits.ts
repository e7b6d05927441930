/** What an archive may hold at most. */
export const ARCHIVE_LIMITS = {
  entries: 20_000,
  /** All files together, unpacked; the archive itself is no larger either. */
  totalBytes: 2 * 1024 ** 3,
  /** How many times larger a file may be than what it is packed into. */
  ratio: 200,
} as const

export type ArchiveLimits = { readonly [Name in keyof typeof ARCHIVE_LIMITS]: number }
