import { AppError } from '../../base/errors.ts'
import {
  addDays,
  allDays,
  type Day,
  dayOf,
  daysBetween,
  EARLIEST_DAY,
  isDay,
  lastDays,
  type Range,
  yesterdayOf,
} from './calendar.ts'
import { type RangeChoice, rangeOf } from './shift-range.ts'

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
    refuse(`The range starts on ${from}, but the first day with data is ${EARLIEST_DAY}: start on that day or later.`)
  }
  const yesterday = yesterdayOf(nowMs)
  if (to > yesterday) {
    refuse(`The range ends on ${to}, but the last day with data is yesterday, ${yesterday} UTC: end there or earlier.`)
  }
  return { from, to }
}

/** How the first and the last day of a range can be written. */
const RANGE_DAY_FORMS = '2026-03-09, 9 mar, mar 9, 9 mar 2026, or as a month: mar, mar 2026, 2026-03'

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

const MONTHS = 'january february march april may june july august september october november december'.split(' ')

const CHOICES: Readonly<Record<string, RangeChoice>> = {
  month: { is: 'monthToDate' },
  'this month': { is: 'monthToDate' },
  'last month': { is: 'lastMonth' },
  all: { is: 'all' },
}

/**
 * Days as people type them: `30d`, `2w`, `oct`, `2026-10`, `last month`, `all`, a day (`2026-10-01`, `1 oct`, `oct 1 2026`), or
 * two of any of these with `..` between them, of which either may be left out. A month or day without a year is the last one that
 * has begun. A month is as much of it as there is data for; days are taken as they are.
 *
 * @throws AppError `usage` with a sentence that says what is wrong.
 */
export const parseRangeText = (text: string, nowMs: number): RangeChoice => {
  const words = wordsOf(text)
  const choice = Object.hasOwn(CHOICES, words) ? CHOICES[words] : undefined
  if (choice) return choice
  if (/^\d{1,4}[dw]?$/.test(words)) return { is: 'last', days: judgeLast(words, nowMs) }
  return { is: 'between', range: parseBetween(words, text, nowMs) }
}

const wordsOf = (text: string): string => text.trim().toLowerCase().replaceAll(/\s+/g, ' ')

const parseBetween = (words: string, text: string, nowMs: number): Range => {
  const sides = words.split(/ ?(?:\.\.|–|—) ?/)
  // Two days may have a space between them, too.
  const [from = '', to = from, ...more] =
    /^\S+ \S+$/.test(words) && words.split(' ').every(isDay) ? words.split(' ') : sides
  if (more.length > 0 || (from === '' && to === '')) return judgeRange(text, text, nowMs)
  const month = sides.length === 1 ? monthOf(from, nowMs) : undefined
  if (month) return clippedMonth(month, nowMs)
  return judgeRange(
    from === '' ? EARLIEST_DAY : firstDayOf(from, nowMs),
    to === '' ? yesterdayOf(nowMs) : lastDayOf(to, nowMs),
    nowMs,
  )
}

const clippedMonth = ({ from, to }: Range, nowMs: number): Range => {
  const all = allDays(nowMs)
  // Of a month without any data the sentence says why.
  if (to < all.from || from > all.to) return judgeRange(from, to, nowMs)
  return { from: from < all.from ? all.from : from, to: to > all.to ? all.to : to }
}

const firstDayOf = (words: string, nowMs: number): string => monthOf(words, nowMs)?.from ?? dayMeant(words, nowMs)

const lastDayOf = (words: string, nowMs: number): string => {
  const month = monthOf(words, nowMs)
  return month ? clippedMonth(month, nowMs).to : dayMeant(words, nowMs)
}

/** `oct`, `october 2026`, `2026-10`; undefined for what is no month. */
const monthOf = (words: string, nowMs: number): Range | undefined => {
  const [, year, number] = /^(\d{4})-(\d{2})$/.exec(words) ?? []
  if (year !== undefined)
    return Number(number) >= 1 && Number(number) <= 12 ? wholeMonth(Number(year), Number(number)) : undefined
  const [, name = '', namedYear] = /^([a-z]{3,9})(?: (\d{4}))?$/.exec(words) ?? []
  const month = monthNumber(name)
  if (month === undefined) return undefined
  return wholeMonth(namedYear === undefined ? yearOf((own) => firstOf(own, month), nowMs) : Number(namedYear), month)
}

/** `1 oct`, `oct 1`, `1 oct 2026`; what is no such day as it was typed. */
const dayMeant = (words: string, nowMs: number): string => {
  const parts = words.split(' ')
  const names = parts.filter((part) => monthNumber(part) !== undefined)
  const [day, year, ...more] = parts.filter((part) => !names.includes(part))
  const month = monthNumber(names[0] ?? '')
  if (names.length !== 1 || month === undefined || !/^\d{1,2}$/.test(day ?? '') || more.length > 0) return words
  if (year !== undefined && !/^\d{4}$/.test(year)) return words
  const inYear = (own: number): Day => `${firstOf(own, month).slice(0, 8)}${String(day).padStart(2, '0')}`
  return inYear(year === undefined ? yearOf(inYear, nowMs) : Number(year))
}

/** 1 to 12; undefined for what is no name of a month, or less than three letters of one. */
const monthNumber = (name: string): number | undefined => {
  const index = name.length < 3 ? -1 : MONTHS.findIndex((month) => month.startsWith(name))
  return index < 0 ? undefined : index + 1
}

const firstOf = (year: number, month: number): Day => `${year}-${String(month).padStart(2, '0')}-01`

const wholeMonth = (year: number, month: number): Range => ({
  from: firstOf(year, month),
  to: dayOf(Date.UTC(year, month, 0)),
})

/** The year in which a day of the calendar was last reached. */
const yearOf = (dayIn: (year: number) => Day, nowMs: number): number => {
  const today = dayOf(nowMs)
  const year = Number(today.slice(0, 4))
  return dayIn(year) <= today ? year : year - 1
}

const DEFAULT_DAYS = 14

export type RangeOptions = {
  /** First day, `YYYY-MM-DD` or as {@link parseRangeText} takes it. Alone it means: until yesterday. */
  from?: string | undefined
  /** Last day. Alone it means: the 14 days that end there, fewer at the first day of data. */
  to?: string | undefined
  /**
   * Days that end yesterday, `14d`, `2w` or `14`, or a month, `oct` or `2026-10`. Not together with the other two.
   * @default '14d'
   */
  last?: string | undefined
}

/** The range that options of a command ask for. Throws an AppError of kind `usage` that says what to change. */
export const parseRangeOptions = ({ from, to, last }: RangeOptions, nowMs: number): Range => {
  if (from === undefined && to === undefined) {
    if (last === undefined) return lastDays(DEFAULT_DAYS, nowMs)
    const words = wordsOf(last)
    const month = CHOICES[words] ? rangeOf(CHOICES[words], nowMs) : monthOf(words, nowMs)
    return month ? clippedMonth(month, nowMs) : lastDays(judgeLast(last, nowMs), nowMs)
  }
  if (last !== undefined)
    throw new AppError('usage', '--last and --from/--to exclude each other: give one or the other.')
  const end = to === undefined ? yesterdayOf(nowMs) : lastDayOf(wordsOf(to), nowMs)
  return judgeRange(from === undefined ? startBefore(end) : firstDayOf(wordsOf(from), nowMs), end, nowMs)
}

const startBefore = (end: string): string => {
  judgeDay(end, RANGE_DAY_FORMS)
  const start = addDays(end, 1 - DEFAULT_DAYS)
  return start < EARLIEST_DAY && end >= EARLIEST_DAY ? EARLIEST_DAY : start
}
