import { padStyled } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import type { List } from '../../kit/use-list.ts'
import type { UsageRow } from './usage-rows.ts'

/** The rows of a breakdown that are in the window of its list, the selected one with a bar. */
export const breakdownLines = (
  rows: readonly UsageRow[],
  list: Pick<List, 'top' | 'selected'>,
  height: number,
  rowText: (row: UsageRow) => string,
  width: number,
  theme: Theme,
): string[] =>
  rows.slice(list.top, list.top + height).map((row, y) => {
    const text = rowText(row)
    if (list.top + y !== list.selected) return ` ${text}`
    return theme.selected(padStyled(`${theme.accent(theme.signs.bar)}${text}`, width))
  })

export type EmptyBreakdown = {
  /** What is looked at: `credits`. */
  what: string
  /** Whether its rows have come. */
  isKnown: boolean
  isFiltered: boolean
  /** Whether the days have any data. */
  hasData: boolean
}

/** What stands in place of rows where there are none: why, and what to do. */
export const emptyLine = ({ what, isKnown, isFiltered, hasData }: EmptyBreakdown, theme: Theme): string => {
  if (!isKnown) return ` ${theme.muted(`loading ${what}`)}`
  if (isFiltered) return ` ${theme.muted('No row has this in its name: Esc shows all.')}`
  if (!hasData) return ` ${theme.muted('There is no data for these days: t chooses others.')}`
  return ` ${theme.muted('Nothing of this kind: t other days, F another breakdown.')}`
}
