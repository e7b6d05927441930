import type { DatabaseSync } from 'node:sqlite'
import type { Day } from '../../../domain/calendar/calendar.ts'
import { emptyColumns, entriesOn, type PersonCredits } from '../../../domain/usage/person-credits.ts'
import { DamagedError } from '../file/damaged-error.ts'
import { type Column, packColumns, unpackColumns } from './columns-codec.ts'
import { numbersOfPeople, numbersOfWords, readPeople, readWords } from './dictionary-codec.ts'
import { createRenumbering } from './renumber.ts'

/** Models that `model` of the columns can count besides the one without an id, which stands for all further ones too. */
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
    people.days.map((day, index) => {
      const [from, to] = entriesOn(people, index)
      const starts = people.modelStart.subarray(from, to + 1)
      const first = starts[0] ?? 0
      const last = starts[to - from] ?? first
      return [
        day,
        packColumns([
          people.person.subarray(from, to).map((each) => person[each] as number),
          people.credits.subarray(from, to),
          people.input.subarray(from, to),
          people.output.subarray(from, to),
          starts.map((start) => start - first),
          Uint32Array.from(people.model.subarray(first, last), (each) => model[each] as number),
          people.modelCredits.subarray(first, last),
        ]),
      ]
    }),
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

/** What {@link packPersonCredits} made, joined; `days` ascending, those without a list of people are left out. */
export const unpackPersonCredits = (
  database: DatabaseSync,
  partition: number,
  allDays: readonly [Day, unknown][],
): PersonCredits => {
  const days = allDays.flatMap(([day, bytes]): [Day, DayColumns][] => {
    const columns = dayColumnsOf(bytes)
    return columns ? [[day, columns]] : []
  })
  const parts = days.map(([, columns]) => columns)
  let length = 0
  let modelLength = 0
  for (const [person, , , , , model] of parts) {
    length += person.length
    modelLength += model.length
  }
  const columns = emptyColumns(length, modelLength)
  const people = createRenumbering(readPeople(database, partition), Number.POSITIVE_INFINITY)
  const models = createRenumbering(readWords(database, partition), MOST_MODELS)
  let isSpilt = false
  let at = 0
  let modelAt = 0
  parts.forEach(([person, credits, input, output, starts, model, modelCredits], index) => {
    columns.date.fill(index, at, at + person.length)
    columns.credits.set(credits, at)
    columns.input.set(input, at)
    columns.output.set(output, at)
    columns.modelCredits.set(modelCredits, modelAt)
    for (let entry = 0; entry < person.length; entry++) {
      columns.person[at + entry] = people.placeOf(person[entry] as number)
      columns.modelStart[at + entry + 1] = modelAt + (starts[entry + 1] as number)
    }
    for (let each = 0; each < model.length; each++) {
      const place = models.placeOf(model[each] as number)
      if (place < 0) isSpilt = true
      columns.model[modelAt + each] = place < 0 ? MOST_MODELS : place
    }
    at += person.length
    modelAt += model.length
  })
  return {
    ...columns,
    days: days.map(([day]) => day),
    ids: people.used.map(({ id }) => id),
    emails: people.used.map(({ email }) => email),
    models: isSpilt ? [...models.used, ''] : models.used,
  }
}
