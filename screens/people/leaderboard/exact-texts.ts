import type { Leaderboard } from '../../../src/domain/people/leaderboard.ts'
import { fullNumber } from '../../../src/domain/text/format.ts'
import { joinSums, type Sum } from '../../../src/domain/usage/sum.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { sumChange, sumText } from '../shared/cells.ts'

const WIDEST = 24

/** What is said of everybody once they are all loaded. */
export const exactTexts = (board: Leaderboard, marked: number, theme: Theme): string[] => {
  const credits = board.totalCredits()
  const change = board.previous ? sumChange(credits, totalBefore(board), theme) : ''
  return [
    ...(marked > 0 ? [`${theme.accent(String(marked))} marked, ${theme.accent('=')} compares`] : []),
    ...(board.gone > 0 ? [`${fullNumber(board.gone)} ${theme.muted('only in the period before')}`] : []),
    ...(board.length > 0 ? [`${theme.muted('credits')} ${theme.strong(sumText(credits, WIDEST))} ${change}`] : []),
  ]
}

const totalBefore = (board: Leaderboard): Sum =>
  Array.from(board.person, (_, entry) => board.beforeAt('credits', entry) ?? nothing).reduce(joinSums, nothing)

const nothing: Sum = { value: undefined, missing: 0 }
