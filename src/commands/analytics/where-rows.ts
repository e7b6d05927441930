import { floatsOf, stableOrder } from '../../base/typed-arrays.ts'
import type { Range } from '../../domain/calendar/calendar.ts'
import { People } from '../../domain/people/people.ts'
import { filterEntries, type Where } from '../../domain/people/people-filter.ts'
import { type PeopleSort, sortEntries } from '../../domain/people/people-sort.ts'
import { toPersonDaysChunk } from '../../domain/people/person-days.ts'
import { type PersonRows, personRowsOf } from '../../domain/people/person-rows.ts'
import type { PersonCredits } from '../../domain/usage/credit-days.ts'
import type { RawRow } from '../output/row-layout.ts'

const peopleOf = (rows: readonly RawRow[]): People => {
  const people = new People()
  people.append(toPersonDaysChunk(rows.map(withUniqueUser)))
  return people
}

/** Gives a row without a user an id that no user has, so that it is filtered on its own. */
const withUniqueUser = (row: RawRow, at: number): RawRow =>
  typeof row.user_id === 'string' ? row : { ...row, user_id: noUserId(at) }

const noUserId = (at: number): string => `\0${at}`

/** The rows that match all conditions, in their order. Rows without a day are left out. */
export const whereRows = (
  rows: readonly RawRow[],
  where: Where,
  range: Range,
  credits: PersonCredits | undefined,
): RawRow[] => {
  const list = personRowsOf(peopleOf(rows), { range, credits })
  const keys = keysOf(list)
  const wanted = new Set(Array.from(filterEntries(list, list.sortedByName(), where), keys.ofEntry))
  return rows.filter((row, at) => wanted.has(keys.ofRow(row, at)))
}

/** All rows in order; rows without a day come last. */
export const sortPeopleRows = (rows: readonly RawRow[], order: PeopleSort, range: Range): RawRow[] => {
  const list = personRowsOf(peopleOf(rows), { range })
  const keys = keysOf(list)
  const places = new Map<number, number>()
  for (const [place, entry] of sortEntries(list, order).entries()) places.set(keys.ofEntry(entry), place)
  const sorted = stableOrder(
    floatsOf(rows.length, (at) => places.get(keys.ofRow(rows[at], at)) ?? places.size),
    false,
  )
  return Array.from(sorted, (at) => rows[at] as RawRow)
}

/** A number for each user and day in a list; -1 for a row that is not in it. */
const keysOf = ({ people, person, rows }: PersonRows) => {
  const dayCount = people.days.length
  const days = new Map<unknown, number>(people.days.map((day, at) => [day, at]))
  return {
    ofEntry: (entry: number): number => (person[entry] ?? 0) * dayCount + (people.day[rows[entry] ?? 0] ?? 0),
    ofRow: ({ user_id: id, date }: RawRow = {}, at: number): number => {
      const personIndex = people.personOf(typeof id === 'string' ? id : noUserId(at))
      const day = days.get(date)
      return personIndex === undefined || day === undefined ? -1 : personIndex * dayCount + day
    },
  }
}
