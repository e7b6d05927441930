import { AppError } from '../../base/errors.ts'
import { DAY_MS } from '../../base/time.ts'
import { type Day, dayOf, EARLIEST_DAY } from './calendar.ts'
import { requireDay } from './range-words.ts'

/**
 * Whether something existed at the end of a UTC day; always true without a day, and false without a timestamp.
 *
 * @param moment Its time: Unix ms, or a text that Date parses.
 */
export const existedAt = (moment: string | number | undefined, at: Day | undefined): boolean => {
  if (at === undefined) return true
  const ms = moment === undefined ? Number.NaN : new Date(moment).getTime()
  return !Number.isNaN(ms) && dayOf(ms) <= at
}

/** Time for which ages are computed, Unix ms: now, or the end of the day of an "as of" view. */
export const ageEnd = (at: Day | undefined, nowMs: number): number =>
  at === undefined ? nowMs : Math.min(nowMs, Date.parse(`${at}T00:00:00Z`) + DAY_MS)

/**
 * Validates a day for an "as of" view.
 *
 * @throws AppError of kind `usage` if it isn't a day, is before the first day with data, or is in the future.
 */
export const validateAsOfDay = (text: string, nowMs: number): Day => {
  requireDay(text)
  if (text < EARLIEST_DAY)
    throw new AppError('usage', `There is no data for ${text}. The first day with data is ${EARLIEST_DAY}.`)
  assertNotFuture(text, nowMs)
  return text
}

/** @throws AppError of kind `usage` for a day after today, UTC. */
export const assertNotFuture = (day: Day, nowMs: number): void => {
  const today = dayOf(nowMs)
  if (day > today) throw new AppError('usage', `${day} is in the future; today is ${today} UTC. Give an earlier day.`)
}
