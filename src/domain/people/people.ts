import { createDictionary, createLimitedDictionary } from '../../base/dictionary.ts'
import { createNumberColumn, grown, type NumberColumn } from '../../base/number-column.ts'
import { recordOf } from '../../base/record-of.ts'
import type { Day } from '../calendar/calendar.ts'
import { PERSON_MEASURES, PERSON_WORDS, type PersonMeasure, type PersonWord } from './people-fields.ts'
import { NO_WORD, type PersonDaysChunk } from './person-days.ts'

/**
 * People's days in columns, which 100,000 of them fit into, appended as pages of a walk arrive. Columns are valid up to `length`,
 * until the next `append`. {@link leaderboardOf} sums them per person, {@link personRowsOf} lists them one by one.
 */
export type People = {
  /** Rows, each person and day once. */
  readonly length: number
  /** Rises with each `append`: what was made of an earlier version is void. */
  readonly version: number
  /** Ids of people. Untrusted text. */
  readonly ids: readonly string[]
  /** The last e-mail seen of each of `ids`. Untrusted text. */
  readonly emails: readonly (string | undefined)[]
  readonly days: readonly Day[]
  /** Models, tiers, delegation levels and languages. Untrusted text. */
  readonly words: readonly string[]
  /** Index in `ids`, a row. */
  readonly person: Uint32Array
  /** Index in `days`, a row. */
  readonly day: Uint32Array
  readonly measures: Readonly<Record<PersonMeasure, NumberColumn>>
  /** Indexes in `words` or NO_WORD. */
  readonly codes: Readonly<Record<PersonWord, Uint16Array>>
  /** A row's list of languages: a number in `lists`. */
  readonly languages: Uint32Array
  readonly lists: LanguageLists
  /** Adds rows; one of a person and day that is here already replaces the old one. */
  append(chunk: PersonDaysChunk): void
  /** The number of a person; undefined for one that has not been seen. */
  personOf(id: string): number | undefined
}

/**
 * A prefix tree of lists of languages: each is an earlier list with one more language at its end; the first is empty. Rows share
 * them, and one pass from the first to the last works something out for all, as a prefix stands before what goes on from it.
 */
export type LanguageLists = {
  /** The list that this one goes on from; 0 for the first. */
  readonly before: readonly number[]
  /** The language at the end of each, as an index in `words`. */
  readonly last: readonly number[]
}

const MOST_WORDS = 0x10000

/** An empty set of people. */
export const createPeople = (): People => {
  const ids = createDictionary()
  const emails: (string | undefined)[] = []
  const days = createDictionary()
  const words = createLimitedDictionary(NO_WORD)
  const lists = { before: [0], last: [NO_WORD] }
  const longerLists = new Map<number, number>()
  const measures = recordOf(PERSON_MEASURES, createNumberColumn)
  let length = 0
  let version = 0
  let person = new Uint32Array(0)
  let day = new Uint32Array(0)
  let codes = recordOf(PERSON_WORDS, () => new Uint16Array(0))
  let languages = new Uint32Array(0)
  // From person and day to row + 1: a hash table with linear probing, as a Map of so many numbers takes five times the memory.
  let slots = new Uint32Array(256)

  const slotOf = (ownPerson: number, ownDay: number): number => {
    const mask = slots.length - 1
    let slot = hashOf(ownPerson, ownDay) & mask
    for (let row = slots[slot]; row; row = slots[slot]) {
      if (person[row - 1] === ownPerson && day[row - 1] === ownDay) break
      slot = (slot + 1) & mask
    }
    return slot
  }

  const rowFor = (ownPerson: number, ownDay: number): number => {
    const slot = slotOf(ownPerson, ownDay)
    const known = slots[slot]
    if (known) return known - 1
    slots[slot] = ++length
    person[length - 1] = ownPerson
    day[length - 1] = ownDay
    return length - 1
  }

  const makeRoom = (rows: number): void => {
    if (rows > person.length) {
      person = grown(person, rows)
      const { length: capacity } = person
      day = grown(day, capacity)
      codes = recordOf(PERSON_WORDS, (member) => grown(codes[member], capacity))
      languages = grown(languages, capacity)
    }
    if (rows * 2 <= slots.length) return
    slots = new Uint32Array(2 ** Math.ceil(Math.log2(rows * 2)))
    for (let row = 0; row < length; row++) slots[slotOf(person[row] ?? 0, day[row] ?? 0)] = row + 1
  }

  const listWith = (list: number, word: number): number => {
    const key = list * MOST_WORDS + word
    const known = longerLists.get(key)
    if (known !== undefined) return known
    longerLists.set(key, lists.last.length)
    lists.before.push(list)
    return lists.last.push(word) - 1
  }

  return {
    get length() {
      return length
    },
    get version() {
      return version
    },
    ids: ids.values,
    emails,
    days: days.values,
    words: words.values,
    get person() {
      return person
    },
    get day() {
      return day
    },
    measures,
    get codes() {
      return codes
    },
    get languages() {
      return languages
    },
    lists,
    append(chunk) {
      version++
      makeRoom(length + chunk.length)
      const people = Uint32Array.from(chunk.ids, (id, at) => {
        const own = ids.add(id)
        emails[own] = chunk.emails[at] || emails[own]
        return own
      })
      const ownDays = chunk.days.map((each) => days.add(each))
      const ownWords = Uint16Array.from(chunk.words, (word) => words.add(word) ?? NO_WORD)
      const wordOf = (word: number | undefined): number => ownWords[word ?? NO_WORD] ?? NO_WORD
      const rows = new Uint32Array(chunk.length)
      for (let from = 0; from < chunk.length; from++) {
        const row = rowFor(people[chunk.person[from] ?? 0] ?? 0, ownDays[chunk.day[from] ?? 0] ?? 0)
        rows[from] = row
        let list = 0
        const end = chunk.languageStart[from + 1] ?? 0
        for (let at = chunk.languageStart[from] ?? 0; at < end; at++) {
          const word = wordOf(chunk.language[at])
          if (word !== NO_WORD) list = listWith(list, word)
        }
        languages[row] = list
      }
      for (const member of PERSON_WORDS) {
        const [own, theirs] = [codes[member], chunk.codes[member]]
        for (let from = 0; from < chunk.length; from++) own[rows[from] ?? 0] = wordOf(theirs[from])
      }
      for (const measure of PERSON_MEASURES) measures[measure].set(rows, chunk.measures[measure])
    },
    personOf: (id) => ids.indexOf(id),
  }
}

const hashOf = (person: number, day: number): number => {
  const mixed = Math.imul(person, 0x9e3779b1) ^ Math.imul(day, 0x85ebca6b)
  return (mixed ^ (mixed >>> 15)) >>> 0
}
