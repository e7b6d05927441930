import { median } from '../../base/numbers.ts'
import type { Day } from '../calendar/calendar.ts'
import { earlierDays, MIN_WEEKS } from '../calendar/same-weekday.ts'
import { WITHOUT_USER } from '../text/format.ts'
import { modelParts } from './breakdown.ts'
import type { CreditDays, PersonCredits } from './credit-days.ts'
import type { DayBreakdowns } from './day-breakdowns.ts'
import { rowsByDay } from './measure-figures.ts'

/** What moved a day: one part of a breakdown. */
export type Reason = {
  /** Untrusted text. */
  key: string
  /** The person's e-mail where there is one, else the key. Untrusted text. */
  name: string
  /** What it is one of: `model`, `person`, `tool`. */
  by: string
  /** The day's value less the part's own median of the same weekdays. */
  difference: number
  /** difference / the day's difference; over 1 when others went the other way. */
  share: number
}

/** A day beside what is usual on its weekday. */
export type JudgedDay =
  | { status: 'no data' }
  | { status: 'not enough history'; value: number; days: number }
  | {
      status: 'explained'
      value: number
      /** Median of the same weekday in the weeks before. */
      median: number
      difference: number
      /** value / median; undefined when the median is 0. */
      ratio: number | undefined
      /** How many earlier days the median is taken of. */
      days: number
    }

type ValueOn = (day: Day) => number | undefined

/** A day's value against the median of its weekday in the up to 8 weeks before, 3 or more of which must have a value. */
export const judgeDay = (day: Day, valueOn: ValueOn): JudgedDay => {
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

const knownBefore = (day: Day, valueOn: ValueOn): Day[] =>
  earlierDays(day).filter((each) => valueOn(each) !== undefined)

/**
 * Why a day's credits are unlike the same weekday's. Models and people are read from the days' breakdowns, each against its own
 * median; their shares are of the day's difference and are never added up.
 */
export const explainDay = (day: Day, { days, people }: CreditDays, { top = 3 } = {}) => {
  const rows = rowsByDay(days)
  const creditsOn = (of: Day) => rows.get(of)?.billable_tokens
  const judged = judgeDay(day, creditsOn)
  if (judged.status !== 'explained') return judged
  const earlier = knownBefore(day, creditsOn)
  const because = (by: 'model' | 'person', parts: KeyedDays | undefined, emails: readonly (string | undefined)[]) =>
    (parts ? contributorsOf(parts, judged.difference, top) : []).map(
      ({ index, ...part }): Reason => ({
        ...part,
        by,
        name: by === 'person' && part.key === '' ? WITHOUT_USER : (emails[index] ?? part.key),
      }),
    )
  const models = modelParts([day, ...earlier].map((each) => rows.get(each) ?? {}))
  // Largest first, only those that moved the way the day did.
  return {
    ...judged,
    models: because('model', partsOn(models, day, earlier), []),
    people: because('person', peopleOn(people, day, earlier), people.emails),
  }
}

/** A breakdown of a day beside those of the earlier days that have one; undefined where the day has none. */
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

// Thousands of people on nine days are read into columns: as maps they would take longer than a key press may.
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

/** How much of a measure each key had on a day, and on the earlier days that the day is judged by. */
type KeyedDays = {
  /** Ids or names; the columns below have one value for each. Untrusted text. */
  keys: readonly string[]
  /** 0 for a key that did not appear on the day, NaN for one whose value is not known. */
  today: Float64Array
  earlier: readonly Float64Array[]
}

/**
 * The keys that moved the way the day did, largest share first, at most `top`. The shares are of the day's difference and need
 * not add up to 1: they tell what moved and are never a total. None where fewer than {@link MIN_WEEKS} earlier days are known,
 * as everything would look new, or where there is no difference.
 */
export const contributorsOf = ({ keys, today, earlier }: KeyedDays, difference: number, top = 3) => {
  if (earlier.length < MIN_WEEKS || difference === 0 || !Number.isFinite(difference)) return []
  const found = keys.map((key, index) => {
    const own = (today[index] ?? Number.NaN) - medianAt(index, earlier)
    return { index, key, difference: own, share: own / difference }
  })
  return found
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share || (a.key < b.key ? -1 : 1))
    .slice(0, top)
}

/** The median of what is known of one key; NaN where fewer days than needed know of it. */
const medianAt = (index: number, days: readonly Float64Array[]): number => {
  const known = days.map((day) => day[index] ?? Number.NaN).filter((value) => !Number.isNaN(value))
  return known.length < MIN_WEEKS ? Number.NaN : (median(known) ?? Number.NaN)
}

/** Days that are small enough to be maps, as columns. What a map does not have is 0; undefined stands for an unknown value. */
export const toKeyedDays = (
  today: ReadonlyMap<string, number | undefined>,
  earlier: readonly ReadonlyMap<string, number | undefined>[],
): KeyedDays => {
  const keys = [...new Set([today, ...earlier].flatMap((day) => [...day.keys()]))]
  const column = (day: ReadonlyMap<string, number | undefined>) =>
    Float64Array.from(keys, (key) => (day.has(key) ? (day.get(key) ?? Number.NaN) : 0))
  return { keys, today: column(today), earlier: earlier.map(column) }
}
