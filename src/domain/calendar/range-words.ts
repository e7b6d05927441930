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
 * Validates a range of two typed days, both included. Throws an AppError of kind `usage` with one sentence for an
 * invalid day, a start after the end, or days outside the available data.
 */
export const validateRange = (from: string, to: string, nowMs: number): Range => {
  requireDay(from, RANGE_DAY_FORMS)
  requireDay(to, RANGE_DAY_FORMS)
  if (from > to) refuse(`The range starts on ${from}, after its end on ${to}. Swap the two days.`)
  if (from < EARLIEST_DAY) {
    refuse(`The range starts on ${from}, but the first day with data is ${EARLIEST_DAY}: start on that day or later.`)
  }
  const yesterday = yesterdayOf(nowMs)
  if (to > yesterday) {
    refuse(`The range ends on ${to}, but the last day with data is yesterday, ${yesterday} UTC: end there or earlier.`)
  }
  return { from, to }
}

/** Accepted forms of the first and last day of a range, for error messages. */
const RANGE_DAY_FORMS = '2026-03-09, 9 mar, mar 9, 9 mar 2026, or as a month: mar, mar 2026, 2026-03'

/**
 * @param forms - Accepted forms, for the error message.
 * @throws AppError of kind `usage` if `text` isn't a valid day.
 */
export const requireDay = (text: string, forms = 'YYYY-MM-DD, for example 2026-03-09'): void => {
  if (isDay(text)) return
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) refuse(`${text} is not a valid date. Give a day as YYYY-MM-DD.`)
  refuse(`"${text}" is not a valid day. Use ${forms}.`)
}

const LAST_FORMS = '14d, 2w, 14, oct, oct 2026, 2026-10, month, last month or all'

/** Number of days for `14d`, `2w` or `14`. Throws an AppError of kind `usage` for anything else and for 0. */
export const parseLast = (text: string): number => {
  const match = lastPattern.exec(text.trim())
  const days = Number(match?.[1]) * (match?.[2] === 'w' ? 7 : 1)
  if (days > 0) return days
  return refuse(`Invalid --last value "${text}". Use ${LAST_FORMS}.`)
}

/** Number of days for a value of `--last`. Throws an AppError of kind `usage` if it exceeds the available data. */
export const validateLast = (text: string, nowMs: number): number => {
  const days = parseLast(text)
  const maxDays = daysBetween(EARLIEST_DAY, yesterdayOf(nowMs)) + 1
  if (days > maxDays)
    refuse(`${text.trim()} starts before the first day with data, ${EARLIEST_DAY}. The maximum is ${maxDays}d.`)
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
 * Parses a typed range: `30d`, `2w`, `oct`, `2026-10`, `last month`, `all`, a day (`2026-10-01`, `1 oct`,
 * `oct 1 2026`), or two days or months joined by `..`, with either side optional. A month or day without a year means
 * the latest one that does not start after today. Months are clipped to the days with data; days are not.
 *
 * @throws AppError `usage` with a sentence that explains the problem.
 */
export const parseRangeText = (text: string, nowMs: number): RangeChoice => {
  const words = wordsOf(text)
  const choice = Object.hasOwn(CHOICES, words) ? CHOICES[words] : undefined
  if (choice) return choice
  if (/^\d{1,4}[dw]?$/.test(words)) return { is: 'last', days: validateLast(words, nowMs) }
  return { is: 'between', range: parseBetween(words, text, nowMs) }
}

const wordsOf = (text: string): string => text.trim().toLowerCase().replaceAll(/\s+/g, ' ')

const parseBetween = (words: string, text: string, nowMs: number): Range => {
  const sides = words.split(/ ?(?:\.\.|–|—) ?/)
  // Two ISO days may also be separated by a space.
  const [from = '', to = from, ...more] =
    /^\S+ \S+$/.test(words) && words.split(' ').every(isDay) ? words.split(' ') : sides
  if (more.length > 0 || (from === '' && to === '')) return validateRange(text, text, nowMs)
  const month = sides.length === 1 ? monthOf(from, nowMs) : undefined
  if (month) return clippedMonth(month, nowMs)
  return validateRange(
    from === '' ? EARLIEST_DAY : firstDayOf(from, nowMs),
    to === '' ? yesterdayOf(nowMs) : lastDayOf(to, nowMs),
    nowMs,
  )
}

const clippedMonth = ({ from, to }: Range, nowMs: number): Range => {
  const all = allDays(nowMs)
  // For a month without any data, the error explains why.
  if (to < all.from || from > all.to) return validateRange(from, to, nowMs)
  return { from: from < all.from ? all.from : from, to: to > all.to ? all.to : to }
}

const firstDayOf = (words: string, nowMs: number): string => monthOf(words, nowMs)?.from ?? normalizeDay(words, nowMs)

const lastDayOf = (words: string, nowMs: number): string => {
  const month = monthOf(words, nowMs)
  return month ? clippedMonth(month, nowMs).to : normalizeDay(words, nowMs)
}

/** Parses `oct`, `october 2026` or `2026-10`; undefined for anything else. */
const monthOf = (words: string, nowMs: number): Range | undefined => {
  const [, year, number] = /^(\d{4})-(\d{2})$/.exec(words) ?? []
  if (year !== undefined)
    return Number(number) >= 1 && Number(number) <= 12 ? wholeMonth(Number(year), Number(number)) : undefined
  const [, name = '', namedYear] = /^([a-z]{3,9})(?: (\d{4}))?$/.exec(words) ?? []
  const month = monthNumber(name)
  if (month === undefined) return undefined
  return wholeMonth(namedYear === undefined ? yearOf((own) => firstOf(own, month), nowMs) : Number(namedYear), month)
}

/** Converts `1 oct`, `oct 1` or `1 oct 2026` to an ISO day. Returns any other text unchanged. */
const normalizeDay = (words: string, nowMs: number): string => {
  const parts = words.split(' ')
  const names = parts.filter((part) => monthNumber(part) !== undefined)
  const [day, year, ...more] = parts.filter((part) => !names.includes(part))
  const month = monthNumber(names[0] ?? '')
  if (names.length !== 1 || month === undefined || !/^\d{1,2}$/.test(day ?? '') || more.length > 0) return words
  if (year !== undefined && !/^\d{4}$/.test(year)) return words
  const inYear = (own: number): Day => `${firstOf(own, month).slice(0, 8)}${String(day).padStart(2, '0')}`
  return inYear(year === undefined ? yearOf(inYear, nowMs) : Number(year))
}

/** 1 to 12 for the name of a month or at least its first three letters; undefined for anything else. */
const monthNumber = (name: string): number | undefined => {
  const index = name.length < 3 ? -1 : MONTHS.findIndex((month) => month.startsWith(name))
  return index < 0 ? undefined : index + 1
}

const firstOf = (year: number, month: number): Day => `${year}-${String(month).padStart(2, '0')}-01`

const wholeMonth = (year: number, month: number): Range => ({
  from: firstOf(year, month),
  to: dayOf(Date.UTC(year, month, 0)),
})

/** The most recent year in which a calendar day isn't in the future. */
const yearOf = (dayIn: (year: number) => Day, nowMs: number): number => {
  const today = dayOf(nowMs)
  const year = Number(today.slice(0, 4))
  return dayIn(year) <= today ? year : year - 1
}

const DEFAULT_DAYS = 14

export type RangeOptions = {
  /** First day, in any form that {@link parseRangeText} accepts. The default for `to` is yesterday. */
  from?: string | undefined
  /** Last day. Without `from`, the range is the 14 days up to this one, or fewer at the start of the data. */
  to?: string | undefined
  /**
   * A number of days up to yesterday (`14d`, `2w`, `14`) or a month (`oct`, `2026-10`). Not together with `from` or
   * `to`.
   * @default '14d'
   */
  last?: string | undefined
}

/** The range for a command's options. Throws an AppError of kind `usage` that says what to change. */
export const parseRangeOptions = ({ from, to, last }: RangeOptions, nowMs: number): Range => {
  if (from === undefined && to === undefined) {
    if (last === undefined) return lastDays(DEFAULT_DAYS, nowMs)
    const words = wordsOf(last)
    const month = CHOICES[words] ? rangeOf(CHOICES[words], nowMs) : monthOf(words, nowMs)
    return month ? clippedMonth(month, nowMs) : lastDays(validateLast(last, nowMs), nowMs)
  }
  if (last !== undefined) throw new AppError('usage', '--last cannot be used together with --from or --to.')
  const end = to === undefined ? yesterdayOf(nowMs) : lastDayOf(wordsOf(to), nowMs)
  return validateRange(from === undefined ? startBefore(end) : firstDayOf(wordsOf(from), nowMs), end, nowMs)
}

const startBefore = (end: string): string => {
  requireDay(end, RANGE_DAY_FORMS)
  const start = addDays(end, 1 - DEFAULT_DAYS)
  return start < EARLIEST_DAY && end >= EARLIEST_DAY ? EARLIEST_DAY : start
}
