import { AppError } from '../../base/errors.ts'
import { addDays, EARLIEST_DAY, isDay, lastDays, type Range, yesterdayOf } from './calendar.ts'

const DEFAULT_DAYS = 14
const lastPattern = /^(\d{1,4})([dw]?)$/

const refuse = (sentence: string): never => {
  throw new AppError('usage', sentence)
}

/**
 * The range between two days that someone typed, both included. Throws an AppError of kind `usage`, one sentence long,
 * on what is no day, on a start after the end, and on days there can be no data for.
 */
export const judgeRange = (from: string, to: string, nowMs: number): Range => {
  judgeDay(from)
  judgeDay(to)
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

const judgeDay = (text: string): void => {
  if (isDay(text)) return
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) refuse(`${text} is not in the calendar: give a day that exists, as YYYY-MM-DD.`)
  refuse(`"${text}" is not a day: write it as YYYY-MM-DD, for example 2026-03-09.`)
}

/** Days meant by `14d`, `2w` or `14`. Throws an AppError of kind `usage` on anything else, and on none at all. */
export const parseLast = (text: string): number => {
  const match = lastPattern.exec(text.trim())
  const days = Number(match?.[1]) * (match?.[2] === 'w' ? 7 : 1)
  if (days > 0) return days
  return refuse(`"${text}" is not a number of days: write --last as 14d, 2w or 14.`)
}

export type RangeOptions = {
  /** First day, `YYYY-MM-DD`. Alone it means: until yesterday. */
  from?: string | undefined
  /** Last day, `YYYY-MM-DD`. Alone it means: the 14 days that end there, fewer at the first day of data. */
  to?: string | undefined
  /**
   * Days that end yesterday: `14d`, `2w` or `14`. Not together with the other two.
   * @default '14d'
   */
  last?: string | undefined
}

/** The range that options of a command ask for. Throws an AppError of kind `usage` that says what to change. */
export const parseRangeOptions = ({ from, to, last }: RangeOptions, nowMs: number): Range => {
  if (from === undefined && to === undefined) {
    return lastDays(last === undefined ? DEFAULT_DAYS : parseLast(last), nowMs)
  }
  if (last !== undefined) refuse('--last and --from/--to exclude each other: give one or the other.')
  const end = to ?? yesterdayOf(nowMs)
  return judgeRange(from ?? startBefore(end), end, nowMs)
}

const startBefore = (end: string): string => {
  judgeDay(end)
  const start = addDays(end, 1 - DEFAULT_DAYS)
  return start < EARLIEST_DAY && end >= EARLIEST_DAY ? EARLIEST_DAY : start
}
