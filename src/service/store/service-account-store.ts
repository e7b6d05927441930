import type { DatabaseSync } from 'node:sqlite'
import type { ServiceAccountKey } from '../../contract/service-accounts.ts'
import { joinedRows, rowOf, rowsOf } from './rows-of.ts'

/** Service accounts and their keys, newest key first. */
export const createServiceAccountStore = (database: DatabaseSync) => {
  const putAccount = database.prepare('INSERT INTO service_accounts (id) VALUES (?) ON CONFLICT DO NOTHING')
  const putKey = database.prepare(
    `INSERT INTO service_account_keys (account_id, key_id, created_at, row) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET created_at = excluded.created_at, row = excluded.row`,
  )
  const selectAccount = database.prepare('SELECT 1 FROM service_accounts WHERE id = ?')
  const selectKeys = database.prepare(
    'SELECT row FROM service_account_keys WHERE account_id = ? ORDER BY created_at DESC, key_id',
  )
  const selectKey = database.prepare('SELECT row FROM service_account_keys WHERE account_id = ? AND key_id = ?')
  const selectAccounts = database.prepare('SELECT id FROM service_accounts ORDER BY id')
  return {
    /** Makes an account known, so that one without keys is not the same as one that does not exist. */
    putAccount: (accountId: string): void => {
      putAccount.run(accountId)
    },
    hasAccount: (accountId: string): boolean => selectAccount.get(accountId) !== undefined,
    readIds: (): string[] => rowsOf<{ id: string }>(selectAccounts.all()).map(({ id }) => id),
    putKey: (accountId: string, key: ServiceAccountKey, row: string): void => {
      putKey.run(accountId, key.id, key.createdAt, row)
    },
    readKey: (accountId: string, keyId: string): ServiceAccountKey | undefined => {
      const found = rowOf<{ row: string }>(selectKey.get(accountId, keyId))
      return found && (JSON.parse(found.row) as ServiceAccountKey)
    },
    /** JSON texts of an account's keys joined by commas; undefined when there is no such account. */
    readKeys: (accountId: string): string | undefined => {
      if (selectAccount.get(accountId) === undefined) return undefined
      return joinedRows(selectKeys.all(accountId))
    },
  }
}
