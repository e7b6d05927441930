import { isMoment } from '../../../base/time.ts'
import { dayOf, type Range, yesterdayOf } from '../../calendar/calendar.ts'
import { dayLabel } from '../../text/format.ts'

/** `, since 13 Sep Sun`, of another year `, since 2025-09-13`, for what began before the range; empty for what did not. @param start - Unix ms. */
export const sinceText = (start: number | undefined, { from }: Range): string => {
  // A time in seconds, or none, lies in the 1970s.
  if (start === undefined || !isMoment(start) || start < EARLIEST_MS) return ''
  const day = dayOf(start)
  if (day >= from) return ''
  return `, since ${day.slice(0, 4) === from.slice(0, 4) ? dayLabel(day) : day}`
}

/** 2020: older than the platform. */
const EARLIEST_MS = Date.UTC(2020, 0, 1)

/**
 * Whether something happened in the range. Analytics end yesterday, but other things are there at once: those of today belong to a
 * range that ends yesterday.
 *
 * @param at - Unix ms; what is no moment is in no range.
 * @param now - Unix ms.
 */
export const isWithin = (at: number, range: Range, now: number): boolean => {
  if (!isMoment(at)) return false
  const day = dayOf(at)
  return day >= range.from && (day <= range.to || range.to >= yesterdayOf(now))
}
