import type { QueryState } from '../../src/cache/load/query-state.ts'
import { countKeys, EXPIRING_DAYS, type KeyRow, keyRow } from '../../src/domain/keys/key-rows.ts'
import { expiryText, keyNote, lifeLine } from '../../src/domain/keys/key-words.ts'
import { wrapText } from '../../src/domain/text/fit.ts'
import { counted, fullNumber, moment } from '../../src/domain/text/format.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { joinFitting, justify } from '../../src/ui/layout/columns.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { factLines, problemLines } from '../kit/detail/fact-lines.ts'
import { NOT_KNOWN } from '../kit/query/states.ts'
import { type KeyEntry, keyRole, stateText } from './key-columns.ts'
import type { QuickKeys } from './key-list-keys.ts'

/** The number of accounts and keys, and of the keys that need attention. */
export const keysHead = (
  entries: readonly KeyEntry[],
  state: QueryState<unknown>,
  width: number,
  theme: Theme,
): string => {
  if (state.is === 'failed' && entries.length === 0) return ` ${theme.muted(`keys ${NOT_KNOWN}`)}`
  const accounts = new Set(entries.map(({ account }) => account.id)).size
  const notLoaded = entries.filter(({ account }) => account.failure).length
  const counts = countKeys(entries.flatMap(({ key }) => key ?? []))
  const { all, active, expiring, neverExpires, old } = counts
  const parts = [
    `${theme.strong(String(accounts))} ${accounts === 1 ? 'account' : 'accounts'}`,
    `${theme.strong(String(all))} ${all === 1 ? 'key' : 'keys'}`,
    `${active} active`,
    ...(expiring > 0 ? [theme.bad(`! ${counted(expiring, 'expires', 'expire')} in ${EXPIRING_DAYS.warning} d`)] : []),
    ...(neverExpires > 0
      ? [theme.warn(`${theme.signs.notable} ${neverExpires} never ${neverExpires === 1 ? 'expires' : 'expire'}`)]
      : []),
    ...(old > 0 ? [theme.warn(`${theme.signs.notable} ${old} older than a year`)] : []),
    ...(notLoaded > 0 ? [theme.bad(`${theme.signs.bad} ${notLoaded} not loaded`)] : []),
  ]
  const head = ` ${joinFitting(parts, width - 2, '   ')}`
  return justify(head, theme.muted('  local list   A: add '), width)
}

/** The text for an empty list: the reason and what to do. */
export const emptyKeys = (
  state: QueryState<unknown>,
  all: number,
  filter: string,
  quick: QuickKeys | undefined,
): string => {
  if (all > 0 && filter.trim() === '') return `No ${quick} keys. Press f to show others.`
  if (all > 0) return `No key matches ${safeText(filter.trim())}. Press Esc to show all.`
  if (state.is === 'failed') return ''
  if (state.is === 'loading') return 'loading keys'
  return 'No service accounts yet, and servers cannot list them. Press A to add one by id.'
}

/** All details of a key and of its service account. */
export const keyDetail = (entry: KeyEntry, width: number, theme: Theme): string[] => {
  const { account, key } = entry
  const head = [theme.strong(safeText(key?.key.name ?? account.id)), stateText(entry, theme)]
  return [
    joinFitting(head, width, '  '),
    ...(key ? keyLines(key, entry.now, width, theme) : []),
    ...accountLines(entry, width, theme),
  ]
}

const keyLines = (key: KeyRow, now: number, width: number, theme: Theme): string[] => {
  const { createdAt, expiresAt, endedAt, state } = key
  const spanMs = (expiresAt ?? endedAt ?? now) - (createdAt ?? now)
  const note = keyNote(key, now, theme.isAscii)
  const life = lifeLine(key, { now, spanMs, isAscii: theme.isAscii, cells: Math.min(60, width) })
  const expiry = expiryText(key, now)
  const expires = expiresAt === undefined ? expiry : `${moment(expiresAt)}, ${expiry.split(', ')[1]}`
  const ended = endedAt === undefined ? 'at an unknown time' : moment(endedAt)
  return [
    ...(note === '' ? [] : [theme[keyRole(key)](note)]),
    theme[keyRole(key)](life),
    ...factLines(
      [
        ['id', safeText(key.key.id)],
        ['fingerprint', safeText(key.key.fingerprint)],
        ['created', moment(createdAt)],
        state === 'active' ? ['expires', expires] : [state, ended],
      ],
      width,
      theme,
    ),
  ]
}

const accountLines = ({ account, now }: KeyEntry, width: number, theme: Theme): string[] => {
  const { failure, item, id, source, at } = account
  if (failure) return problemLines(failure, width, theme)
  if (!item)
    return wrapText(`Only the id is stored, ${source} ${moment(at)}; keys are not stored.`, width).map(theme.muted)
  const { all, active } = countKeys(item.map((key) => keyRow(id, key, now)))
  const count = all === 0 ? 'no keys' : `${fullNumber(active)} of ${counted(all, 'key')} active`
  return ['', ...factLines([['account    ', `${safeText(id)}, ${count}`]], width, theme)]
}
