import { createDictionary, createLimitedDictionary } from '../../base/dictionary.ts'
import type { CreditsByModel, CreditsByUser } from '../../contract/credits.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { Day } from '../calendar/calendar.ts'

/**
 * What each person used on each day, in columns: a large organisation has half a million of these entries, and as objects
 * they cost twenty times the memory. Numbers that the API left out or sent in a wrong type are NaN.
 */
export type PersonCredits = {
  /** Days that have such a breakdown, ascending. `date` counts in these. */
  days: readonly Day[]
  /** Ids of people; `''` stands for entries without one. `person` counts in these. Untrusted text. */
  ids: readonly string[]
  /** The last e-mail seen of each of `ids`; undefined where there is none. Untrusted text. */
  emails: readonly (string | undefined)[]
  /** Ids of models; the first is `''`, which stands for entries without one. `model` counts in these. Untrusted text. */
  models: readonly string[]
  /** One value an entry, which is a person on a day; entries of a day stand together, days ascending. */
  date: Uint16Array
  person: Uint32Array
  credits: Float64Array
  /** Raw tokens over the person's models. */
  input: Float64Array
  output: Float64Array
  /** Where an entry's models begin in the three columns below; one longer than the entries. */
  modelStart: Uint32Array
  model: Uint16Array
  modelCredits: Float64Array
}

type Entry = Lenient<CreditsByUser>

/** As many days as `date` can count. */
export const MOST_CREDIT_DAYS = 0x10000

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
  let length = 0
  let modelLength = 0
  for (const { entries } of days) {
    length += entries.length
    for (const { by_model } of entries) modelLength += by_model?.length ?? 0
  }
  const people = emptyColumns(length, modelLength)
  const ids = createDictionary()
  const models = createModels()
  const emails: (string | undefined)[] = []
  // The last day that each person has an entry of, plus one.
  const seen = new Uint32Array(length)
  let at = 0
  /** Writes the entries of a day from `at` on; false where a person came twice. */
  const fill = (entries: readonly Entry[], date: number, isSure: boolean): boolean => {
    let modelAt = people.modelStart[at] ?? 0
    for (const entry of entries) {
      const person = ids.add(entry.user_id ?? '')
      if (!isSure && seen[person] === date + 1) return false
      seen[person] = date + 1
      emails[person] = entry.user_email ?? emails[person]
      let input = Number.NaN
      let output = Number.NaN
      for (const part of entry.by_model ?? []) {
        // A person's tokens stand only in the entries of the person's models.
        input = plus(input, part.input_tokens)
        output = plus(output, part.output_tokens)
        people.model[modelAt] = models.add(part.model_id ?? '')
        people.modelCredits[modelAt] = creditsIn(part)
        modelAt += 1
      }
      people.date[at] = date
      people.person[at] = person
      people.credits[at] = creditsIn(entry)
      people.input[at] = input
      people.output[at] = output
      at += 1
      people.modelStart[at] = modelAt
    }
    return true
  }
  days.forEach(({ entries }, date) => {
    const start = at
    if (fill(entries, date, false)) return
    at = start
    fill(onePerPerson(entries), date, true)
  })
  return {
    ...(at < length ? firstOf(people, at) : people),
    days: days.map(({ day }) => day),
    ids: ids.values,
    emails,
    models: models.values,
  }
}

/** The columns without what was kept free for entries that were added to others. Every model still has its place. */
const firstOf = (columns: ReturnType<typeof emptyColumns>, length: number): ReturnType<typeof emptyColumns> => ({
  ...columns,
  date: columns.date.slice(0, length),
  person: columns.person.slice(0, length),
  credits: columns.credits.slice(0, length),
  input: columns.input.slice(0, length),
  output: columns.output.slice(0, length),
  modelStart: columns.modelStart.slice(0, length + 1),
})

const creditsIn = ({ billable_tokens: credits }: Lenient<CreditsByModel> | Entry): number =>
  isKnown(credits) ? credits : Number.NaN

const plus = (sum: number, value: number | undefined): number =>
  isKnown(value) ? (Number.isNaN(sum) ? value : sum + value) : sum

/** Columns of so many entries, all zero, with so many places for their models. */
export const emptyColumns = (length: number, modelLength: number) => ({
  date: new Uint16Array(length),
  person: new Uint32Array(length),
  credits: new Float64Array(length),
  input: new Float64Array(length),
  output: new Float64Array(length),
  modelStart: new Uint32Array(length + 1),
  model: new Uint16Array(modelLength),
  modelCredits: new Float64Array(modelLength),
})

/** Where the entries of a day begin and end, the end not included; `date` counts in `days` of the columns. */
export const entriesOn = ({ date }: Pick<PersonCredits, 'date'>, day: number): [start: number, end: number] => [
  lowerBound(date, day),
  lowerBound(date, day + 1),
]

/** The first place in ascending values that holds `least` or more. */
const lowerBound = (values: Uint16Array, least: number): number => {
  let low = 0
  let high = values.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((values[middle] ?? 0) < least) low = middle + 1
    else high = middle
  }
  return low
}

/** Numbers of a part's dictionary in the joined one, found when they are first needed; -1 until then. */
type Places = { person: Int32Array; model: Int32Array; dates: ReadonlyMap<Day, number> }

/** Joins days of several parts, given in ascending order, each with the part that counts for it. */
export const joinPersonCredits = (days: readonly { day: Day; people: PersonCredits }[]): PersonCredits => {
  const placesOf = new Map<PersonCredits, Places>()
  for (const { people } of days) if (!placesOf.has(people)) placesOf.set(people, noPlaces(people))
  const taken = days.flatMap(({ day, people }) => {
    const places = placesOf.get(people)
    const date = places?.dates.get(day)
    if (!places || date === undefined) return []
    const [start, end] = entriesOn(people, date)
    return [{ day, people, places, start, end }]
  })
  const modelsOf = ({ people, start, end }: (typeof taken)[number]) =>
    (people.modelStart[end] ?? 0) - (people.modelStart[start] ?? 0)
  const columns = emptyColumns(
    taken.reduce((sum, { start, end }) => sum + end - start, 0),
    taken.reduce((sum, one) => sum + modelsOf(one), 0),
  )
  const ids = createDictionary()
  const models = createModels()
  const emails: (string | undefined)[] = []
  let at = 0
  let modelAt = 0
  taken.forEach(({ people, places, start, end }, date) => {
    const modelFrom = people.modelStart[start] ?? 0
    const modelTo = people.modelStart[end] ?? 0
    columns.date.fill(date, at, at + end - start)
    columns.credits.set(people.credits.subarray(start, end), at)
    columns.input.set(people.input.subarray(start, end), at)
    columns.output.set(people.output.subarray(start, end), at)
    columns.modelCredits.set(people.modelCredits.subarray(modelFrom, modelTo), modelAt)
    for (let entry = start; entry < end; entry += 1) {
      const own = people.person[entry] ?? 0
      const person = placeOf(own, places.person, people.ids, ids)
      // Days ascend, so that the e-mail of the last part that knows the person stays.
      emails[person] = people.emails[own] ?? emails[person]
      columns.person[at] = person
      at += 1
      columns.modelStart[at] = modelAt + (people.modelStart[entry + 1] ?? 0) - modelFrom
    }
    for (let part = modelFrom; part < modelTo; part += 1) {
      columns.model[modelAt] = placeOf(people.model[part] ?? 0, places.model, people.models, models)
      modelAt += 1
    }
  })
  return { ...columns, days: taken.map(({ day }) => day), ids: ids.values, emails, models: models.values }
}

const noPlaces = ({ days, ids, models }: PersonCredits): Places => ({
  person: new Int32Array(ids.length).fill(-1),
  model: new Int32Array(models.length).fill(-1),
  dates: new Map(days.map((day, index) => [day, index])),
})

const placeOf = (
  own: number,
  places: Int32Array,
  words: readonly string[],
  joined: { add: (word: string) => number },
): number => {
  const known = places[own] ?? -1
  if (known >= 0) return known
  const place = joined.add(words[own] ?? '')
  places[own] = place
  return place
}
