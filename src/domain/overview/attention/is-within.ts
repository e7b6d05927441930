import { isMoment } from '../../../base/is-moment.ts'
import { dayOf, type Range, yesterdayOf } from '../../calendar/calendar.ts'

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
