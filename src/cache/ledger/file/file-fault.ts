import { ForeignError } from '../../../base/own-folder.ts'

/**
 * What is wrong with a file: its content (`damaged`), a version that is not known yet (`newer`), somebody who holds it
 * (`busy`), somebody who may have put it there (`foreign`), or that it cannot be read or written where it is (`unusable`).
 */
export type FileFault = 'damaged' | 'newer' | 'busy' | 'foreign' | 'unusable'

/** What is kept cannot be read as what was written: the file is damaged, whatever SQLite says of it. */
export class DamagedError extends Error {
  override name = 'DamagedError'
}

/** The file was made by a later version of the program. */
export class NewerError extends Error {
  override name = 'NewerError'
}

/**
 * Primary result codes of SQLite; any other means that the file cannot be used where it is. Wrong SQL and violated constraints are
 * mistakes of this program, no faults of the file.
 */
const faults: Record<number, FileFault | undefined> = {
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

/** What an error says about the file; undefined for one that is not the file's. */
export const faultOf = (error: unknown): FileFault | undefined => {
  if (error instanceof DamagedError) return 'damaged'
  if (error instanceof NewerError) return 'newer'
  if (error instanceof ForeignError) return 'foreign'
  if (!(error instanceof Error)) return undefined
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  if (code === 'ERR_SQLITE_ERROR') {
    const primary = Number(errcode) & 0xff
    return primary in faults ? faults[primary] : 'unusable'
  }
  // Faults of the file system carry a code like EACCES and the call that failed.
  return typeof code === 'string' && 'syscall' in error ? 'unusable' : undefined
}

/** Whether an error says that SQL does not fit the tables. */
export const isSqlError = (error: unknown): boolean => (error as { errcode?: unknown } | null)?.errcode === 1
