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

/** Key of entries without an id. No id is empty. */
export const NO_ID = ''

/** The share of one model or user over a range. */
export type BreakdownRow = {
  /** Id of the model or user; {@link NO_ID} for entries without one. Untrusted text. */
  key: string
  /** Display name: a user's e-mail, or the key. Untrusted text. */
  name: string
  /** `missing` is the number of days with an entry but without the value. */
  credits: Sum
  input: Sum
  output: Sum
  /**
   * Credits divided by the credits of the days. The sum of the shares may differ from 1, because breakdowns may not add
   * up to the days' totals. Undefined if either value is missing or the total is 0.
   */
  share: number | undefined
  /** Credits per day of the range; undefined for a day without a row, 0 for a day without this key. */
  series: (number | undefined)[]
}

type Tokens = 'billable_tokens' | 'input_tokens' | 'output_tokens'

/** Credits or raw tokens by model, from the days' own breakdown. The tiers of a model are added up. */
export const modelParts = (days: readonly CreditDayRow[], member: Tokens = 'billable_tokens'): DayBreakdowns =>
  dayBreakdowns(days, ({ by_model }) => by_model?.map(({ model_id: key = NO_ID, [member]: count }) => ({ key, count })))

/** Credits or raw tokens by model, from rows with `group_by=model`. A day without any model has no rows. */
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

/** Credits by model from rows with `group_by=model`, most credits first. Without `days` there are no shares. */
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

/** Credits by user from the days' own breakdown, most credits first. The most recent e-mail is the name. */
export const breakdownByPerson = ({ days, people }: CreditDays, range: Range): BreakdownRow[] => {
  const { ids, emails } = people
  const within = daysWithin(people, range)
  // On a day with a breakdown, a user who isn't in it has 0. Other days are undefined.
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

/** Days of a range that have a breakdown by user, with their index in the range. */
export const daysWithin = (
  people: PersonCredits,
  range: Range,
): { index: number; columns: PersonCredits['columns'][number] }[] =>
  people.columns.flatMap((columns, date) => {
    const day = people.days[date] ?? ''
    return day < range.from || day > range.to ? [] : [{ index: daysBetween(range.from, day), columns }]
  })

/** A value as a fraction of a whole; undefined if either is unknown or the whole is 0. */
export const shareOf = (value: number | undefined, whole: number | undefined): number | undefined =>
  value === undefined || !whole || whole < 0 ? undefined : value / whole

// Equal values are sorted by key, so that the order is stable.
const byCredits = (a: BreakdownRow, b: BreakdownRow): number =>
  (b.credits.value ?? -1) - (a.credits.value ?? -1) || (a.key < b.key ? -1 : 1)
