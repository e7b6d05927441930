import { once } from '../../base/memoize.ts'
import { compareText } from '../../base/text.ts'
import { marksOf } from '../../base/typed-arrays.ts'
import { WITHOUT_USER } from '../text/format.ts'
import type { People } from './people.ts'
import { pseudonymOf } from './pseudonym.ts'

/** What people are called on screens and in exports. All of it is untrusted text. */
export type PersonNames = {
  /** The e-mail of a person, or the id of who has none; the pseudonym in privacy mode. */
  nameOf(person: number): string
  /** The id of a person; the pseudonym in privacy mode. */
  idOf(person: number): string
  /** Null for a person without one, and in privacy mode. */
  emailOf(person: number): string | null
  /** People in the order of names, then ids. */
  readonly order: Uint32Array
  /** The place of each person in it. */
  readonly places: Float64Array
  /** The person with an id (or, in privacy mode, a pseudonym). */
  personOf(id: string): number | undefined
  /** Of each person 1 where `holds` says so of the name or of the id, in lower case. */
  mark(texts: 'name' | 'id', holds: (text: string) => boolean): Uint8Array
  /** Of each person 1 where the name or the id holds a text, which is in lower case. */
  search(needle: string): Uint8Array
}

/** Names, and what was made of them so far: as people are only ever added, the next ones go on from it. */
type Kept = {
  names: PersonNames
  named: readonly string[]
  ids: readonly string[]
  emails: readonly (string | undefined)[]
  /** The names in lower case. */
  lower: readonly string[]
  /** People in the order of their names; undefined until somebody asks. */
  order: Uint32Array | undefined
}
const known = new WeakMap<People, Map<string | undefined, Kept>>()

/**
 * The names of people, made anew only when people or e-mails have come. With a salt they are pseudonyms: see pseudonym.ts;
 * neither order nor search then tells anything of the e-mails behind them.
 */
export const namesOf = (people: People, salt?: string | undefined): PersonNames => {
  const bySalt = known.get(people) ?? new Map<string | undefined, Kept>()
  known.set(people, bySalt)
  const old = bySalt.get(salt)
  const { ids, emails } = people
  const isSame = old !== undefined && (salt !== undefined || old.emails.every((email, at) => email === emails[at]))
  if (isSame && old.ids.length === ids.length) return old.names
  const next = createNames(people, salt, isSame ? old : undefined)
  bySalt.set(salt, next)
  return next.names
}

/** Puts people in the order of their names already, so that a list need not. */
export const sortNames = (people: People): void => void namesOf(people).order

const createNames = (people: People, salt: string | undefined, before: Kept | undefined): Kept => {
  const { ids, emails } = people
  const from = before?.named.length ?? 0
  // Taken out here: a function that held on to `before` would keep all names of all pages.
  const orderBefore = before?.order
  const isHidden = salt !== undefined
  const added = ids
    .slice(from)
    .map((id, at) => (isHidden ? pseudonymOf(id, salt) : emails[from + at] || id || WITHOUT_USER))
  const named = [...(before?.named ?? []), ...added]
  const lower = [...(before?.lower ?? []), ...added.map((name) => name.toLowerCase())]
  const shownIds = isHidden ? named : [...ids]
  const lowerIds = once(() => (isHidden ? lower : ids.slice(0, named.length).map((id) => id.toLowerCase())))
  const haystack = once(() => haystackOf(lower, lowerIds()))
  const byPseudonym = once(() => new Map(named.map((name, person) => [name, person])))
  const order = once(() => {
    own.order = orderOf(lower, shownIds, orderBefore)
    return own.order
  })
  const places = once(() => placesIn(order()))
  const own: Kept = {
    named,
    ids: shownIds,
    emails: [...emails],
    lower,
    order: undefined,
    names: {
      nameOf: (person) => named[person] ?? WITHOUT_USER,
      idOf: (person) => shownIds[person] ?? '',
      emailOf: (person) => (isHidden ? null : (own.emails[person] ?? null)),
      personOf: (id) => (isHidden ? byPseudonym().get(id) : people.personOf(id)),
      get order() {
        return order()
      },
      get places() {
        return places()
      },
      mark: (texts, holds) => {
        const searched = texts === 'name' ? lower : lowerIds()
        return marksOf(named.length, (person) => (holds(searched[person] ?? '') ? 1 : 0))
      },
      search: (needle) => searched(haystack(), named.length, needle),
    },
  }
  return own
}

/** People in the order of names, then ids: those of `before` are in order already. */
const orderOf = (
  lower: readonly string[],
  ids: readonly string[],
  before: Uint32Array = new Uint32Array(0),
): Uint32Array => {
  const compared = (a: number, b: number): number => compareText(lower[a], lower[b]) || compareText(ids[a], ids[b])
  const added = Array.from({ length: lower.length - before.length }, (_, at) => before.length + at).sort(compared)
  const order = new Uint32Array(lower.length)
  let [from, to] = [0, 0]
  for (const person of added) {
    const end = placeIn(before, from, (other) => compared(other, person) <= 0)
    order.set(before.subarray(from, end), to)
    to += end - from
    order[to++] = person
    from = end
  }
  order.set(before.subarray(from), to)
  return order
}

/** The first place from `from` on that a condition does not hold for any more. */
const placeIn = (order: Uint32Array, from: number, holds: (person: number) => boolean): number => {
  let [low, high] = [from, order.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(order[middle] ?? 0)) low = middle + 1
    else high = middle
  }
  return low
}

const placesIn = (order: Uint32Array): Float64Array => {
  const places = new Float64Array(order.length)
  for (let place = 0; place < order.length; place++) places[order[place] ?? 0] = place
  return places
}

/** All names and ids in one text, which is searched ten times as fast as each for itself. */
type Haystack = { text: string; starts: Uint32Array }

const haystackOf = (names: readonly string[], ids: readonly string[]): Haystack => {
  const parts = names.flatMap((name, person) => [name, ids[person] ?? ''])
  const starts = new Uint32Array(parts.length + 1)
  parts.forEach((part, at) => {
    starts[at + 1] = (starts[at] ?? 0) + part.length + 1
  })
  return { text: `${parts.join('\n')}\n`, starts }
}

const searched = ({ text, starts }: Haystack, people: number, needle: string): Uint8Array => {
  const marks = new Uint8Array(people)
  if (needle === '') return marks.fill(1)
  let part = 0
  for (let found = text.indexOf(needle); found >= 0; ) {
    while ((starts[part + 1] ?? 0) <= found) part++
    const end = (starts[part + 1] ?? 0) - 1
    // What a person sent may itself hold a line break: only the bounds tell where a part ends.
    const isWithin = found + needle.length <= end
    if (isWithin) marks[part >> 1] = 1
    found = text.indexOf(needle, isWithin ? end : found + 1)
  }
  return marks
}
