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
  /** The place of each person in the order of names, then ids; equal for none. */
  readonly places: Float64Array
  /** Of each person 1 where `holds` says so of the name or the id, both in lower case. */
  mark(texts: 'name' | 'id' | 'both', holds: (text: string) => boolean): Uint8Array
  /** Of each person 1 where the name or the id holds a text, which is in lower case. */
  search(needle: string): Uint8Array
}

/** Stands for an empty id. */
export const NO_NAME = '(no id)'

type Kept = { names: PersonNames; count: number; emails: readonly (string | undefined)[] }
const kept = new WeakMap<People, Map<string | undefined, Kept>>()

/**
 * The names of people, made anew only when people or e-mails have come. With a salt they are pseudonyms: see pseudonym.ts;
 * neither order nor search then tells anything of the e-mails behind them.
 */
export const namesOf = (people: People, salt?: string | undefined): PersonNames => {
  const bySalt = kept.get(people) ?? new Map<string | undefined, Kept>()
  kept.set(people, bySalt)
  const old = bySalt.get(salt)
  if (old && old.count === people.ids.length && isSame(old.emails, people.emails)) return old.names
  const names = salt === undefined ? plainNames(people) : pseudonyms(people, salt)
  bySalt.set(salt, { names, count: people.ids.length, emails: [...people.emails] })
  return names
}

const isSame = (one: readonly (string | undefined)[], other: readonly (string | undefined)[]): boolean => {
  for (let at = 0; at < other.length; at++) if (one[at] !== other[at]) return false
  return true
}

const plainNames = ({ ids, emails }: People): PersonNames => {
  const named = ids.map((id, person) => emails[person] || id || NO_NAME)
  return createNames(named, [...ids], [...emails])
}

const pseudonyms = ({ ids }: People, salt: string): PersonNames => {
  const named = ids.map((id) => pseudonymOf(id, salt))
  return createNames(named, named)
}

const createNames = (
  names: readonly string[],
  ids: readonly string[],
  emails: readonly (string | undefined)[] = [],
): PersonNames => {
  const isOnlyName = names === ids
  let places: Float64Array | undefined
  let lower: { names: readonly string[]; ids: readonly string[] } | undefined
  let haystack: Haystack | undefined
  const lowered = () => {
    if (lower) return lower
    const lowerNames = names.map((name) => name.toLowerCase())
    lower = { names: lowerNames, ids: isOnlyName ? lowerNames : ids.map((id) => id.toLowerCase()) }
    return lower
  }
  return {
    nameOf: (person) => names[person] ?? NO_NAME,
    idOf: (person) => ids[person] ?? '',
    emailOf: (person) => emails[person] ?? null,
    get places() {
      places ??= placesOf(lowered().names, ids)
      return places
    },
    mark(texts, holds) {
      const own = lowered()
      const marks = new Uint8Array(names.length)
      for (let person = 0; person < marks.length; person++) {
        const isHeld =
          (texts !== 'id' && holds(own.names[person] ?? '')) || (texts !== 'name' && holds(own.ids[person] ?? ''))
        if (isHeld) marks[person] = 1
      }
      return marks
    },
    search(needle) {
      haystack ??= haystackOf(lowered())
      return searched(haystack, names.length, needle)
    },
  }
}

const placesOf = (lowerNames: readonly string[], ids: readonly string[]): Float64Array => {
  const order = lowerNames.map((_, person) => person)
  order.sort((a, b) => compared(lowerNames[a], lowerNames[b]) || compared(ids[a], ids[b]))
  const places = new Float64Array(order.length)
  order.forEach((person, place) => {
    places[person] = place
  })
  return places
}

const compared = (a = '', b = ''): number => (a < b ? -1 : a > b ? 1 : 0)

/** All names and ids in one text, which is searched ten times as fast as each for itself. */
type Haystack = { text: string; starts: Uint32Array }

const haystackOf = (lower: { names: readonly string[]; ids: readonly string[] }): Haystack => {
  const parts = lower.names.flatMap((name, person) => [name, lower.ids[person] ?? ''])
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
