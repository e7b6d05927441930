import type { CreditDay, CreditModelDay, CreditsByModel, CreditsByUser } from '../contract/credits.ts'
import type { Lenient } from '../contract/lenient.ts'
import { daysOf, type Range } from './calendar.ts'
import { rowsByDay, rowsOf, type Sum, sumOf, sumOfValues } from './totals.ts'

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

type Part = { key: string; name?: string | undefined; credits?: number; input?: number; output?: number }
type PartMember = 'credits' | 'input' | 'output'

const partOf = (
  key: string | undefined,
  name: string | undefined,
  tokens: Lenient<CreditsByModel> | Lenient<CreditModelDay>,
): Part => ({
  key: key ?? NO_ID,
  name,
  ...(tokens.billable_tokens === undefined ? {} : { credits: tokens.billable_tokens }),
  ...(tokens.input_tokens === undefined ? {} : { input: tokens.input_tokens }),
  ...(tokens.output_tokens === undefined ? {} : { output: tokens.output_tokens }),
})

const modelParts = (day: Lenient<CreditDay>): Part[] | undefined =>
  day.by_model?.map((entry) => partOf(entry.model_id, undefined, entry))

const personParts = (day: Lenient<CreditDay>): Part[] | undefined =>
  day.by_user?.map((entry) => partOf(entry.user_id, entry.user_email ?? undefined, withModelTokens(entry)))

// A person's tokens stand only in the entries of the person's models.
const withModelTokens = (entry: Lenient<CreditsByUser>): Lenient<CreditsByModel> => ({
  billable_tokens: entry.billable_tokens,
  input_tokens: sumOf(entry.by_model ?? [], 'input_tokens').value,
  output_tokens: sumOf(entry.by_model ?? [], 'output_tokens').value,
})

/** Credits by model from the days' own breakdown, most credits first. One model's tiers are one row. */
export const breakdownByModel = (days: readonly Lenient<CreditDay>[], range: Range): BreakdownRow[] =>
  breakdown(partsByDay(days, modelParts), creditsOf(days, range), range)

/** Credits by person from the days' own breakdown, most credits first. The last e-mail seen is the name. */
export const breakdownByPerson = (days: readonly Lenient<CreditDay>[], range: Range): BreakdownRow[] =>
  breakdown(partsByDay(days, personParts), creditsOf(days, range), range)

/**
 * Credits by model from the rows of `group_by=model`, most credits first. Without `days` there are no day totals, so no
 * share.
 */
export const breakdownByModelRows = (
  rows: readonly Lenient<CreditModelDay>[],
  range: Range,
  days: readonly Lenient<CreditDay>[] = [],
): BreakdownRow[] => {
  const parts = new Map<string, Part[]>()
  for (const row of rows) {
    if (typeof row.date !== 'string') continue
    const ofDay = parts.get(row.date) ?? []
    ofDay.push(partOf(row.group_key, undefined, row))
    parts.set(row.date, ofDay)
  }
  return breakdown(parts, creditsOf(days, range), range)
}

/** The credits of one day by model id; undefined when the day has no such breakdown. */
export const modelCreditsOf = (day: Lenient<CreditDay>): Map<string, number> | undefined =>
  creditsByKey(modelParts(day))

/** The credits of one day by person's id; undefined when the day has no such breakdown. */
export const personCreditsOf = (day: Lenient<CreditDay>): Map<string, number> | undefined =>
  creditsByKey(personParts(day))

const creditsByKey = (parts: Part[] | undefined): Map<string, number> | undefined => {
  if (!parts) return undefined
  const credits = new Map<string, number>()
  for (const part of parts) credits.set(part.key, (credits.get(part.key) ?? 0) + (part.credits ?? 0))
  return credits
}

const partsByDay = (
  days: readonly Lenient<CreditDay>[],
  partsOf: (day: Lenient<CreditDay>) => Part[] | undefined,
): Map<string, Part[]> => {
  const parts = new Map<string, Part[]>()
  for (const [day, row] of rowsByDay(days)) {
    const ofDay = partsOf(row)
    if (ofDay) parts.set(day, ofDay)
  }
  return parts
}

const creditsOf = (days: readonly Lenient<CreditDay>[], range: Range): number | undefined =>
  sumOf(rowsOf(days, range), 'billable_tokens').value

type Gathered = { name: string | undefined; byDay: Map<string, Part[]> }

const breakdown = (
  partsOfDay: ReadonlyMap<string, Part[]>,
  total: number | undefined,
  range: Range,
): BreakdownRow[] => {
  const days = daysOf(range)
  const gathered = new Map<string, Gathered>()
  for (const day of days) {
    for (const part of partsOfDay.get(day) ?? []) {
      const entry: Gathered = gathered.get(part.key) ?? { name: undefined, byDay: new Map() }
      entry.name = part.name ?? entry.name
      const ofDay = entry.byDay.get(day)
      if (ofDay) ofDay.push(part)
      else entry.byDay.set(day, [part])
      gathered.set(part.key, entry)
    }
  }
  const rows = [...gathered].map(([key, { name, byDay }]): BreakdownRow => {
    const sum = (member: PartMember): Sum => sumOfValues([...byDay.values()].map((parts) => daySum(parts, member)))
    const credits = sum('credits')
    return {
      key,
      name: name ?? key,
      credits,
      input: sum('input'),
      output: sum('output'),
      share: credits.value === undefined || !total || total < 0 ? undefined : credits.value / total,
      series: days.map((day) => dayValue(partsOfDay.get(day), byDay.get(day))),
    }
  })
  return rows.sort(byCredits)
}

const daySum = (parts: readonly Part[], member: PartMember): number | undefined =>
  sumOfValues(parts.map((part) => part[member])).value

const dayValue = (ofDay: readonly Part[] | undefined, own: readonly Part[] | undefined): number | undefined => {
  if (!ofDay) return undefined
  return own ? daySum(own, 'credits') : 0
}

// The key decides between equals, so that the order is the same each time.
const byCredits = (a: BreakdownRow, b: BreakdownRow): number =>
  (b.credits.value ?? -1) - (a.credits.value ?? -1) || (a.key < b.key ? -1 : 1)
