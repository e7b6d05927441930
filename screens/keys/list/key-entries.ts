import type { AccountRow } from '../../../src/cache/load/management/load-service-accounts.ts'
import type { ListedKey } from '../../../src/domain/keys/key-list.ts'
import { type KeyRow, keyRow } from '../../../src/domain/keys/key-rows.ts'

/** A row of the list: a key, or a service account of which there is none to show. */
export type KeyEntry = {
  /** Of the row: ids of keys may occur in several accounts. */
  id: string
  account: AccountRow
  key: KeyRow | undefined
  /** When the row was made, Unix ms: times are told as of then. */
  now: number
}

/** All keys of all accounts, and accounts without keys last. */
export const keyEntries = (accounts: readonly AccountRow[], now: number): KeyEntry[] => {
  const keys = accounts.flatMap((account) =>
    (account.item ?? []).map((key, index) => ({
      id: `${account.id}\n${key.id ?? index}`,
      account,
      key: keyRow(account.id, key, now),
      now,
    })),
  )
  const bare = accounts
    .filter(({ item }) => !item?.length)
    .map((account) => ({ id: account.id, account, key: undefined, now }))
  return [...keys, ...bare]
}

/** What filters and orders know of an entry. */
export const listedOf = ({ account, key }: KeyEntry): ListedKey => ({ account: account.id, key })
