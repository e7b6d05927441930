import type { QueryState } from '../../../src/cache/load/query-state.ts'
import { countKeys, EXPIRING_DAYS } from '../../../src/domain/keys/key-rows.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { asManyAsFit, near } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { NOT_KNOWN } from '../../kit/query/states.ts'
import type { KeyEntry } from './key-entries.ts'

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
