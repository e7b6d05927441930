import type { Day } from '../../../src/domain/calendar/calendar.ts'
import { eventSign } from '../../../src/domain/charts/chart-frame.ts'
import type { DayRevision } from '../../../src/domain/revisions/day-revisions.ts'
import { dayLabel, percent, weekdayName } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import type { Reason } from '../../../src/domain/usage/day-explanation.ts'
import { type DayReading, isUsualDay, shortName } from '../../../src/domain/usage/day-sentence.ts'
import type { NumberKind } from '../../../src/domain/usage/measure.ts'
import { differenceText, unitText } from '../../../src/domain/usage/views/units.ts'
import { asManyAsFit } from '../../../src/ui/layout/columns.ts'
import { styledWidth } from '../../../src/ui/layout/styled-width.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'

/** Smaller parts of a difference are left out. */
const MIN_SHARE = 0.05

/** `because` with the spaces around it, and one at the end. */
const BECAUSE_CELLS = 11

/** From so many cells on each breakdown tells of more than its first part. */
const WIDE = 110

/** What is told of a day. */
type DayText = {
  day: Day
  unit: NumberKind
  /** Beside what is usual; undefined where the weeks before are not loaded. */
  reading: DayReading | undefined
  /** Whether the weeks before are being loaded. @default true */
  isLoading?: boolean
  /** Whether the day is unlike its weekday: only then it is told what made it so. */
  isUnusual: boolean
  /** Values of further lines of the measure on the day. */
  others: readonly { name: string; value: number | undefined }[]
  /** What the first value is, where there are others. */
  name: string | undefined
  /** What the controls did on the day. */
  change?: string | undefined
  /** The revision of the controls that may have moved it. */
  cause?: string | undefined
}

/** Two rows on the selected day: its values against the usual, then who and what made the difference. */
export const dayLines = (
  { day, unit, reading, isLoading = true, isUnusual, others, name, change, cause }: DayText,
  width: number,
  theme: Theme,
): [string, string] => {
  const label = dayLabel(day)
  const row = (...parts: string[]) => asManyAsFit(parts, width - 1, '   ')
  const weekday = weekdayName(day)
  const head = ` ${theme.strong(label)}${change === undefined ? '' : `   ${change}`}`
  const lacking = isLoading ? 'loading the weeks before' : 'what is usual is not known without the weeks before'
  if (!reading) return [row(head, theme.muted(lacking)), '']
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
    const why = theme.muted(`too few earlier ${weekday}s to tell what is usual`)
    const found = theme.muted(`${reading.days} in 8 weeks`)
    return [row(...facts, why, found), '']
  }
  const { median, difference, ratio, days, reasons } = reading
  const size = differenceText(Math.abs(difference), unit).replace('+', '')
  // Shares of a tiny difference would be thousands of percent.
  const isUsual = isUsualDay(reading)
  const against = isUsual
    ? `about as on the usual ${weekday}`
    : `${theme.strong(size)} ${difference > 0 ? 'over' : 'under'} the usual ${weekday}`
  const times = ratio === undefined ? '' : `, ${ratio.toFixed(1)}x`
  const middle = unitText(unit === 'count' ? Math.round(median) : median, unit)
  const first = row(...facts, against, theme.muted(`median of ${days} weeks ${middle}${times}`))
  const partsBy = (nameOf: (name: string) => string): string[] => {
    const moved = isUnusual && !isUsual ? reasonTexts(reasons, { unit, width, nameOf }, theme) : []
    return cause === undefined || isUsual ? moved : [`${cause};`, ...moved]
  }
  const whole = partsBy((name) => safeText(name) || '(no name)')
  // Who moved it is worth more than the host of a name.
  const parts = styledWidth(whole.join(' ')) > width - BECAUSE_CELLS ? partsBy(shortName) : whole
  const second =
    parts.length === 0
      ? ''
      : ` ${theme.muted(difference >= 0 ? 'because' : 'mostly')} ${asManyAsFit(parts, width - BECAUSE_CELLS, ' ').replace(/[,;]$/, '')}`
  return [first, second]
}

type ToldReasons = {
  unit: NumberKind
  width: number
  /** What somebody or something is called, safe. */
  nameOf: (name: string) => string
}

/** Parts of the difference, each breakdown after its name: a part of one is a part of the other as well, and they do not add up. */
const reasonTexts = (reasons: readonly Reason[], told: ToldReasons, theme: Theme): string[] =>
  [...Map.groupBy(reasons, ({ by }) => by)].flatMap(([by, own], place, { length }) => {
    const kept = own
      .filter(({ share }, index) => index === 0 || share >= MIN_SHARE)
      .slice(0, length > 1 && told.width < WIDE ? 1 : undefined)
    return kept.map((one, index) => {
      const before = index === 0 ? `${theme.muted(`by ${by}`)} ` : ''
      const behind = index < kept.length - 1 ? ',' : place < length - 1 ? ';' : ''
      return `${before}${reasonText(one, told, theme)}${behind}`
    })
  })

const reasonText = ({ name, difference, share }: Reason, { unit, nameOf }: ToldReasons, theme: Theme): string =>
  `${nameOf(name)} ${theme.strong(differenceText(difference, unit))} ${theme.muted(`(${percent(share, 0)})`)}`

/** What the controls did on a day, behind the mark of the chart: `◆ rev 418 m.ito`; undefined where they did not change. */
export const revisionFact = ([newest, ...others]: readonly DayRevision[], theme: Theme): string | undefined => {
  if (!newest) return undefined
  const who = newest.who === undefined ? '' : ` ${safeText(newest.who)}`
  const more = others.length > 0 ? ` +${others.length}` : ''
  return `${theme.warn(eventSign(theme.isAscii))} rev ${newest.revision}${theme.muted(`${who}${more}`)}`
}

/** The revision that a day may have come of: the newest of it or of the day before that touched models or autonomy. */
export const revisionCause = (revisions: readonly DayRevision[], day: Day): string | undefined => {
  const cause = revisions.find(({ touched }) => touched.length > 0)
  if (!cause) return undefined
  const [member = '', ...others] = cause.touched
  const where = cause.day === day ? '' : ` of ${dayLabel(cause.day).slice(0, 6)}`
  // The rest of the path is told where the revision is: the line has to hold who and what moved the day as well.
  const short = member.slice(member.lastIndexOf('.') + 1)
  return `rev ${cause.revision}${where} (${safeText(short)}${others.length > 0 ? ` +${others.length}` : ''})`
}
