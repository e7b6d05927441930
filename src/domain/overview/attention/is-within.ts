import { isValidTimestamp } from '../../../base/time.ts'
import { dayOf, type Range, yesterdayOf } from '../../calendar/calendar.ts'
import { dayLabel } from '../../text/format.ts'

/** `, since 13 Sep Sun`, with the year if it differs; empty unless it is before the range. @param start - Unix ms. */
export const sinceText = (start: number | undefined, { from }: Range): string => {
  // A missing time (0), or a time in seconds read as milliseconds, falls in the 1970s: it is unknown.
  if (start === undefined || !isValidTimestamp(start) || start < EARLIEST_MS) return ''
  const day = dayOf(start)
  if (day >= from) return ''
  return `, since ${day.slice(0, 4) === from.slice(0, 4) ? dayLabel(day) : day}`
}

/** Start of 2020; the platform is newer. */
const EARLIEST_MS = Date.UTC(2020, 0, 1)

/**
 * Whether a time is in the range. A range that ends yesterday includes today: analytics data ends yesterday, but other
 * data is live.
 *
 * @param at - Unix ms; an invalid timestamp is in no range.
 * @param now - Unix ms.
 */
export const isWithin = (at: number, range: Range, now: number): boolean => {
  if (!isValidTimestamp(at)) return false
  const day = dayOf(at)
  return day >= range.from && (day <= range.to || range.to >= yesterdayOf(now))
}
