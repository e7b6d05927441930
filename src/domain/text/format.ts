import { DAY_MS, isValidTimestamp } from '../../base/time.ts'
import { type Day, isDay, type Range, weekdayOf } from '../calendar/calendar.ts'

/** Shown for null values of the API. */
export const NONE = '–'
/** Shown for missing values that the contract requires. */
export const UNKNOWN = '?'
/** Display name of rows and entries without a user id. */
export const WITHOUT_USER = 'without a user'

type Value = number | null | undefined

const placeholder = (value: Value): string => (value === null ? NONE : UNKNOWN)
const isNumber = (value: Value): value is number => typeof value === 'number' && Number.isFinite(value)

/** A number with exactly `digits` decimals and comma-separated thousands: `1,284.50`. */
export const decimal = (value: Value, digits: number): string => {
  if (!isNumber(value)) return placeholder(value)
  // From 1e21, toFixed returns exponential notation, and there are no decimals.
  const fixed = Math.abs(value) < 1e21 ? Math.abs(value).toFixed(digits) : BigInt(Math.abs(value)).toString()
  const point = fixed.indexOf('.')
  const text = point < 0 ? inThousands(fixed) : inThousands(fixed.slice(0, point)) + fixed.slice(point)
  return value < 0 && /[1-9]/.test(text) ? `-${text}` : text
}

const inThousands = (whole: string): string => {
  let text = whole.slice(0, whole.length % 3 || 3)
  for (let at = text.length; at < whole.length; at += 3) text += `,${whole.slice(at, at + 3)}`
  return text
}

const TRAILING_ZEROS = /(?:\.|(?<!0))0+$/

/** A number with comma-separated thousands: `1,284,320`. A fraction has at most two decimals. */
export const fullNumber = (value: Value): string => {
  if (!isNumber(value)) return placeholder(value)
  if (Number.isInteger(value)) return decimal(value, 0)
  return decimal(value, 2).replace(TRAILING_ZEROS, '')
}

/** A number with its noun: `1 page`, `1,200 pages`. @param many - The plural. @default `one` with an s */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${fullNumber(count)} ${count === 1 ? one : many}`

const scales = [
  { from: 1e12, unit: 'T' },
  { from: 1e9, unit: 'B' },
  { from: 1e6, unit: 'M' },
  { from: 1e3, unit: 'k' },
] as const

/** At most four significant digits: `412`, `2,140`, `88.2k`, `1.28M`. For tiles and axes with little space. */
export const shortNumber = (value: Value): string => {
  if (!isNumber(value)) return placeholder(value)
  const size = Math.abs(value)
  const sign = value < 0 ? '-' : ''
  if (size < 9_999.5) return smallNumber(value)
  if (size >= 999.5e12) return value.toExponential(2).replace('e+', 'e')
  // 999,950 is 1.00M: a value that rounds up to 1,000 of a unit uses the next unit.
  const scale = scales.find(({ from }) => size >= from * 0.9995) ?? { from: 1e3, unit: 'k' }
  return sign + threeDigits(size / scale.from) + scale.unit
}

const smallNumber = (value: number): string => {
  const size = Math.abs(value)
  if (Number.isInteger(value) || size >= 99.95) return decimal(value, 0)
  return decimal(value, size < 9.995 ? 2 : 1).replace(TRAILING_ZEROS, '')
}

const threeDigits = (value: number): string => value.toFixed(value < 9.995 ? 2 : value < 99.95 ? 1 : 0)

/** A fraction of 1 as `47.7 %`. */
export const percent = (fraction: Value, digits = 1): string =>
  isNumber(fraction) ? `${decimal(fraction * 100, digits)} %` : placeholder(fraction)

/** A full number with its sign: `+119,290`. */
export const signedNumber = (value: Value): string => {
  const text = fullNumber(value)
  return isNumber(value) && value > 0 && /[1-9]/.test(text) ? `+${text}` : text
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const
/** `Nov` for a day in November. */
export const monthLabel = (day: Day): string => months[Number(day.slice(5, 7)) - 1] ?? UNKNOWN

const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** `Friday` for a Friday. */
export const weekdayName = (day: Day): string => weekdayNames[weekdayOf(day)] ?? UNKNOWN

/** `13 Nov Fri`; `?` for an invalid day. */
export const dayLabel = (day: string | undefined): string =>
  day !== undefined && isDay(day) ? `${day.slice(8)} ${monthLabel(day)} ${weekdayName(day).slice(0, 3)}` : UNKNOWN

/** `Nov 07–20`, `Oct 24–Nov 06`, or `Nov 07` for one day. Includes the years if they differ. */
export const rangeLabel = (range: Range): string => {
  const { from, to } = range
  if (!isDay(from) || !isDay(to)) return UNKNOWN
  const short = (day: Day) => `${monthLabel(day)} ${day.slice(8)}`
  if (from === to) return short(from)
  if (from.slice(0, 4) !== to.slice(0, 4)) return `${short(from)} ${from.slice(0, 4)}–${short(to)} ${to.slice(0, 4)}`
  if (from.slice(0, 7) === to.slice(0, 7)) return `${short(from)}–${to.slice(8)}`
  return `${short(from)}–${short(to)}`
}

/** A duration in the largest unit that fits: `12 s`, `4 min`, `2 h`, `3 d`. Negative durations are `0 s`. */
export const age = (ms: number | undefined): string => {
  if (ms === undefined || !Number.isFinite(ms)) return UNKNOWN
  const seconds = Math.max(0, Math.floor(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h`
  return `${decimal(Math.floor(seconds / 86_400), 0)} d`
}

/** The age of a timestamp in Unix ms, or of a date and time that `Date.parse` accepts. */
export const ageOf = (at: number | string | undefined, now: number): string =>
  age(now - (typeof at === 'string' ? Date.parse(at) : (at ?? Number.NaN)))

/** Whole days since a timestamp, for scripts; null if unknown. */
export const daysOld = (ms: number | undefined, now: number): number | null =>
  ms === undefined || !Number.isFinite(ms) ? null : Math.max(0, Math.floor((now - ms) / DAY_MS))

const byteUnits = ['kB', 'MB', 'GB', 'TB'] as const

/** A size in decimal units: `412 B`, `1.4 MB`, `142 MB`. */
export const bytes = (size: Value): string => {
  if (!isNumber(size)) return placeholder(size)
  if (size < 999.5) return `${Math.max(0, Math.round(size))} B`
  let amount = size / 1000
  let unit = 0
  while (amount >= 999.5 && unit < byteUnits.length - 1) {
    amount /= 1000
    unit += 1
  }
  return `${decimal(amount, amount < 99.95 ? 1 : 0)} ${byteUnits[unit]}`
}

/** A timestamp in Unix ms as `2026-11-13 09:41 UTC`; `?` if invalid. */
export const moment = (ms: Value): string => {
  if (ms === null) return NONE
  if (!isValidTimestamp(ms)) return UNKNOWN
  return `${new Date(ms)
    .toISOString()
    .replace(/:\d\d\.\d+Z$/, '')
    .replace('T', ' ')} UTC`
}
