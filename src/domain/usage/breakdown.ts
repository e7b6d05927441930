import { memoize } from '../../base/memoize.ts'
import type { CreditModelDay } from '../../contract/credits.ts'
import type { Lenient } from '../../contract/lenient.ts'
import { daysBetween, lengthOf, type Range } from '../calendar/calendar.ts'
import { WITHOUT_USER } from '../text/format.ts'
import type { CreditDayRow, CreditDays } from './credit-days.ts'
import { breakdownRows, type DayBreakdowns, dayBreakdowns, groupedBreakdowns } from './day-breakdowns.ts'
import { figureOf, rowsOf, type Sum } from './measure-figures.ts'
import type { PersonCredits } from './person-credits.ts'
import { creditMeasures } from './usage-measures.ts'

/** What entries without an id are kept under. No id is empty. */
export const NO_ID = ''

/** One model's or person's part of a range. */
export type BreakdownRow = {
  /** The model's or person's id; {@link NO_ID} for entries that came without one. Untrusted text. */
  key: string
  /** What people call it: a person's e-mail, or the key. Untrusted text. */
  name: string
  /** `missing` counts the days on which it appeared without the value. */
  credits: Sum
  input: Sum
  output: Sum
  /**
   * Credits / the credits of the days themselves. The shares of a breakdown need not add up to 1, because breakdowns
   * need not add up to the days. undefined where either is missing or the days have none.
   */
  share: number | undefined
  /** Credits of each day of the range; undefined where the day has no row, 0 where it has one without this key. */
  series: (number | undefined)[]
}

type Tokens = 'billable_tokens' | 'input_tokens' | 'output_tokens'

/** Credits or raw tokens by model, from the breakdown in the days themselves. The tiers of a model are added up. */
export const modelParts = (days: readonly CreditDayRow[], member: Tokens = 'billable_tokens'): DayBreakdowns =>
  dayBreakdowns(days, ({ by_model }) => by_model?.map(({ model_id: key = NO_ID, [member]: count }) => ({ key, count })))

/** The same in the rows of `group_by=model`; the API sends none for a day without any model. */
export const modelRowParts = (
  rows: readonly Lenient<CreditModelDay>[],
  days: readonly CreditDayRow[],
  member: Tokens = 'billable_tokens',
): DayBreakdowns => {
  const known = days.flatMap(({ date, by_model }) => (date !== undefined && by_model ? [date] : []))
  return groupedBreakdowns(rows, (row) => row[member], known)
}

/** Credits by model from the days' own breakdown, most credits first. */
export const breakdownByModel = (days: readonly CreditDayRow[], range: Range): BreakdownRow[] => {
  const within = rowsOf(days, range)
  return breakdown((member) => modelParts(within, member), creditsOf(days, range), range)
}

/**
 * Credits by model from the rows of `group_by=model`, most credits first. Without `days` there are no day totals, so no
 * share.
 */
export const breakdownByModelRows = (
  rows: readonly Lenient<CreditModelDay>[],
  range: Range,
  days: readonly CreditDayRow[] = [],
): BreakdownRow[] => breakdown((member) => modelRowParts(rows, days, member), creditsOf(days, range), range)

const breakdown = (
  partsOf: (member: Tokens) => DayBreakdowns,
  total: number | undefined,
  range: Range,
): BreakdownRow[] => {
  const sumsOf = (member: Tokens) => {
    const sums = new Map(breakdownRows(partsOf(member), range).map(({ key, value }) => [key, value]))
    return (key: string): Sum => sums.get(key) ?? emptySum()
  }
  const [inputOf, outputOf] = [sumsOf('input_tokens'), sumsOf('output_tokens')]
  return breakdownRows(partsOf('billable_tokens'), range).map(({ key, name, value, series }) => ({
    key,
    name,
    credits: value,
    input: inputOf(key),
    output: outputOf(key),
    share: shareOf(value.value, total),
    series,
  }))
}

const creditsOf = (days: readonly CreditDayRow[], range: Range): number | undefined =>
  figureOf(creditMeasures.billable_tokens, days, range).value

/** Credits by person from the days' own breakdown, most credits first. The last e-mail seen is the name. */
export const breakdownByPerson = ({ days, people }: CreditDays, range: Range): BreakdownRow[] => {
  const { ids, emails } = people
  const within = daysWithin(people, range)
  // A day with a breakdown is 0 for a person who is not in it; the others are missing.
  const empty = new Array<number | undefined>(lengthOf(range)).fill(undefined)
  for (const { index } of within) empty[index] = 0
  const rows: BreakdownRow[] = []
  const rowOf = memoize((person: number): BreakdownRow => {
    const key = ids[person] ?? NO_ID
    const name = key === NO_ID ? WITHOUT_USER : (emails[person] ?? key)
    const [credits, input, output] = [emptySum(), emptySum(), emptySum()]
    const row = { key, name, credits, input, output, share: undefined, series: empty.slice() }
    rows.push(row)
    return row
  })
  for (const { index, columns } of within) {
    for (let entry = 0; entry < columns.person.length; entry += 1) {
      const row = rowOf(columns.person[entry] ?? 0)
      const credits = columns.credits[entry] ?? Number.NaN
      row.series[index] = Number.isNaN(credits) ? undefined : credits
      addTo(row.credits, credits)
      addTo(row.input, columns.input[entry] ?? Number.NaN)
      addTo(row.output, columns.output[entry] ?? Number.NaN)
    }
  }
  const total = creditsOf(days, range)
  for (const row of rows) row.share = shareOf(row.credits.value, total)
  return rows.sort(byCredits)
}

const emptySum = (): Sum => ({ value: undefined, missing: 0 })

const addTo = (sum: Sum, value: number): void => {
  if (Number.isNaN(value)) sum.missing += 1
  else sum.value = (sum.value ?? 0) + value
}

/** Days of a range that have a breakdown by person, with their place in the range. */
export const daysWithin = (
  people: PersonCredits,
  range: Range,
): { index: number; columns: PersonCredits['columns'][number] }[] =>
  people.columns.flatMap((columns, date) => {
    const day = people.days[date] ?? ''
    return day < range.from || day > range.to ? [] : [{ index: daysBetween(range.from, day), columns }]
  })

/** A value as a fraction of a whole; undefined where one of the two is unknown, or the whole is 0. */
export const shareOf = (value: number | undefined, whole: number | undefined): number | undefined =>
  value === undefined || !whole || whole < 0 ? undefined : value / whole

// The key decides between equals, so that the order is the same each time.
const byCredits = (a: BreakdownRow, b: BreakdownRow): number =>
  (b.credits.value ?? -1) - (a.credits.value ?? -1) || (a.key < b.key ? -1 : 1)
