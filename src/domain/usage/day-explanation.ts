import { median } from '../../base/numbers.ts'
import type { Day } from '../calendar/calendar.ts'
import { earlierDays, MIN_WEEKS } from '../calendar/weekday-baseline.ts'
import { WITHOUT_USER } from '../text/format.ts'
import { modelParts } from './breakdown.ts'
import type { CreditDays, PersonCredits } from './credit-days.ts'
import type { DayBreakdowns } from './day-breakdowns.ts'
import { rowsByDay } from './measure-figures.ts'

/** A part of a breakdown that contributed to a day's difference. */
export type Reason = {
  /** Untrusted text. */
  key: string
  /** The user's e-mail if known, otherwise the key. Untrusted text. */
  name: string
  /** Type of the part: `model`, `person`, `tool`. */
  by: string
  /** The day's value minus the part's own median for the weekday. */
  difference: number
  /** difference divided by the day's difference; over 1 if other parts changed in the opposite direction. */
  share: number
}

/** A day compared with its usual value for the weekday. */
export type DayComparison =
  | { status: 'no data' }
  | { status: 'not enough history'; value: number; days: number }
  | {
      status: 'explained'
      value: number
      /** Median of the same weekday in the preceding weeks. */
      median: number
      difference: number
      /** value / median; undefined if the median is 0. */
      ratio: number | undefined
      /** Number of earlier days in the median. */
      days: number
    }

type ValueOn = (day: Day) => number | undefined

/** Compares a day's value with its weekday's median over up to 8 preceding weeks; 3 of them need a value. */
export const compareDay = (day: Day, valueOn: ValueOn): DayComparison => {
  const value = valueOn(day)
  if (value === undefined) return { status: 'no data' }
  const earlier = knownBefore(day, valueOn).map(valueOn)
  const usual = median(earlier)
  if (earlier.length < MIN_WEEKS || usual === undefined) {
    return { status: 'not enough history', value, days: earlier.length }
  }
  return {
    status: 'explained',
    value,
    median: usual,
    difference: value - usual,
    ratio: usual > 0 ? value / usual : undefined,
    days: earlier.length,
  }
}

/** The days to compare a day with. */
export const knownBefore = (day: Day, valueOn: ValueOn): Day[] =>
  earlierDays(day).filter((each) => valueOn(each) !== undefined)

/**
 * Explains why a day's credits differ from the same weekday. Each model and user in the days' breakdowns is compared
 * with its own median. Their shares are fractions of the day's difference and must never be added up.
 */
export const explainDay = (day: Day, { days, people }: CreditDays, { top = 3 } = {}) => {
  const rows = rowsByDay(days)
  const creditsOn = (of: Day) => rows.get(of)?.billable_tokens
  const comparison = compareDay(day, creditsOn)
  if (comparison.status !== 'explained') return comparison
  const earlier = knownBefore(day, creditsOn)
  const because = (by: 'model' | 'person', parts: KeyedDays | undefined, emails: readonly (string | undefined)[]) =>
    (parts ? contributorsOf(parts, comparison.difference, top) : []).map(
      ({ index, ...part }): Reason => ({
        ...part,
        by,
        name: by === 'person' && part.key === '' ? WITHOUT_USER : (emails[index] ?? part.key),
      }),
    )
  const models = modelParts([day, ...earlier].map((each) => rows.get(each) ?? {}))
  // Largest first, and only parts that changed in the same direction as the day.
  return {
    ...comparison,
    models: because('model', partsOn(models, day, earlier), []),
    people: because('person', peopleOn(people, day, earlier), people.emails),
  }
}

/** A breakdown of a day with those of the earlier days that have one; undefined if the day has none. */
export const partsOn = ({ byDay }: DayBreakdowns, day: Day, earlier: readonly Day[]): KeyedDays | undefined => {
  const today = byDay.get(day)
  return (
    today &&
    toKeyedDays(
      today,
      earlier.flatMap((each) => byDay.get(each) ?? []),
    )
  )
}

// Columns instead of maps: with thousands of users on nine days, maps would delay the response to a key press.
const peopleOn = (people: PersonCredits, day: Day, earlier: readonly Day[]): KeyedDays | undefined => {
  const column = (of: Day): Float64Array | undefined => {
    const columns = people.columns[people.days.indexOf(of)]
    if (!columns) return undefined
    const credits = new Float64Array(people.ids.length)
    for (let entry = 0; entry < columns.person.length; entry += 1) {
      credits[columns.person[entry] ?? 0] = columns.credits[entry] ?? Number.NaN
    }
    return credits
  }
  const today = column(day)
  return today && { keys: people.ids, today, earlier: earlier.map(column).filter((each) => each !== undefined) }
}

/** The values of each key on a day and on the earlier days to compare with. */
type KeyedDays = {
  /** Ids or names. The columns below have one value for each. Untrusted text. */
  keys: readonly string[]
  /** 0 for a key without an entry on the day, NaN for an unknown value. */
  today: Float64Array
  earlier: readonly Float64Array[]
}

/**
 * At most `top` keys that changed in the same direction as the day, largest share first. The shares are fractions of
 * the day's difference and may not add up to 1, so they must never be totalled. Empty if fewer than {@link MIN_WEEKS}
 * earlier days are known, because then every key would look new, or if there is no difference.
 */
export const contributorsOf = ({ keys, today, earlier }: KeyedDays, difference: number, top = 3) => {
  if (earlier.length < MIN_WEEKS || difference === 0 || !Number.isFinite(difference)) return []
  const found = keys.map((key, index) => {
    const partDifference = (today[index] ?? Number.NaN) - medianAt(index, earlier)
    return { index, key, difference: partDifference, share: partDifference / difference }
  })
  return found
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share || (a.key < b.key ? -1 : 1))
    .slice(0, top)
}

/** The median of the known values of one key; NaN if too few days have one. */
const medianAt = (index: number, days: readonly Float64Array[]): number => {
  const known = days.map((day) => day[index] ?? Number.NaN).filter((value) => !Number.isNaN(value))
  return known.length < MIN_WEEKS ? Number.NaN : (median(known) ?? Number.NaN)
}

/** Converts days from maps to columns. Keys that are missing in a map are 0; undefined values become NaN. */
export const toKeyedDays = (
  today: ReadonlyMap<string, number | undefined>,
  earlier: readonly ReadonlyMap<string, number | undefined>[],
): KeyedDays => {
  const keys = [...new Set([today, ...earlier].flatMap((day) => [...day.keys()]))]
  const column = (day: ReadonlyMap<string, number | undefined>) =>
    Float64Array.from(keys, (key) => (day.has(key) ? (day.get(key) ?? Number.NaN) : 0))
  return { keys, today: column(today), earlier: earlier.map(column) }
}
