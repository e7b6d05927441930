import { AppError } from '../../base/errors.ts'
import { DAY_MS } from '../../base/time.ts'
import { type Day, dayOf, EARLIEST_DAY } from './calendar.ts'
import { judgeDay } from './range-words.ts'

/**
 * Whether something was known at the end of a day, UTC; what has no moment of its own was not.
 *
 * @param moment When it came: Unix ms, or in words that Date reads.
 */
export const isKnownAt = (moment: string | number | undefined, at: Day | undefined): boolean => {
  if (at === undefined) return true
  const ms = moment === undefined ? Number.NaN : new Date(moment).getTime()
  return !Number.isNaN(ms) && dayOf(ms) <= at
}

/** What ages are counted to, Unix ms: now, or the end of the day as of which everything is shown. */
export const ageEnd = (at: Day | undefined, nowMs: number): number =>
  at === undefined ? nowMs : Math.min(nowMs, Date.parse(`${at}T00:00:00Z`) + DAY_MS)

/**
 * A day as of which something is asked for.
 *
 * @throws AppError of kind `usage` on what is no day, or has no data before it or is yet to come.
 */
export const judgeAt = (text: string, nowMs: number): Day => {
  judgeDay(text)
  if (text < EARLIEST_DAY)
    throw new AppError('usage', `Nothing is known of ${text}: the first day with data is ${EARLIEST_DAY}.`)
  judgeNotFuture(text, nowMs)
  return text
}

/** @throws AppError of kind `usage` on a day after today, UTC. */
export const judgeNotFuture = (day: Day, nowMs: number): void => {
  const today = dayOf(nowMs)
  if (day > today) throw new AppError('usage', `${day} is yet to come, today is ${today} UTC: give an earlier day.`)
}
