import type { DatabaseSync } from 'node:sqlite'
import { codesOf, indexesOf } from '../../../base/typed-arrays.ts'
import type { Day } from '../../../domain/calendar/calendar.ts'
import { type DayCredits, type PersonCredits, withNewestEmails } from '../../../domain/usage/person-credits.ts'
import { DamagedError } from '../file/file-fault.ts'
import { type Column, packColumns, unpackColumns } from './columns-codec.ts'
import {
  createRenumbering,
  emailCodes,
  emailOfCode,
  numbersOfPeople,
  numbersOfWords,
  readPeople,
  readWords,
} from './dictionary-codec.ts'

/** Models that `model` of the columns can count besides the first. */
const MOST_MODELS = 0xffff

/** The columns of each day, packed with the numbers of the file's dictionaries. Call it in a transaction to write. */
export const packPersonCredits = (
  database: DatabaseSync,
  partition: number,
  people: PersonCredits,
): Map<Day, Uint8Array> => {
  const { emails } = people
  const { numbers, firstEmails } = numbersOfPeople(database, partition, { ...people, emailDays: emailDaysOf(people) })
  const model = numbersOfWords(database, partition, people.models)
  return new Map(
    people.columns.map(({ otherEmails, ...columns }, index) => {
      const persons = Array.from(columns.person)
      const emailsOfEntries = persons.map((person, at) => (otherEmails.has(at) ? otherEmails.get(at) : emails[person]))
      const first = persons.map((person) => firstEmails[person])
      const packed = packDayCredits({
        ...columns,
        person: indexesOf(persons.length, (entry) => numbers[persons[entry] as number] as number),
        model: indexesOf(columns.model.length, (each) => model[columns.model[each] as number] as number),
        email: emailCodes(database, partition, emailsOfEntries, first),
      })
      return [people.days[index] as Day, packed]
    }),
  )
}

/** The last day on which each person has the e-mail of `emails`. */
const emailDaysOf = ({ days, columns, emails }: PersonCredits): (Day | undefined)[] => {
  const emailDays = new Array<Day | undefined>(emails.length).fill(undefined)
  columns.forEach(({ person, otherEmails }, date) => {
    person.forEach((own, entry) => {
      if (emails[own] !== undefined && !otherEmails.has(entry)) emailDays[own] = days[date]
    })
  })
  return emailDays
}

/** What people used on one day with numbers of the file's dictionaries. `email`: see {@link emailCodes}. */
type NumberedCredits = Omit<DayCredits, 'otherEmails'> & { email?: Column }

/** What people used on one day as bytes, each column in the smallest type that holds it. */
const packDayCredits = (day: NumberedCredits): Uint8Array =>
  packColumns([
    day.person,
    day.credits,
    day.input,
    day.output,
    day.modelStart,
    day.model,
    day.modelCredits,
    day.email ?? [],
  ])

/** What {@link packDayCredits} made, as views of its bytes. Throws DamagedError. */
const unpackDayCredits = (bytes: unknown): NumberedCredits => {
  const columns = unpackColumns(bytes)
  const [person, credits, input, output, modelStart, model, modelCredits, email] = columns
  const isWhole =
    columns.length === 8 &&
    [credits, input, output].every((column) => column?.length === person?.length) &&
    (email?.length === 0 || email?.length === person?.length) &&
    modelStart?.length === (person?.length ?? 0) + 1 &&
    modelStart?.at(-1) === model?.length &&
    modelCredits?.length === model?.length
  if (!isWhole) throw new DamagedError('columns do not fit together')
  return { person, credits, input, output, modelStart, model, modelCredits, email } as NumberedCredits
}

/** What {@link packPersonCredits} made; `days` ascending. */
export const unpackPersonCredits = (
  database: DatabaseSync,
  partition: number,
  allDays: readonly [Day, unknown][],
): PersonCredits => {
  const people = createRenumbering(readPeople(database, partition))
  const words = readWords(database, partition)
  const models = createRenumbering(words, MOST_MODELS)
  const days: Day[] = []
  const columns: DayCredits[] = []
  for (const [day, bytes] of allDays) {
    const { email, ...own } = unpackDayCredits(bytes)
    const { person, model } = own
    const otherEmails = new Map<number, string | undefined>()
    email?.forEach((code, entry) => {
      if (code > 0) otherEmails.set(entry, emailOfCode(code, undefined, words))
    })
    days.push(day)
    columns.push({
      ...own,
      otherEmails,
      person: indexesOf(person.length, (entry) => people.placeOf(person[entry] as number)),
      // The first stands for those without an id and for those that cannot be counted, of which placeOf answers -1.
      model: codesOf(model.length, (each) => models.placeOf(model[each] as number) + 1),
    })
  }
  return withNewestEmails({
    days,
    columns,
    ids: people.used.map(({ id }) => id),
    emails: people.used.map(({ firstEmail }) => firstEmail),
    models: ['', ...models.used],
  })
}
