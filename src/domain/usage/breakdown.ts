import { memoize } from '../../base/memoize.ts'
import type { CreditModelDay, CreditsByModel } from '../../contract/credits.ts'
import type { Lenient } from '../../contract/lenient.ts'
import { type Day, daysBetween, daysOf, lengthOf, type Range } from '../calendar/calendar.ts'
import { WITHOUT_USER } from '../text/format.ts'
import type { CreditDayRow, CreditDays } from './credit-days.ts'
import { figureOf, lastGroupedRows, rowsOf, type Sum, sumOfValues } from './measure-figures.ts'
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

type Tokens = { credits: number | undefined; input: number | undefined; output: number | undefined }
type Part = Tokens & { key: string }

const partOf = (key: string | undefined, tokens: Lenient<CreditsByModel> | Lenient<CreditModelDay>): Part => ({
  key: key ?? NO_ID,
  credits: tokens.billable_tokens,
  input: tokens.input_tokens,
  output: tokens.output_tokens,
})

const modelParts = (day: CreditDayRow): Part[] | undefined =>
  day.by_model?.map((entry) => partOf(entry.model_id, entry))

const added = (sum: number | undefined, value: number | undefined): number | undefined => {
  if (value === undefined || !Number.isFinite(value)) return sum
  return (sum ?? 0) + value
}

/** Credits by model from the days' own breakdown, most credits first. One model's tiers are one row. */
export const breakdownByModel = (days: readonly CreditDayRow[], range: Range): BreakdownRow[] =>
  breakdown(modelPartsByDay(days, range), creditsOf(days, range), range)

const modelPartsByDay = (days: readonly CreditDayRow[], range: Range): Map<string, Part[]> => {
  const parts = new Map<string, Part[]>()
  for (const row of rowsOf(days, range)) {
    const ofDay = modelParts(row)
    if (ofDay && row.date !== undefined) parts.set(row.date, ofDay)
  }
  return parts
}

const absentSeries = (range: Range, hasParts: ReadonlyMap<Day, unknown> | ReadonlySet<Day>): (0 | undefined)[] =>
  daysOf(range).map((day) => (hasParts.has(day) ? 0 : undefined))

/** The series of a model that no day of the range has: 0 on a day with a breakdown, undefined on the others. */
export const absentModelSeries = (days: readonly CreditDayRow[], range: Range): (0 | undefined)[] =>
  absentSeries(range, modelPartsByDay(days, range))

/** The same of a person. */
export const absentPersonSeries = ({ days }: PersonCredits, range: Range): (0 | undefined)[] =>
  absentSeries(range, new Set(days))

/** The same of a model in the rows of `group_by=model`; the API sends none for a day without any model. */
export const absentModelRowSeries = (
  rows: readonly Lenient<CreditModelDay>[],
  range: Range,
  days: readonly CreditDayRow[],
): (0 | undefined)[] => absentSeries(range, modelRowPartsByDay(rows, days))

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
  for (const row of rows) row.share = shareOf(row.credits, total)
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

const shareOf = ({ value }: Sum, total: number | undefined): number | undefined =>
  value === undefined || !total || total < 0 ? undefined : value / total

/**
 * Credits by model from the rows of `group_by=model`, most credits first. Without `days` there are no day totals, so no
 * share.
 */
export const breakdownByModelRows = (
  rows: readonly Lenient<CreditModelDay>[],
  range: Range,
  days: readonly CreditDayRow[] = [],
): BreakdownRow[] => breakdown(modelRowPartsByDay(rows, days), creditsOf(days, range), range)

const modelRowPartsByDay = (
  rows: readonly Lenient<CreditModelDay>[],
  days: readonly CreditDayRow[],
): Map<string, Part[]> => {
  const parts = new Map<string, Part[]>()
  for (const { date, by_model } of days) if (date !== undefined && by_model) parts.set(date, [])
  for (const row of lastGroupedRows(rows)) {
    if (typeof row.date !== 'string') continue
    const ofDay = parts.get(row.date) ?? []
    ofDay.push(partOf(row.group_key, row))
    parts.set(row.date, ofDay)
  }
  return parts
}

/** The credits of one day by model id, undefined where no entry of a model says; undefined when the day has no such breakdown. */
export const modelCreditsOf = (day: CreditDayRow): Map<string, number | undefined> | undefined => {
  const parts = modelParts(day)
  if (!parts) return undefined
  const credits = new Map<string, number | undefined>()
  for (const part of parts) credits.set(part.key, added(credits.get(part.key), part.credits))
  return credits
}

const creditsOf = (days: readonly CreditDayRow[], range: Range): number | undefined =>
  figureOf(creditMeasures.billable_tokens, days, range).value

/** One key's tokens by the day's index in the range, and nothing where it did not appear. */
type Gathered = (Tokens | undefined)[]

const breakdown = (
  partsOfDay: ReadonlyMap<string, Part[]>,
  total: number | undefined,
  range: Range,
): BreakdownRow[] => {
  const days = daysOf(range)
  const gathered = new Map<string, Gathered>()
  days.forEach((day, index) => {
    for (const part of partsOfDay.get(day) ?? []) gather(gathered, part, index, days.length)
  })
  const hasParts = days.map((day) => partsOfDay.has(day))
  const rows = [...gathered].map(([key, own]): BreakdownRow => {
    const seen = own.filter((tokens) => tokens !== undefined)
    const credits = sumOfValues(seen.map((tokens) => tokens.credits))
    return {
      key,
      name: key,
      credits,
      input: sumOfValues(seen.map((tokens) => tokens.input)),
      output: sumOfValues(seen.map((tokens) => tokens.output)),
      share: shareOf(credits, total),
      series: own.map((tokens, index) => (tokens ? tokens.credits : hasParts[index] ? 0 : undefined)),
    }
  })
  return rows.sort(byCredits)
}

const gather = (gathered: Map<string, Gathered>, part: Part, index: number, length: number): void => {
  let own = gathered.get(part.key)
  if (!own) {
    own = new Array<Tokens | undefined>(length).fill(undefined)
    gathered.set(part.key, own)
  }
  const sum = own[index]
  // A model comes once for each of its tiers, which are added up.
  own[index] = sum
    ? {
        credits: added(sum.credits, part.credits),
        input: added(sum.input, part.input),
        output: added(sum.output, part.output),
      }
    : part
}

// The key decides between equals, so that the order is the same each time.
const byCredits = (a: BreakdownRow, b: BreakdownRow): number =>
  (b.credits.value ?? -1) - (a.credits.value ?? -1) || (a.key < b.key ? -1 : 1)
