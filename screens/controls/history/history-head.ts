import type { LastLook } from '../../../src/domain/revisions/day-revisions.ts'
import { age, fullNumber } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { asManyAsFit, cutStyled, near } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { NOT_KNOWN } from '../../kit/query/states.ts'
import type { LoadedRevisions } from '../shared/use-revisions.ts'
import type { HistoryRow } from './history-rows.ts'
import type { HistoryList, QuickRevisions } from './use-history-list.ts'

/** Cells that stay free before what stands at the right of the head. */
const GAP = 3

/** How many revisions there are, what is new, the latest one, and whether there are older ones. @param now What ages are counted to, Unix ms. */
export const historyHead = (
  { revisions, state, hasMore, isLoadingMore, failure }: LoadedRevisions,
  rows: readonly HistoryRow[],
  look: (LastLook & { agoMs: number }) | undefined,
  now: number,
  width: number,
  theme: Theme,
): string => {
  const [latest] = rows
  if (latest === undefined) {
    const words = { loading: 'loading revisions', failed: `revisions ${NOT_KNOWN}`, ready: 'no revisions' }
    return ` ${theme.muted(words[state.is])}`
  }
  const count = `${theme.strong(fullNumber(revisions.length))} ${revisions.length === 1 ? 'revision' : 'revisions'}`
  const when = latest.updatedAt === undefined ? '' : ` ${age(now - Date.parse(latest.updatedAt))} ago`
  const newCount = rows.filter(({ isNew }) => isNew).length
  const isMore = newCount === rows.length && hasMore
  const news =
    look && newCount > 0
      ? [
          `${theme.signs.news} ${theme.strong(`${fullNumber(newCount)}${isMore ? '+' : ''} new`)} since you last looked, ${age(look.agoMs)} ago`,
        ]
      : []
  const parts = [
    count,
    ...news,
    `${theme.muted('latest')} ${latest.revision ?? '?'}${when} ${theme.muted('by')} ${safeText(latest.who ?? '?')}`,
  ]
  const right = isLoadingMore
    ? 'loading older ones '
    : failure
      ? 'older ones did not come: G asks again '
      : hasMore && state.is !== 'loading'
        ? 'older ones on the server '
        : ''
  // What did not come is worth more than who was the latest, whom the first row names.
  const room = width - (failure && !isLoadingMore ? right.length + GAP : 0)
  const left = ` ${news.length > 0 || room < width ? asManyAsFit(parts, room - 1, '   ') : parts.join('   ')}`
  return near(cutStyled(left, width), theme.muted(right && `  ${right}`), width)
}

/** The rule above the list: what filters are at work, and how many revisions they leave. */
export const historyDivider = (
  { filter, filtered, quick, rows, all }: HistoryList,
  { hasMore }: LoadedRevisions,
  width: number,
  theme: Theme,
): string => {
  if (filter.isActive || quick === 'all') return filtered.divider(all.length, width, theme, rows.length)
  const of = `${fullNumber(rows.length)} of ${fullNumber(all.length)} ${hasMore ? 'loaded revisions' : 'revisions'}`
  return ` ${theme.accent('f')} still open  ${theme.muted(`${of}${hasMore ? ', G loads older ones' : ''}, f shows all`)}`
}

/** Why no revision is listed. */
export const emptyHistory = (
  { state, revisions }: LoadedRevisions,
  isFiltering: boolean,
  quick: QuickRevisions,
  isOpenKnown: boolean,
): string => {
  if (revisions.length > 0 && quick === 'open' && !isOpenKnown) return 'comparing'
  if (revisions.length > 0 && quick === 'open' && !isFiltering)
    return 'nothing that was widened is still open: f shows all'
  if (revisions.length > 0 && isFiltering) return 'no loaded revision matches: Esc shows all'
  if (state.is === 'failed') return `revisions ${NOT_KNOWN}`
  return state.is === 'loading' ? 'loading revisions' : 'The controls have never been changed.'
}
