import type { CreditDay } from '../contract/credits.ts'
import type { Lenient } from '../contract/lenient.ts'
import { modelCreditsOf, personCreditsOf } from './breakdown.ts'
import { addDays, type Day, isAvailable, previousRange, type Range } from './calendar.ts'
import { type Delta, delta } from './delta.ts'
import { median } from './median.ts'
import { type DayRow, type NumberMember, rowsByDay, rowsOf, type Sum, sumOf } from './totals.ts'

export type Comparison = {
  range: Range
  previous: Range
  now: Sum
  /** The value is undefined where the API has no data so early, and nothing can be compared. */
  before: Sum
  delta: Delta
}

/**
 * One member's sum over a range beside the range directly before. A period that data cannot reach back to in full is
 * not compared, and neither is one with no row at all.
 */
export const compareSums = <Row extends DayRow>(
  rows: readonly Row[],
  range: Range,
  member: NumberMember<Row>,
  { ascii = false }: { ascii?: boolean } = {},
): Comparison => {
  const previous = previousRange(range)
  const now = sumOf(rowsOf(rows, range), member)
  const before = sumOf(rowsOf(rows, previous), member)
  const base = isAvailable(previous) ? before.value : undefined
  return { range, previous, now, before: { ...before, value: base }, delta: delta(now.value, base, { ascii }) }
}

/** One model's or person's part in what sets a day apart. */
export type Contributor = {
  kind: 'model' | 'person'
  /** Untrusted text. */
  key: string
  /** The person's e-mail where there is one, else the key. Untrusted text. */
  name: string
  /** Credits of the day less the contributor's own median of the same weekdays. */
  difference: number
  /** difference / the day's difference; over 1 when others went the other way. */
  share: number
}

export type DayExplanation =
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
      /** Largest first, only those that moved the way the day did, at most `top` of each. */
      models: Contributor[]
      people: Contributor[]
    }

const WEEKS_BACK = 8
const LEAST_DAYS = 3

/**
 * Why a day's credits are unlike the same weekday's: against the median of that weekday in the up to 8 weeks before (3
 * or more of which must have data). Models and people are read from the days' breakdowns, each against its own median;
 * they are parts of an explanation and are never added up.
 */
export const explainDay = (day: Day, rows: readonly Lenient<CreditDay>[], { top = 3 } = {}): DayExplanation => {
  const byDay = rowsByDay(rows)
  const row = byDay.get(day)
  const value = row?.billable_tokens
  if (!row || value === undefined) return { status: 'no data' }
  const earlier = Array.from({ length: WEEKS_BACK }, (_, week) => byDay.get(addDays(day, -7 * (week + 1)))).filter(
    (each) => each?.billable_tokens !== undefined,
  ) as Lenient<CreditDay>[]
  const usual = median(earlier.map((each) => each.billable_tokens))
  if (earlier.length < LEAST_DAYS || usual === undefined) {
    return { status: 'not enough history', value, days: earlier.length }
  }
  const difference = value - usual
  // Who is missing on the day itself is known by the weeks before; the newest word counts.
  const entries = [row, ...earlier].toReversed().flatMap((each) => each.by_user ?? [])
  const emails = new Map(entries.flatMap((entry) => (entry.user_email ? [[entry.user_id, entry.user_email]] : [])))
  return {
    status: 'explained',
    value,
    median: usual,
    difference,
    ratio: usual > 0 ? value / usual : undefined,
    days: earlier.length,
    models: contributors('model', modelCreditsOf(row), earlier.map(modelCreditsOf), difference).slice(0, top),
    people: contributors('person', personCreditsOf(row), earlier.map(personCreditsOf), difference)
      .slice(0, top)
      .map((each) => ({ ...each, name: emails.get(each.key) ?? each.name })),
  }
}

type Credits = ReadonlyMap<string, number> | undefined

const contributors = (
  kind: Contributor['kind'],
  today: Credits,
  earlier: readonly Credits[],
  difference: number,
): Contributor[] => {
  const known = earlier.filter((each) => each !== undefined)
  // Without breakdowns of the days before, everything would look new.
  if (!today || known.length < LEAST_DAYS || difference === 0) return []
  const keys = new Set([...today.keys(), ...known.flatMap((each) => [...each.keys()])])
  return [...keys]
    .map((key): Contributor => {
      // Who does not appear on a day spent nothing on it.
      const usual = median(known.map((each) => each.get(key) ?? 0)) ?? 0
      const own = (today.get(key) ?? 0) - usual
      return { kind, key, name: key, difference: own, share: own / difference }
    })
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share || (a.key < b.key ? -1 : 1))
}
