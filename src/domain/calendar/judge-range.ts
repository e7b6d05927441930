import { AppError } from '../../base/errors.ts'
import { daysBetween, EARLIEST_DAY, isDay, type Range, yesterdayOf } from './calendar.ts'

const lastPattern = /^(\d{1,4})([dw]?)$/

const refuse = (sentence: string): never => {
  throw new AppError('usage', sentence)
}

/**
 * The range between two days that someone typed, both included. Throws an AppError of kind `usage`, one sentence long,
 * on what is no day, on a start after the end, and on days there can be no data for.
 */
export const judgeRange = (from: string, to: string, nowMs: number): Range => {
  judgeDay(from, RANGE_DAY_FORMS)
  judgeDay(to, RANGE_DAY_FORMS)
  if (from > to) refuse(`The range starts on ${from}, after its end on ${to}: swap the two days.`)
  if (from < EARLIEST_DAY) {
    refuse(`The range starts on ${from}, but the first day with data is ${EARLIEST_DAY}: start there or later.`)
  }
  const yesterday = yesterdayOf(nowMs)
  if (to > yesterday) {
    refuse(`The range ends on ${to}, but the last day with data is yesterday, ${yesterday} UTC: end there or earlier.`)
  }
  return { from, to }
}

/** How the first and the last day of a range can be written. */
export const RANGE_DAY_FORMS = '2026-03-09, 9 mar, mar 9, 9 mar 2026, or as a month: mar, mar 2026, 2026-03'

/** @param forms - How it can be written. */
export const judgeDay = (text: string, forms = 'YYYY-MM-DD, for example 2026-03-09'): void => {
  if (isDay(text)) return
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) refuse(`${text} is not in the calendar: give a day that exists, as YYYY-MM-DD.`)
  refuse(`"${text}" is not a day: write it as ${forms}.`)
}

const LAST_FORMS = '14d, 2w, 14, oct, oct 2026, 2026-10, month, last month or all'

/** Days meant by `14d`, `2w` or `14`. Throws an AppError of kind `usage` on anything else, and on none at all. */
export const parseLast = (text: string): number => {
  const match = lastPattern.exec(text.trim())
  const days = Number(match?.[1]) * (match?.[2] === 'w' ? 7 : 1)
  if (days > 0) return days
  return refuse(`"${text}" is not a number of days and not a month: write --last as ${LAST_FORMS}.`)
}

/** How many days `--last` means. Throws AppError `usage` where there are not so many with data. */
export const judgeLast = (text: string, nowMs: number): number => {
  const days = parseLast(text)
  const most = daysBetween(EARLIEST_DAY, yesterdayOf(nowMs)) + 1
  if (days > most)
    refuse(`${text.trim()} begins before the first day with data, ${EARLIEST_DAY}: ${most}d is all there is.`)
  return days
}
