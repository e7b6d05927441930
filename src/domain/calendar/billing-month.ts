import { addDays, type Day, firstOfMonth, lastOfMonth, type Range } from './calendar.ts'

/** The first day of the billing month if the profile doesn't name one. */
export const DEFAULT_BILLING_DAY = 1

/**
 * The billing month that contains a day, in UTC. In a month without the billing day, it begins on the last day.
 *
 * @param billingDay - 1 to 31.
 */
export const billingMonth = (day: Day, billingDay: number): Range => {
  const own = startIn(day, billingDay)
  const from = own <= day ? own : startIn(addDays(firstOfMonth(day), -1), billingDay)
  return { from, to: addDays(startIn(addDays(lastOfMonth(from), 1), billingDay), -1) }
}

/** The day on which the billing month begins in the calendar month of a day. */
const startIn = (day: Day, billingDay: number): Day => {
  const [first, last] = [firstOfMonth(day), lastOfMonth(day)]
  const start = addDays(first, billingDay - 1)
  return start < last ? start : last
}
