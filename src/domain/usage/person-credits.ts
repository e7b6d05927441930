import { createDictionary, createLimitedDictionary, type Dictionary } from '../../base/dictionary.ts'
import type { CreditsByModel, CreditsByUser } from '../../contract/credits.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { Day } from '../calendar/calendar.ts'

/** Numbers in as few bytes as hold them exactly; NaN, which only floats have, where the API left one out or sent a wrong type. */
type CreditColumn = Uint8Array | Uint16Array | Uint32Array | Float64Array

/** What people used on one day: one value an entry, which is a person. */
export type DayCredits = {
  /** Counts in `ids`. */
  person: CreditColumn
  credits: CreditColumn
  /** Raw tokens over the person's models. */
  input: CreditColumn
  output: CreditColumn
  /** Where an entry's models begin in the two columns below; one longer than the entries. */
  modelStart: CreditColumn
  /** Counts in `models`. */
  model: CreditColumn
  modelCredits: CreditColumn
  /** E-mails of entries that differ from those of their people in `emails`; undefined for an entry without one. Untrusted text. */
  otherEmails: ReadonlyMap<number, string | undefined>
}

/**
 * What each person used on each day, in columns: a large organisation has millions of these entries, and as objects they cost
 * twenty times the memory. Each day has columns of its own, which are never changed, so that ranges share them.
 */
export type PersonCredits = {
  /** Days that have such a breakdown, ascending. */
  days: readonly Day[]
  /** Of each of `days`. */
  columns: readonly DayCredits[]
  /** Ids of people; `''` stands for entries without one. Untrusted text. */
  ids: readonly string[]
  /** The newest e-mail by date of each of `ids` on `days`; undefined where there is none. Untrusted text. */
  emails: readonly (string | undefined)[]
  /** Ids of models; the first is `''`, which stands for entries without one and for those beyond 65,535. Untrusted text. */
  models: readonly string[]
}

type Entry = Lenient<CreditsByUser>

/** Ids of models; one that `model` cannot count any more is as if it had not come. */
const createModels = () => {
  const models = createLimitedDictionary(0x10000)
  models.add('')
  return { values: models.values, add: (id: string): number => models.add(id) ?? 0 }
}

/** The entries with one for each person: an id that comes again has its values added to the first. */
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

/** Columns of the days that have a breakdown, which come in ascending order. A person who came twice on a day is added up. */
export const toPersonCredits = (days: readonly { day: Day; entries: readonly Entry[] }[]): PersonCredits => {
  const ids = createDictionary()
  const models = createModels()
  const emails: (string | undefined)[] = []
  // Of each person the last day that has an entry, plus one.
  const seen: number[] = []
  /** undefined where a person came twice. */
  const columnsOf = (entries: readonly Entry[], date: number, isSure: boolean): DayCredits | undefined => {
    const columns = emptyColumns(
      entries.length,
      entries.reduce((sum, { by_model }) => sum + (by_model?.length ?? 0), 0),
    )
    const otherEmails = new Map<number, string | undefined>()
    let modelAt = 0
    for (const [at, entry] of entries.entries()) {
      const person = ids.add(entry.user_id ?? '')
      if (!isSure && seen[person] === date + 1) return undefined
      seen[person] = date + 1
      const email = (entry.user_id && entry.user_email) || undefined
      if (person === emails.length) emails.push(email)
      else if (email !== emails[person]) otherEmails.set(at, email)
      let input = Number.NaN
      let output = Number.NaN
      for (const part of entry.by_model ?? []) {
        // A person's tokens stand only in the entries of the person's models.
        input = plus(input, part.input_tokens)
        output = plus(output, part.output_tokens)
        columns.model[modelAt] = models.add(part.model_id ?? '')
        columns.modelCredits[modelAt] = creditsIn(part)
        modelAt += 1
      }
      columns.person[at] = person
      columns.credits[at] = creditsIn(entry)
      columns.input[at] = input
      columns.output[at] = output
      columns.modelStart[at + 1] = modelAt
    }
    return { ...columns, otherEmails }
  }
  return withNewestEmails({
    days: days.map(({ day }) => day),
    columns: days.map(
      ({ entries }, date) =>
        columnsOf(entries, date, false) ?? (columnsOf(onePerPerson(entries), date, true) as DayCredits),
    ),
    ids: ids.values,
    emails,
    models: models.values,
  })
}

/** The same with the newest e-mail of each person in `emails`, whatever they held; days come in ascending order. */
export const withNewestEmails = (people: PersonCredits): PersonCredits => {
  const isChanging = new Uint8Array(people.ids.length)
  for (const { person, otherEmails } of people.columns)
    for (const entry of otherEmails.keys()) isChanging[person[entry] ?? 0] = 1
  if (!isChanging.includes(1)) return people
  const emails = people.emails.map((email, person) => (isChanging[person] ? undefined : email))
  const changing = people.columns.map(({ person, otherEmails }) => {
    const found = new Map<number, string | undefined>()
    for (let entry = 0; entry < person.length; entry += 1) {
      const own = person[entry] ?? 0
      if (!isChanging[own]) continue
      const email = otherEmails.has(entry) ? otherEmails.get(entry) : people.emails[own]
      found.set(entry, email)
      emails[own] = email ?? emails[own]
    }
    return found
  })
  const columns = people.columns.map((day, date) => {
    const differs = ([entry, email]: [number, string | undefined]) => email !== emails[day.person[entry] ?? 0]
    return { ...day, otherEmails: new Map([...(changing[date] ?? [])].filter(differs)) }
  })
  return { ...people, columns, emails }
}

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

/**
 * Joins days of several parts, given in ascending order, each with the part that counts for it. Columns are shared with the parts:
 * the largest that is taken whole gives people and models their numbers, and only those of the others are counted anew.
 */
export const joinPersonCredits = (days: readonly { day: Day; people: PersonCredits }[]): PersonCredits => {
  const taken = days.flatMap(({ day, people }) => {
    const columns = people.columns[people.days.indexOf(day)]
    return columns ? [{ day, people, columns }] : []
  })
  const parts = new Map<PersonCredits, DayCredits[]>()
  for (const { people, columns } of taken) {
    const own = parts.get(people) ?? []
    own.push(columns)
    parts.set(people, own)
  }
  // Of a part that is not taken whole some people may have no entry.
  const whole = [...parts.keys()].filter((people) => parts.get(people)?.length === people.days.length)
  const [base] = whole.sort((a, b) => b.days.length - a.days.length)
  const isWhole = new Set(whole)
  const ids = createDictionary()
  const models = createModels()
  for (const id of base?.ids ?? []) ids.add(id)
  for (const model of base?.models ?? []) models.add(model)
  const emails: (string | undefined)[] = [...(base?.emails ?? [])]
  const numbers = new Map<PersonCredits, Numbers>()
  for (const [people, own] of parts) {
    const known = ids.values.length
    const person = isWhole.has(people) ? numbersOf(people.ids, ids.add) : numbersOfPeople(people, own, ids)
    const differs = new Uint8Array(person.length)
    for (let at = 0; at < person.length; at += 1) {
      const number = person[at] ?? -1
      if (number >= known) emails[number] = people.emails[at]
      else if (number >= 0 && emails[number] !== people.emails[at]) differs[at] = 1
    }
    const model = numbersOf(people.models, models.add)
    numbers.set(people, {
      person: isSame(person) ? undefined : person,
      model: isSame(model) ? undefined : model,
      differs: differs.includes(1) ? differs : undefined,
    })
  }
  return withNewestEmails({
    days: taken.map(({ day }) => day),
    columns: taken.map(({ people, columns }) => {
      const { person, model, differs } = numbers.get(people) as Numbers
      return {
        ...columns,
        ...(differs && { otherEmails: spelledEmails(columns, people.emails, differs) }),
        ...(person && { person: renumbered(columns.person, person, new Uint32Array(columns.person.length)) }),
        ...(model && { model: renumbered(columns.model, model, new Uint16Array(columns.model.length)) }),
      }
    }),
    ids: ids.values,
    emails,
    models: models.values,
  })
}

/** For each number of a part that of the joined columns; undefined: all are the same. */
type Numbers = Record<'person' | 'model', Int32Array | undefined> & {
  /** 1 for each person of the part with another e-mail than in the joined columns; undefined: all have the same. */
  differs: Uint8Array | undefined
}

/** The other e-mails of a day, and those of all entries of the people that differ. */
const spelledEmails = (
  { person, otherEmails }: DayCredits,
  emails: PersonCredits['emails'],
  differs: Uint8Array,
): Map<number, string | undefined> => {
  const spelled = new Map(otherEmails)
  for (let entry = 0; entry < person.length; entry += 1) {
    const own = person[entry] ?? 0
    if (differs[own] && !spelled.has(entry)) spelled.set(entry, emails[own])
  }
  return spelled
}

const numbersOf = (words: readonly string[], add: (word: string) => number): Int32Array => {
  const numbers = new Int32Array(words.length)
  for (let at = 0; at < numbers.length; at += 1) numbers[at] = add(words[at] ?? '')
  return numbers
}

/** Of who has no entry on these days -1. */
const numbersOfPeople = ({ ids }: PersonCredits, days: readonly DayCredits[], joined: Dictionary): Int32Array => {
  const numbers = new Int32Array(ids.length).fill(-1)
  for (const { person } of days)
    for (let entry = 0; entry < person.length; entry += 1) {
      const own = person[entry] ?? 0
      if (numbers[own] === -1) numbers[own] = joined.add(ids[own] ?? '')
    }
  return numbers
}

const renumbered = <Column extends CreditColumn>(column: CreditColumn, numbers: Int32Array, into: Column): Column => {
  for (let at = 0; at < column.length; at += 1) into[at] = numbers[column[at] ?? 0] ?? 0
  return into
}

const isSame = (numbers: Int32Array): boolean => {
  for (let at = 0; at < numbers.length; at += 1) if (numbers[at] !== at) return false
  return true
}
