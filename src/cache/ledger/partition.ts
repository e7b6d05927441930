import { createHmac } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { fromStoredText, toStoredText } from './codec/stored-text.ts'
import { PARTITION_TABLES, WALK_TABLES } from './file/ledger-schema.ts'
import { change, rowOf, rowsOf } from './file/prepared.ts'
import { isSound, type Table } from './file/row-sums.ts'

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
          `SELECT id, org FROM partition WHERE key_hash = ? AND ${isSound.partition} ORDER BY shown DESC LIMIT 1`,
          keyHash,
        )
      : rowOf(
          database,
          ['number', 'text'],
          `SELECT id, org FROM partition WHERE key_hash = ? AND org = ? AND ${isSound.partition}`,
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
  const ids = rowsOf(
    database,
    ['number', 'text'],
    `SELECT id, org FROM partition WHERE key_hash = ? AND ${isSound.partition}`,
    keyHash,
  )
  const unnamed = ids.find(([, org]) => org === NOT_KNOWN)?.[0]
  if (unnamed !== undefined && ids.length === 1) {
    // Only lists come without the name of their organisation: other rows of the unnamed partition are deleted.
    deleteRows(database, unnamed, LIST_TABLES)
    change(database, 'UPDATE partition SET org = ? WHERE id = ?', toStoredText(orgId), unnamed)
    return
  }
  if (unnamed !== undefined) deletePartition(database, unnamed)
  const id = ensurePartition(database, keyHash, orgId)
  change(database, `UPDATE partition SET shown = ${NEXT_SHOWN} WHERE id = ?`, id)
}

const NEXT_SHOWN = '(SELECT coalesce(max(shown), 0) + 1 FROM partition)'

/** Deletes everything of a key. */
export const deletePartitions = (database: DatabaseSync, keyHash: Uint8Array): void => {
  for (const [id] of rowsOf(database, ['number'], 'SELECT id FROM partition WHERE key_hash = ?', keyHash))
    deletePartition(database, id)
}

/** What people gave, or where their files are: no server can be asked for it again. */
const OWN_TABLES = ['known_id', 'last_export']

/** Deletes what came from servers, of all keys. Ids that people gave stay, without names, and paths of exports with their ids. */
export const emptyPartitions = (database: DatabaseSync): void => {
  for (const table of [...WALK_TABLES, ...PARTITION_TABLES.filter((one) => !OWN_TABLES.includes(one))])
    change(database, `DELETE FROM ${table}`)
  change(
    database,
    `DELETE FROM known_id WHERE source = 'seen' AND NOT (kind = 'wikiRuns' AND EXISTS (
       SELECT 1 FROM last_export WHERE last_export.partition = known_id.partition AND run = known_id.id))`,
  )
  change(database, 'UPDATE known_id SET name = NULL')
  const used = OWN_TABLES.map((table) => `SELECT partition FROM ${table}`).join(' UNION ')
  change(database, `DELETE FROM partition WHERE id NOT IN (${used})`)
}

const deletePartition = (database: DatabaseSync, id: number): void => {
  deleteRows(database, id)
  change(database, 'DELETE FROM partition WHERE id = ?', id)
}

const deleteRows = (database: DatabaseSync, id: number, but: readonly string[] = []): void => {
  for (const table of WALK_TABLES)
    change(database, `DELETE FROM ${table} WHERE walk IN (SELECT id FROM walk WHERE partition = ?)`, id)
  for (const table of PARTITION_TABLES)
    if (!but.includes(table)) change(database, `DELETE FROM ${table} WHERE partition = ?`, id)
}

/** Copies everything of a key into an empty ledger. */
export const copyPartitions = (from: DatabaseSync, to: DatabaseSync, keyHash: Uint8Array): void => {
  const ids = rowsOf(from, ['number'], 'SELECT id FROM partition WHERE key_hash = ?', keyHash).map(([id]) => id)
  const copy = (table: Table, where: string): void => {
    for (const id of ids) {
      for (const row of from.prepare(`SELECT * FROM ${table} WHERE ${where} AND ${isSound[table]}`).iterate(id)) {
        const names = Object.keys(row)
        const values = Object.values(row)
        change(to, `INSERT INTO ${table} (${names}) VALUES (${names.map(() => '?')})`, ...values)
      }
    }
  }
  copy('partition', 'id = ?')
  for (const table of PARTITION_TABLES) copy(table, 'partition = ?')
  for (const table of WALK_TABLES) copy(table, 'walk IN (SELECT id FROM walk WHERE partition = ?)')
}
