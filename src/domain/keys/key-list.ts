import { compareText } from '../../base/text.ts'
import { dayAt, daysSince, fieldsOf } from '../filter/field-of.ts'
import type { RowTable } from '../filter/row-columns.ts'
import { sortsOf } from '../filter/sorts.ts'
import { byUrgency, KEY_CONCERNS, KEY_STATES, type KeyRow } from './key-rows.ts'
import { keyNote } from './key-words.ts'

/** A key in a list, or a service account without keys. Texts are untrusted. */
export type ListedKey = {
  /** Id of the service account. */
  account: string
  key: KeyRow | undefined
}

/** Filter fields of keys. Free words match name, account, id, fingerprint, state and note. @param now - Unix ms. */
export const keyTable = <Row>(now: number, listedOf: (row: Row) => ListedKey): RowTable<Row> => {
  const field = fieldsOf(listedOf)
  const nameOf = ({ account, key }: ListedKey): string => key?.key.name ?? account
  return {
    isPhrase: true,
    fields: [
      field('state', 'word', ({ key }) => key?.state, [], KEY_STATES),
      field('needs', 'word', ({ key }) => key?.concerns, [], KEY_CONCERNS),
      field('account', 'word', ({ account }) => account, ['serviceAccountId']),
      field('created', 'day', ({ key }) => dayAt(key?.createdAt), ['createdat', 'date']),
      field('age', 'age', ({ key }) => daysSince(key?.createdAt, now)),
      field('expires', 'day', ({ key }) => dayAt(key?.dueAt), ['expiresat']),
      field('left', 'age', ({ key }) => leftDays(key, now)),
      field('ended', 'day', ({ key }) => dayAt(key?.endedAt), ['revokedat']),
      field('name', 'text', nameOf),
      field('id', 'text', ({ key }) => key?.key.id),
      field('fingerprint', 'text', ({ key }) => key?.key.fingerprint),
      field('note', 'text', ({ key }) => key && keyNote(key, now)),
    ],
    nameOf: (row) => nameOf(listedOf(row)),
    textsOf: (row) => {
      const { account, key } = listedOf(row)
      return key ? [account, key.key.id, key.key.fingerprint, key.state, keyNote(key, now)] : [account]
    },
  }
}

/** Days until an active key expires. */
const leftDays = (key: KeyRow | undefined, now: number): number | undefined =>
  key?.expiresAt === undefined ? undefined : daysSince(now, key.expiresAt)

export const KEY_SORTS = ['urgency', 'account', 'name', 'created'] as const

/** Most urgent keys first, accounts without keys last. */
const urgencyOrder = ({ key: a }: ListedKey, { key: b }: ListedKey): number =>
  a && b ? byUrgency(a, b) : Number(!a) - Number(!b)

export const sortByUrgency = <Row>(rows: readonly Row[], listedOf: (row: Row) => ListedKey): Row[] =>
  rows.toSorted((a, b) => urgencyOrder(listedOf(a), listedOf(b)))

/** Sort orders of keys. Keys that compare equal are sorted by urgency. */
export const keySorts = <Row>(listedOf: (row: Row) => ListedKey) => {
  const orders: Record<(typeof KEY_SORTS)[number], (a: ListedKey, b: ListedKey) => number> = {
    urgency: urgencyOrder,
    account: (a, b) => compareText(a.account, b.account),
    name: (a, b) => compareText(a.key?.key.name ?? '', b.key?.key.name ?? ''),
    created: (a, b) => (a.key?.createdAt ?? 0) - (b.key?.createdAt ?? 0),
  }
  const { sorted, ...sorts } = sortsOf(listedOf, orders, ['created'])
  const byOrder: typeof sorted = (rows, order) =>
    order.by === 'urgency' && order.isDescending
      ? sortByUrgency(rows, listedOf).reverse()
      : sorted(sortByUrgency(rows, listedOf), order)
  return { ...sorts, sorted: byOrder }
}
