import { compareText } from '../../base/text.ts'
import { dayAt, daysSince, fieldsOf } from '../filter/field-of.ts'
import type { RowTable } from '../filter/row-columns.ts'
import { byCare, KEY_CARES, KEY_STATES, type KeyRow } from './key-rows.ts'
import { keyNote } from './key-words.ts'

/** A key as lists have it, or a service account of which there is none to show. Texts are untrusted. */
export type ListedKey = {
  /** Id of the service account. */
  account: string
  key: KeyRow | undefined
}

/** Filters of keys. A word is looked for in name, account, id, fingerprint, state and note. @param now - Unix ms. */
export const keyTable = <Row>(now: number, listedOf: (row: Row) => ListedKey): RowTable<Row> => {
  const field = fieldsOf(listedOf)
  const nameOf = ({ account, key }: ListedKey): string => key?.key.name ?? account
  return {
    isPhrase: true,
    fields: [
      field('state', 'word', ({ key }) => key?.state, [], KEY_STATES),
      field('needs', 'word', ({ key }) => key?.cares, [], KEY_CARES),
      field('account', 'word', ({ account }) => account, ['service_account']),
      field('created', 'day', ({ key }) => dayAt(key?.createdAt), ['createdat', 'date']),
      field('age', 'age', ({ key }) => daysSince(key?.createdAt, now)),
      field('expires', 'day', ({ key }) => dayAt(key?.dueAt), ['expiresat']),
      field('left', 'age', ({ key }) => leftDays(key, now)),
      field('ended', 'day', ({ key }) => dayAt(key?.endedAt), ['revokedat']),
      field('name', 'text', nameOf),
      field('id', 'text', ({ key }) => key?.key.id),
      field('fingerprint', 'text', ({ key }) => key?.key.fingerprint),
    ],
    nameOf: (row) => nameOf(listedOf(row)),
    textsOf: (row) => {
      const { account, key } = listedOf(row)
      return key ? [account, key.key.id, key.key.fingerprint, key.state, keyNote(key, now)] : [account]
    },
  }
}

/** Whole days until a key that works expires, as they are shown. */
const leftDays = (key: KeyRow | undefined, now: number): number | undefined =>
  key?.expiresAt === undefined ? undefined : daysSince(now, key.expiresAt)

export const KEY_SORTS = ['care', 'account', 'name', 'created'] as const
export type KeySort = { by: (typeof KEY_SORTS)[number]; isDescending: boolean }

export const keySortBy = (by: KeySort['by']): KeySort => ({ by, isDescending: by === 'created' })

/** Keys in an order, accounts without keys last where it is by what needs care; equals stand by what needs care. */
export const sortedKeys = <Row>(
  rows: readonly Row[],
  listedOf: (row: Row) => ListedKey,
  { by, isDescending }: KeySort,
): Row[] => {
  const caring = rows.toSorted((a, b) => {
    const [left, right] = [listedOf(a).key, listedOf(b).key]
    return left && right ? byCare(left, right) : Number(!left) - Number(!right)
  })
  if (by === 'care') return isDescending ? caring.reverse() : caring
  const sign = isDescending ? -1 : 1
  const orders: Record<Exclude<KeySort['by'], 'care'>, (a: ListedKey, b: ListedKey) => number> = {
    account: (a, b) => compareText(a.account, b.account),
    name: (a, b) => compareText(a.key?.key.name ?? '', b.key?.key.name ?? ''),
    created: (a, b) => (a.key?.createdAt ?? 0) - (b.key?.createdAt ?? 0),
  }
  return caring.sort((a, b) => sign * orders[by](listedOf(a), listedOf(b)))
}
