import { createHash, timingSafeEqual } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Role } from '../../contract/roles.ts'
import { rowsOf } from './rows-of.ts'

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest()

/** One key a role, of which only the SHA-256 is kept. */
export const createKeyStore = (database: DatabaseSync) => {
  const put = database.prepare(
    'INSERT INTO access_keys (role, hash) VALUES (?, ?) ON CONFLICT DO UPDATE SET hash = excluded.hash',
  )
  const select = database.prepare('SELECT role, hash FROM access_keys ORDER BY role')
  return {
    /** Gives a role a key, in place of the one it had. */
    put: (role: Role, key: string): void => {
      put.run(role, hashOf(key))
    },
    /** The roles that have a key. */
    readRoles: (): Role[] => rowsOf<{ role: Role }>(select.all()).map(({ role }) => role),
    /** The role that a key belongs to. Takes the same time whichever it is, or none. */
    findRole: (key: string): Role | undefined => {
      const hash = hashOf(key)
      let found: Role | undefined
      for (const row of rowsOf<{ role: Role; hash: Uint8Array }>(select.all()))
        if (timingSafeEqual(hash, row.hash)) found = row.role
      return found
    },
  }
}
