import { createHmac } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { fromStoredText, toStoredText } from './codec/json-codec.ts'
import { PARTITION_TABLES, WALK_TABLES } from './file/ledger-schema.ts'
import { change, rowOf, rowsOf } from './file/prepared.ts'
import { purgeKnownIds } from './known-ids.ts'
import type { Ledger } from './ledger.ts'
import { deleteWalk } from './walks.ts'

/** The owner of a partition: the addresses that are called, and the key. */
export type Tenant = { baseUrl: string; appUrl: string; apiKey: string }

/** The hash that the file holds of a key and its addresses, keyed with the machine's salt. */
export const keyHashOf = (salt: Uint8Array, { baseUrl, appUrl, apiKey }: Tenant): Uint8Array =>
  createHmac('sha256', salt).update(`${baseUrl}\n${appUrl}\n${apiKey}`).digest()

/** What other files call the owner of an entry: the same hash as text. */
export const ownerOf = (salt: Uint8Array, tenant: Tenant): string =>
  Buffer.from(keyHashOf(salt, tenant)).toString('hex')

/** What files other than the ledger's call an organisation. */
export const orgHashOf = (salt: Uint8Array, orgId: string): string =>
  createHmac('sha256', salt)
    .update(`organisation\n${toStoredText(orgId)}`)
    .digest('hex')
    .slice(0, 32)

export type Partition = {
  id: number
  /** undefined: no answer has named the organisation yet. */
  orgId: string | undefined
}

/** Stored for an organisation that no answer has named yet; `toStoredText` escapes a quote, so no name is stored so. */
const NOT_KNOWN = '"'

/** Tables of lists, whose answers name no organisation. */
const LIST_TABLES = ['report', 'revision', 'list', 'offer', 'known_id', 'last_export', 'failed_export']

const storedOrg = (orgId: string | undefined): string => (orgId === undefined ? NOT_KNOWN : toStoredText(orgId))

/** The organisation of a partition as it stands in the file; undefined where nobody has named it yet. */
export const orgIdOf = (stored: string): string | undefined =>
  stored === NOT_KNOWN ? undefined : fromStoredText(stored)

/** The partition of an organisation under a key, or, without an organisation, of the one that was shown last. */
export const findPartition = (database: DatabaseSync, keyHash: Uint8Array, orgId?: string): Partition | undefined => {
  const row =
    orgId === undefined
      ? rowOf(
          database,
          ['number', 'text'],
          `SELECT id, org FROM partition WHERE key_hash = ? ORDER BY shown DESC LIMIT 1`,
          keyHash,
        )
      : rowOf(
          database,
          ['number', 'text'],
          `SELECT id, org FROM partition WHERE key_hash = ? AND org = ?`,
          keyHash,
          toStoredText(orgId),
        )
  return row && { id: row[0], orgId: orgIdOf(row[1]) }
}

/** The same, made when it is not there: without an organisation, as one that nobody has named yet. */
export const ensurePartition = (database: DatabaseSync, keyHash: Uint8Array, orgId?: string): number =>
  findPartition(database, keyHash, orgId)?.id ??
  change(
    database,
    `INSERT INTO partition (key_hash, org, shown) VALUES (?, ?, ${NEXT_SHOWN})`,
    keyHash,
    storedOrg(orgId),
  )

/**
 * From now on this organisation is the one that its key shows. Lists that were kept before any answer named one become its
 * own, where the key has had no other organisation.
 */
export const showPartition = (database: DatabaseSync, keyHash: Uint8Array, orgId: string): void => {
  if (findPartition(database, keyHash)?.orgId === orgId) return
  const ids = rowsOf(database, ['number', 'text'], `SELECT id, org FROM partition WHERE key_hash = ?`, keyHash)
  const unnamed = ids.find(([, org]) => org === NOT_KNOWN)?.[0]
  if (unnamed !== undefined && ids.length === 1) {
    const id = keepOnly(database, unnamed, LIST_TABLES)
    change(database, 'UPDATE partition SET org = ? WHERE id = ?', toStoredText(orgId), id)
    return
  }
  if (unnamed !== undefined) change(database, 'DELETE FROM partition WHERE id = ?', unnamed)
  const id = ensurePartition(database, keyHash, orgId)
  change(database, `UPDATE partition SET shown = ${NEXT_SHOWN} WHERE id = ?`, id)
}

const NEXT_SHOWN = '(SELECT coalesce(max(shown), 0) + 1 FROM partition)'

/** Deletes all partitions of a key. Their rows stay, out of reach, until {@link deleteOrphans} has swept them away. */
export const deletePartitions = (database: DatabaseSync, keyHash: Uint8Array): void => {
  change(database, 'DELETE FROM partition WHERE key_hash = ?', keyHash)
}

/** What people entered, or where their files are: no server can send it again. */
const OWN_TABLES = ['known_id', 'last_export']

/** Deletes what came from servers, of all keys. Ids that people entered stay, without names, and paths of exports with their ids. */
export const emptyPartitions = (database: DatabaseSync): void => {
  change(
    database,
    `DELETE FROM known_id WHERE source = 'seen' AND NOT (kind = 'wikiRuns' AND EXISTS (
       SELECT 1 FROM last_export WHERE last_export.partition = known_id.partition AND run = known_id.id))`,
  )
  change(database, 'UPDATE known_id SET name = NULL')
  const used = OWN_TABLES.map((table) => `SELECT partition FROM ${table}`).join(' UNION ')
  change(database, `DELETE FROM partition WHERE id NOT IN (${used})`)
  for (const [id] of rowsOf(database, ['number'], 'SELECT id FROM partition')) keepOnly(database, id, OWN_TABLES)
}

/** Gives a partition another id, which the rows of these tables get as well: all others are out of reach. */
const keepOnly = (database: DatabaseSync, id: number, tables: readonly string[]): number => {
  // An id that no partition has ever had: rows of a deleted one may not have been swept away yet.
  const next = change(database, "INSERT INTO partition (key_hash, org, shown) VALUES (randomblob(32), '', 0)")
  change(database, 'DELETE FROM partition WHERE id = ?', next)
  for (const table of tables) change(database, `UPDATE ${table} SET partition = ? WHERE partition = ?`, next, id)
  change(database, 'UPDATE partition SET id = ? WHERE id = ?', next, id)
  return next
}

/** No transaction takes much longer: other processes wait for it. */
const MAX_SWEEP_MS = 50

/**
 * Deletes rows whose partition or walk was deleted, as many as a short transaction allows.
 *
 * @returns Whether there may be more of them.
 */
export const deleteOrphans = (database: DatabaseSync): boolean => {
  const end = performance.now() + MAX_SWEEP_MS
  for (const [owner, tables] of [['partition', PARTITION_TABLES] as const, ['walk', WALK_TABLES] as const]) {
    for (const table of tables) {
      const sql = `SELECT rowid FROM ${table} WHERE ${owner} NOT IN (SELECT id FROM ${owner}) LIMIT 1000`
      for (const [row] of rowsOf(database, ['number'], sql)) {
        if (performance.now() > end) return true
        change(database, `DELETE FROM ${table} WHERE rowid = ?`, row)
      }
      if (rowOf(database, ['number'], sql)) return true
    }
  }
  return false
}

type What = Exclude<Parameters<Ledger['purge']>[number], 'all'>

/** Deletes what is kept of one table of a partition. Call it in a transaction to write. */
export const purgeTable = (database: DatabaseSync, partition: number, what: What): void => {
  if (what === 'computers' || what === 'serviceAccounts' || what === 'wikiRuns') {
    purgeKnownIds(database, partition, what)
  } else if (what === 'users') {
    for (const [id] of rowsOf(database, ['number'], 'SELECT id FROM walk WHERE partition = ?', partition))
      deleteWalk(database, id)
  } else if (what === 'reports' || what === 'revisions') {
    change(database, `DELETE FROM ${what === 'reports' ? 'report' : 'revision'} WHERE partition = ?`, partition)
    change(database, 'DELETE FROM list WHERE partition = ? AND name = ?', partition, what)
  } else {
    change(database, 'DELETE FROM day WHERE partition = ? AND endpoint = ?', partition, what)
  }
  if (!hasPeople(database, partition)) change(database, 'DELETE FROM person WHERE partition = ?', partition)
}

/** Whether any rows name people by their numbers. */
const hasPeople = (database: DatabaseSync, partition: number): boolean =>
  rowOf(
    database,
    ['number'],
    `SELECT 1 FROM day WHERE partition = ? AND people IS NOT NULL
     UNION ALL SELECT 1 FROM walk WHERE partition = ? LIMIT 1`,
    partition,
    partition,
  ) !== undefined
