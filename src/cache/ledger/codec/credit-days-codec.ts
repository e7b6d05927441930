import type { DatabaseSync } from 'node:sqlite'
import { codesOf, indexesOf } from '../../../base/typed-arrays.ts'
import type { Day } from '../../../domain/calendar/calendar.ts'
import type { DayCredits, PersonCredits } from '../../../domain/usage/person-credits.ts'
import { DamagedError } from '../file/damaged-error.ts'
import { packColumns, unpackColumns } from './columns-codec.ts'
import { createRenumbering, numbersOfPeople, numbersOfWords, readPeople, readWords } from './dictionary-codec.ts'

/** Models that `model` of the columns can count besides the first. */
const MOST_MODELS = 0xffff

/** The columns of each day, packed with the numbers of the file's dictionaries. Call it in a transaction to write. */
export const packPersonCredits = (
  database: DatabaseSync,
  partition: number,
  people: PersonCredits,
): Map<Day, Uint8Array> => {
  const person = numbersOfPeople(database, partition, people)
  const model = numbersOfWords(database, partition, people.models)
  return new Map(
    people.columns.map((columns, index) => [
      people.days[index] as Day,
      packDayCredits({
        ...columns,
        person: indexesOf(columns.person.length, (entry) => person[columns.person[entry] as number] as number),
        model: indexesOf(columns.model.length, (each) => model[columns.model[each] as number] as number),
      }),
    ]),
  )
}

/** What stands for a day whose rows have no list of people. */
export const NO_PEOPLE = packColumns([])

/** What people used on one day as bytes, each column in the smallest type that holds it. */
export const packDayCredits = (day: DayCredits): Uint8Array =>
  packColumns([day.person, day.credits, day.input, day.output, day.modelStart, day.model, day.modelCredits])

/** What {@link packDayCredits} made, as views of its bytes; undefined for {@link NO_PEOPLE}. Throws DamagedError. */
export const unpackDayCredits = (bytes: unknown): DayCredits | undefined => {
  const columns = unpackColumns(bytes)
  if (columns.length === 0) return undefined
  const [person, credits, input, output, modelStart, model, modelCredits] = columns
  const isWhole =
    columns.length === 7 &&
    [credits, input, output].every((column) => column?.length === person?.length) &&
    modelStart?.length === (person?.length ?? 0) + 1 &&
    modelStart?.at(-1) === model?.length &&
    modelCredits?.length === model?.length
  if (!isWhole) throw new DamagedError('columns do not fit together')
  return { person, credits, input, output, modelStart, model, modelCredits } as DayCredits
}

/** What {@link packPersonCredits} made; `days` ascending, those without a list of people are left out. */
export const unpackPersonCredits = (
  database: DatabaseSync,
  partition: number,
  allDays: readonly [Day, unknown][],
): PersonCredits => {
  const people = createRenumbering(readPeople(database, partition))
  const models = createRenumbering(readWords(database, partition), MOST_MODELS)
  const days: Day[] = []
  const columns: DayCredits[] = []
  for (const [day, bytes] of allDays) {
    const own = unpackDayCredits(bytes)
    if (!own) continue
    const { person, model } = own
    days.push(day)
    columns.push({
      ...own,
      person: indexesOf(person.length, (entry) => people.placeOf(person[entry] as number)),
      // The first stands for those without an id and for those that cannot be counted, of which placeOf answers -1.
      model: codesOf(model.length, (each) => models.placeOf(model[each] as number) + 1),
    })
  }
  return {
    days,
    columns,
    ids: people.used.map(({ id }) => id),
    emails: people.used.map(({ email }) => email),
    emailDays: people.used.map(({ email, emailDay }) => (email === undefined ? undefined : emailDay)),
    models: ['', ...models.used],
  }
}
