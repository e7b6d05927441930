import type { Theme } from '../../../src/ui/layout/theme.ts'

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
  if (isFiltered) return ` ${theme.muted('No row holds this: Esc shows all.')}`
  if (!hasData) return ` ${theme.muted('There is no data for these days: t chooses others.')}`
  return ` ${theme.muted('Nothing of this kind: t other days, F another breakdown.')}`
}
