import { memoize, memoizePerObject, once } from '../../base/memoize.ts'
import { compareText } from '../../base/text.ts'
import { marksOf, upTo } from '../../base/typed-arrays.ts'
import { WITHOUT_USER } from '../text/format.ts'
import type { People } from './people.ts'
import { pseudonymOf } from './pseudonym.ts'

/** Display names of users on screens and in exports. Untrusted text. */
export type PersonNames = ReturnType<typeof namesOf>

// Creating a pseudonym takes a few µs, and each page requires those of all users.
const pseudonymsOf = memoizePerObject((_: People) =>
  memoize((salt: string) => memoize((id: string) => pseudonymOf(id, salt))),
)

/** The names of all loaded users. With a salt they are pseudonyms, and the e-mails affect neither order nor search. */
export const namesOf = (people: People, salt?: string | undefined) => {
  const { ids, emails } = people
  const isHidden = salt !== undefined
  const named = isHidden
    ? ids.map(pseudonymsOf(people)(salt))
    : ids.map((id, index) => emails[index] || id || WITHOUT_USER)
  const shownIds = isHidden ? named : [...ids]
  const emailsNow = isHidden ? [] : [...emails]
  const lower = named.map((name) => name.toLowerCase())
  const lowerIds = once(() => (isHidden ? lower : shownIds.map((id) => id.toLowerCase())))
  const byPseudonym = once(() => new Map(named.map((name, person) => [name, person])))
  const order = once(() =>
    upTo(named.length).sort((a, b) => compareText(lower[a], lower[b]) || compareText(shownIds[a], shownIds[b])),
  )
  const places = once(() => {
    const positions = new Float64Array(named.length)
    order().forEach((person, place) => {
      positions[person] = place
    })
    return positions
  })
  return {
    /** The e-mail of a user, or the id of a user without one; the pseudonym in privacy mode. */
    nameOf: (person: number): string => named[person] ?? WITHOUT_USER,
    /** The id of a user; the pseudonym in privacy mode. */
    idOf: (person: number): string => shownIds[person] ?? '',
    /** Null for a user without one, and in privacy mode. */
    emailOf: (person: number): string | null => emailsNow[person] ?? null,
    /** The user with an id, or with a pseudonym in privacy mode. */
    personOf: (id: string): number | undefined => (isHidden ? byPseudonym().get(id) : people.personOf(id)),
    /** Users sorted by name, then by id. */
    get order() {
      return order()
    },
    /** The position of each user in `order`. */
    get places() {
      return places()
    },
    /** 1 for each user whose name or id, in lower case, satisfies `holds`; otherwise 0. */
    mark(texts: 'name' | 'id', holds: (text: string) => boolean): Uint8Array {
      const searched = texts === 'name' ? lower : lowerIds()
      return marksOf(named.length, (person) => (holds(searched[person] ?? '') ? 1 : 0))
    },
    /** 1 for each user whose name or id contains the lower-case text; otherwise 0. */
    search(needle: string): Uint8Array {
      const ownIds = lowerIds()
      const holds = (person: number) => lower[person]?.includes(needle) || ownIds[person]?.includes(needle)
      return marksOf(named.length, (person) => (holds(person) ? 1 : 0))
    },
  }
}
