import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../base/errors.ts'
import { assertOwnFolder } from '../../base/own-folder.ts'
import { deleteFrames } from '../../base/saved-frames.ts'
import { faultOf } from './file/file-fault.ts'
import { inTransaction, openToWrite, releasePages } from './file/open-ledger-file.ts'
import { change } from './file/prepared.ts'
import { deleteLedgerFile } from './ledger-file.ts'
import { ledgerStatus } from './ledger-status.ts'
import { deleteOldEntered, deleteOrphans, deletePartitions, keyHashOf, type Tenant } from './partition.ts'

/**
 * Deletes all data that came from servers, for all keys and organisations. Other processes that have the file open can
 * go on using it. A missing file is not an error. A corrupt file, or one from a newer version, is deleted.
 *
 * @returns Bytes freed on the disk.
 * @throws AppError when another process has locked the file or the file cannot be changed.
 */
export const clearLedger = (path: string): number => {
  const before = ledgerStatus(path).sizeBytes
  clear(path, (database) => change(database, 'DELETE FROM partition'))
  return Math.max(0, before - ledgerStatus(path).sizeBytes)
}

/** Deletes all data of one key, for logging out. Throws the same errors as {@link clearLedger}. */
export const deleteKeyData = (path: string, salt: Uint8Array, tenant: Tenant): void =>
  clear(path, (database) => {
    const keyHash = keyHashOf(salt, tenant)
    deletePartitions(database, keyHash)
    deleteOldEntered(database, keyHash)
  })

const clear = (path: string, work: (database: DatabaseSync) => unknown): void => {
  try {
    // If other users can write to the folder, the file may be theirs.
    if (existsSync(dirname(path))) assertOwnFolder(dirname(path))
    deleteFrames(path)
    if (existsSync(path)) changeFile(path, work)
  } catch (error) {
    const fault = faultOf(error)
    if (fault === undefined) throw error
    const why =
      fault === 'busy'
        ? 'another process has locked it; end that process first'
        : fault === 'foreign'
          ? (error as Error).message
          : 'you must own it and its folder'
    throw new AppError('failed', `Couldn't clear the cache ${path}: ${why}.`, { cause: error })
  }
}

const changeFile = (path: string, work: (database: DatabaseSync) => unknown): void => {
  try {
    const database = openToWrite(path)
    try {
      inTransaction(database, work)
      while (inTransaction(database, deleteOrphans));
      releasePages(database)
    } finally {
      database.close()
    }
  } catch (error) {
    const fault = faultOf(error)
    if (fault !== 'damaged' && fault !== 'newer') throw error
    // Its rows cannot be deleted one by one. All of them can be loaded again.
    deleteLedgerFile(path)
  }
}
