import { hash, timingSafeEqual } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Role } from '../../contract/roles.ts'
import { rowsOf } from './rows-of.ts'

const hashOf = (key: string): Buffer => hash('sha256', key, 'buffer')

/**
 * One key a role, of which only the SHA-256 is kept.
 *
 * @param othersVersion - Another value whenever another process has written into the file.
 */
export const createKeyStore = (database: DatabaseSync, othersVersion: () => unknown) => {
  // Every request asks for them.
  let known: { of: unknown; rows: { role: Role; hash: Uint8Array }[] } | undefined

  const put = database.prepare(
    'INSERT INTO access_keys (role, hash) VALUES (?, ?) ON CONFLICT DO UPDATE SET hash = excluded.hash',
  )
  const select = database.prepare('SELECT role, hash FROM access_keys ORDER BY role')
  return {
    /** Gives a role a key, in place of the one it had. */
    put: (role: Role, key: string): void => {
      put.run(role, hashOf(key))
      known = undefined
    },
    /** The roles that have a key. */
    readRoles: (): Role[] => rowsOf<{ role: Role }>(select.all()).map(({ role }) => role),
    /** The role that a key belongs to. Takes the same time whichever it is, or none. */
    findRole: (key: string): Role | undefined => {
      const own = hashOf(key)
      const current = othersVersion()
      if (known === undefined || known.of !== current) known = { of: current, rows: rowsOf(select.all()) }
      let found: Role | undefined
      for (const row of known.rows) if (timingSafeEqual(own, row.hash)) found = row.role
      return found
    },
  }
}
