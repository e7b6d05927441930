import {
  addDays,
  allDays,
  type Day,
  EARLIEST_DAY,
  firstOfMonth,
  lastDays,
  lastMonth,
  lastOfMonth,
  lengthOf,
  monthToDate,
  type Range,
  yesterdayOf,
} from './calendar.ts'

/** The user's choice of a range. Every choice except `between` is relative to the current day. */
export type RangeChoice =
  | { is: 'last'; days: number }
  | { is: 'monthToDate' | 'lastMonth' | 'all' }
  | { is: 'between'; range: Range }

const NAMED = {
  monthToDate: { label: 'month', rangeAt: monthToDate },
  lastMonth: { label: 'last month', rangeAt: lastMonth },
  all: { label: 'all', rangeAt: allDays },
}

/** The days of a choice at `nowMs`. */
export const rangeOf = (choice: RangeChoice, nowMs: number): Range => {
  if (choice.is === 'last') return lastDays(choice.days, nowMs)
  return choice.is === 'between' ? choice.range : NAMED[choice.is].rangeAt(nowMs)
}

/** Label of the choice in the header. */
export const choiceLabel = (choice: RangeChoice): string => {
  if (choice.is === 'last') return `${choice.days}d`
  return choice.is === 'between' ? '' : NAMED[choice.is].label
}

/** Command-line options for the same days. */
export const rangeArguments = (choice: RangeChoice, nowMs: number): string => {
  if (choice.is === 'last') return `--last ${choice.days}d`
  const { from, to } = rangeOf(choice, nowMs)
  return `--from ${from} --to ${to}`
}

/**
 * Moves a range one period back (-1) or forward (1). A month becomes the adjacent month; other ranges move by their own
 * length. At the edge of the data, a range stops and keeps its length, and a month is cut to its days with data.
 * Undefined if the range is already at the edge.
 */
export const shiftedChoice = (choice: RangeChoice, step: 1 | -1, nowMs: number): RangeChoice | undefined => {
  const range = rangeOf(choice, nowMs)
  const last = yesterdayOf(nowMs)
  const shifted = isMonth(range, last) ? shiftedMonth(range, step, last) : shiftedDays(range, step, last)
  return shifted && !isSame(shifted, range) ? choiceOf(shifted, nowMs) : undefined
}

const isSame = (a: Range, b: Range): boolean => a.from === b.from && a.to === b.to

/** Whether the range is a calendar month, or all days of it that have data. */
const isMonth = (range: Range, last: Day): boolean => isSame(range, monthAround(range.from, last))

const monthAround = (day: Day, last: Day): Range => {
  const [from, to] = [firstOfMonth(day), lastOfMonth(day)]
  return { from: from < EARLIEST_DAY ? EARLIEST_DAY : from, to: to > last ? last : to }
}

const shiftedMonth = ({ from }: Range, step: 1 | -1, last: Day): Range | undefined => {
  const day = step === 1 ? addDays(lastOfMonth(from), 1) : addDays(firstOfMonth(from), -1)
  return day < EARLIEST_DAY || day > last ? undefined : monthAround(day, last)
}

const shiftedDays = (range: Range, step: 1 | -1, last: Day): Range => {
  const days = lengthOf(range)
  if (step === 1) {
    const to = addDays(range.to, days)
    const end = to > last ? last : to
    return { from: addDays(end, 1 - days), to: end }
  }
  const from = addDays(range.from, -days)
  const start = from < EARLIEST_DAY ? EARLIEST_DAY : from
  return { from: start, to: addDays(start, days - 1) }
}

/** Prefers a relative choice for a range that is equal to one, so that it continues to move with the current day. */
const choiceOf = (range: Range, nowMs: number): RangeChoice => {
  const own: readonly RangeChoice[] = [
    { is: 'monthToDate' },
    { is: 'lastMonth' },
    { is: 'last', days: lengthOf(range) },
  ]
  const isOfMonths = isMonth(range, yesterdayOf(nowMs))
  const same = own.find((choice) => (choice.is !== 'last') === isOfMonths && isSame(rangeOf(choice, nowMs), range))
  return same ?? { is: 'between', range }
}
