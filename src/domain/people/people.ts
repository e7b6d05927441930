import { createDictionary, createLimitedDictionary } from '../../base/dictionary.ts'
import { memoize } from '../../base/memoize.ts'
import { createNumberColumn, type NumberColumn, withRoom } from '../../base/number-column.ts'
import { recordOf } from '../../base/record-of.ts'
import { type Day, daysOf, type Range } from '../calendar/calendar.ts'
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
  /** The newest e-mail by date of each of `ids`. Untrusted text. */
  readonly emails: readonly (string | undefined)[]
  readonly days: readonly Day[]
  /** Models, tiers, delegation levels and languages. Untrusted text. */
  readonly words: readonly string[]
  /** Index in `ids`, a row. */
  readonly person: Uint32Array
  /** Index in `days`, a row. */
  readonly day: Uint32Array
  /** The first row of each person + 1, and the one that came after each row + 1; 0 where there is none. */
  readonly firstRow: Uint32Array
  readonly nextRow: Uint32Array
  readonly measures: Readonly<Record<PersonMeasure, NumberColumn>>
  /** Indexes in `words` or NO_WORD. */
  readonly codes: Readonly<Record<PersonWord, Uint16Array>>
  /** A row's list of languages: a number in `lists`. */
  readonly languages: Uint32Array
  readonly lists: LanguageLists
  /** The days of each unfinished walk that has brought rows, and the people in these: all their rows of these days are here. */
  readonly walks: readonly WalkedPeople[]
  /** People of whom rows were replaced, in that order; one may stand here several times. */
  readonly replaced: readonly number[]
  /** Adds rows; one of a person and day that is here already replaces the old one. */
  append(chunk: PersonDaysChunk): void
  /** Makes room for so many more rows, so that columns need not be copied to larger ones as these come. */
  makeRoom(rows: number): void
  /** Lets go of all rows; people, days and words keep their numbers. */
  forgetRows(): void
  /** The number of a person; undefined for one that has not been seen. */
  personOf(id: string): number | undefined
}

/**
 * A prefix tree of lists of languages: each is an earlier list with one more language at its end; the first is empty. Rows share
 * them, and one pass from the first to the last works something out for all, as a prefix stands before what goes on from it.
 */
type LanguageLists = {
  /** The list that this one goes on from; 0 for the first. */
  readonly before: readonly number[]
  /** The language at the end of each, as an index in `words`. */
  readonly last: readonly number[]
}

type WalkedPeople = { span: Range; people: Set<number> }

/**
 * The days of a range on which it is not known whether a person has a row.
 *
 * @param unheld Days that are not held for everybody.
 */
export const unloadedDays = (
  { walks }: People,
  unheld: readonly Range[],
  range: Range,
): ((person: number) => readonly Day[]) => {
  const isIn = (day: Day) => (span: Range) => day >= span.from && day <= span.to
  const days = daysOf(range).filter((day) => unheld.some(isIn(day)))
  if (days.length === 0) return () => days
  const without = memoize((spans: string) => {
    const walked = walks.filter((_, at) => spans[at] === '1').map(({ span }) => span)
    return days.filter((day) => !walked.some(isIn(day)))
  })
  return (person) => without(walks.map((walk) => (walk.people.has(person) ? '1' : '0')).join(''))
}

const MOST_WORDS = 0x10000

/** An empty set of people. */
export const createPeople = (): People => {
  const ids = createDictionary()
  const emails: (string | undefined)[] = []
  const emailDays: (Day | undefined)[] = []
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
  let nextRow = new Uint32Array(0)
  let firstRow = new Uint32Array(0)
  // Of each person: the row + 1 that came last, the one that was found last, and the highest number of a day + 1.
  let lastRow = new Uint32Array(0)
  let foundRow = new Uint32Array(0)
  let daysEnd = new Uint32Array(0)
  const walks: WalkedPeople[] = []
  const replaced: number[] = []

  /** The row + 1 of a person and day; 0 for none. Rows that come again come in their order: it is mostly the one after the last. */
  const knownRow = (ownPerson: number, ownDay: number): number => {
    if (ownDay >= (daysEnd[ownPerson] ?? 0)) return 0
    const next = nextRow[(foundRow[ownPerson] ?? 1) - 1] ?? 0
    for (let row = next; row > 0; row = nextRow[row - 1] ?? 0) if (day[row - 1] === ownDay) return row
    for (let row = firstRow[ownPerson] ?? 0; row !== next; row = nextRow[row - 1] ?? 0)
      if (day[row - 1] === ownDay) return row
    return 0
  }

  const rowFor = (ownPerson: number, ownDay: number): number => {
    const known = knownRow(ownPerson, ownDay)
    if (known > 0) {
      if (replaced.at(-1) !== ownPerson) replaced.push(ownPerson)
      foundRow[ownPerson] = known
      return known - 1
    }
    const row = length++
    const before = lastRow[ownPerson] ?? 0
    if (before === 0) firstRow[ownPerson] = length
    else nextRow[before - 1] = length
    nextRow[row] = 0
    lastRow[ownPerson] = length
    foundRow[ownPerson] = length
    daysEnd[ownPerson] = Math.max(daysEnd[ownPerson] ?? 0, ownDay + 1)
    person[row] = ownPerson
    day[row] = ownDay
    return row
  }

  const makeRoom = (rows: number): void => {
    person = withRoom(person, rows)
    day = withRoom(day, rows)
    codes = recordOf(PERSON_WORDS, (member) => withRoom(codes[member], rows))
    languages = withRoom(languages, rows)
    nextRow = withRoom(nextRow, rows)
  }
  const makeRoomForPeople = (persons: number): void => {
    firstRow = withRoom(firstRow, persons)
    lastRow = withRoom(lastRow, persons)
    foundRow = withRoom(foundRow, persons)
    daysEnd = withRoom(daysEnd, persons)
  }

  const listWith = (list: number, word: number): number => {
    const key = list * MOST_WORDS + word
    const known = longerLists.get(key)
    if (known !== undefined) return known
    longerLists.set(key, lists.last.length)
    lists.before.push(list)
    return lists.last.push(word) - 1
  }

  const walkOf = ({ from, to }: Range): WalkedPeople => {
    const known = walks.find(({ span }) => span.from === from && span.to === to)
    const walk = known ?? { span: { from, to }, people: new Set<number>() }
    if (!known) walks.push(walk)
    return walk
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
    get firstRow() {
      return firstRow
    },
    get nextRow() {
      return nextRow
    },
    measures,
    get codes() {
      return codes
    },
    get languages() {
      return languages
    },
    lists,
    walks,
    replaced,
    append(chunk) {
      version++
      makeRoom(length + chunk.length)
      makeRoomForPeople(ids.values.length + chunk.ids.length)
      // In their order, so that the numbers of the days of a person mostly rise.
      for (const each of chunk.days.toSorted()) days.add(each)
      const people = Uint32Array.from(chunk.ids, (id, at) => {
        const own = ids.add(id)
        const [email, emailDay = ''] = [chunk.emails[at], chunk.emailDays[at]]
        const isNewer = email && emailDay >= (emailDays[own] ?? '')
        emails[own] = isNewer ? email : emails[own]
        emailDays[own] = isNewer ? emailDay : emailDays[own]
        return own
      })
      const ownDays = chunk.days.map((each) => days.add(each))
      const ownWords = Uint16Array.from(chunk.words, (word) => words.add(word) ?? NO_WORD)
      const wordOf = (word: number | undefined): number => ownWords[word ?? NO_WORD] ?? NO_WORD
      const walk = chunk.walked && walkOf(chunk.walked)
      if (walk) for (const own of chunk.person) walk.people.add(people[own] ?? 0)
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
    makeRoom: (rows) => makeRoom(length + rows),
    forgetRows() {
      version++
      length = 0
      replaced.length = 0
      for (const column of [firstRow, lastRow, foundRow, daysEnd]) column.fill(0)
    },
    personOf: (id) => ids.indexOf(id),
  }
}
