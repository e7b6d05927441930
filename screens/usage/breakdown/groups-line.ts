import type { Day } from '../../../src/domain/calendar/calendar.ts'
import { dayLabel } from '../../../src/domain/text/format.ts'
import { cutStyled } from '../../../src/ui/layout/columns.ts'
import { styledWidth } from '../../../src/ui/layout/styled-width.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'

/**
 * The rule above the table with the breakdowns there are, the one that is shown in brackets, and the key that lists them.
 *
 * @param day - The day that is broken down; undefined: the range is.
 */
export const groupsLine = (
  titles: readonly string[],
  shown: number,
  width: number,
  theme: Theme,
  day?: Day | undefined,
): string => {
  const { rule } = theme.signs
  const named = titles.map((title, index) => (index === shown ? theme.accent(`[${title}]`) : theme.muted(` ${title} `)))
  const by = day === undefined ? theme.muted('by') : `${theme.strong(dayLabel(day))} ${theme.muted('by')}`
  const whole = ` ${by} ${named.join('')} `
  // Where not all titles fit, only the one that is shown stands there with its number.
  const short = ` ${by} ${named[shown] ?? ''} ${theme.muted(`${shown + 1} of ${titles.length}, F lists them`)} `
  const text = styledWidth(whole) + 4 <= width ? whole : cutStyled(short, width - 4)
  const left = theme.muted(rule.repeat(1))
  return `${left}${text}${theme.muted(rule.repeat(Math.max(0, width - 1 - styledWidth(text))))}`
}
