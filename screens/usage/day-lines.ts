import type { Day } from '../../src/domain/calendar.ts'
import type { Contributor, DayExplanation } from '../../src/domain/comparison.ts'
import { dayLabel, fullNumber, percent, signedNumber } from '../../src/domain/format.ts'
import { safeText } from '../../src/domain/safe-text.ts'
import { asManyAsFit } from '../../src/ui/columns.ts'
import type { Theme } from '../../src/ui/theme.ts'

const weekdays: Record<string, string> = {
  Mon: 'Monday',
  Tue: 'Tuesday',
  Wed: 'Wednesday',
  Thu: 'Thursday',
  Fri: 'Friday',
  Sat: 'Saturday',
  Sun: 'Sunday',
}

/** Two rows on the selected day: its credits against the usual, then who and what made the difference. */
export const dayLines = (
  day: Day,
  explanation: DayExplanation | undefined,
  width: number,
  theme: Theme,
): [string, string] => {
  const label = dayLabel(day)
  const weekday = weekdays[label.slice(-3)] ?? ''
  const head = ` ${theme.strong(label)}`
  if (!explanation) return [`${head}   ${theme.muted('loading the weeks before')}`, '']
  if (explanation.status === 'no data') return [`${head}   ${theme.muted('no data for this day')}`, '']
  const value = theme.strong(fullNumber(explanation.value))
  if (explanation.status === 'not enough history') {
    const why = theme.muted(`too few earlier ${weekday}s to tell what is usual`)
    const found = theme.muted(`${explanation.days} in 8 weeks`)
    return [asManyAsFit([`${head}   ${value}`, why, found], width - 1, '   '), '']
  }
  const { median, difference, ratio, days, models, people } = explanation
  const against = `${theme.strong(fullNumber(Math.round(Math.abs(difference))))} ${difference >= 0 ? 'over' : 'under'} the usual ${weekday}`
  const times = ratio === undefined ? '' : `, ${ratio.toFixed(1)}x`
  const usual = theme.muted(`median of ${days} weeks ${fullNumber(Math.round(median))}${times}`)
  const first = asManyAsFit([`${head}   ${value}`, against, usual], width - 1, '   ')
  const parts = [...models, ...people].map((one) => contributorText(one, theme))
  const second =
    parts.length === 0
      ? ''
      : ` ${theme.muted(difference >= 0 ? 'because' : 'mostly')} ${asManyAsFit(parts, width - 11, ', ')}`
  return [first, second]
}

const contributorText = ({ name, difference, share }: Contributor, theme: Theme): string =>
  `${safeText(name)} ${theme.strong(signedNumber(Math.round(difference)))} ${theme.muted(`(${percent(share, 0)})`)}`
