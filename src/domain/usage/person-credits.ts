import { createDictionary, createLimitedDictionary } from '../../base/dictionary.ts'
import { memoizePerObject } from '../../base/memoize.ts'
import type { CreditsByModel, CreditsByUser } from '../../contract/credits.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { Day } from '../calendar/calendar.ts'

/** Numbers in the smallest type that holds them exactly. NaN (only in floats) marks a missing or invalid number. */
type CreditColumn = Uint8Array | Uint16Array | Uint32Array | Float64Array

/** The use of one day in columns, with one entry per user. */
export type DayCredits = {
  /** Index in `ids`. */
  person: CreditColumn
  credits: CreditColumn
  /** Raw tokens over all models of the user. */
  input: CreditColumn
  output: CreditColumn
  /** Offsets into the two columns below: the models of entry `i` are from `modelStart[i]` to before `modelStart[i + 1]`. */
  modelStart: CreditColumn
  /** Index in `models`. */
  model: CreditColumn
  modelCredits: CreditColumn
  /** E-mails by entry that differ from the user's in `emails`; undefined for an entry without one. Untrusted text. */
  otherEmails: ReadonlyMap<number, string | undefined>
}

/**
 * Use by user and day, in columns: a large organisation has millions of these entries, and objects need twenty times
 * the memory. Each day has its own immutable columns, so ranges can share them.
 */
export type PersonCredits = {
  /** Days that have a breakdown by user, ascending. */
  days: readonly Day[]
  /** One element per element of `days`. */
  columns: readonly DayCredits[]
  /** User ids; `''` for entries without one. Untrusted text. */
  ids: readonly string[]
  /** The most recent e-mail of each of `ids`; undefined if there is none. Untrusted text. */
  emails: readonly (string | undefined)[]
  /** Model ids. The first is `''`, for entries without an id and for ids beyond 65,535. Untrusted text. */
  models: readonly string[]
}

type Entry = Lenient<CreditsByUser>

/** Model ids. Ids beyond the limit of the column count as missing. */
const createModels = () => {
  const models = createLimitedDictionary(0x10000)
  models.add('')
  return { values: models.values, add: (id: string): number => models.add(id) ?? 0 }
}

/** Merges the entries of each user into the first one. */
const onePerPerson = (entries: readonly Entry[]): readonly Entry[] => {
  const byId = new Map<string, Entry>()
  for (const entry of entries) {
    const id = entry.user_id ?? ''
    const first = byId.get(id)
    byId.set(id, first ? merged(first, entry) : entry)
  }
  return [...byId.values()]
}

const merged = (first: Entry, second: Entry): Entry => ({
  user_id: first.user_id,
  user_email: second.user_email ?? first.user_email,
  billable_tokens: plus(creditsIn(first), second.billable_tokens),
  by_model: [...(first.by_model ?? []), ...(second.by_model ?? [])],
})

const isKnown = (value: number | undefined): value is number => value !== undefined && Number.isFinite(value)

/** Builds the columns of days, which are in ascending order. Several entries of a user on one day are added up. */
export const toPersonCredits = (days: readonly { day: Day; entries: readonly Entry[] }[]): PersonCredits => {
  const ids = createDictionary()
  const models = createModels()
  const columnsOf = (entries: readonly Entry[]): Columns => {
    const columns = emptyColumns(
      entries.length,
      entries.reduce((sum, { by_model }) => sum + (by_model?.length ?? 0), 0),
    )
    let modelAt = 0
    for (const [at, entry] of entries.entries()) {
      let input = Number.NaN
      let output = Number.NaN
      for (const part of entry.by_model ?? []) {
        // A user's tokens are only in the entries of the user's models.
        input = plus(input, part.input_tokens)
        output = plus(output, part.output_tokens)
        columns.model[modelAt] = models.add(part.model_id ?? '')
        columns.modelCredits[modelAt] = creditsIn(part)
        modelAt += 1
      }
      columns.person[at] = ids.add(entry.user_id ?? '')
      columns.credits[at] = creditsIn(entry)
      columns.input[at] = input
      columns.output[at] = output
      columns.modelStart[at + 1] = modelAt
    }
    return columns
  }
  const entriesByDay = days.map(({ entries }) => onePerPerson(entries))
  const columns = entriesByDay.map(columnsOf)
  const emailOf = (date: number, at: number): string | undefined => {
    const entry = entriesByDay[date]?.[at]
    return (entry?.user_id && entry.user_email) || undefined
  }
  return withEmails({ days: days.map(({ day }) => day), columns, ids: ids.values, models: models.values }, emailOf)
}

type Columns = Omit<DayCredits, 'otherEmails'>

/** Adds the most recent e-mail of each user, and per day the e-mails that differ. Days are ascending. */
const withEmails = (
  people: Omit<PersonCredits, 'emails' | 'columns'> & { columns: readonly Columns[] },
  emailOf: (date: number, entry: number) => string | undefined,
): PersonCredits => {
  const emails = people.ids.map((): string | undefined => undefined)
  for (const [date, { person }] of people.columns.entries())
    for (let entry = 0; entry < person.length; entry += 1) {
      const personIndex = person[entry] ?? 0
      emails[personIndex] = emailOf(date, entry) ?? emails[personIndex]
    }
  const columns = people.columns.map((day, date) => {
    const otherEmails = new Map<number, string | undefined>()
    for (let entry = 0; entry < day.person.length; entry += 1) {
      const email = emailOf(date, entry)
      if (email !== emails[day.person[entry] ?? 0]) otherEmails.set(entry, email)
    }
    return { ...day, otherEmails }
  })
  return { ...people, columns, emails }
}

const emailIn = (emails: PersonCredits['emails'], { person, otherEmails }: DayCredits, entry: number) =>
  otherEmails.has(entry) ? otherEmails.get(entry) : emails[person[entry] ?? 0]

/** Recomputes `emails` with the most recent e-mail of each user. Days are in ascending order. */
export const withNewestEmails = (people: PersonCredits): PersonCredits =>
  withEmails(people, (date, entry) => emailIn(people.emails, people.columns[date] as DayCredits, entry))

const emptyColumns = (length: number, modelLength: number) => ({
  person: new Uint32Array(length),
  credits: new Float64Array(length),
  input: new Float64Array(length),
  output: new Float64Array(length),
  modelStart: new Uint32Array(length + 1),
  model: new Uint16Array(modelLength),
  modelCredits: new Float64Array(modelLength),
})

const creditsIn = ({ billable_tokens: credits }: Lenient<CreditsByModel> | Entry): number =>
  isKnown(credits) ? credits : Number.NaN

const plus = (sum: number, value: number | undefined): number =>
  isKnown(value) ? (Number.isNaN(sum) ? value : sum + value) : sum

/** Combines days of several {@link PersonCredits} into one. `days` is ascending, each with its source. */
export const joinPersonCredits = (days: readonly { day: Day; people: PersonCredits }[]): PersonCredits => {
  const ids = createDictionary()
  const models = createModels()
  const parts = days.flatMap(({ day, people }) => {
    const columns = people.columns[people.days.indexOf(day)]
    return columns ? [{ day, people, columns }] : []
  })
  const numbersOf = memoizePerObject((part: PersonCredits) => ({
    person: renumbering(part.ids, ids.add),
    model: renumbering(part.models, models.add),
  }))
  const joined = {
    days: parts.map(({ day }) => day),
    columns: parts.map(({ people, columns }) => ({
      ...columns,
      person: new Uint32Array(columns.person).map(numbersOf(people).person),
      model: new Uint16Array(columns.model).map(numbersOf(people).model),
    })),
    ids: ids.values,
    models: models.values,
  }
  return withEmails(joined, (date, entry) => {
    const from = parts[date]
    return from && emailIn(from.people.emails, from.columns, entry)
  })
}

/** Returns a function that maps numbers of words to another dictionary. It adds only the requested words. */
const renumbering = (words: readonly string[], add: (word: string) => number): ((word: number) => number) => {
  const numbers: number[] = []
  return (word) => {
    const number = numbers[word] ?? add(words[word] ?? '')
    numbers[word] = number
    return number
  }
}
