import { createDictionary, createLimitedDictionary } from '../../base/dictionary.ts'
import { recordOf } from '../../base/json.ts'
import { memoize } from '../../base/memoize.ts'
import { createNumberColumn, type NumberColumn, withRoom } from '../../base/number-column.ts'
import { type Day, daysOf, type Range } from '../calendar/calendar.ts'
import { PERSON_MEASURES, PERSON_WORDS, type PersonMeasure, type PersonWord } from './field-table.ts'
import { NO_WORD, type PersonDaysChunk } from './person-days.ts'

/**
 * The days of people in columns, appended as pages of a walk arrive. Columns are valid up to `length`, until the next `append`.
 * {@link leaderboardOf} sums them per person, {@link personRowsOf} lists them one by one.
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
  readonly measures: Readonly<Record<PersonMeasure, NumberColumn>>
  /** Indexes in `words` or NO_WORD. */
  readonly codes: Readonly<Record<PersonWord, Uint16Array>>
  /** The list of languages of a row: an index in `lists`. */
  readonly languages: Uint32Array
  /** Different lists of languages, as indexes in `words`. */
  readonly lists: readonly (readonly number[])[]
  /** The days of each unfinished walk that has brought rows, and the people in these: all their rows of these days are here. */
  readonly walks: readonly WalkedPeople[]
  /** Adds rows; one of a person and day that is here already replaces the old one. */
  append(chunk: PersonDaysChunk): void
  /** The number of a person; undefined for one that has not been seen. */
  personOf(id: string): number | undefined
  /** The row of a person on a day, by their numbers. */
  rowOn(person: number, day: number): number | undefined
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

/** An empty set of people. */
export const createPeople = (): People => {
  const ids = createDictionary()
  const emails: (string | undefined)[] = []
  const emailDays: (Day | undefined)[] = []
  const days = createDictionary()
  const words = createLimitedDictionary(NO_WORD)
  const lists: number[][] = []
  const listNumbers = new Map<string, number>()
  const measures = recordOf(PERSON_MEASURES, createNumberColumn)
  /** Row numbers by person and day. */
  const rows: number[][] = []
  const walks: WalkedPeople[] = []
  let length = 0
  let version = 0
  let person = new Uint32Array(0)
  let day = new Uint32Array(0)
  let codes = recordOf(PERSON_WORDS, () => new Uint16Array(0))
  let languages = new Uint32Array(0)

  const makeRoom = (count: number): void => {
    person = withRoom(person, count)
    day = withRoom(day, count)
    codes = recordOf(PERSON_WORDS, (member) => withRoom(codes[member], count))
    languages = withRoom(languages, count)
  }

  const addPerson = ({ ids: theirs, emails: own, emailDays: theirDays }: PersonDaysChunk, at: number): number => {
    const number = ids.add(theirs[at] ?? '')
    const [email, emailDay = ''] = [own[at], theirDays[at]]
    const isNewer = email && emailDay >= (emailDays[number] ?? '')
    emails[number] = isNewer ? email : emails[number]
    emailDays[number] = isNewer ? emailDay : emailDays[number]
    return number
  }

  const listOf = (own: readonly number[]): number => {
    const key = own.join()
    const known = listNumbers.get(key)
    if (known !== undefined) return known
    listNumbers.set(key, lists.length)
    return lists.push([...own]) - 1
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
    measures,
    get codes() {
      return codes
    },
    get languages() {
      return languages
    },
    lists,
    walks,
    append(chunk) {
      version++
      makeRoom(length + chunk.length)
      const people = chunk.ids.map((_, at) => addPerson(chunk, at))
      const ownDays = chunk.days.map((each) => days.add(each))
      const ownWords = chunk.words.map((word) => words.add(word) ?? NO_WORD)
      const wordOf = (word: number | undefined): number => ownWords[word ?? NO_WORD] ?? NO_WORD
      const walk = chunk.walked && walkOf(chunk.walked)
      for (let from = 0; from < chunk.length; from++) {
        const own = people[chunk.person[from] ?? 0] ?? 0
        const ownDay = ownDays[chunk.day[from] ?? 0] ?? 0
        walk?.people.add(own)
        rows[own] ??= []
        const row = rows[own][ownDay] ?? length++
        rows[own][ownDay] = row
        person[row] = own
        day[row] = ownDay
        const spoken = chunk.language.subarray(chunk.languageStart[from], chunk.languageStart[from + 1])
        languages[row] = listOf(Array.from(spoken, wordOf).filter((word) => word !== NO_WORD))
        for (const member of PERSON_WORDS) codes[member][row] = wordOf(chunk.codes[member][from])
        for (const measure of PERSON_MEASURES) measures[measure].set(row, chunk.measures[measure][from] ?? Number.NaN)
      }
    },
    personOf: (id) => ids.indexOf(id),
    rowOn: (own, onDay) => rows[own]?.[onDay],
  }
}
