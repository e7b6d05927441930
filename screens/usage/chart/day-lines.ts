import type { Day } from '../../../src/domain/calendar/calendar.ts'
import { eventSign } from '../../../src/domain/charts/chart-frame.ts'
import type { DayRevision } from '../../../src/domain/revisions/day-revisions.ts'
import { counted, dayLabel, percent, weekdayName } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import type { Reason } from '../../../src/domain/usage/day-explanation.ts'
import { type DayReading, isUsualDay, shortName } from '../../../src/domain/usage/day-sentence.ts'
import type { NumberKind } from '../../../src/domain/usage/measure.ts'
import { differenceText, unitText } from '../../../src/domain/usage/views/units.ts'
import { joinFitting } from '../../../src/ui/layout/columns.ts'
import { styledWidth } from '../../../src/ui/layout/styled-width.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'

/** Smaller shares of a difference are omitted. */
const MIN_SHARE = 0.05

/** `because` with the spaces around it, and one at the end of the line. */
const BECAUSE_CELLS = 11

/** In a narrower window, each of several breakdowns shows only its largest part. */
const WIDE = 110

type DayText = {
  day: Day
  unit: NumberKind
  /** Comparison with the usual value; undefined until the preceding weeks are loaded. */
  reading: DayReading | undefined
  /** Whether the preceding weeks are loading. @default true */
  isLoading?: boolean
  /** Whether the day is unusual for its weekday. Only then are causes shown. */
  isUnusual: boolean
  /** Values of the other lines of the measure on the day. */
  others: readonly { name: string; value: number | undefined }[]
  /** Name of the first value, if there are others. */
  name: string | undefined
  /** How the controls changed on the day. */
  change?: string | undefined
  /** The revision of the controls that may have caused the difference. */
  cause?: string | undefined
}

/** Two lines about the selected day: its values compared with the usual ones, then the causes of the difference. */
export const dayLines = (
  { day, unit, reading, isLoading = true, isUnusual, others, name, change, cause }: DayText,
  width: number,
  theme: Theme,
): [string, string] => {
  const label = dayLabel(day)
  const row = (...parts: string[]) => joinFitting(parts, width - 1, '   ')
  const weekday = weekdayName(day)
  const head = ` ${theme.strong(label)}${change === undefined ? '' : `   ${change}`}`
  const missingText = isLoading ? 'loading the weeks before' : 'the usual value needs the weeks before'
  if (!reading) return [row(head, theme.muted(missingText)), '']
  const named = (what: string | undefined, value: number | undefined) =>
    `${what === undefined ? '' : `${theme.muted(what)} `}${theme.strong(unitText(value, unit))}`
  const rest = others.map((one) => named(one.name, one.value))
  if (reading.status === 'no data') {
    const known = others.some(({ value }) => value !== undefined)
    return [row(`${head}   ${theme.muted('no data for this day')}`, ...(known ? rest : [])), '']
  }
  const value = named(name, reading.value)
  const facts = [`${head}   ${value}`, ...rest]
  if (reading.status === 'not enough history') {
    const why = theme.muted(`too few earlier ${weekday}s for a usual value`)
    const found = theme.muted(`${reading.days} in 8 weeks`)
    return [row(...facts, why, found), '']
  }
  const { median, difference, ratio, days, reasons } = reading
  const size = differenceText(Math.abs(difference), unit).replace('+', '')
  // Shares of a tiny difference could be thousands of percent.
  const isUsual = isUsualDay(reading)
  const against = isUsual
    ? `about the same as a usual ${weekday}`
    : `${theme.strong(size)} ${difference > 0 ? 'over' : 'under'} the usual ${weekday}`
  const times = ratio === undefined ? '' : `, ${ratio.toFixed(1)}x`
  const middle = unitText(unit === 'count' ? Math.round(median) : median, unit)
  const first = row(...facts, against, theme.muted(`median of ${counted(days, 'week')} ${middle}${times}`))
  const partsBy = (nameOf: (name: string) => string): string[] => {
    const moved = isUnusual && !isUsual ? reasonTexts(reasons, { unit, width, nameOf }, theme) : []
    return cause === undefined || isUsual ? moved : [`${cause};`, ...moved]
  }
  const whole = partsBy((name) => safeText(name) || '(no name)')
  // Shorten names first: the causes matter more than the host part of a name.
  const parts = styledWidth(whole.join(' ')) > width - BECAUSE_CELLS ? partsBy(shortName) : whole
  const second =
    parts.length === 0
      ? ''
      : ` ${theme.muted(difference >= 0 ? 'because' : 'mostly')} ${joinFitting(parts, width - BECAUSE_CELLS, ' ').replace(/[,;]$/, '')}`
  return [first, second]
}

type ReasonOptions = {
  unit: NumberKind
  width: number
  /** Formats an untrusted name as safe text. */
  nameOf: (name: string) => string
}

/** Parts of the difference, grouped by breakdown. Parts of different breakdowns overlap and do not add up. */
const reasonTexts = (reasons: readonly Reason[], options: ReasonOptions, theme: Theme): string[] =>
  [...Map.groupBy(reasons, ({ by }) => by)].flatMap(([by, own], place, { length }) => {
    const kept = own
      .filter(({ share }, index) => index === 0 || share >= MIN_SHARE)
      .slice(0, length > 1 && options.width < WIDE ? 1 : undefined)
    return kept.map((one, index) => {
      const before = index === 0 ? `${theme.muted(`by ${by}`)} ` : ''
      const behind = index < kept.length - 1 ? ',' : place < length - 1 ? ';' : ''
      return `${before}${reasonText(one, options, theme)}${behind}`
    })
  })

const reasonText = ({ name, difference, share }: Reason, { unit, nameOf }: ReasonOptions, theme: Theme): string =>
  `${nameOf(name)} ${theme.strong(differenceText(difference, unit))} ${theme.muted(`(${percent(share, 0)})`)}`

/** The change of the controls on a day, after the mark of the chart: `◆ rev 418 m.ito`. Undefined if none. */
export const revisionFact = ([newest, ...others]: readonly DayRevision[], theme: Theme): string | undefined => {
  if (!newest) return undefined
  const who = newest.who === undefined ? '' : ` ${safeText(newest.who)}`
  const more = others.length > 0 ? ` +${others.length}` : ''
  return `${theme.warn(eventSign(theme.isAscii))} rev ${newest.revision}${theme.muted(`${who}${more}`)}`
}

/** A possible cause: the newest revision of the day or the day before that touched models or autonomy. */
export const revisionCause = (revisions: readonly DayRevision[], day: Day): string | undefined => {
  const cause = revisions.find(({ touched }) => touched.length > 0)
  if (!cause) return undefined
  const [member = '', ...others] = cause.touched
  const where = cause.day === day ? '' : ` of ${dayLabel(cause.day).slice(0, 6)}`
  // The revision shows the full path. The line also needs space for the other causes.
  const short = member.slice(member.lastIndexOf('.') + 1)
  return `rev ${cause.revision}${where} (${safeText(short)}${others.length > 0 ? ` +${others.length}` : ''})`
}
