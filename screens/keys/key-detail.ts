import type { QueryState } from '../../src/cache/load/query-state.ts'
import { countKeys, EXPIRING_DAYS, keyRow } from '../../src/domain/keys/key-rows.ts'
import { expiryText, keyNote, lifeLine } from '../../src/domain/keys/key-words.ts'
import { wrapText } from '../../src/domain/text/fit.ts'
import { fullNumber, moment } from '../../src/domain/text/format.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { asManyAsFit, near } from '../../src/ui/layout/columns.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { NOT_KNOWN } from '../kit/query/states.ts'
import { type KeyEntry, keyRole, stateText } from './key-columns.ts'

/** How many accounts and keys there are, and how many need care. */
export const keysHead = (
  entries: readonly KeyEntry[],
  state: QueryState<unknown>,
  width: number,
  theme: Theme,
): string => {
  if (state.is === 'failed' && entries.length === 0) return ` ${theme.muted(`keys ${NOT_KNOWN}`)}`
  const accounts = new Set(entries.map(({ account }) => account.id)).size
  const unread = entries.filter(({ account }) => account.failure).length
  const counts = countKeys(entries.flatMap(({ key }) => key ?? []))
  const { all, active, expiring, neverExpires, old } = counts
  const parts = [
    `${theme.strong(String(accounts))} ${accounts === 1 ? 'account' : 'accounts'}`,
    `${theme.strong(String(all))} ${all === 1 ? 'key' : 'keys'}`,
    `${active} active`,
    ...(expiring > 0
      ? [theme.bad(`! ${expiring} ${expiring === 1 ? 'expires' : 'expire'} in ${EXPIRING_DAYS.soon} d`)]
      : []),
    ...(neverExpires > 0
      ? [theme.warn(`${theme.signs.look} ${neverExpires} never ${neverExpires === 1 ? 'expires' : 'expire'}`)]
      : []),
    ...(old > 0 ? [theme.warn(`${theme.signs.look} ${old} older than a year`)] : []),
    ...(unread > 0 ? [theme.bad(`${theme.signs.bad} ${unread} not read`)] : []),
  ]
  const head = ` ${asManyAsFit(parts, width - 2, '   ')}`
  return near(head, theme.muted('  your list   A adds '), width)
}

/** Why there is no row, and what to do. */
export const emptyKeys = (state: QueryState<unknown>, all: number, filter: string): string => {
  if (all > 0) return `No key holds ${safeText(filter.trim())}: Esc shows all.`
  if (state.is === 'failed') return ''
  if (state.is === 'loading') return 'loading keys'
  return 'No service account is known here, and no server lists them: A adds one by its id.'
}

/** All that is known of a key and of its service account. */
export const keyDetail = (entry: KeyEntry, width: number, theme: Theme): string[] => {
  const { account, key, now } = entry
  const head = [theme.strong(safeText(key?.key.name ?? account.id)), stateText(entry, theme)]
  return [
    asManyAsFit(head, width, '  '),
    ...(key ? keyLines(entry, width, theme) : []),
    ...accountLines(entry, width, theme, now),
  ]
}

const keyLines = ({ key, now }: KeyEntry, width: number, theme: Theme): string[] => {
  if (!key) return []
  const { id, fingerprint } = key.key
  const { createdAt } = key
  const own = { now, spanMs: (key.expiresAt ?? key.endedAt ?? now) - (createdAt ?? now), isAscii: theme.isAscii }
  const note = keyNote(key, now, theme.isAscii)
  const line = theme[keyRole(key)](lifeLine(key, { ...own, cells: Math.min(60, width) }))
  const rows: [string, string][] = [
    ['id', safeText(id)],
    ['fingerprint', safeText(fingerprint)],
    ['created', moment(createdAt)],
    ...(key.state === 'active'
      ? [
          [
            'expires',
            key.expiresAt === undefined
              ? expiryText(key, now)
              : `${moment(key.expiresAt)}, ${expiryText(key, now).split(', ')[1]}`,
          ] as [string, string],
        ]
      : [
          [key.state, key.endedAt === undefined ? 'at a time that is not told' : moment(key.endedAt)] as [
            string,
            string,
          ],
        ]),
  ]
  return [
    ...(note === '' ? [] : [theme[keyRole(key)](note)]),
    line,
    ...rows.map(([label, text]) => `${theme.muted(label.padEnd(11))}  ${text}`),
  ]
}

const accountLines = ({ account }: KeyEntry, width: number, theme: Theme, now: number): string[] => {
  const { failure, item, id, source, at } = account
  if (failure) {
    const status = failure.status === undefined ? '' : ` (status ${failure.status})`
    return wrapText(safeText(`${failure.message}${status}`), width - 2).map((line, y) =>
      y === 0 ? `${theme.bad(theme.signs.bad)} ${line}` : `  ${line}`,
    )
  }
  if (!item)
    return wrapText(`Known by its id, ${source} ${moment(at)}; its keys are kept nowhere.`, width).map(theme.muted)
  const { all, active } = countKeys(item.map((key) => keyRow(id, key, now)))
  return [
    '',
    `${theme.muted('account'.padEnd(11))}  ${safeText(id)}, ${all === 0 ? 'no keys' : `${fullNumber(active)} of ${fullNumber(all)} keys active`}`,
  ]
}
