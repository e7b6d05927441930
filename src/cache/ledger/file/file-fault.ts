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

/** Primary result codes of SQLite. An error in the SQL itself means that the tables are not those that we made. */
const faults: Record<number, FileFault> = {
  1: 'damaged',
  3: 'unusable',
  5: 'busy',
  6: 'busy',
  7: 'unusable',
  8: 'unusable',
  10: 'unusable',
  11: 'damaged',
  13: 'unusable',
  14: 'unusable',
  15: 'busy',
  17: 'damaged',
  19: 'damaged',
  22: 'unusable',
  23: 'unusable',
  26: 'damaged',
}

/** What an error says about the file; undefined for one that is not the file's. */
export const faultOf = (error: unknown): FileFault | undefined => {
  if (error instanceof DamagedError) return 'damaged'
  if (error instanceof NewerError) return 'newer'
  if (error instanceof ForeignError) return 'foreign'
  if (!(error instanceof Error)) return undefined
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  if (code === 'ERR_SQLITE_ERROR')
    return typeof errcode === 'number' ? (faults[errcode & 0xff] ?? 'unusable') : 'unusable'
  // Faults of the file system carry a code like EACCES and the call that failed.
  return typeof code === 'string' && 'syscall' in error ? 'unusable' : undefined
}
