import { memoize, memoizePerObject, once } from '../../base/memoize.ts'
import { compareText } from '../../base/text.ts'
import { marksOf, upTo } from '../../base/typed-arrays.ts'
import { WITHOUT_USER } from '../text/format.ts'
import type { People } from './people.ts'
import { pseudonymOf } from './pseudonym.ts'

/** What people are called on screens and in exports. All of it is untrusted text. */
export type PersonNames = ReturnType<typeof namesOf>

// Making one takes a few µs, and each page that arrives needs those of all people.
const pseudonymsOf = memoizePerObject((_: People) =>
  memoize((salt: string) => memoize((id: string) => pseudonymOf(id, salt))),
)

/** The names of all people that have arrived. With a salt they are pseudonyms: see pseudonym.ts; neither order nor search then
 * depends on the e-mails behind them. */
export const namesOf = (people: People, salt?: string | undefined) => {
  const { ids, emails } = people
  const isHidden = salt !== undefined
  const named = isHidden ? ids.map(pseudonymsOf(people)(salt)) : ids.map((id, own) => emails[own] || id || WITHOUT_USER)
  const shownIds = isHidden ? named : [...ids]
  const emailsNow = isHidden ? [] : [...emails]
  const lower = named.map((name) => name.toLowerCase())
  const lowerIds = once(() => (isHidden ? lower : shownIds.map((id) => id.toLowerCase())))
  const byPseudonym = once(() => new Map(named.map((name, person) => [name, person])))
  const order = once(() =>
    upTo(named.length).sort((a, b) => compareText(lower[a], lower[b]) || compareText(shownIds[a], shownIds[b])),
  )
  const places = once(() => {
    const own = new Float64Array(named.length)
    order().forEach((person, place) => {
      own[person] = place
    })
    return own
  })
  return {
    /** The e-mail of a person, or the id of a person without one; the pseudonym in privacy mode. */
    nameOf: (person: number): string => named[person] ?? WITHOUT_USER,
    /** The id of a person; the pseudonym in privacy mode. */
    idOf: (person: number): string => shownIds[person] ?? '',
    /** Null for a person without one, and in privacy mode. */
    emailOf: (person: number): string | null => emailsNow[person] ?? null,
    /** The person with an id (or, in privacy mode, a pseudonym). */
    personOf: (id: string): number | undefined => (isHidden ? byPseudonym().get(id) : people.personOf(id)),
    /** People in the order of names, then ids. */
    get order() {
      return order()
    },
    /** The place of each person in it. */
    get places() {
      return places()
    },
    /** Of each person 1 where `holds` is true of the name or of the id, in lower case. */
    mark(texts: 'name' | 'id', holds: (text: string) => boolean): Uint8Array {
      const searched = texts === 'name' ? lower : lowerIds()
      return marksOf(named.length, (person) => (holds(searched[person] ?? '') ? 1 : 0))
    },
    /** Of each person 1 where the name or the id holds a text, which is in lower case. */
    search(needle: string): Uint8Array {
      const ownIds = lowerIds()
      const holds = (person: number) => lower[person]?.includes(needle) || ownIds[person]?.includes(needle)
      return marksOf(named.length, (person) => (holds(person) ? 1 : 0))
    },
  }
}
