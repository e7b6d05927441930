import { modelCreditsOf } from './breakdown.ts'
import { addDays, type Day, isAvailable, previousRange, type Range } from './calendar.ts'
import { contributorsOf, type KeyedContributor, type KeyedDays, LEAST_DAYS, toKeyedDays } from './contributors.ts'
import { type CreditDayRow, type CreditDays, entriesOn, type PersonCredits } from './credit-days.ts'
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

/**
 * Why a day's credits are unlike the same weekday's: against the median of that weekday in the up to 8 weeks before (3
 * or more of which must have data). Models and people are read from the days' breakdowns, each against its own median;
 * they are parts of an explanation and are never added up.
 */
export const explainDay = (day: Day, { days, people }: CreditDays, { top = 3 } = {}): DayExplanation => {
  const byDay = rowsByDay(days)
  const row = byDay.get(day)
  const value = row?.billable_tokens
  if (!row || value === undefined) return { status: 'no data' }
  const earlier = Array.from({ length: WEEKS_BACK }, (_, week) => byDay.get(addDays(day, -7 * (week + 1)))).filter(
    (each) => each?.billable_tokens !== undefined,
  ) as CreditDayRow[]
  const usual = median(earlier.map((each) => each.billable_tokens))
  if (earlier.length < LEAST_DAYS || usual === undefined) {
    return { status: 'not enough history', value, days: earlier.length }
  }
  const difference = value - usual
  return {
    status: 'explained',
    value,
    median: usual,
    difference,
    ratio: usual > 0 ? value / usual : undefined,
    days: earlier.length,
    models: contributors(modelsOf(row, earlier), difference, top).map(named('model')),
    people: contributors(peopleOf(people, row, earlier), difference, top).map((each) => ({
      ...named('person')(each),
      name: people.emails[each.index] ?? each.key,
    })),
  }
}

const contributors = (days: KeyedDays | undefined, difference: number, top: number): KeyedContributor[] =>
  days ? contributorsOf(days, difference, top) : []

const named =
  (kind: Contributor['kind']) =>
  ({ key, difference, share }: KeyedContributor): Contributor => ({ kind, key, name: key, difference, share })

const modelsOf = (row: CreditDayRow, earlier: readonly CreditDayRow[]): KeyedDays | undefined => {
  const today = modelCreditsOf(row)
  return (
    today &&
    toKeyedDays(
      today,
      earlier.map(modelCreditsOf).filter((each) => each !== undefined),
    )
  )
}

const peopleOf = (
  people: PersonCredits,
  row: CreditDayRow,
  earlier: readonly CreditDayRow[],
): KeyedDays | undefined => {
  const column = ({ date }: CreditDayRow): Float64Array | undefined => {
    const place = date === undefined ? -1 : people.days.indexOf(date)
    if (place < 0) return undefined
    const credits = new Float64Array(people.ids.length)
    const [start, end] = entriesOn(people, place)
    for (let entry = start; entry < end; entry += 1) {
      credits[people.person[entry] ?? 0] = people.credits[entry] ?? Number.NaN
    }
    return credits
  }
  const today = column(row)
  return today && { keys: people.ids, today, earlier: earlier.map(column).filter((each) => each !== undefined) }
}
