import { UntrustedPathError } from '../../../base/own-folder.ts'

/**
 * The kind of a file error: corrupt content (`damaged`), a newer schema version (`newer`), a lock held by another
 * process (`busy`), a file that another user may have put there (`foreign`), or a file that cannot be read or written
 * (`unusable`).
 */
export type FileErrorKind = 'damaged' | 'newer' | 'busy' | 'foreign' | 'unusable'

/** Stored data cannot be decoded. The file is corrupt even if SQLite reports no error. */
export class CorruptError extends Error {
  override name = 'DamagedError'
}

/** A later version of the program created the file. */
export class NewerVersionError extends Error {
  override name = 'NewerError'
}

/**
 * Primary result codes of SQLite. Any other code means `unusable`. Wrong SQL and violated constraints are bugs of this
 * program, not errors of the file.
 */
const faults: Record<number, FileErrorKind | undefined> = {
  1: undefined, // ERROR
  5: 'busy', // BUSY
  6: 'busy', // LOCKED
  11: 'damaged', // CORRUPT
  15: 'busy', // PROTOCOL
  19: undefined, // CONSTRAINT
  21: undefined, // MISUSE
  25: undefined, // RANGE
  26: 'damaged', // NOTADB
}

/** Classifies an error as a file error; undefined if the file did not cause it. */
export const faultOf = (error: unknown): FileErrorKind | undefined => {
  if (error instanceof CorruptError) return 'damaged'
  if (error instanceof NewerVersionError) return 'newer'
  if (error instanceof UntrustedPathError) return 'foreign'
  if (!(error instanceof Error)) return undefined
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  if (code === 'ERR_SQLITE_ERROR') {
    const primary = Number(errcode) & 0xff
    return primary in faults ? faults[primary] : 'unusable'
  }
  // File system errors have a code such as EACCES and the name of the failed system call.
  return typeof code === 'string' && 'syscall' in error ? 'unusable' : undefined
}

/** Whether an error means that the SQL does not match the tables. */
export const isSqlError = (error: unknown): boolean => (error as { errcode?: unknown } | null)?.errcode === 1
