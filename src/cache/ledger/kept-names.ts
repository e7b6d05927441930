import type { DatabaseSync } from 'node:sqlite'
import { fromStoredText } from './codec/json-codec.ts'
import { faultOf } from './file/file-fault.ts'
import { openCurrent } from './file/open-ledger-file.ts'
import { rowsOf } from './file/prepared.ts'
import { readReports, readRevision, revisionNumbers } from './lists.ts'
import { findPartition, keyHashOf, type Tenant } from './partition.ts'

/** Names of what is kept of an organisation, to choose from. All are untrusted text. */
export type KeptNames = {
  /** E-mail addresses by the alphabet. */
  people(): string[]
  /** Newest first. */
  revisions(): number[]
  /** The newest settings that are kept, masked; undefined: there are none. */
  newestSettings(): unknown
  /** Newest first. */
  reports(): { id: string | undefined; repoUrl: string | undefined }[]
}

export type KeptNamesOptions = {
  /** Path of the ledger's file. */
  path: string
  salt: Uint8Array
  tenant: Tenant
}

/** Revisions and people that anybody would look through. */
const MAX = 1_000

/**
 * Looks names up in the ledger's file and closes it. Nothing is made, mended or written.
 *
 * @returns `otherwise` where there is no file that can be read, or nothing of this tenant in it.
 */
export const readKeptNames = <T>(
  { path, salt, tenant }: KeptNamesOptions,
  look: (names: KeptNames) => T,
  otherwise: T,
): T => {
  let database: DatabaseSync | undefined
  try {
    database = openCurrent(path)
    const partition = database && findPartition(database, keyHashOf(salt, tenant))
    return database && partition ? look(namesIn(database, partition.id)) : otherwise
  } catch (error) {
    if (faultOf(error) === undefined) throw error
    return otherwise
  } finally {
    database?.close()
  }
}

const namesIn = (database: DatabaseSync, partition: number): KeptNames => {
  const revisions = (): number[] => revisionNumbers(database, partition, MAX).numbers
  return {
    people: () =>
      rowsOf(
        database,
        ['text'],
        `SELECT email FROM person WHERE partition = ? AND email IS NOT NULL ORDER BY email LIMIT ${MAX}`,
        partition,
      ).map(([email]) => fromStoredText(email)),
    revisions,
    newestSettings: () => {
      const [newest] = revisions()
      return newest === undefined ? undefined : readRevision(database, partition, newest)?.settings
    },
    reports: () => readReports(database, partition).rows.map(({ reportId, repoUrl }) => ({ id: reportId, repoUrl })),
  }
}
