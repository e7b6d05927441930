import type { AccountRow } from '../../src/cache/load/management/load-service-accounts.ts'
import type { ListedKey } from '../../src/domain/keys/key-list.ts'
import { type KeyRow, keyRow } from '../../src/domain/keys/key-rows.ts'
import { expiryText, keyNote, lifeLine, longestLife } from '../../src/domain/keys/key-words.ts'
import { moment } from '../../src/domain/text/format.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import type { CellRole, Column } from '../../src/ui/layout/data-table.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { copiedCells } from '../kit/export/command-options.ts'

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

export const keyRole = ({ state, cares: [first] }: KeyRow): CellRole => {
  if (state !== 'active') return 'muted'
  return first === undefined ? 'good' : first === 'expiring' ? 'bad' : 'warn'
}

export const stateText = ({ key, account }: KeyEntry, { signs }: Theme): string => {
  if (key) return `${key.state === 'active' ? signs.live : signs.none} ${key.state}`
  if (account.failure) return `${signs.bad} not read`
  return account.item ? 'no keys' : 'not asked'
}

/** The columns of the list of keys; the life lines share one scale. */
export const keyColumns = (theme: Theme, entries: readonly KeyEntry[]): Column<KeyEntry>[] => {
  const keys = entries.flatMap(({ key }) => key ?? [])
  const now = entries[0]?.now ?? 0
  const spanMs = longestLife(keys, now)
  return [
    {
      id: 'account',
      title: 'ACCOUNT',
      align: 'left',
      width: { min: 8, max: 24 },
      priority: 4,
      text: ({ account }) => safeText(account.name ?? account.id),
    },
    {
      id: 'name',
      title: 'NAME',
      align: 'left',
      width: { min: 12, max: 28 },
      priority: 0,
      text: ({ key }) => (key ? safeText(key.key.name) : ''),
      role: () => 'strong',
    },
    {
      id: 'fingerprint',
      title: 'FINGERPRINT',
      align: 'left',
      width: { min: 11, max: 14 },
      priority: 7,
      text: ({ key }) => (key ? safeText(key.key.fingerprint) : ''),
      role: () => 'muted',
    },
    {
      id: 'state',
      title: 'STATE',
      align: 'left',
      width: { min: 9, max: 11 },
      priority: 2,
      text: (entry) => stateText(entry, theme),
      role: ({ key, account }) =>
        key ? (key.state === 'active' ? 'good' : 'muted') : account.failure ? 'bad' : 'muted',
    },
    {
      id: 'expires',
      title: 'EXPIRES',
      align: 'left',
      width: { min: 8, max: 22 },
      priority: 1,
      text: ({ key, now }) => (key ? expiryText(key, now) : ''),
    },
    {
      id: 'life',
      title: 'LIFE',
      align: 'left',
      width: 14,
      priority: 5,
      text: ({ key, now }, width) => (key ? lifeLine(key, { now, spanMs, cells: width, isAscii: theme.isAscii }) : ''),
      role: ({ key }) => key && keyRole(key),
    },
    {
      id: 'created',
      title: 'CREATED',
      align: 'left',
      width: 10,
      priority: 6,
      text: ({ key }) => (key ? moment(key.createdAt).slice(0, 10) : ''),
      role: () => 'muted',
    },
    {
      id: 'note',
      title: 'NOTE',
      align: 'left',
      width: { min: 12, max: 30 },
      // What it says of a key that expires, the moment says too.
      priority: 3,
      text: ({ key, now }) => (key ? keyNote(key, now, theme.isAscii) : ''),
      role: ({ key }) => key && keyRole(key),
    },
  ]
}

/** The cells of a key for the clipboard. */
export const keyText = ({ account, key, now }: KeyEntry): string =>
  copiedCells([account.id, key?.key.name, key?.key.id, key?.key.fingerprint, key?.state, key && keyNote(key, now)])
