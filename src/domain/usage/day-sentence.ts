import type { Day } from '../calendar/calendar.ts'
import { monthLabel, percent, weekdayName } from '../text/format.ts'
import { safeText } from '../text/safe-text.ts'
import type { DayReading } from './day-reading.ts'

/** A smaller part of the median is no difference worth telling of. */
const PART_OF_USUAL = 0.05

/** Whether a day is so near to what is usual that nothing has to have moved it. */
export const isUsualDay = ({ difference, median }: { difference: number; median: number }): boolean =>
  difference === 0 || Math.abs(difference) < PART_OF_USUAL * Math.abs(median)

export type DayFact = {
  day: Day
  /** What the day came to, with its unit: `110,582 credits`. */
  text: string
  reading: DayReading
  /** Who or what moved the day most, and its share of the difference. Untrusted text. */
  cause: { name: string; share: number } | undefined
}

/**
 * A day in one sentence for a chat: `13 Nov: 110,582 credits, 2.7x a usual Friday; a.chen on opus is 92 % of the rise`.
 * Undefined for a day without data.
 */
export const daySentence = ({ day, text, reading, cause }: DayFact): string | undefined => {
  if (reading.status === 'no data') return undefined
  const head = `${day.slice(8)} ${monthLabel(day)}: ${text}`
  if (reading.status === 'not enough history') return head
  const weekday = weekdayName(day)
  if (isUsualDay(reading)) return `${head}, about as on a usual ${weekday}`
  const { ratio, difference } = reading
  const against = ratio === undefined ? `, on a usual ${weekday} none` : `, ${ratio.toFixed(1)}x a usual ${weekday}`
  if (!cause) return `${head}${against}`
  const what = difference > 0 ? 'rise' : 'fall'
  const part = cause.share > 1 ? `more than the whole ${what}` : `${percent(cause.share, 0)} of the ${what}`
  return `${head}${against}; ${shortName(cause.name)} is ${part}`
}

/** Whoever reads it knows the organisation: `a.chen on opus` for `a.chen@northwind.example on opus`. */
export const shortName = (name: string): string => safeText(name).replace(/^([^\s@]+)@\S+/, '$1') || '(no name)'
