import { median } from '../../base/numbers.ts'
import { addDays, type Day, daysOf, type Range } from '../calendar/calendar.ts'
import { BASELINE_WEEKS, earlierDays, MIN_WEEKS } from '../calendar/weekday-baseline.ts'

/** A day that differs from the same weekday in the preceding weeks. */
export type Anomaly = {
  day: Day
  value: number
  /** Median of the same weekday in the preceding weeks. */
  median: number
  /** value - median. */
  difference: number
  /** value / median; undefined if the median is 0. */
  ratio: number | undefined
  /** Number of earlier days in the median. */
  days: number
  direction: 'over' | 'under'
}

/**
 * Maximum distance of a usual day from its median, in spreads. If days vary randomly by 15 %, the share of days outside
 * is 1 in 200 with eight weeks of history and 1 in 50 with three.
 */
const THRESHOLD = 4
/** Converts the median absolute deviation of normally distributed values to their standard deviation. */
const NORMAL = 1.4826
const PART_OF_MEDIAN = 0.1
const PART_OF_USUAL_DAY = 0.05

/** The rule of {@link anomaliesOf} as text for users. */
export const ANOMALY_RULE =
  'A day is unusual if it is more than 4 spreads away from the median of its weekday in the preceding eight weeks, at least three of which must have data. The spread is 1.4826 times their median absolute deviation, but at least a tenth of that median, a twentieth of the median of all days of those weeks and, for counts, the square root of the median, so that steady and small numbers are not reported.'

export type AnomalyOptions = {
  /**
   * Counts vary randomly by about their square root, so small ones need a larger spread. Ratios and means don't.
   * @default 'counts'
   */
  of?: 'counts' | 'ratios'
}

/**
 * The days of a range that differ from the same weekday in the preceding 8 weeks, in order, by {@link ANOMALY_RULE}. A
 * day without a value is neither evaluated nor part of a history, because a missing day isn't a zero.
 *
 * @param values - Must include the 8 weeks before the range.
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
    const daysBefore = () => knownOn(daysOf({ from: addDays(day, -7 * BASELINE_WEEKS), to: addDays(day, -1) }))
    const anomaly = anomalyOf(value, usual, sameWeekday, daysBefore, of)
    return anomaly ? [{ day, ...anomaly }] : []
  })
}

const anomalyOf = (
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
  // Most days return here, before the median of all days is computed.
  if (size <= THRESHOLD * spread) return undefined
  const usualDay = Math.abs(median(daysBefore()) ?? 0)
  if (size <= THRESHOLD * PART_OF_USUAL_DAY * usualDay) return undefined
  return {
    value,
    median: usual,
    difference,
    ratio: usual > 0 ? value / usual : undefined,
    days: sameWeekday.length,
    direction: difference > 0 ? 'over' : 'under',
  }
}
