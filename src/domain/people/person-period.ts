import { memoize, once } from '../../base/memoize.ts'
import { daysOf, type Range } from '../calendar/calendar.ts'
import type { People } from './people.ts'
import { fields, PERSON_WORDS, type PersonWord, SUM_FIELDS, type SumField } from './people-fields.ts'
import { createEdges, createLargest, type PersonEdges, type PersonLargest } from './person-edges.ts'
import type { PersonFigure } from './person-figure.ts'
import { addedSums, createCounts, createMeans, createSums, type PersonSums } from './person-sums.ts'
import { createPersonWords, type PersonWords, wordsOfColumn, wordsOfLists } from './person-words.ts'

/**
 * The rows of a range by person, and what is summed up of them: each figure for all people when it is first asked for. From then
 * on it grows with the rows, so that a page costs as much beside 20,000 people as beside nobody.
 */
export type Period = {
  range: Range
  /** How far a row's day is from the first of the range, by the day's number; -1 outside of it. */
  readonly offsets: Int32Array
  /** Of each day of the range whether anybody has a row of it. */
  readonly known: readonly boolean[]
  /** How many rows of the period a person has. */
  rowCount(person: number): number
  /** The row numbers of a person in the period, in the order they arrived. */
  rowsOf(person: number): Uint32Array
  sums(field: SumField): PersonSums
  words(of: PersonWord | 'languages'): PersonWords
  edges(): PersonEdges
  /** Of the credits of single days. */
  largest(): PersonLargest
}

type KeptPeriod = Period & {
  /** Takes in what has come since. */
  keepUp(): void
  /** Asks for every figure. */
  askAll(): void
  /** The rows that were taken in are gone: the next one to come has the number 0 again. */
  letGo(): void
}

/** Ranges that figures of the same people are kept of. */
const MOST_RANGES = 8

const kept = new WeakMap<People, Map<string, KeptPeriod>>()

const keptPeriod = (people: People, range: Range): KeptPeriod => {
  const periods = kept.get(people) ?? new Map<string, KeptPeriod>()
  kept.set(people, periods)
  const key = `${range.from} ${range.to}`
  const known = periods.get(key)
  if (known) return known
  if (periods.size >= MOST_RANGES) periods.clear()
  const period = createPeriod(people, range)
  periods.set(key, period)
  return period
}

/** A range of people's rows, the figures of which are those of all rows that there are now. */
export const periodOf = (people: People, range: Range): Period => {
  const period = keptPeriod(people, range)
  period.keepUp()
  return period
}

/** Sums up what has come since, in all ranges that were asked for. */
export const keepUp = (people: People): void => {
  for (const period of kept.get(people)?.values() ?? []) period.keepUp()
}

/** Asks for every figure of these ranges: before there are rows that takes no time, and {@link keepUp} keeps them. */
export const askFigures = (people: People, ranges: readonly Range[]): void => {
  for (const range of ranges) keptPeriod(people, range).askAll()
}

/**
 * Sums up what has come and lets go of the rows: the figures that were asked for go on without them. A day of a person that comes
 * again after that counts again, and nothing is known of single days any more.
 */
export const foldRows = (people: People): void => {
  keepUp(people)
  people.forgetRows()
  for (const period of kept.get(people)?.values() ?? []) period.letGo()
}

const createPeriod = (people: People, range: Range): KeptPeriod => {
  const byDay = new Map(daysOf(range).map((day, offset) => [day, offset]))
  const known: boolean[] = []
  const figures: PersonFigure[] = []
  let offsets = new Int32Array(0)
  let [taken, replacedTaken] = [0, 0]
  /** Figures are asked for one after the other; what each of them reads need not be kept from one key to the next. */
  let rowsTaken: WeakRef<Uint32Array> | undefined

  const offsetOf = (row: number): number => offsets[people.day[row] ?? -1] ?? -1
  // In one loop of its own: asked for by each figure, it would take longer than summing does.
  const rowsBetween = (from: number, to: number): Uint32Array => {
    const { day } = people
    const rows = new Uint32Array(to - from)
    let length = 0
    for (let row = from; row < to; row++) if ((offsets[day[row] ?? 0] ?? -1) >= 0) rows[length++] = row
    return rows.subarray(0, length)
  }
  /** The rows of a person that were taken in. */
  const rowsOf = (person: number): Uint32Array => {
    const rows = new Uint32Array(counts.value(person))
    let at = 0
    for (let row = people.firstRow[person] ?? 0; row > 0 && at < rows.length; row = people.nextRow[row - 1] ?? 0)
      if (offsetOf(row - 1) >= 0) rows[at++] = row - 1
    return rows
  }
  const follow = <Figure extends PersonFigure>(figure: Figure): Figure => {
    const rows = rowsTaken?.deref() ?? rowsBetween(0, taken)
    rowsTaken = new WeakRef(rows)
    figure.add(rows)
    figures.push(figure)
    return figure
  }
  const counts = follow(createCounts(people))
  const sums = memoize((name: SumField): PersonSums => {
    const field = fields[name]
    switch (field.summed) {
      case 'added':
        return follow(createSums(people, field.member, counts.value))
      case 'mean':
        return follow(createMeans(people, field.member, field.weight, counts.value))
      case 'together':
        return addedSums(sums(field.parts[0]), sums(field.parts[1]))
      case 'counted':
        return counts
    }
  })
  const words = memoize((of: PersonWord | 'languages') =>
    follow(
      createPersonWords(people, () => (of === 'languages' ? wordsOfLists(people) : wordsOfColumn(people.codes[of]))),
    ),
  )
  const edges = once(() => follow(createEdges(people, offsetOf)))
  const largest = once(() => follow(createLargest(people, 'billable_tokens')))

  return {
    range,
    get offsets() {
      return offsets
    },
    known,
    rowCount: counts.value,
    rowsOf,
    sums,
    words,
    edges,
    largest,
    askAll() {
      for (const field of SUM_FIELDS) sums(field)
      for (const of of [...PERSON_WORDS, 'languages'] as const) words(of)
      edges()
      largest()
    },
    keepUp() {
      if (offsets.length < people.days.length) offsets = Int32Array.from(people.days, (day) => byDay.get(day) ?? -1)
      const again = new Set(people.replaced.slice(replacedTaken))
      replacedTaken = people.replaced.length
      for (const person of again) {
        const own = rowsOf(person)
        for (const figure of figures) {
          figure.clear(person)
          figure.add(own)
        }
      }
      if (taken === people.length) return
      const rows = rowsBetween(taken, people.length)
      rowsTaken = taken === 0 ? new WeakRef(rows) : undefined
      taken = people.length
      const { day } = people
      for (let at = 0; at < rows.length; at++) known[offsets[day[rows[at] ?? 0] ?? 0] ?? 0] = true
      for (const figure of figures) figure.add(rows)
    },
    letGo() {
      taken = 0
      replacedTaken = 0
      rowsTaken = undefined
    },
  }
}
