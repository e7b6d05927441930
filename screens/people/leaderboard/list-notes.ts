import { wrapText } from '../../../src/domain/text/fit.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { failedLines, failuresOf } from '../../kit/query/states.ts'
import type { LoadedPeople } from '../shared/use-people.ts'

/** What went wrong with loading, each failure in at most `height` rows. */
export const failureLines = (loaded: LoadedPeople, width: number, height: number, theme: Theme): string[] => {
  const { queryState, state, isOffline } = loaded
  return [
    ...failuresOf([queryState]).flatMap((error) => failedLines(error, width, theme, height)),
    ...(state.notice === undefined ? [] : wrappedLines(state.notice, width, theme).slice(0, height)),
    ...(state.incomplete === undefined ? [] : brokenLines(state.incomplete, isOffline, width, theme).slice(0, height)),
  ]
}

/** Why there is no more than this, and the keys that help where anything does. */
const brokenLines = (why: string, isOffline: boolean, width: number, theme: Theme): string[] => [
  ...wrappedLines(why, width, theme),
  ...(isOffline ? [] : [`   ${theme.muted('r goes on, R begins anew')}`]),
]

const wrappedLines = (text: string, width: number, theme: Theme): string[] =>
  wrapText(safeText(text, 'text'), Math.max(20, Math.min(100, width - 5))).map(
    (line, y) => ` ${y === 0 ? theme.warn('!') : ' '} ${line}`,
  )

/** Why a list has no rows. */
export const emptyLine = (
  { state, board, walk }: LoadedPeople,
  { isFiltering, isAsking }: { isFiltering: boolean; isAsking: boolean },
  theme: Theme,
): string => {
  const isAll = state.missing.length === 0
  if (isFiltering && board.length > 0) {
    return ` ${theme.muted(`Nobody ${isAll ? '' : 'who is loaded '}matches: Esc shows all${isAll ? '' : ', G loads all'}.`)}`
  }
  if (!walk || isAsking || state.loading !== 'nothing') return ` ${theme.muted('loading people')}`
  if (!isAll) return ` ${theme.muted('Loading was stopped: R goes on.')}`
  return ` ${theme.muted('Nobody was active on these days: t chooses others.')}`
}
