import type { Lenient } from '../../contract/lenient.ts'
import type { ServiceAccountKey } from '../../contract/service-accounts.ts'
import { byCare, countKeys, keyRow } from './key-rows.ts'

type Account = { id: string; item: readonly Lenient<ServiceAccountKey>[] | undefined }

/** The keys of accounts that work: those that will expire, and how many nobody seems to look after. */
export const keysInCare = (accounts: readonly Account[], now: number) => {
  const rows = accounts.flatMap(({ id, item = [] }) => item.map((key) => keyRow(id, key, now)))
  const { neverExpires, old } = countKeys(rows)
  const neglected = rows.filter(({ cares }) => cares.includes('neverExpires') || cares.includes('old')).sort(byCare)
  return {
    keys: rows.flatMap(({ key: { id = '', name = id }, expiresAt }) =>
      expiresAt === undefined ? [] : [{ id, name, expiresAt }],
    ),
    neglectedKeys: { neverExpires, old, ids: neglected.flatMap(({ key }) => key.id ?? []) },
  }
}
