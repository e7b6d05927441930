import { memoize } from '../../base/memoize.ts'
import { addDays, type Day, weekdayOf } from '../calendar/calendar.ts'

export const DIGEST_PERIODS = ['daily', 'weekly'] as const
export type DigestPeriod = (typeof DIGEST_PERIODS)[number]

/** When digests are due: each day, or each Monday, from a time of day in a time zone on. */
export type DigestSchedule = {
  period: DigestPeriod
  /** `09:00` */
  at: string
  /** Name of the time zone: `Europe/Berlin`. */
  zone: string
}

export const isTimeOfDay = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

const formatOf = memoize(
  (zone: string) =>
    new Intl.DateTimeFormat('en', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    }),
  4,
)

/** Day and time of day in a time zone. @param now - Unix ms. */
const localTime = (now: number, zone: string): { day: Day; time: string } => {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(now)
      .map(({ type, value }) => [type, value]),
  )
  const part = (name: Intl.DateTimeFormatPartTypes): string => parts.get(name) ?? ''
  return { day: `${part('year')}-${part('month')}-${part('day')}`, time: `${part('hour')}:${part('minute')}` }
}

/**
 * The day of the latest digest that is due, in the time zone. Digests are identified by it. In a day whose clock skips
 * the time of day, it is due right after the gap; a time of day that occurs twice is due at the first one.
 *
 * @param now - Unix ms.
 */
export const dueDay = (now: number, { period, at, zone }: DigestSchedule): Day => {
  const { day, time } = localTime(now, zone)
  const reached = time >= at ? day : addDays(day, -1)
  return period === 'daily' ? reached : addDays(reached, -weekdayOf(reached))
}

/** Whether a due day is today in the time zone. */
export const isToday = (due: Day, now: number, { zone }: DigestSchedule): boolean => due === localTime(now, zone).day

export const nextDueDay = (due: Day, { period }: DigestSchedule): Day => addDays(due, period === 'daily' ? 1 : 7)

/** A stored day that is later than this many days after the due one was stored while the clock was wrong. */
const MAX_AHEAD_DAYS = 7

/**
 * Whether the digest of a due day is new. A stored day may be later: when a clock is set back at the end of summer time
 * shortly after midnight, the same local time occurs again on the day before.
 *
 * @param last - The day of the last digest.
 */
export const isNewDay = (due: Day, last: Day): boolean => due > last || last > addDays(due, MAX_AHEAD_DAYS)
