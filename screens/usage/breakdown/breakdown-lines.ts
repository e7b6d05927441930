import { dayLabel } from '../../../src/domain/text/format.ts'
import { cutStyled } from '../../../src/ui/layout/columns.ts'
import { styledWidth } from '../../../src/ui/layout/styled-width.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import type { Breakdown } from './use-breakdown.ts'

/** The rule above the table: all breakdowns, with the current one in brackets. */
export const groupsLine = ({ choice, breakdownDay }: Breakdown, width: number, theme: Theme): string => {
  const { rule } = theme.signs
  const { groups } = choice.view
  const shown = groups.indexOf(choice.outer)
  const named = groups.map(({ title }, at) => (at === shown ? theme.accent(`[${title}]`) : theme.muted(` ${title} `)))
  const by = `${breakdownDay === undefined ? '' : `${theme.strong(dayLabel(breakdownDay))} `}${theme.muted('by')}`
  const whole = ` ${by} ${named.join('')} `
  // If not all titles fit, show only the current one with its number.
  const short = ` ${by} ${named[shown] ?? ''} ${theme.muted(`${shown + 1} of ${groups.length}, F lists them`)} `
  const text = styledWidth(whole) + 4 <= width ? whole : cutStyled(short, width - 4)
  return `${theme.muted(rule)}${text}${theme.muted(rule.repeat(Math.max(0, width - 1 - styledWidth(text))))}`
}

/** Explains why there are no rows, and what to do. @param hasData - Whether the days have any data. */
export const emptyLine = ({ choice, hasRows, filtered }: Breakdown, hasData: boolean, theme: Theme): string => {
  const why = !hasRows
    ? `loading ${choice.view.name}`
    : filtered.filter.isActive
      ? 'No matching rows: Esc shows all.'
      : hasData
        ? 'No data of this kind. Press t to change the days, F to change the breakdown.'
        : 'No data for these days. Press t to choose others.'
  return ` ${theme.muted(why)}`
}
