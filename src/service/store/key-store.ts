import { hash, timingSafeEqual } from 'node:crypto'
import type { KeyRole, Role } from '../../contract/roles.ts'
import { type Db, databaseNow } from '../db/db.ts'
import type { TableRows } from '../db/tables.ts'
import { createUseRecorder } from './key-uses.ts'

/** A key by its name. The key of a role is named after it. Times are Unix milliseconds. */
export type NamedKey = Omit<TableRows['named_keys'], 'hash' | 'role'> & { role: KeyRole }
type KnownKey = Pick<TableRows['named_keys'], 'name' | 'role' | 'hash' | 'expires_at' | 'revoked_at'> & {
  is_named: number
}

/** Keys as they were read. `now` is the time of the database, and `readAt` of `performance.now()`. */
type Known = { rows: KnownKey[]; now: number; readAt: number }

export type FoundKey = { name: string; role: KeyRole; state: 'active' | 'expired' | 'revoked' }

const hashOf = (key: string): Buffer => hash('sha256', key, 'buffer')

/** How long keys are read from memory, ms. Each request needs them, and a database over a network takes time. */
const KEYS_MS = { sqlite: 1_000, postgres: 3_000 }
/** How soon an unknown key makes them be read again, ms: it may have been added since. */
const UNKNOWN_KEY_MS = { sqlite: 0, postgres: 250 }

/** One key per role, and keys with names. Only their SHA-256 is stored. */
export const createKeyStore = (db: Db) => {
  let known: Known | undefined
  const uses = createUseRecorder(db)
  let reading: Promise<Known> | undefined
  const load = async (): Promise<Known> => {
    const rows = await db.all<KnownKey>(
      `SELECT role AS name, role, hash, NULL AS expires_at, NULL AS revoked_at, 0 AS is_named FROM access_keys
       UNION ALL SELECT name, role, hash, expires_at, revoked_at, 1 AS is_named FROM named_keys`,
    )
    known = { rows, now: await databaseNow(db), readAt: performance.now() }
    return known
  }
  /** Simultaneous requests share one read: anyone may send unknown keys. */
  const read = async (maxAgeMs: number): Promise<Known> => {
    if (known && performance.now() - known.readAt < maxAgeMs) return known
    reading ??= load().finally(() => {
      reading = undefined
    })
    return reading
  }
  return {
    /** Sets the key of a role and replaces its previous key. Returns whether it is another one. */
    put: async (role: Role, key: string): Promise<boolean> => {
      known = undefined
      return (await db.upsert('access_keys', [{ role, hash: hashOf(key) }])) > 0
    },
    /** Sets the key of a role that has none. Returns whether it was set. */
    create: async (role: Role, key: string): Promise<boolean> =>
      (await db.run('INSERT INTO access_keys (role, hash) VALUES ($1, $2) ON CONFLICT (role) DO NOTHING', [
        role,
        hashOf(key),
      ])) > 0,
    /**
     * The key with this value, even if it does not work any more. Takes the same time for every key, known or unknown.
     * A change by another process is noticed within 3 s.
     */
    find: async (key: string): Promise<FoundKey | undefined> => {
      const own = hashOf(key)
      const findIn = ({ rows }: Known): KnownKey | undefined => {
        let found: KnownKey | undefined
        for (const row of rows) if (timingSafeEqual(own, row.hash)) found = row
        return found
      }
      const found = findIn(await read(KEYS_MS[db.dialect])) ?? findIn(await read(UNKNOWN_KEY_MS[db.dialect]))
      if (found === undefined || known === undefined) return undefined
      const now = known.now + performance.now() - known.readAt
      const state = stateOf(found, now)
      if (found.is_named === 1 && state === 'active') uses.record(found.name, now)
      return { name: found.name, role: found.role as KeyRole, state }
    },
    /** Adds a named key. Returns false if a key has this name, even a revoked one. */
    add: async (key: string, { name, role, expiresAt }: NewKey): Promise<boolean> => {
      known = undefined
      const added = await db.run(
        `INSERT INTO named_keys (name, role, hash, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (name) DO NOTHING`,
        [name, role, hashOf(key), await databaseNow(db), expiresAt ?? null],
      )
      return added > 0
    },
    /** All keys with a name, by name. */
    readNamed: (): Promise<NamedKey[]> =>
      db.all<NamedKey>(
        'SELECT name, role, created_at, expires_at, revoked_at, last_used_at FROM named_keys ORDER BY name',
      ),
    /** Revokes a key. Returns false if there is no such key, or if it is already revoked. */
    revoke: async (name: string): Promise<boolean> => {
      known = undefined
      const sql = 'UPDATE named_keys SET revoked_at = $2 WHERE name = $1 AND revoked_at IS NULL'
      return (await db.run(sql, [name, await databaseNow(db)])) > 0
    },
    /** Whether a key with a name works now. */
    hasNamed: async (): Promise<boolean> => {
      const { rows, now } = await read(0)
      return rows.some((row) => row.is_named === 1 && row.role !== 'ingest' && stateOf(row, now) === 'active')
    },
    /** Stores the last use of each key. */
    flushUses: uses.flush,
  }
}

type NewKey = {
  name: string
  role: KeyRole
  /** Unix milliseconds by the database's clock. @default never */
  expiresAt?: number | undefined
}

/** @param now Unix milliseconds by the database's clock. */
export const stateOf = (
  { expires_at, revoked_at }: Pick<NamedKey, 'expires_at' | 'revoked_at'>,
  now: number,
): FoundKey['state'] => {
  if (revoked_at !== null) return 'revoked'
  return expires_at !== null && expires_at <= now ? 'expired' : 'active'
}
