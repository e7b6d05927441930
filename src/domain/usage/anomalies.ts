import { median } from '../../base/numbers.ts'
import { addDays, type Day, daysOf, type Range } from '../calendar/calendar.ts'
import { earlierDays, MIN_WEEKS, WEEKS_BACK } from '../calendar/same-weekday.ts'

/** A day unlike the same weekday of the weeks before. */
export type Anomaly = {
  day: Day
  value: number
  /** Median of the same weekday in the weeks before. */
  median: number
  /** value - median. */
  difference: number
  /** value / median; undefined when the median is 0. */
  ratio: number | undefined
  /** How many earlier days the median is taken of. */
  days: number
  direction: 'over' | 'under'
  /** |difference| in spreads, see {@link ANOMALY_RULE}; over 4. For sorting. */
  strength: number
}

/**
 * Spreads that a day may lie from its median. Where days vary by 15 % for no reason, 1 in 200 lies further off with eight weeks to
 * go by, and 1 in 50 with three.
 */
const THRESHOLD = 4
/** Makes the median absolute deviation of normally spread values their standard deviation. */
const NORMAL = 1.4826
const PART_OF_MEDIAN = 0.1
const PART_OF_USUAL_DAY = 0.05

/** The rule of {@link anomaliesOf} for people. */
export const ANOMALY_RULE =
  'A day is unusual when it is more than 4 spreads away from the median of its weekday in the eight weeks before, three of which must have data. The spread is 1.4826 times their median absolute deviation, but at least a tenth of that median, a twentieth of the median of all days of those weeks, and the square root of the median where things are counted: steady and small numbers are left in peace.'

export type AnomalyOptions = {
  /**
   * Counts vary by about their square root without any reason, so that small ones need a wider spread; ratios and means do not.
   * @default 'counts'
   */
  of?: 'counts' | 'ratios'
}

/**
 * The days of a range that are unlike the same weekday in the 8 weeks before, in order; {@link ANOMALY_RULE} is the rule. A day
 * without a value is not judged and no part of any history: a missing day is a gap, not a zero. Give it the values of the 8
 * weeks before the range too.
 */
export const anomaliesOf = (
  values: ReadonlyMap<Day, number | undefined>,
  range: Range,
  { of = 'counts' }: AnomalyOptions = {},
): Anomaly[] => {
  const knownOn = (days: readonly Day[]): number[] =>
    days.map((day) => values.get(day) ?? Number.NaN).filter((value) => Number.isFinite(value))
  return daysOf(range).flatMap((day) => {
    const [value] = knownOn([day])
    const sameWeekday = knownOn(earlierDays(day))
    const usual = median(sameWeekday)
    if (value === undefined || usual === undefined || sameWeekday.length < MIN_WEEKS) return []
    const daysBefore = () => knownOn(daysOf({ from: addDays(day, -7 * WEEKS_BACK), to: addDays(day, -1) }))
    const anomaly = judge(value, usual, sameWeekday, daysBefore, of)
    return anomaly ? [{ day, ...anomaly }] : []
  })
}

const judge = (
  value: number,
  usual: number,
  sameWeekday: readonly number[],
  daysBefore: () => readonly number[],
  of: 'counts' | 'ratios',
): Omit<Anomaly, 'day'> | undefined => {
  const difference = value - usual
  if (difference === 0) return undefined
  const deviations = sameWeekday.map((each) => Math.abs(each - usual))
  const spread = Math.max(
    NORMAL * (median(deviations) ?? 0),
    PART_OF_MEDIAN * Math.abs(usual),
    of === 'counts' ? Math.sqrt(Math.max(1, usual)) : 0,
  )
  const size = Math.abs(difference)
  // Most days end here, before the median of all days is looked for.
  if (size <= THRESHOLD * spread) return undefined
  const usualDay = Math.abs(median(daysBefore()) ?? 0)
  const widest = Math.max(spread, PART_OF_USUAL_DAY * usualDay)
  if (size <= THRESHOLD * widest) return undefined
  return {
    value,
    median: usual,
    difference,
    ratio: usual > 0 ? value / usual : undefined,
    days: sameWeekday.length,
    direction: difference > 0 ? 'over' : 'under',
    strength: widest > 0 ? size / widest : Number.POSITIVE_INFINITY,
  }
}
