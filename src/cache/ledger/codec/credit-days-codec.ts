import type { DatabaseSync } from 'node:sqlite'
import { codesOf, indexesOf } from '../../../base/typed-arrays.ts'
import type { Day } from '../../../domain/calendar/calendar.ts'
import type { DayCredits, PersonCredits } from '../../../domain/usage/person-credits.ts'
import { DamagedError } from '../file/damaged-error.ts'
import { type Column, packColumns, unpackColumns } from './columns-codec.ts'
import { numbersOfPeople, numbersOfWords, readPeople, readWords } from './dictionary-codec.ts'
import { createRenumbering } from './renumber.ts'

/** Models that `model` of the columns can count besides the first. */
const MOST_MODELS = 0xffff

/** The columns of each day, packed with the numbers of the file's dictionaries. Call it in a transaction to write. */
export const packPersonCredits = (
  database: DatabaseSync,
  partition: number,
  people: PersonCredits,
  seenOn: Day,
): Map<Day, Uint8Array> => {
  const person = numbersOfPeople(database, partition, people, seenOn)
  const model = numbersOfWords(database, partition, people.models)
  return new Map(
    people.columns.map((columns, index) => [
      people.days[index] as Day,
      packColumns([
        indexesOf(columns.person.length, (entry) => person[columns.person[entry] as number] as number),
        columns.credits,
        columns.input,
        columns.output,
        columns.modelStart,
        indexesOf(columns.model.length, (each) => model[columns.model[each] as number] as number),
        columns.modelCredits,
      ]),
    ]),
  )
}

/** What stands for a day whose rows have no list of people. */
export const NO_PEOPLE = packColumns([])

type DayColumns = [Column, Column, Column, Column, Column, Column, Column]

const dayColumnsOf = (bytes: unknown): DayColumns | undefined => {
  const columns = unpackColumns(bytes)
  if (columns.length === 0) return undefined
  const [person, credits, input, output, starts, model, modelCredits] = columns as DayColumns
  const isWhole =
    columns.length === 7 &&
    [credits, input, output].every(({ length }) => length === person.length) &&
    starts.length === person.length + 1 &&
    starts.at(-1) === model.length &&
    modelCredits.length === model.length
  if (!isWhole) throw new DamagedError('columns do not fit together')
  return columns as DayColumns
}

/** What {@link packPersonCredits} made; `days` ascending, those without a list of people are left out. */
export const unpackPersonCredits = (
  database: DatabaseSync,
  partition: number,
  allDays: readonly [Day, unknown][],
): PersonCredits => {
  const people = createRenumbering(readPeople(database, partition), Number.POSITIVE_INFINITY)
  const models = createRenumbering(readWords(database, partition), MOST_MODELS)
  const days: Day[] = []
  const columns: DayCredits[] = []
  for (const [day, bytes] of allDays) {
    const unpacked = dayColumnsOf(bytes)
    if (!unpacked) continue
    const [person, credits, input, output, modelStart, model, modelCredits] = unpacked
    days.push(day)
    columns.push({
      person: indexesOf(person.length, (entry) => people.placeOf(person[entry] as number)),
      credits,
      input,
      output,
      modelStart,
      // The first stands for those without an id and for those that cannot be counted, of which placeOf answers -1.
      model: codesOf(model.length, (each) => models.placeOf(model[each] as number) + 1),
      modelCredits,
    })
  }
  return {
    days,
    columns,
    ids: people.used.map(({ id }) => id),
    emails: people.used.map(({ email }) => email),
    models: ['', ...models.used],
  }
}
