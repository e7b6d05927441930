import type { AccountRow } from '../../../src/cache/load/management/load-service-accounts.ts'
import { byCare, type KeyRow, keyRow } from '../../../src/domain/keys/key-rows.ts'
import { keyNote } from '../../../src/domain/keys/key-words.ts'
import { textFilter } from '../../../src/domain/text/text-filter.ts'

/** A row of the list: a key, or a service account of which there is none to show. */
export type KeyEntry = {
  /** Of the row: ids of keys may occur in several accounts. */
  id: string
  account: AccountRow
  key: KeyRow | undefined
  /** When the row was made, Unix ms: times are told as of then. */
  now: number
}

export const KEY_SORTS = ['care', 'account', 'name', 'created'] as const
export type KeySort = { by: (typeof KEY_SORTS)[number]; isDescending: boolean }

export const keySortBy = (by: KeySort['by']): KeySort => ({ by, isDescending: by === 'created' })

/** All keys of all accounts; what needs care first, and accounts without keys last. */
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
  return [...keys.sort((a, b) => byCare(a.key, b.key)), ...bare]
}

/** Entries that answer to a filter, in an order; without one as {@link keyEntries} made them. */
export const shownKeys = (entries: readonly KeyEntry[], filter: string, { by, isDescending }: KeySort): KeyEntry[] => {
  const passes = textFilter(filter)
  const found = entries.filter(({ account, key, now }) =>
    passes(key?.key.name ?? account.id, [
      account.id,
      key?.key.id,
      key?.key.fingerprint,
      key?.state,
      key && keyNote(key, now),
    ]),
  )
  const sign = isDescending ? -1 : 1
  const text = (of: (entry: KeyEntry) => string) => (a: KeyEntry, b: KeyEntry) =>
    of(a) < of(b) ? -1 : of(a) > of(b) ? 1 : 0
  const orders: Record<Exclude<KeySort['by'], 'care'>, (a: KeyEntry, b: KeyEntry) => number> = {
    account: text(({ account }) => account.id),
    name: text(({ key }) => key?.key.name ?? ''),
    created: (a, b) => (a.key?.key.createdAt ?? 0) - (b.key?.key.createdAt ?? 0),
  }
  if (by === 'care') return isDescending ? found.reverse() : found
  return found.sort((a, b) => sign * orders[by](a, b))
}
