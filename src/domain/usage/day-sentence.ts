import type { Day } from '../calendar/calendar.ts'
import { monthLabel, percent, weekdayName } from '../text/format.ts'
import { safeText } from '../text/safe-text.ts'
import type { DayBreakdowns } from './day-breakdowns.ts'
import { compareDay, contributorsOf, type DayComparison, knownBefore, partsOn, type Reason } from './day-explanation.ts'

type Explained = Extract<DayComparison, { status: 'explained' }>

/** A day of any measure compared with the usual value, with the parts that changed in the same direction. */
export type DayReading = Exclude<DayComparison, Explained> | (Explained & { reasons: Reason[] })

/** Maximum number of parts. */
const MAX_REASONS = 4

/** Compares a day of a measure with the usual value. Each part of the breakdown has its own median. */
export const readDay = (
  day: Day,
  valueOn: (day: Day) => number | undefined,
  breakdown?: { parts: DayBreakdowns; by: string } | undefined,
): DayReading => {
  const comparison = compareDay(day, valueOn)
  if (comparison.status !== 'explained') return comparison
  if (!breakdown) return { ...comparison, reasons: [] }
  const { parts, by } = breakdown
  const keyed = partsOn(parts, day, knownBefore(day, valueOn))
  const found = keyed ? contributorsOf(keyed, comparison.difference, MAX_REASONS) : []
  const nameOf = (key: string) => parts.names.get(key)?.[0]?.name ?? key
  const reasons = found.map(({ index: _, ...part }) => ({ ...part, by, name: nameOf(part.key) }))
  return { ...comparison, reasons }
}

/** A difference below this fraction of the median isn't reported. */
const PART_OF_USUAL = 0.05

/** Whether a day is close enough to the usual value to need no reasons. */
export const isUsualDay = ({ difference, median }: { difference: number; median: number }): boolean =>
  difference === 0 || Math.abs(difference) < PART_OF_USUAL * Math.abs(median)

export type DayFact = {
  day: Day
  /** The day's value with its unit: `110,582 credits`. */
  text: string
  reading: DayReading
  /** The part with the largest effect on the day, with its share of the difference. Untrusted text. */
  cause: { name: string; share: number } | undefined
}

/**
 * A day in one sentence for a chat message:
 * `13 Nov: 110,582 credits, 2.7x a usual Friday; a.chen on opus is 92 % of the rise`. Undefined for a day without data.
 */
export const daySentence = ({ day, text, reading, cause }: DayFact): string | undefined => {
  if (reading.status === 'no data') return undefined
  const head = `${day.slice(8)} ${monthLabel(day)}: ${text}`
  if (reading.status === 'not enough history') return head
  const weekday = weekdayName(day)
  if (isUsualDay(reading)) return `${head}, close to a usual ${weekday}`
  const { ratio, difference } = reading
  const against = ratio === undefined ? `, usually none on a ${weekday}` : `, ${ratio.toFixed(1)}x a usual ${weekday}`
  if (!cause) return `${head}${against}`
  const what = difference > 0 ? 'rise' : 'fall'
  const part = cause.share > 1 ? `more than the whole ${what}` : `${percent(cause.share, 0)} of the ${what}`
  return `${head}${against}; ${shortName(cause.name)} is ${part}`
}

/** Removes the domain of an e-mail, which readers know: `a.chen on opus` for `a.chen@northwind.example on opus`. */
export const shortName = (name: string): string => safeText(name).replace(/^([^\s@]+)@\S+/, '$1') || '(no name)'
