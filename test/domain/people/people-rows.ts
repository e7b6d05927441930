import fc from 'fast-check'
import { upTo } from '../../../src/base/typed-arrays.ts'
import type { Lenient } from '../../../src/contract/lenient.ts'
import type { PersonDay } from '../../../src/contract/per-user-rows.ts'
import { addDays, daysOf, type Range } from '../../../src/domain/calendar/calendar.ts'
import { PERSON_MEASURES } from '../../../src/domain/people/field-table.ts'
import { People } from '../../../src/domain/people/people.ts'
import { filterEntries, parseWhere, type WhereOptions } from '../../../src/domain/people/people-filter.ts'
import type { PeopleList } from '../../../src/domain/people/people-list.ts'
import { toPersonDaysChunk } from '../../../src/domain/people/person-days.ts'

export type Row = Lenient<PersonDay> & { user_id: string; date: string }

export const FIRST = '2026-11-01'
export const range: Range = { from: '2026-11-05', to: '2026-11-08' }
export const previous: Range = { from: FIRST, to: '2026-11-04' }

const days = daysOf({ from: FIRST, to: addDays(FIRST, 8) })
const measure = fc.oneof(
  { weight: 6, arbitrary: fc.nat(5) },
  { weight: 2, arbitrary: fc.nat(100_000) },
  fc.constantFrom(undefined, 0.5, -3, 65_535, 4_294_967_295, 5e12),
)
const word = (...words: string[]) => fc.constantFrom(...words, undefined)

/** A row of one of a few users on one of nine days, the last one outside both ranges. Any member may be missing. */
export const rowSample: fc.Arbitrary<Row> = fc.record({
  user_id: fc.constantFrom('ann', 'Bob', 'cy', 'Dee', 'é', ''),
  date: fc.constantFrom(...days),
  user_email: fc.constantFrom(undefined, null, 'ann@x', 'Zed.Bob@x', 'ann@x'),
  primary_model: word('opus-4', 'sonnet', 'Opus-3'),
  primary_model_tier: word('standard', 'thinking'),
  delegation_level: word('auto-high', 'auto-low', 'spec', 'made-up'),
  languages: fc.uniqueArray(fc.constantFrom('Go', 'Django', 'C', 'C++', 'TypeScript'), { maxLength: 3 }),
  ...(Object.fromEntries(PERSON_MEASURES.map((name) => [name, measure])) as Record<
    (typeof PERSON_MEASURES)[number],
    typeof measure
  >),
})

/** People built from rows in pages of random sizes. */
export const peopleOf = (rows: readonly Row[], pageSizes: readonly number[] = []): People => {
  const people = new People()
  let at = 0
  for (const size of [...pageSizes, rows.length]) {
    people.append(toPersonDaysChunk(rows.slice(at, at + size)))
    at += size
  }
  return people
}

/** The newest row of each user and day, in the order in which users and days first appear. */
export const newestOf = (rows: readonly Row[]): Row[] => {
  const newest = new Map<string, Row>()
  for (const row of rows) newest.set(JSON.stringify([row.user_id, row.date]), row)
  return [...newest.values()]
}

/** The rows of a range. */
export const within = (rows: readonly Row[], { from, to }: Range): Row[] =>
  rows.filter(({ date }) => date >= from && date <= to)

/** The expected name of a user: the e-mail of the newest day that has one. */
export const nameIn = (rows: readonly Row[], id: string): string =>
  rows
    .filter((row) => row.user_id === id && row.user_email)
    .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
    .at(-1)?.user_email ||
  id ||
  'without a user'

/** The entries that match a filter, in list order. */
export const found = (list: PeopleList, text: string, options?: WhereOptions): number[] => [
  ...filterEntries(list, upTo(list.length), parseWhere(text, list.kind, options)),
]
