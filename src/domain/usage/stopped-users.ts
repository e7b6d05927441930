import { addDays, type Day, daysBetween, EARLIEST_DAY, type Range } from '../calendar/calendar.ts'
import type { CreditDays } from './credit-days.ts'

/** Days without any use after which an active user counts as stopped. */
export const QUIET_DAYS = 14
/** Days before those, in which the user was active. */
const ACTIVE_DAYS = 30
/** Minimum number of days of use for an active user: a user who only tried the product hasn't stopped. */
const MIN_ACTIVE = 3

/** The definition of a stopped user as text for all screens and commands. */
export const STOPPED_DEFINITION = `active on ${MIN_ACTIVE} or more of ${ACTIVE_DAYS} days, and inactive on the ${QUIET_DAYS} days since`

/** The days that {@link stoppedPeople} needs. */
export const stoppedSpan = (to: Day): Range => {
  const from = addDays(to, 1 - QUIET_DAYS - ACTIVE_DAYS)
  return { from: from < EARLIEST_DAY ? EARLIEST_DAY : from, to }
}

export type StoppedPerson = {
  /** Untrusted text. */
  id: string
  /** Untrusted text. */
  email: string | undefined
  /** The last day with any use. */
  lastDay: Day
  /** Days of use in the active period. */
  activeDays: number
}

/** Maximum number of missing days at the end: the API publishes a day on the following day. */
const MAX_MISSING_DAYS = 3

/**
 * Users with use on {@link MIN_ACTIVE} or more of {@link ACTIVE_DAYS} days and without use on the {@link QUIET_DAYS}
 * days since, by the last day of use, most recent first. Undefined if a quiet day is missing, because users may have
 * been active on it.
 */
export const stoppedPeople = ({ people }: CreditDays, to: Day) => {
  const until = people.days.findLast((day) => day <= to)
  if (until === undefined || daysBetween(until, to) > MAX_MISSING_DAYS) return undefined
  const quietFrom = addDays(until, 1 - QUIET_DAYS)
  const activeFrom = addDays(quietFrom, -ACTIVE_DAYS)
  const last = new Int32Array(people.ids.length).fill(-1)
  const active = new Uint16Array(people.ids.length)
  let quietKnown = 0
  people.columns.forEach((columns, date) => {
    const day = people.days[date] ?? ''
    if (day < activeFrom || day > until) return
    const isQuiet = day >= quietFrom
    if (isQuiet) quietKnown += 1
    for (let entry = 0; entry < columns.person.length; entry += 1) {
      // An entry with 0 credits doesn't count as use; one without a number counts as use of an unknown amount.
      if (columns.credits[entry] === 0) continue
      const person = columns.person[entry] ?? 0
      last[person] = date
      if (!isQuiet) active[person] = (active[person] ?? 0) + 1
    }
  })
  if (quietKnown < QUIET_DAYS) return undefined
  const stopped = people.ids.flatMap((id, person): StoppedPerson[] => {
    const lastDay = people.days[last[person] ?? -1]
    const activeDays = active[person] ?? 0
    if (id === '' || lastDay === undefined || lastDay >= quietFrom || activeDays < MIN_ACTIVE) return []
    return [{ id, email: people.emails[person], lastDay, activeDays }]
  })
  stopped.sort((a, b) => (a.lastDay === b.lastDay ? (a.id < b.id ? -1 : 1) : a.lastDay < b.lastDay ? 1 : -1))
  return { people: stopped }
}
