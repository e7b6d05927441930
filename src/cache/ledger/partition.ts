import { createHmac } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { EnteredId, SavedExport } from '../../domain/entered/entered.ts'
import { fromStoredText, toStoredText } from './codec/json-codec.ts'
import { PARTITION_TABLES, WALK_TABLES } from './file/ledger-schema.ts'
import { change, type Part, rowOf, rowsOf } from './file/prepared.ts'
import { type DayTable, KNOWN_KINDS, type KnownKind } from './ledger.ts'
import { purgeList } from './lists.ts'
import { deleteWalk } from './walks.ts'

/** The owner of a partition: the API addresses and the key, and those of the team's server if there is one. */
export type Tenant = {
  baseUrl: string
  appUrl: string
  apiKey: string
  history?: { url: string; apiKey: string } | undefined
}

/**
 * The stored hash of all addresses and keys that rows may come from, keyed with the machine's salt. Another key of
 * either server has another partition. Neither addresses nor keys contain line breaks.
 */
export const keyHashOf = (salt: Uint8Array, { baseUrl, appUrl, apiKey, history }: Tenant): Uint8Array =>
  createHmac('sha256', salt)
    .update([baseUrl, appUrl, apiKey, ...(history ? [history.url, history.apiKey] : [])].join('\n'))
    .digest()

/**
 * The owner of an entry in other files, as hexadecimal text. They hold what the user entered, which belongs to the
 * organisation: it stays when its profile names a team's server or gets another key for that.
 */
export const ownerOf = (salt: Uint8Array, { history: _, ...tenant }: Tenant): string =>
  Buffer.from(keyHashOf(salt, tenant)).toString('hex')

/** The hash that identifies an organisation in files other than the ledger. */
export const orgHashOf = (salt: Uint8Array, orgId: string): string =>
  createHmac('sha256', salt)
    .update(`organisation\n${toStoredText(orgId)}`)
    .digest('hex')
    .slice(0, 32)

/** Stored until a response names the organisation. It cannot equal a name: `toStoredText` escapes quotes. */
const NOT_KNOWN = '"'

const storedOrg = (orgId: string | undefined): string => (orgId === undefined ? NOT_KNOWN : toStoredText(orgId))

/** Parses the stored organisation of a partition; undefined if no response has named it yet. */
export const orgIdOf = (stored: string): string | undefined =>
  stored === NOT_KNOWN ? undefined : fromStoredText(stored)

/**
 * The partition of an organisation under a key. Without `orgId`, the partition that was shown last. The result has no
 * `orgId` if no response has named the organisation yet.
 */
export const findPartition = (database: DatabaseSync, keyHash: Uint8Array, orgId?: string) => {
  const org = orgId === undefined ? null : toStoredText(orgId)
  const sql =
    'SELECT id, org FROM partition WHERE key_hash = ?1 AND org = coalesce(?2, org) ORDER BY shown DESC LIMIT 1'
  const row = rowOf(database, ['number', 'text'], sql, keyHash, org)
  return row && { id: row[0], orgId: orgIdOf(row[1]) }
}

/** Like {@link findPartition}, but creates a missing partition. Without `orgId`, the new partition is unnamed. */
export const ensurePartition = (database: DatabaseSync, keyHash: Uint8Array, orgId?: string): number =>
  findPartition(database, keyHash, orgId)?.id ??
  change(
    database,
    `INSERT INTO partition (key_hash, org, shown) VALUES (?, ?, ${NEXT_SHOWN})`,
    keyHash,
    storedOrg(orgId),
  )

/**
 * Makes an organisation the current one of its key. If the key's only partition has no organisation yet, that partition
 * becomes the organisation's.
 */
export const showPartition = (database: DatabaseSync, keyHash: Uint8Array, orgId: string): void => {
  if (findPartition(database, keyHash)?.orgId === orgId) return
  const ids = rowsOf(database, ['number', 'text'], `SELECT id, org FROM partition WHERE key_hash = ?`, keyHash)
  const unnamed = ids.find(([, org]) => org === NOT_KNOWN)?.[0]
  if (unnamed !== undefined && ids.length === 1) {
    change(database, 'UPDATE partition SET org = ? WHERE id = ?', toStoredText(orgId), unnamed)
    return
  }
  if (unnamed !== undefined) change(database, 'DELETE FROM partition WHERE id = ?', unnamed)
  const id = ensurePartition(database, keyHash, orgId)
  change(database, `UPDATE partition SET shown = ${NEXT_SHOWN} WHERE id = ?`, id)
}

const NEXT_SHOWN = '(SELECT coalesce(max(shown), 0) + 1 FROM partition)'

/** Deletes all partitions of a key. Their rows stay, inaccessible, until {@link deleteOrphans} deletes them. */
export const deletePartitions = (database: DatabaseSync, keyHash: Uint8Array): void => {
  change(database, 'DELETE FROM partition WHERE key_hash = ?', keyHash)
}

/** Time limit per transaction, in ms. Other processes wait while it runs. */
const MAX_SWEEP_MS = 50

/**
 * Deletes rows whose partition or walk was deleted, for at most {@link MAX_SWEEP_MS}.
 *
 * @returns Whether more of them may exist.
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

/** Data that a refused key may no longer see. */
export type PurgeTarget = DayTable | 'users' | 'reports' | 'revisions' | KnownKind

/** Deletes one table of a partition. Must run in a write transaction. */
export const purgeTable = ({ database, partition }: Part, what: PurgeTarget): void => {
  if (what === 'users') {
    for (const [id] of rowsOf(database, ['number'], 'SELECT id FROM walk WHERE partition = ?', partition))
      deleteWalk(database, id)
  } else if (what === 'reports' || what === 'revisions' || isKnownKind(what)) {
    purgeList({ database, partition }, what)
  } else {
    for (const table of ['day', 'list_part'])
      change(database, `DELETE FROM ${table} WHERE partition = ? AND endpoint = ?`, partition, what)
  }
  if (!hasPeople({ database, partition })) change(database, 'DELETE FROM person WHERE partition = ?', partition)
}

const isKnownKind = (what: PurgeTarget): what is KnownKind => KNOWN_KINDS.some((kind) => kind === what)

/** The first 1,000 e-mail addresses in alphabetical order. Untrusted text. */
export const readEmails = ({ database, partition }: Part): string[] => {
  const sql = 'SELECT email FROM person WHERE partition = ? AND email IS NOT NULL ORDER BY email LIMIT 1000'
  return rowsOf(database, ['text'], sql, partition).map(([email]) => fromStoredText(email))
}

/** Whether any row refers to people by number. */
const hasPeople = ({ database, partition }: Part): boolean => {
  const sql = `SELECT 1 FROM day WHERE partition = ?1 AND people IS NOT NULL
    UNION ALL SELECT 1 FROM walk WHERE partition = ?1 LIMIT 1`
  return rowOf(database, ['number'], sql, partition) !== undefined
}

/** Rows that users entered, from a file of an earlier version, each with its organisation if known. */
export type OldEntered = { orgId: string | undefined; row: Omit<EnteredId, 'org'> | Omit<SavedExport, 'org'> }[]

/** Reads the rows of earlier versions that users entered under a key. */
export const readOldEntered = (database: DatabaseSync, keyHash: Uint8Array): OldEntered =>
  rowsOf(database, ['text', 'text'], 'SELECT org, entry FROM old_entered WHERE key_hash = ?', keyHash).map(
    ([org, entry]) => {
      const row = JSON.parse(entry)
      for (const member of ['id', 'run', 'path']) if (member in row) row[member] = fromStoredText(row[member])
      return { orgId: orgIdOf(org), row }
    },
  )

export const deleteOldEntered = (database: DatabaseSync, keyHash: Uint8Array): void => {
  change(database, 'DELETE FROM old_entered WHERE key_hash = ?', keyHash)
}
