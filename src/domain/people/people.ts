import { createDictionary, createLimitedDictionary } from '../../base/dictionary.ts'
import { recordOf } from '../../base/json.ts'
import { memoize } from '../../base/memoize.ts'
import { createNumberColumn, ensureCapacity } from '../../base/number-column.ts'
import { type Day, daysOf, type Range } from '../calendar/calendar.ts'
import { PERSON_MEASURES, PERSON_WORDS } from './field-table.ts'
import { NO_WORD, type PersonDaysChunk } from './person-days.ts'

type WalkedPeople = { span: Range; people: Set<number> }

/**
 * Rows in columns, one per user and day. Each loaded page appends its rows. Columns are valid up to `length`, until the
 * next `append`. leaderboardOf sums them per user; personRowsOf lists them one by one.
 */
export class People {
  /** Number of rows; one per user and day. */
  length = 0
  /** Increases with each `append`. Data derived from an earlier version is invalid. */
  version = 0
  private readonly idNumbers = createDictionary()
  private readonly dayNumbers = createDictionary()
  private readonly wordNumbers = createLimitedDictionary(NO_WORD)
  private readonly listNumbers = createDictionary()
  /** Row numbers by user and day. */
  private readonly rows: number[][] = []
  private readonly emailDays: (Day | undefined)[] = []
  /** User ids. Untrusted text. */
  readonly ids = this.idNumbers.values
  /** The most recent e-mail of each of `ids`. Untrusted text. */
  readonly emails: (string | undefined)[] = []
  readonly days: readonly Day[] = this.dayNumbers.values
  /** Models, tiers, delegation levels and languages. Untrusted text. */
  readonly words = this.wordNumbers.values
  /** Index in `ids`, by row. */
  person = new Uint32Array(0)
  /** Index in `days`, by row. */
  day = new Uint32Array(0)
  readonly measures = recordOf(PERSON_MEASURES, createNumberColumn)
  /** Indexes in `words`, or NO_WORD. */
  codes = recordOf(PERSON_WORDS, () => new Uint16Array(0))
  /** Index in `lists`, by row. */
  languages = new Uint32Array(0)
  /** Distinct lists of languages, as indexes in `words`. */
  readonly lists: number[][] = []
  /**
   * A walk loads the rows of a range page by page. For each incomplete walk: its days, and the users whose rows of these
   * days are all loaded.
   */
  readonly walks: WalkedPeople[] = []

  /** Adds rows. A row replaces an existing one of the same user and day. */
  append(chunk: PersonDaysChunk): void {
    this.version++
    const capacity = this.length + chunk.length
    this.person = ensureCapacity(this.person, capacity)
    this.day = ensureCapacity(this.day, capacity)
    this.codes = recordOf(PERSON_WORDS, (member) => ensureCapacity(this.codes[member], capacity))
    this.languages = ensureCapacity(this.languages, capacity)
    const people = chunk.ids.map((id, at) => this.addPerson(id, chunk.emails[at], chunk.emailDays[at]))
    const days = chunk.days.map((day) => this.dayNumbers.add(day))
    const words = chunk.words.map((word) => this.wordNumbers.add(word) ?? NO_WORD)
    const wordOf = (word: number | undefined): number => words[word ?? NO_WORD] ?? NO_WORD
    const walk = chunk.walked && this.walkOf(chunk.walked)
    for (let from = 0; from < chunk.length; from++) {
      const person = people[chunk.person[from] ?? 0] ?? 0
      const day = days[chunk.day[from] ?? 0] ?? 0
      walk?.people.add(person)
      this.rows[person] ??= []
      const row = this.rows[person][day] ?? this.length++
      this.rows[person][day] = row
      this.person[row] = person
      this.day[row] = day
      const rowLanguages = chunk.language.subarray(chunk.languageStart[from], chunk.languageStart[from + 1])
      this.languages[row] = this.listOf(Array.from(rowLanguages, wordOf).filter((word) => word !== NO_WORD))
      for (const member of PERSON_WORDS) this.codes[member][row] = wordOf(chunk.codes[member][from])
      for (const measure of PERSON_MEASURES)
        this.measures[measure].set(row, chunk.measures[measure][from] ?? Number.NaN)
    }
  }

  /** The number of a user; undefined if unknown. */
  personOf(id: string): number | undefined {
    return this.idNumbers.indexOf(id)
  }

  /** The row of a user on a day, by their numbers. */
  rowOn(person: number, day: number): number | undefined {
    return this.rows[person]?.[day]
  }

  private addPerson(id: string, email: string | undefined, emailDay: Day = ''): number {
    const number = this.idNumbers.add(id)
    const isNewer = email && emailDay >= (this.emailDays[number] ?? '')
    this.emails[number] = isNewer ? email : this.emails[number]
    this.emailDays[number] = isNewer ? emailDay : this.emailDays[number]
    return number
  }

  private listOf(words: number[]): number {
    const number = this.listNumbers.add(words.join())
    this.lists[number] ??= words
    return number
  }

  private walkOf({ from, to }: Range): WalkedPeople {
    const known = this.walks.find(({ span }) => span.from === from && span.to === to)
    if (known) return known
    const walk = { span: { from, to }, people: new Set<number>() }
    this.walks.push(walk)
    return walk
  }
}

/**
 * Returns a function for the days of a range on which it is unknown whether a user has a row.
 *
 * @param uncached - Days that aren't cached for all users.
 */
export const unloadedDays = (
  { walks }: People,
  uncached: readonly Range[],
  range: Range,
): ((person: number) => readonly Day[]) => {
  const isIn = (day: Day) => (span: Range) => day >= span.from && day <= span.to
  const days = daysOf(range).filter((day) => uncached.some(isIn(day)))
  if (days.length === 0) return () => days
  const unwalkedDays = memoize((spans: string) => {
    const walked = walks.filter((_, at) => spans[at] === '1').map(({ span }) => span)
    return days.filter((day) => !walked.some(isIn(day)))
  })
  return (person) => unwalkedDays(walks.map((walk) => (walk.people.has(person) ? '1' : '0')).join(''))
}
