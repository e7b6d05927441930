import type { CreditDay, CreditModelDay, CreditsByModel } from '../contract/credits.ts'
import type { Lenient } from '../contract/lenient.ts'
import { daysOf, type Range } from './calendar.ts'
import { rowsOf, type Sum, sumOf, sumOfValues } from './totals.ts'

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
type Part = Tokens & { key: string; name: string | undefined }

const partOf = (
  key: string | undefined,
  name: string | undefined,
  tokens: Lenient<CreditsByModel> | Lenient<CreditModelDay>,
): Part => ({
  key: key ?? NO_ID,
  name,
  credits: tokens.billable_tokens,
  input: tokens.input_tokens,
  output: tokens.output_tokens,
})

const modelParts = (day: Lenient<CreditDay>): Part[] | undefined =>
  day.by_model?.map((entry) => partOf(entry.model_id, undefined, entry))

const personParts = (day: Lenient<CreditDay>): Part[] | undefined =>
  day.by_user?.map((entry) => {
    const part = partOf(entry.user_id, entry.user_email ?? undefined, { billable_tokens: entry.billable_tokens })
    // A person's tokens stand only in the entries of the person's models.
    for (const model of entry.by_model ?? []) {
      part.input = added(part.input, model.input_tokens)
      part.output = added(part.output, model.output_tokens)
    }
    return part
  })

const added = (sum: number | undefined, value: number | undefined): number | undefined => {
  if (value === undefined || !Number.isFinite(value)) return sum
  return (sum ?? 0) + value
}

/** Credits by model from the days' own breakdown, most credits first. One model's tiers are one row. */
export const breakdownByModel = (days: readonly Lenient<CreditDay>[], range: Range): BreakdownRow[] =>
  breakdown(partsByDay(days, modelParts, range), creditsOf(days, range), range)

/** Credits by person from the days' own breakdown, most credits first. The last e-mail seen is the name. */
export const breakdownByPerson = (days: readonly Lenient<CreditDay>[], range: Range): BreakdownRow[] =>
  breakdown(partsByDay(days, personParts, range), creditsOf(days, range), range)

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
  range: Range,
): Map<string, Part[]> => {
  const parts = new Map<string, Part[]>()
  for (const row of rowsOf(days, range)) {
    const ofDay = partsOf(row)
    if (ofDay && row.date !== undefined) parts.set(row.date, ofDay)
  }
  return parts
}

const creditsOf = (days: readonly Lenient<CreditDay>[], range: Range): number | undefined =>
  sumOf(rowsOf(days, range), 'billable_tokens').value

/** One key's entries: `days` holds its tokens by the day's index in the range, and nothing where it did not appear. */
type Gathered = { name: string | undefined; days: (Tokens | undefined)[] }

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
  const rows = [...gathered].map(([key, { name, days: own }]): BreakdownRow => {
    const seen = own.filter((tokens) => tokens !== undefined)
    const credits = sumOfValues(seen.map((tokens) => tokens.credits))
    return {
      key,
      name: name ?? key,
      credits,
      input: sumOfValues(seen.map((tokens) => tokens.input)),
      output: sumOfValues(seen.map((tokens) => tokens.output)),
      share: credits.value === undefined || !total || total < 0 ? undefined : credits.value / total,
      series: own.map((tokens, index) => (tokens ? tokens.credits : hasParts[index] ? 0 : undefined)),
    }
  })
  return rows.sort(byCredits)
}

const gather = (gathered: Map<string, Gathered>, part: Part, index: number, length: number): void => {
  let entry = gathered.get(part.key)
  if (!entry) {
    entry = { name: undefined, days: new Array<Tokens | undefined>(length).fill(undefined) }
    gathered.set(part.key, entry)
  }
  entry.name = part.name ?? entry.name
  const sum = entry.days[index]
  // A model that came once a tier is added up, a key that came once is itself.
  entry.days[index] = sum
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
