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
  /** The previous period, whose rows must be loaded too. Without it there are no deltas and no movement. */
  previous?: Range | undefined
  /** The organisation's credits over the range, the denominator of shares. @default the sum over the loaded rows */
  total?: number | undefined
  /** Privacy mode: replaces names and ids by pseudonyms made with this salt. */
  salt?: string | undefined
  /** Credits by user and model, if loaded. */
  credits?: PersonCredits | undefined
  /** Days that aren't cached for all users. @default none */
  uncached?: readonly Range[] | undefined
  /** Ids of users who stopped, if known. They get an entry even without a row. */
  stopped?: ReadonlySet<string> | undefined
  /** Ids of other users who get an entry even without a row. */
  included?: ReadonlySet<string> | undefined
}

/**
 * One entry per user over a range: users with a row in the range or in the previous period, and users who stopped. A
 * field is computed for all users on its first use. Rows that arrive later require a new leaderboard.
 */
export type Leaderboard = ReturnType<typeof leaderboardOf>

const STATES: readonly string[] = fields.state.values
const YES_OR_NO: readonly string[] = fields.stopped.values

/** Sums up users over a range. Ignores rows outside of the range and its previous period. */
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
    /** The days of each series. */
    days: now.days,
    length,
    /** Number of entries that are users. Rows without a user form one more, which has sums and a share but no rank. */
    users: board.users,
    /** Number of users with a row in the range. */
    active: board.active,
    /** Whether an entry has a row in the range. */
    isActive: board.isActive,
    /** Number of users with rows only in the previous period. */
    gone: board.gone,
    person,
    numbers: memoize((field: NumberField): Float64Array => floatsOf(length, numberIn(field))),
    /** Like {@link PeopleList.numbers}, for a single entry without computing the others; NaN if unknown. */
    numberAt: (field: NumberField, entry: number): number => numberIn(field)(entry),
    ...words,
    sortedByName: once(() => {
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
    /** The entry of a user's id, or of a pseudonym in privacy mode; undefined if there is none. */
    entryOf: (id: string): number | undefined => entryOfPerson(names.personOf(id)),
    /** The entry of a user's number. */
    entryOfPerson,
    nameAt: (entry: number) => names.nameOf(person[entry] ?? -1),
    idAt: (entry: number) => names.idOf(person[entry] ?? -1),
    ...sums,
    /** The denominator of shares: the organisation's credits or, if unknown, the credits of the loaded rows. */
    shareOf: total === undefined ? ('these rows' as const) : ('all credits' as const),
    /**
     * One value per day of the range: 0 if only other users have a row that day. Undefined if no user has one, or if
     * the value is missing.
     */
    seriesAt: (field: SumField, entry: number) => seriesOf(board, now, field, entry),
    /** The same for the previous period; undefined if there is none. */
    seriesBeforeAt: (field: SumField, entry: number) => before && seriesOf(board, before, field, entry),
    /** The largest credits of a user on one day of the range; 0 if none. */
    largestDay: now.largest,
    /** Ranks by a field, largest first, of entries with a row in the range. Cached. */
    ranksBy,
    /** The row numbers in the range. */
    rows: now.rows,
    /** The row numbers of an entry by day of the range; undefined for a day without a row. */
    rowsAt: (entry: number) => now.rowsOf(person[entry] ?? -1),
  } satisfies PeopleList & Record<string, unknown>
}

type Board = ReturnType<typeof entriesOf>

const NO_ENTRY = -1

/** The users of both periods and those who stopped, in the order in which their rows were loaded, with counts. */
const entriesOf = (people: People, { range, previous, salt, uncached, stopped, included }: LeaderboardOptions) => {
  const { ids } = people
  const now = periodOf(people, range, uncached)
  const previousPeriod = previous && periodOf(people, previous, uncached)
  // In comparison with a period without any rows, every user would be new. Without rows in the range, every user would
  // be gone.
  const before = previousPeriod?.known.some(Boolean) ? previousPeriod : undefined
  const isKnown = now.known.some(Boolean)
  const hasStopped = (index: number): boolean => stopped?.has(ids[index] ?? '') ?? false
  const person = new Uint32Array(ids.length)
  const byPerson = new Int32Array(ids.length).fill(NO_ENTRY)
  const counts = { length: 0, users: 0, active: 0, gone: 0 }
  for (let index = 0; index < ids.length; index++) {
    const isActive = now.rowCount(index) > 0
    const isGone = !isActive && before !== undefined && before.rowCount(index) > 0
    if (!isActive && !isGone && !hasStopped(index) && !included?.has(ids[index] ?? '')) continue
    if (ids[index] !== NO_USER) {
      counts.users++
      if (isActive) counts.active++
      if (isGone && isKnown) counts.gone++
    }
    byPerson[index] = counts.length
    person[counts.length++] = index
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
    entryOfPerson: (index = -1): number | undefined => (byPerson[index] === NO_ENTRY ? undefined : byPerson[index]),
    isUser: (entry: number): boolean => ids[person[entry] ?? -1] !== NO_USER,
    isActive: (entry: number): boolean => now.rowCount(person[entry] ?? 0) > 0,
    wasActive: (entry: number): boolean => before !== undefined && before.rowCount(person[entry] ?? 0) > 0,
    /** Undefined if it is unknown which users stopped. */
    stoppedAt: (entry: number): boolean | undefined => stopped && hasStopped(person[entry] ?? -1),
  }
}

const sumsOf = ({ range, previous, now, before, isKnown, person }: Board) => {
  const sumIn = (period: Period, field: SumField, entry: number): Sum => {
    const index = person[entry] ?? -1
    const sums = period.sums(field)
    const value = sums.value(index)
    return {
      value: Number.isNaN(value) ? undefined : value,
      missing: sums.missing(index) + period.unloaded(index).length,
    }
  }
  const unknown: Sum = { value: undefined, missing: lengthOf(range) }
  const sumAt = (field: SumField, entry: number): Sum => (isKnown ? sumIn(now, field, entry) : unknown)
  return {
    /**
     * Sum over the range; for `autonomy` the mean of the daily ratios, weighted by the user's messages of the day,
     * because the ratio is calls per message. Without any messages all days have equal weight. The sum of a user
     * without rows is 0, or unknown if no user has rows. Days that aren't loaded for the user count as missing.
     */
    sumAt,
    /** Sum over the previous period; undefined if there is none. */
    beforeAt: (field: SumField, entry: number): Sum | undefined =>
      before ? sumIn(before, field, entry) : previous && { value: undefined, missing: lengthOf(previous) },
    /** Undefined if there is no previous period. */
    deltaAt: (field: SumField, entry: number): Delta | undefined =>
      before && delta(sumAt(field, entry).value, sumIn(before, field, entry).value),
    /** The credits of all entries. */
    totalCredits: once((): Sum => {
      if (!isKnown) return unknown
      return Array.from(person, (_, entry) => sumAt('credits', entry)).reduce(joinSums, {
        value: undefined,
        missing: 0,
      })
    }),
    /** Days of the range that aren't loaded for the entry's user. All sums exclude them. */
    unloadedAt: (entry: number): readonly Day[] => now.unloaded(person[entry] ?? -1),
  }
}

/** Returns a function that reads a field of one entry; NaN if unknown. */
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
          const index = person[entry] ?? -1
          const offset = now.last(index)
          return Number.isNaN(offset) ? sinceBefore - (before?.last(index) ?? Number.NaN) : lengthOf(range) - 1 - offset
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
  /** The values of a field, and a function for the value of an entry. */
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
    /** The word of most days: see wordsByPerson. Undefined if there is none. Untrusted text. */
    wordAt(field: WordField, entry: number): string | undefined {
      const [words, codeOf] = readerOf(field)
      return words[codeOf(entry)]
    },
    /** Words with their number of days in the range, most days first. Untrusted text. */
    wordsAt: (field: RowWordField | 'lang', entry: number) => countedWords(field).all(person[entry] ?? -1),
  }
}

const seriesOf = (
  { people, person }: Board,
  period: Period,
  field: SumField,
  entry: number,
): (number | undefined)[] => {
  const index = person[entry] ?? 0
  const missing = period.unloaded(index)
  const read = valuesOf(people, field)
  const rows = period.rowsOf(index)
  return period.days.map((day, offset) => {
    const row = rows[offset]
    if (row === undefined) return period.known[offset] && !missing.includes(day) ? 0 : undefined
    const value = read(row)
    return Number.isNaN(value) ? undefined : value
  })
}

/** Ranks by a field over the range and the previous period. Only users with a row in a period have a rank in it. */
const ranksOf = ({ now, before, person, length, isUser, isActive, wasActive }: Board) => {
  const placesIn = ({ value }: PersonSums, counts: (entry: number) => boolean): Float64Array =>
    placesOf(floatsOf(length, (entry) => (counts(entry) && isUser(entry) ? value(person[entry] ?? 0) : Number.NaN)))
  return memoize((field: SumField) => {
    const ranks = placesIn(now.sums(field), isActive)
    const earlier = before && placesIn(before.sums(field), wasActive)
    return {
      /** By entry, from 1. Equal values share a rank: 1, 2, 2, 4. NaN without a value or a row. */
      ranks,
      /** Ranks gained since the previous period, by entry; NaN if either rank is unknown. */
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
    if (value !== values[order[at - 1] ?? 0]) place = at + 1
    places[order[at] ?? 0] = place
  }
  return places
}

// Same rule as in delta(): a change from 0 has no fraction.
const fractionOf = (value: number, before = Number.NaN): number =>
  before === 0 && value !== 0 ? Number.NaN : before === 0 ? 0 : (value - before) / Math.abs(before)
