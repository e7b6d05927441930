import { memoize, once } from '../../base/memoize.ts'
import { codesOf, floatsOf, indexesOf, indexesWhere, stableOrder } from '../../base/typed-arrays.ts'
import { type Day, daysBetween, lengthOf, type Range } from '../calendar/calendar.ts'
import { dayNumber } from '../calendar/day-number.ts'
import { type Delta, delta } from '../text/delta.ts'
import type { PersonCredits } from '../usage/credit-days.ts'
import { joinSums, type Sum } from '../usage/measure-figures.ts'
import {
  fields,
  isSumField,
  type NumberField,
  type RowWordField,
  rowWordOf,
  type SumField,
  type WordField,
} from './field-table.ts'
import { modelColumns } from './model-credits.ts'
import type { People } from './people.ts'
import type { PeopleList, WordColumn } from './people-list.ts'
import { NO_USER, NO_WORD } from './person-days.ts'
import { namesOf } from './person-names.ts'
import { type Period, type PersonSums, periodOf, valuesOf } from './person-period.ts'

export type LeaderboardOptions = {
  range: Range
  /** The period to compare with: its rows must be loaded too. No deltas and no movement when left out. */
  previous?: Range | undefined
  /** The organisation's credits over the range, which shares are parts of. @default the sum over the loaded rows */
  total?: number | undefined
  /** Privacy mode: names and ids are pseudonyms made with this salt. */
  salt?: string | undefined
  /** Who used how much of which model, where that is known. */
  credits?: PersonCredits | undefined
  /** Days that are not held for everybody. @default none */
  unheld?: readonly Range[] | undefined
  /** Who stopped, by their own ids, where that is known: they have an entry without a row too. */
  stopped?: ReadonlySet<string> | undefined
}

/**
 * People over a range, one entry each: those with a row in it or in the period before, and those who stopped. A field is computed
 * for all people when it is first read. Rows that arrive later need another leaderboard.
 */
export type Leaderboard = ReturnType<typeof leaderboardOf>

const STATES: readonly string[] = fields.state.values
const YES_OR_NO: readonly string[] = fields.stopped.values

/** Sums people up over a range. Rows outside of the range and of the period before are left alone. */
export const leaderboardOf = (people: People, options: LeaderboardOptions) => {
  const { range, previous, total, credits } = options
  const board = entriesOf(people, options)
  const { names, now, before, person, length, entryOfPerson } = board
  const sums = sumsOf(board)
  const ranksBy = ranksOf(board)
  const numberIn = memoize((field: NumberField) => numbersOf(board, sums, ranksBy, total)(field))
  const { countedWords, ...words } = wordsOf(board)
  return {
    kind: 'people',
    people,
    names,
    range,
    previous,
    /** The days of the range, which series have a value for. */
    days: now.days,
    length,
    /** Entries that are a user, which the rows without a user are not: these have sums and a share, and no rank. */
    users: board.users,
    /** Users with a row in the range. */
    active: board.active,
    /** Whether an entry has a row in the range. */
    isActive: board.isActive,
    /** Users with rows in the period before alone. */
    gone: board.gone,
    person,
    numbers: memoize((field: NumberField): Float64Array => floatsOf(length, numberIn(field))),
    /** An entry's number in {@link PeopleList.numbers}, without those of all others; NaN where it is not known. */
    numberAt: (field: NumberField, entry: number): number => numberIn(field)(entry),
    ...words,
    inOrderOfNames: once(() => {
      const entries = indexesOf(names.order.length, (place) => entryOfPerson(names.order[place]) ?? length)
      return indexesWhere(entries, (entry) => entry < length)
    }),
    ...modelColumns({
      people,
      range,
      credits,
      person,
      hasWord: (field) => (entry, isWanted) => countedWords(field).has(person[entry] ?? 0, isWanted),
    }),
    /** Of a person's id, or of the pseudonym in privacy mode; undefined for one who has no entry. */
    entryOf: (id: string): number | undefined => entryOfPerson(names.personOf(id)),
    /** The same for the number of a person. */
    entryOfPerson,
    nameAt: (entry: number) => names.nameOf(person[entry] ?? -1),
    idAt: (entry: number) => names.idOf(person[entry] ?? -1),
    ...sums,
    /** What shares are parts of: the organisation's credits, or where these are not known, those of the people here. */
    shareOf: total === undefined ? ('these rows' as const) : ('all credits' as const),
    /** One value a day of the range: 0 on days of others, undefined on days without any row or without the value. */
    seriesAt: (field: SumField, entry: number) => seriesOf(board, now, field, entry),
    /** The same over the period before, from its first day on; undefined when there is none. */
    seriesBeforeAt: (field: SumField, entry: number) => before && seriesOf(board, before, field, entry),
    /** The largest credits of a person on a day of the range; 0 for none. */
    largestDay: now.largest,
    /** Ranks by a field, the largest first, among those with a row in the range; kept. */
    ranksBy,
    /** The numbers of all rows in the range. */
    rows: now.rows,
    /** The row numbers of an entry by the days of the range; undefined on days without a row. */
    rowsAt: (entry: number) => now.rowsOf(person[entry] ?? -1),
  } satisfies PeopleList & Record<string, unknown>
}

type Board = ReturnType<typeof entriesOf>

const NO_ENTRY = -1

/** The people of either period and those who stopped, in the order they were seen, and how many have a row in which period. */
const entriesOf = (people: People, { range, previous, salt, unheld, stopped }: LeaderboardOptions) => {
  const { ids } = people
  const now = periodOf(people, range, unheld)
  const previousPeriod = previous && periodOf(people, previous, unheld)
  // Compared with days of which nobody has a row, everybody would be new; without a row in the range, everybody gone.
  const before = previousPeriod?.known.some(Boolean) ? previousPeriod : undefined
  const isKnown = now.known.some(Boolean)
  const hasStopped = (own: number): boolean => stopped?.has(ids[own] ?? '') ?? false
  const person = new Uint32Array(ids.length)
  const byPerson = new Int32Array(ids.length).fill(NO_ENTRY)
  const counts = { length: 0, users: 0, active: 0, gone: 0 }
  for (let own = 0; own < ids.length; own++) {
    const isActive = now.rowCount(own) > 0
    const isGone = !isActive && before !== undefined && before.rowCount(own) > 0
    if (!isActive && !isGone && !hasStopped(own)) continue
    if (ids[own] !== NO_USER) {
      counts.users++
      if (isActive) counts.active++
      if (isGone && isKnown) counts.gone++
    }
    byPerson[own] = counts.length
    person[counts.length++] = own
  }
  return {
    ...counts,
    people,
    names: namesOf(people, salt),
    range,
    previous,
    now,
    before,
    isKnown,
    person: person.slice(0, counts.length),
    entryOfPerson: (own = -1): number | undefined => (byPerson[own] === NO_ENTRY ? undefined : byPerson[own]),
    isUser: (entry: number): boolean => ids[person[entry] ?? -1] !== NO_USER,
    isActive: (entry: number): boolean => now.rowCount(person[entry] ?? 0) > 0,
    wasActive: (entry: number): boolean => before !== undefined && before.rowCount(person[entry] ?? 0) > 0,
    /** Undefined where it is not known who stopped. */
    stoppedAt: (entry: number): boolean | undefined => stopped && hasStopped(person[entry] ?? -1),
  }
}

const sumsOf = ({ range, previous, now, before, isKnown, person }: Board) => {
  const sumIn = (period: Period, field: SumField, entry: number): Sum => {
    const own = person[entry] ?? -1
    const sums = period.sums(field)
    const value = sums.value(own)
    return { value: Number.isNaN(value) ? undefined : value, missing: sums.missing(own) + period.unloaded(own).length }
  }
  const unknown: Sum = { value: undefined, missing: lengthOf(range) }
  const sumAt = (field: SumField, entry: number): Sum => (isKnown ? sumIn(now, field, entry) : unknown)
  return {
    /**
     * Over the range. `autonomy` is the mean of the days' ratios, each as heavy as the person's messages of the day (the ratio is
     * calls per message); without messages each day counts the same. Of a person without rows, a sum is 0, and unknown where
     * nobody has a row. Days that are not loaded of the person count as missing.
     */
    sumAt,
    /** The same over the period before; undefined when there is none. */
    beforeAt: (field: SumField, entry: number): Sum | undefined =>
      before ? sumIn(before, field, entry) : previous && { value: undefined, missing: lengthOf(previous) },
    /** Undefined when there is no period before. */
    deltaAt: (field: SumField, entry: number, { ascii = false }: { ascii?: boolean } = {}): Delta | undefined =>
      before && delta(sumAt(field, entry).value, sumIn(before, field, entry).value, { ascii }),
    /** The credits of all entries. */
    totalCredits: once((): Sum => {
      if (!isKnown) return unknown
      return Array.from(person, (_, entry) => sumAt('credits', entry)).reduce(joinSums, {
        value: undefined,
        missing: 0,
      })
    }),
    /** Days of the range that are not loaded of the entry's person: every sum is without them. */
    unloadedAt: (entry: number): readonly Day[] => now.unloaded(person[entry] ?? -1),
  }
}

/** Reads a field of one entry; NaN where it is not known. */
const numbersOf =
  (
    { range, previous, now, before, isKnown, person }: Board,
    { sumAt, totalCredits }: ReturnType<typeof sumsOf>,
    ranksBy: ReturnType<typeof ranksOf>,
    total: number | undefined,
  ) =>
  (field: NumberField): ((entry: number) => number) => {
    if (isSumField(field)) {
      const { value } = now.sums(field)
      return (entry) => (isKnown ? value(person[entry] ?? -1) : Number.NaN)
    }
    const creditsBefore = before?.sums('credits').value
    const creditsOf = (entry: number): number => sumAt('credits', entry).value ?? Number.NaN
    const earlierOf = (entry: number): number => creditsBefore?.(person[entry] ?? -1) ?? Number.NaN
    switch (field) {
      case 'share': {
        const whole = total ?? totalCredits().value ?? 0
        return (entry) => (whole > 0 ? creditsOf(entry) / whole : Number.NaN)
      }
      case 'change':
        return (entry) => creditsOf(entry) - earlierOf(entry)
      case 'delta':
        return (entry) => fractionOf(creditsOf(entry), earlierOf(entry))
      case 'rank':
      case 'move': {
        const places = ranksBy('credits')[field === 'rank' ? 'ranks' : 'moves']
        return (entry) => places[entry] ?? Number.NaN
      }
      case 'first':
      case 'last': {
        const from = dayNumber(range.from)
        return (entry) => from + now[field](person[entry] ?? -1)
      }
      case 'idle': {
        const sinceBefore = previous ? daysBetween(previous.from, range.to) : Number.NaN
        return (entry) => {
          if (!isKnown) return Number.NaN
          const own = person[entry] ?? -1
          const offset = now.last(own)
          return Number.isNaN(offset) ? sinceBefore - (before?.last(own) ?? Number.NaN) : lengthOf(range) - 1 - offset
        }
      }
      default:
        throw new RangeError(`people summed over a range have no ${field}`)
    }
  }

const wordsOf = ({ people, now, before, isKnown, person, length, isUser, isActive, wasActive, stoppedAt }: Board) => {
  const stateOf = (entry: number): number => {
    if (!isKnown || !isUser(entry)) return NO_WORD
    if (!isActive(entry)) return wasActive(entry) ? STATES.indexOf('gone') : NO_WORD
    return before ? STATES.indexOf(wasActive(entry) ? 'stayed' : 'new') : NO_WORD
  }
  const stoppedOf = (entry: number): number => {
    const stopped = stoppedAt(entry)
    return stopped === undefined ? NO_WORD : YES_OR_NO.indexOf(stopped ? 'yes' : 'no')
  }
  const countedWords = (field: Exclude<WordField, 'state' | 'stopped'>) =>
    now.words(field === 'lang' ? 'languages' : rowWordOf(field))
  /** The words of a field, and which of them an entry has. */
  const readerOf = (field: WordField): [words: readonly string[], codeOf: (entry: number) => number] => {
    if (field === 'state') return [STATES, stateOf]
    if (field === 'stopped') return [YES_OR_NO, stoppedOf]
    return [people.words, (entry) => countedWords(field).main(person[entry] ?? -1)]
  }
  return {
    countedWords,
    words: memoize((field: WordField): WordColumn => {
      const [words, codeOf] = readerOf(field)
      return { codes: codesOf(length, codeOf), words }
    }),
    /** The word of a person, the one of most days: see {@link wordsByPerson}. Undefined where there is none. Untrusted text. */
    wordAt(field: WordField, entry: number): string | undefined {
      const [words, codeOf] = readerOf(field)
      return words[codeOf(entry)]
    },
    /** Words of the range with the days that have each, most days first. Untrusted text. */
    wordsAt: (field: RowWordField | 'lang', entry: number) => countedWords(field).all(person[entry] ?? -1),
  }
}

const seriesOf = (
  { people, person }: Board,
  period: Period,
  field: SumField,
  entry: number,
): (number | undefined)[] => {
  const own = person[entry] ?? 0
  const missing = period.unloaded(own)
  const read = valuesOf(people, field)
  const rows = period.rowsOf(own)
  return period.days.map((day, offset) => {
    const row = rows[offset]
    if (row === undefined) return period.known[offset] && !missing.includes(day) ? 0 : undefined
    const value = read(row)
    return Number.isNaN(value) ? undefined : value
  })
}

/** Ranks by a field over the range and over the period before, of users with a row in it. */
const ranksOf = ({ now, before, person, length, isUser, isActive, wasActive }: Board) => {
  const placesIn = ({ value }: PersonSums, counts: (entry: number) => boolean): Float64Array =>
    placesOf(floatsOf(length, (entry) => (counts(entry) && isUser(entry) ? value(person[entry] ?? 0) : Number.NaN)))
  return memoize((field: SumField) => {
    const ranks = placesIn(now.sums(field), isActive)
    const earlier = before && placesIn(before.sums(field), wasActive)
    return {
      /** From 1, by entry; equals share one and those behind are counted on, as in 1, 2, 2, 4. NaN without a value or a row. */
      ranks,
      /** Ranks gained since the period before, by entry; NaN where one of the two is not known. */
      moves: floatsOf(length, (entry) => (earlier?.[entry] ?? Number.NaN) - (ranks[entry] ?? Number.NaN)),
    }
  })
}

const placesOf = (values: Float64Array): Float64Array => {
  const places = new Float64Array(values.length).fill(Number.NaN)
  const order = stableOrder(values, true)
  let place = 1
  for (let at = 0; at < order.length; at++) {
    const value = values[order[at] ?? 0] ?? Number.NaN
    if (Number.isNaN(value)) break
    if (at > 0 && value !== values[order[at - 1] ?? 0]) place = at + 1
    places[order[at] ?? 0] = place
  }
  return places
}

// The same as delta(): a change from 0 is no fraction of anything.
const fractionOf = (value: number, before = Number.NaN): number =>
  before === 0 && value !== 0 ? Number.NaN : before === 0 ? 0 : (value - before) / Math.abs(before)
