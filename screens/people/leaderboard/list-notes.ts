import { isLoadingMany } from '../../../src/cache/load/people/people-walk.ts'
import type { Leaderboard } from '../../../src/domain/people/leaderboard.ts'
import { wrapText } from '../../../src/domain/text/fit.ts'
import { fullNumber } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { joinSums, type Sum } from '../../../src/domain/usage/measure-figures.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { failureLines as queryFailureLines } from '../../kit/query/states.ts'
import { sumChange, sumText } from '../shared/cells.ts'
import type { LoadedPeople } from '../shared/use-people.ts'

const WIDEST = 24

/** Totals that are shown once all people are loaded. */
export const exactTexts = (board: Leaderboard, marked: number, theme: Theme): string[] => {
  const credits = board.totalCredits()
  const change = board.previous ? sumChange(credits, totalBefore(board), theme) : ''
  return [
    ...(marked > 0 ? [`${theme.accent(String(marked))} marked, ${theme.accent('=')} compares`] : []),
    ...(board.gone > 0 ? [`${fullNumber(board.gone)} ${theme.muted('inactive')}`] : []),
    ...(board.length > 0 ? [`${theme.muted('credits')} ${theme.strong(sumText(credits, WIDEST))} ${change}`] : []),
  ]
}

const totalBefore = (board: Leaderboard): Sum =>
  Array.from(board.person, (_, entry) => board.beforeAt('credits', entry) ?? nothing).reduce(joinSums, nothing)

const nothing: Sum = { value: undefined, missing: 0 }

/** Errors and notices of loading, each in at most `height` rows, and the keys that help. */
export const failureLines = (loaded: LoadedPeople, width: number, height: number, theme: Theme): string[] => {
  const { notice, incomplete } = loaded.state
  const keys = loaded.isOffline ? [] : [`   ${theme.muted('r resumes, R starts over')}`]
  return [
    ...queryFailureLines([loaded.queryState], width, theme, height),
    ...(notice === undefined ? [] : wrappedLines(notice, width, theme).slice(0, height)),
    ...(incomplete === undefined ? [] : [...wrappedLines(incomplete, width, theme), ...keys].slice(0, height)),
  ]
}

const wrappedLines = (text: string, width: number, theme: Theme): string[] =>
  wrapText(safeText(text, 'text'), Math.max(20, Math.min(100, width - 5))).map(
    (line, y) => ` ${y === 0 ? theme.warn('!') : ' '} ${line}`,
  )

export const emptyLine = (
  { state, board, walk }: LoadedPeople,
  isFiltering: boolean,
  isPageRequested: boolean,
  theme: Theme,
): string => {
  const isAll = state.missing.length === 0
  if (isFiltering && board.length > 0) {
    if (isLoadingMany(state.loading)) return ` ${theme.muted('No loaded user matches. More users are loading.')}`
    return ` ${theme.muted(`No ${isAll ? '' : 'loaded '}user matches: Esc shows all${isAll ? '' : ', G loads all'}.`)}`
  }
  if (!walk || isPageRequested || state.loading !== 'nothing') return ` ${theme.muted('loading users')}`
  if (!isAll) return ` ${theme.muted('Loading stopped. Press R to resume.')}`
  return ` ${theme.muted('No active users on these days. Press t to choose others.')}`
}
