import type { Leaderboard } from '../../../src/domain/people/leaderboard.ts'
import type { PersonRows } from '../../../src/domain/people/person-rows.ts'

/** What entries are found again by when rows arrive or their order changes; no pseudonyms, also while the session is private. */
export type EntryIds = {
  /** The id of an entry's person. */
  personOf(entry: number): string
  /** The id of an entry: its person's, and of a single day the day before it. */
  idOf(entry: number): string
  /** The entry of such an id; undefined where there is none any more. */
  entryOf(id: string): number | undefined
}

const DAY_LENGTH = '2026-01-14'.length

export const entryIdsOf = (board: Leaderboard, rows: PersonRows | undefined): EntryIds => {
  const { people } = board
  const { person } = rows ?? board
  const personOf = (entry: number): string => people.ids[person[entry] ?? -1] ?? ''
  if (!rows) return { personOf, idOf: personOf, entryOf: (id) => board.entryOfPerson(people.personOf(id)) }
  return {
    personOf,
    idOf: (entry) => `${rows.dayAt(entry)}${personOf(entry)}`,
    entryOf(id) {
      const own = people.personOf(id.slice(DAY_LENGTH))
      if (own === undefined) return undefined
      const day = id.slice(0, DAY_LENGTH)
      for (let at = person.indexOf(own); at >= 0; at = person.indexOf(own, at + 1)) {
        if (rows.dayAt(at) === day) return at
      }
      return undefined
    },
  }
}
