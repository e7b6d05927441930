import type { AccountRow } from '../../src/cache/load/management/load-service-accounts.ts'
import type { ListedKey } from '../../src/domain/keys/key-list.ts'
import { type KeyRow, keyRow } from '../../src/domain/keys/key-rows.ts'
import { expiryText, keyNote, lifeLine, longestLife } from '../../src/domain/keys/key-words.ts'
import { moment } from '../../src/domain/text/format.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { type CellRole, type Column, leftColumn } from '../../src/ui/layout/data-table.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { copiedCells } from '../kit/export/command-options.ts'

/** A row of the list: a key, or a service account without keys to show. */
export type KeyEntry = {
  /** Id of the row. Ids of keys may repeat across accounts. */
  id: string
  account: AccountRow
  key: KeyRow | undefined
  /** When the row was built, Unix ms. Its relative times refer to this. */
  now: number
}

/** All keys of all accounts. Accounts without keys are last. */
export const keyEntries = (accounts: readonly AccountRow[], now: number): KeyEntry[] => {
  const keys = accounts.flatMap((account) =>
    (account.item ?? []).map((key, index) => ({
      id: `${account.id}\n${key.id ?? index}`,
      account,
      key: keyRow(account.id, key, now),
      now,
    })),
  )
  const withoutKeys = accounts
    .filter(({ item }) => !item?.length)
    .map((account) => ({ id: account.id, account, key: undefined, now }))
  return [...keys, ...withoutKeys]
}

/** The data of an entry that filters and orders use. */
export const listedOf = ({ account, key }: KeyEntry): ListedKey => ({ account: account.id, key })

export const keyRole = ({ state, concerns: [first] }: Pick<KeyRow, 'state' | 'concerns'>): CellRole => {
  if (state !== 'active') return 'muted'
  return first === undefined ? 'good' : first === 'expiring' ? 'bad' : 'warn'
}

export const stateText = ({ key, account }: KeyEntry, { signs }: Theme): string => {
  if (key) return `${key.state === 'active' ? signs.live : signs.none} ${key.state}`
  if (account.failure) return `${signs.bad} not loaded`
  return account.item ? 'no keys' : 'not loaded yet'
}

/** The columns of the list of keys. The life lines share one scale. */
export const keyColumns = (theme: Theme, entries: readonly KeyEntry[]): Column<KeyEntry>[] => {
  const keys = entries.flatMap(({ key }) => key ?? [])
  const now = entries[0]?.now ?? 0
  const spanMs = longestLife(keys, now)
  const roleOf = ({ key }: KeyEntry) => key && keyRole(key)
  const stateRole = ({ key, account }: KeyEntry): CellRole =>
    key?.state === 'active' ? 'good' : !key && account.failure ? 'bad' : 'muted'
  const lifeOf = ofKey((key, now, cells) => lifeLine(key, { now, spanMs, cells, isAscii: theme.isAscii }))
  const noteOf = ofKey((key, now) => keyNote(key, now, theme.isAscii))
  return [
    leftColumn('account', 'ACCOUNT', { min: 8, max: 24 }, 4, ({ account }) => safeText(account.name ?? account.id)),
    leftColumn(
      'name',
      'NAME',
      { min: 12, max: 28 },
      0,
      // A narrow window has no column for the account.
      ({ key, account }) => safeText(key ? key.key.name : (account.name ?? account.id)),
      'strong',
    ),
    leftColumn('fingerprint', 'FINGERPRINT', { min: 11, max: 14 }, 7, fingerprintOf, 'muted'),
    leftColumn('state', 'STATE', { min: 9, max: 11 }, 2, (entry) => stateText(entry, theme), stateRole),
    leftColumn('expires', 'EXPIRES', { min: 8, max: 22 }, 1, ofKey(expiryText)),
    leftColumn('life', 'LIFE', 14, 5, lifeOf, roleOf),
    leftColumn(
      'created',
      'CREATED',
      10,
      6,
      ofKey(({ createdAt }) => moment(createdAt).slice(0, 10)),
      'muted',
    ),
    // In a narrow window the note is hidden before the expiry, which shows the same for a key that expires.
    leftColumn('note', 'NOTE', { min: 12, max: 30 }, 3, noteOf, roleOf),
  ]
}

/** The text of a cell about a key; empty if the row has no key. */
const ofKey =
  (text: (key: KeyRow, now: number, cells: number) => string) =>
  ({ key, now }: KeyEntry, cells: number): string =>
    key ? text(key, now, cells) : ''
const fingerprintOf = ofKey(({ key }) => safeText(key.fingerprint))

/** The cells of a key for the clipboard. */
export const keyText = ({ account, key, now }: KeyEntry): string =>
  copiedCells([account.id, key?.key.name, key?.key.id, key?.key.fingerprint, key?.state, key && keyNote(key, now)])
