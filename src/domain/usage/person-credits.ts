import { createDictionary, createLimitedDictionary } from '../../base/dictionary.ts'
import { memoizePerObject } from '../../base/memoize.ts'
import { codesOf, floatsOf, upTo } from '../../base/typed-arrays.ts'
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
export const createModels = () => {
  const models = createLimitedDictionary(0x10000)
  models.add('')
  return { values: models.values, add: (id: string): number => models.add(id) ?? 0 }
}

const isKnown = (value: number | undefined): value is number => value !== undefined && Number.isFinite(value)

/** Builds the columns of days, which are in ascending order. Several entries of a user on one day are added up. */
export const toPersonCredits = (days: readonly { day: Day; entries: Iterable<Entry> }[]): PersonCredits => {
  const ids = createDictionary()
  const models = createModels()
  const built = days.map(({ entries }) => columnsOf(entries, ids.add, models.add))
  const emailOf = (date: number, at: number): string | undefined => built[date]?.emails[at] || undefined
  const columns = built.map((day) => day.columns)
  return withEmails({ days: days.map(({ day }) => day), columns, ids: ids.values, models: models.values }, emailOf)
}

/** Builds the columns of a day, and the e-mails of its entries. Reads each entry once. */
const columnsOf = (
  entries: Iterable<Entry>,
  addId: (id: string) => number,
  addModel: (id: string) => number,
): { columns: Columns; emails: (string | undefined)[] } => {
  const columns = createDayColumns()
  const emails: (string | undefined)[] = []
  for (const entry of entries) {
    let input = Number.NaN
    let output = Number.NaN
    for (const part of entry.by_model ?? []) {
      // A user's tokens are only in the entries of the user's models.
      input = plus(input, part.input_tokens)
      output = plus(output, part.output_tokens)
    }
    const at = columns.add(addId(entry.user_id ?? ''), creditsIn(entry), input, output)
    for (const part of entry.by_model ?? []) columns.addModel(at, addModel(part.model_id ?? ''), creditsIn(part))
    emails[at] = entry.user_id ? (entry.user_email ?? emails[at]) : undefined
  }
  return { columns: columns.finish(), emails }
}

/** Collects the entries of one day in columns. Several entries of a user are added up. */
export const createDayColumns = () => {
  const person: number[] = []
  const credits: number[] = []
  const input: number[] = []
  const output: number[] = []
  /** The entry of each model in the two columns after it. */
  const entryOfModel: number[] = []
  const model: number[] = []
  const modelCredits: number[] = []
  const entryOf = new Map<number, number>()
  let isAscending = true
  return {
    /** Returns the index of the person's entry. NaN is a missing number. */
    add(id: number, newCredits: number, newInput: number, newOutput: number): number {
      const at = entryOf.get(id) ?? person.push(id) - 1
      entryOf.set(id, at)
      credits[at] = plus(credits[at] ?? Number.NaN, newCredits)
      input[at] = plus(input[at] ?? Number.NaN, newInput)
      output[at] = plus(output[at] ?? Number.NaN, newOutput)
      return at
    },
    addModel(entry: number, id: number, newCredits: number): void {
      isAscending &&= entry >= (entryOfModel.at(-1) ?? 0)
      entryOfModel.push(entry)
      model.push(id)
      modelCredits.push(newCredits)
    },
    finish(): Columns {
      const order = upTo(model.length)
      // Sorting is stable, so the models of a user stay in order.
      if (!isAscending) order.sort((a, b) => (entryOfModel[a] ?? 0) - (entryOfModel[b] ?? 0))
      const modelStart = new Uint32Array(person.length + 1)
      for (const entry of entryOfModel) modelStart[entry + 1] = (modelStart[entry + 1] ?? 0) + 1
      for (let at = 0; at < person.length; at += 1)
        modelStart[at + 1] = (modelStart[at + 1] ?? 0) + (modelStart[at] ?? 0)
      return {
        person: Uint32Array.from(person),
        credits: Float64Array.from(credits),
        input: Float64Array.from(input),
        output: Float64Array.from(output),
        modelStart,
        model: codesOf(order.length, (at) => model[order[at] ?? 0] ?? 0),
        modelCredits: floatsOf(order.length, (at) => modelCredits[order[at] ?? 0] ?? 0),
      }
    },
  }
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

const creditsIn = ({ billable_tokens: credits }: Lenient<CreditsByModel>): number =>
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
