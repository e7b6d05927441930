import { recordOf } from '../../base/json.ts'
import { codesOf, indexesOf } from '../../base/typed-arrays.ts'
import type { CreditsByUser } from '../../contract/credits.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { Day } from '../../domain/calendar/calendar.ts'
import { toCreditDays } from '../../domain/usage/credit-days.ts'
import {
  createDayColumns,
  createModels,
  type DayCredits,
  type PersonCredits,
  withNewestEmails,
} from '../../domain/usage/person-credits.ts'
import { type Column, packColumns, unpackColumns } from './codec/columns-codec.ts'
import {
  createIndexer,
  emailCodes,
  emailOfCode,
  numbersOfPeople,
  personOf,
  readPeople,
  textsIn,
} from './codec/dictionary-codec.ts'
import { packJson } from './codec/json-codec.ts'
import { CorruptError } from './file/file-fault.ts'
import type { Part } from './file/prepared.ts'

/** Maximum number of models after the first that the column `model` can encode. */
const MAX_MODELS = 0xffff

/** The packed columns of each day, with people as numbers. Must run in a write transaction. */
export const packPersonCredits = (part: Part, people: PersonCredits): Map<Day, Uint8Array> => {
  const { emails } = people
  const { numbers, firstEmails } = numbersOfPeople(part, { ...people, emailDays: emailDaysOf(people) })
  return new Map(
    people.columns.map(({ otherEmails, ...columns }, index) => {
      const persons = Array.from(columns.person)
      const emailsOfEntries = persons.map((person, at) => (otherEmails.has(at) ? otherEmails.get(at) : emails[person]))
      const texts = [...people.models]
      const first = persons.map((person) => firstEmails[person])
      const packed = packDayCredits({
        ...columns,
        person: indexesOf(persons.length, (entry) => numbers[persons[entry] as number] as number),
        email: emailCodes(emailsOfEntries, first, texts),
        texts,
      })
      return [people.days[index] as Day, packed]
    }),
  )
}

/** Like {@link packPersonCredits}, for one day with very many users, which arrive in parts. */
export const packPeopleInParts = (part: Part, day: Day, parts: Iterable<Lenient<CreditsByUser>[]>): Uint8Array => {
  const columns = createDayColumns()
  const models = createModels()
  /** E-mails by entry that differ from the person's first one. */
  const otherEmails = new Map<number, string | undefined>()
  let count = 0
  for (const by_user of parts) {
    const { people } = toCreditDays([{ date: day, by_user }])
    const own = people.columns[0] as DayCredits
    const { numbers, firstEmails } = numbersOfPeople(part, { ...people, emailDays: emailDaysOf(people) })
    for (let each = 0; each < own.person.length; each++) {
      const person = own.person[each] as number
      const [credits, input, output] = [own.credits[each], own.input[each], own.output[each]] as [
        number,
        number,
        number,
      ]
      const entry = columns.add(numbers[person] as number, credits, input, output)
      for (let at = own.modelStart[each] as number; at < (own.modelStart[each + 1] as number); at++)
        columns.addModel(
          entry,
          models.add(people.models[own.model[at] as number] ?? ''),
          own.modelCredits[at] as number,
        )
      const email = people.emails[person]
      if (email === firstEmails[person]) otherEmails.delete(entry)
      else if (email !== undefined || entry === count) otherEmails.set(entry, email)
      count = Math.max(count, entry + 1)
    }
  }
  const texts = [...models.values]
  const FIRST = ''
  const emails = Array.from({ length: count }, (_, entry) => (otherEmails.has(entry) ? otherEmails.get(entry) : FIRST))
  const email = emailCodes(emails, new Array<string>(count).fill(FIRST), texts)
  return packDayCredits({ ...columns.finish(), email, texts })
}

/** For each person, the last day on which they used their e-mail address in `emails`. */
const emailDaysOf = ({ days, columns, emails }: PersonCredits): (Day | undefined)[] => {
  const emailDays = new Array<Day | undefined>(emails.length).fill(undefined)
  columns.forEach(({ person, otherEmails }, date) => {
    person.forEach((personIndex, entry) => {
      if (emails[personIndex] !== undefined && !otherEmails.has(entry)) emailDays[personIndex] = days[date]
    })
  })
  return emailDays
}

/** The usage of one day. `person` holds numbers of people, `model` indexes `texts`, `email` is from {@link emailCodes}. */
type NumberedCredits = Omit<DayCredits, 'otherEmails'> & { email: Column; texts: readonly string[] }

const COLUMNS = ['person', 'credits', 'input', 'output', 'modelStart', 'model', 'modelCredits', 'email'] as const

/** Packs the usage of one day. Each column has the smallest type that holds its values. */
const packDayCredits = (day: NumberedCredits): Uint8Array =>
  packColumns([...COLUMNS.map((name) => day[name]), packJson(day.texts)])

/** Unpacks the output of {@link packDayCredits} as views of its bytes. Throws CorruptError. */
const unpackDayCredits = (bytes: unknown): NumberedCredits => {
  const columns = unpackColumns(bytes)
  if (columns.length !== COLUMNS.length + 1) throw new CorruptError('columns are missing')
  const day = recordOf(COLUMNS, (name) => columns[COLUMNS.indexOf(name)] as Column)
  const { person, modelStart, model, modelCredits, email } = day
  const isWhole =
    [day.credits, day.input, day.output].every(({ length }) => length === person.length) &&
    (email.length === 0 || email.length === person.length) &&
    modelStart.length === person.length + 1 &&
    modelStart.at(-1) === model.length &&
    modelCredits.length === model.length
  if (!isWhole) throw new CorruptError('columns have inconsistent lengths')
  return { ...day, texts: textsIn(columns.at(-1)) } as NumberedCredits
}

/** Unpacks the output of {@link packPersonCredits}; `allDays` in ascending order. */
export const unpackPersonCredits = (part: Part, allDays: readonly [Day, unknown][]): PersonCredits => {
  const names = readPeople(part)
  const people = createIndexer<number>()
  const models = createIndexer<string>(MAX_MODELS)
  const days: Day[] = []
  const columns: DayCredits[] = []
  for (const [day, bytes] of allDays) {
    const { email, texts, ...unpacked } = unpackDayCredits(bytes)
    const { person, model } = unpacked
    const modelPlaceOf = models.placesIn(texts)
    const otherEmails = new Map<number, string | undefined>()
    email.forEach((code, entry) => {
      if (code > 0) otherEmails.set(entry, emailOfCode(code, undefined, texts))
    })
    days.push(day)
    columns.push({
      ...unpacked,
      otherEmails,
      person: indexesOf(person.length, (entry) => people.placeOf(person[entry] as number)),
      // Code 0 stands for models without an id and for models over the limit, whose place is -1.
      model: codesOf(model.length, (each) => modelPlaceOf(model[each] as number) + 1),
    })
  }
  const known = people.used.map((number) => personOf(names, number))
  return withNewestEmails({
    days,
    columns,
    ids: known.map(({ id }) => id),
    emails: known.map(({ firstEmail }) => firstEmail),
    models: ['', ...models.used],
  })
}
