import type { Range } from '../../domain/calendar/calendar.ts'
import { createPeople, type People } from '../../domain/people/people.ts'
import { filterEntries, type Where } from '../../domain/people/people-filter.ts'
import { type PeopleSort, sortEntries } from '../../domain/people/people-sort.ts'
import { toPersonDaysChunk } from '../../domain/people/person-days.ts'
import { type PersonRows, personRowsOf } from '../../domain/people/person-rows.ts'
import type { PersonCredits } from '../../domain/usage/credit-days.ts'
import type { RawRow } from '../output/row-layout.ts'

const peopleOf = (rows: readonly RawRow[]): People => {
  const people = createPeople()
  people.append(toPersonDaysChunk(rows))
  return people
}

/** The rows for which all conditions hold, in their order. Rows without a person or a day cannot be judged and are left out. */
export const whereRows = (
  rows: readonly RawRow[],
  where: Where,
  range: Range,
  credits: PersonCredits | undefined,
): RawRow[] => {
  const list = personRowsOf(peopleOf(rows), { range, credits })
  const wanted = new Set(keysOf(list, filterEntries(list, list.inOrderOfNames(), where)))
  return rows.filter((row) => wanted.has(keyOf(row.user_id, row.date)))
}

/** All rows in an order; those without a person or a day come last. */
export const sortPeopleRows = (rows: readonly RawRow[], order: PeopleSort, range: Range): RawRow[] => {
  const list = personRowsOf(peopleOf(rows), { range })
  const places = new Map(keysOf(list, sortEntries(list, order)).map((key, place) => [key, place]))
  const placeOf = (row: RawRow): number => places.get(keyOf(row.user_id, row.date)) ?? places.size
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b))
}

const keysOf = (list: PersonRows, entries: Uint32Array): string[] =>
  Array.from(entries, (entry) => keyOf(list.idAt(entry), list.dayAt(entry)))

const keyOf = (id: unknown, date: unknown): string => JSON.stringify([id, date])
