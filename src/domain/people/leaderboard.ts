import { memoize, once } from '../../base/memoize.ts'
import { codesOf, floatsOf, indexesOf, indexesWhere, marksOf, stableOrder } from '../../base/typed-arrays.ts'
import { type Day, daysBetween, daysOf, lengthOf, type Range } from '../calendar/calendar.ts'
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
import { modelCreditsOf, modelsOf, modelTest } from './model-credits.ts'
import { type People, unloadedDays } from './people.ts'
import type { PeopleList, WordColumn } from './people-list.ts'
import { NO_USER, NO_WORD } from './person-days.ts'
import { namesOf } from './person-names.ts'
import { type Period, type PersonSums, periodOf, valuesOf } from './person-period.ts'
import type { PersonWords, WordDays } from './person-words.ts'

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
export type Leaderboard = PeopleList & {
  kind: 'people'
  people: People
  range: Range
  previous: Range | undefined
  /** The days of the range, which series have a value for. */
  days: readonly Day[]
  /** What shares are parts of: the organisation's credits, or where these are not known, those of the people here. */
  shareOf: 'all credits' | 'these rows'
  /** Entries that are a user, which the rows without a user are not: these have sums and a share, and no rank. */
  users: number
  /** Users with a row in the range. */
  active: number
  /** Whether an entry has a row in the range. */
  isActive(entry: number): boolean
  /** Users with rows in the period before alone. */
  gone: number
  /** Of a person's id, or of the pseudonym in privacy mode; undefined for one who has no entry. */
  entryOf(id: string): number | undefined
  /** The same for the number of a person. */
  entryOfPerson(person: number | undefined): number | undefined
  /** The e-mail, or the id of a person without one; a pseudonym in privacy mode. Untrusted text. */
  nameAt(entry: number): string
  /** The id; a pseudonym in privacy mode. Untrusted text. */
  idAt(entry: number): string
  /**
   * Over the range. `autonomy` is the mean of the days' ratios, each as heavy as the person's messages of the day (the ratio is
   * calls per message); without messages each day counts the same. Of a person without rows, a sum is 0, and unknown where
   * nobody has a row. Days that are not loaded of the person count as missing.
   */
  sumAt(field: SumField, entry: number): Sum
  /** The same over the period before; undefined when there is none. */
  beforeAt(field: SumField, entry: number): Sum | undefined
  /** An entry's number in {@link PeopleList.numbers}, without those of all others; NaN where it is not known. */
  numberAt(field: NumberField, entry: number): number
  /** Undefined when there is no period before. */
  deltaAt(field: SumField, entry: number, options?: { ascii?: boolean }): Delta | undefined
  /** The credits of all entries. */
  totalCredits(): Sum
  /** The word of a person, the one of most days: see {@link mainWords}. Undefined where there is none. Untrusted text. */
  wordAt(field: WordField, entry: number): string | undefined
  /** Words of the range with the days that have each, most days first. Untrusted text. */
  wordsAt(field: RowWordField | 'lang', entry: number): WordDays[]
  /** One value a day of the range: 0 on days of others, undefined on days that nobody has a row of or without the value. */
  seriesAt(field: SumField, entry: number): (number | undefined)[]
  /** The same over the period before, from its first day on; undefined when there is none. */
  seriesBeforeAt(field: SumField, entry: number): (number | undefined)[] | undefined
  /** The largest credits of a person on a day of the range; 0 for none. */
  largestDay(): number
  /** Ranks by a field, the largest first, among those with a row in the range; kept. */
  ranksBy(field: SumField): Ranks
  /** Days of the range that are not loaded of the entry's person: every sum is without them. */
  unloadedAt(entry: number): readonly Day[]
  /** The numbers of all rows in the range. */
  rows: Uint32Array
  /** The row numbers of an entry by the days of the range; undefined on days without a row. */
  rowsAt(entry: number): (number | undefined)[]
}

/** Ranks by a value, the largest first. */
type Ranks = {
  /** From 1, by entry; equals share one and those behind are counted on, as in 1, 2, 2, 4. NaN without a value or a row. */
  ranks: Float64Array
  /** Ranks gained since the period before, by entry; NaN where one of the two is not known. */
  moves: Float64Array
}

const STATES: readonly string[] = fields.state.values
const YES_OR_NO: readonly string[] = fields.stopped.values

/** Sums people up over a range. Rows outside of the range and of the period before are left alone. */
export const leaderboardOf = (people: People, options: LeaderboardOptions): Leaderboard => {
  const { range, previous, total, salt, credits, unheld = [], stopped } = options
  const names = namesOf(people, salt)
  const now = periodOf(people, range)
  const previousPeriod = previous && periodOf(people, previous)
  // Compared with days of which nobody has a row, everybody would be new; without a row in the range, everybody gone.
  const before = previousPeriod?.known.some(Boolean) ? previousPeriod : undefined
  const isKnown = now.known.some(Boolean)
  const isStopped = (person: number): boolean => stopped?.has(people.ids[person] ?? '') ?? false
  const { person, byPerson, length, users, active, gone } = entriesOf(people, now, before, { isStopped, isKnown })
  const days = daysOf(range)
  const isActive = (entry: number): boolean => now.rowCount(person[entry] ?? 0) > 0
  const wasActive = (entry: number): boolean => before !== undefined && before.rowCount(person[entry] ?? 0) > 0

  const isUser = (entry: number): boolean => people.ids[person[entry] ?? -1] !== NO_USER

  /** Sums by entry, of users who count. */
  const ranked = ({ value }: PersonSums, counts: (entry: number) => boolean): Float64Array =>
    floatsOf(length, (entry) => (counts(entry) && isUser(entry) ? value(person[entry] ?? 0) : Number.NaN))
  const unloaded = unloadedDays(people, unheld, range)
  const unloadedBefore = previous && unloadedDays(people, unheld, previous)
  const sumIn = (sums: PersonSums, entry: number, without = unloaded): Sum => {
    const own = person[entry] ?? -1
    const value = sums.value(own)
    return { value: Number.isNaN(value) ? undefined : value, missing: sums.missing(own) + without(own).length }
  }
  const sumAt = (field: SumField, entry: number): Sum =>
    isKnown ? sumIn(now.sums(field), entry) : { value: undefined, missing: days.length }
  const totalCredits = once((): Sum => {
    if (!isKnown) return { value: undefined, missing: days.length }
    return Array.from(person, (_, entry) => sumAt('credits', entry)).reduce(joinSums, { value: undefined, missing: 0 })
  })
  const ranksBy = memoize(
    (field: SumField): Ranks =>
      ranksOf(ranked(now.sums(field), isActive), before && ranked(before.sums(field), wasActive)),
  )

  const numberIn = memoize((field: NumberField): ((entry: number) => number) => {
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
        const edge = now[field]
        return (entry) => from + edge(person[entry] ?? -1)
      }
      case 'idle': {
        const sinceBefore = previous ? daysBetween(previous.from, range.to) : Number.NaN
        return (entry) => {
          if (!isKnown) return Number.NaN
          const own = person[entry] ?? -1
          const offset = now.last(own)
          return Number.isNaN(offset) ? sinceBefore - (before?.last(own) ?? Number.NaN) : days.length - 1 - offset
        }
      }
      default:
        throw new RangeError(`people summed over a range have no ${field}`)
    }
  })
  const numbers = memoize((field: NumberField): Float64Array => floatsOf(length, numberIn(field)))

  const stateAt = (entry: number): number => {
    if (!isKnown || !isUser(entry)) return NO_WORD
    if (!isActive(entry)) return wasActive(entry) ? STATES.indexOf('gone') : NO_WORD
    return before ? STATES.indexOf(wasActive(entry) ? 'stayed' : 'new') : NO_WORD
  }
  const stoppedAt = (entry: number): number => (!stopped ? NO_WORD : isStopped(person[entry] ?? -1) ? 0 : 1)
  const countedWords = (field: Exclude<WordField, 'state' | 'stopped'>): PersonWords =>
    now.words(field === 'lang' ? 'languages' : rowWordOf(field))
  const words = memoize((field: WordField): WordColumn => {
    if (field === 'state') return { codes: codesOf(length, stateAt), words: STATES }
    if (field === 'stopped') return { codes: codesOf(length, stoppedAt), words: YES_OR_NO }
    const { main } = countedWords(field)
    return { codes: codesOf(length, (entry) => main(person[entry] ?? 0)), words: people.words }
  })

  const entryOfPerson = (own = -1): number | undefined => {
    const entry = byPerson[own]
    return entry === NO_ENTRY ? undefined : entry
  }
  const inOrderOfNames = once(() => {
    const entries = indexesOf(names.order.length, (place) => entryOfPerson(names.order[place]) ?? length)
    return indexesWhere(entries, (entry) => entry < length)
  })
  const seriesIn = (period: Period, field: SumField, entry: number): (number | undefined)[] => {
    const own = person[entry] ?? 0
    const missing = unloadedDays(people, unheld, period.range)(own)
    const read = valuesOf(people, field)
    const rows = period.rowsOf(own)
    return daysOf(period.range).map((day, offset) => {
      const row = rows[offset]
      if (row === undefined) return period.known[offset] && !missing.includes(day) ? 0 : undefined
      const value = read(row)
      return Number.isNaN(value) ? undefined : value
    })
  }

  return {
    kind: 'people',
    people,
    names,
    range,
    previous,
    days,
    length,
    users,
    active,
    isActive,
    gone,
    person,
    numbers,
    numberAt: (field, entry) => numberIn(field)(entry),
    words,
    inOrderOfNames,
    haveOne(field, isWanted) {
      const isOne = memoize((word: number) => isWanted(people.words[word] ?? ''))
      const { has } = countedWords(field)
      const used = field === 'model' && credits ? modelCreditsOf(credits, people, range, isWanted) : undefined
      return marksOf(length, (entry) => {
        const own = person[entry] ?? 0
        return has(own, isOne) || used?.isUsedBy(own) ? 1 : 0
      })
    },
    creditsOn(models) {
      const used = credits && modelCreditsOf(credits, people, range, modelTest(models))
      return floatsOf(length, (entry) => used?.ofPeople[person[entry] ?? 0] ?? Number.NaN)
    },
    models: () => modelsOf(people, credits),
    entryOf: (id) => entryOfPerson(names.personOf(id)),
    entryOfPerson,
    nameAt: (entry) => names.nameOf(person[entry] ?? -1),
    idAt: (entry) => names.idOf(person[entry] ?? -1),
    sumAt,
    beforeAt: (field, entry) =>
      before
        ? sumIn(before.sums(field), entry, unloadedBefore)
        : previous && { value: undefined, missing: lengthOf(previous) },
    deltaAt: (field, entry, { ascii = false } = {}) =>
      before && delta(sumAt(field, entry).value, sumIn(before.sums(field), entry).value, { ascii }),
    totalCredits,
    shareOf: total === undefined ? 'these rows' : 'all credits',
    wordAt(field, entry) {
      if (field === 'state') return STATES[stateAt(entry)]
      if (field === 'stopped') return YES_OR_NO[stoppedAt(entry)]
      return people.words[countedWords(field).main(person[entry] ?? -1)]
    },
    wordsAt: (field, entry) => countedWords(field).all(person[entry] ?? -1),
    seriesAt: (field, entry) => seriesIn(now, field, entry),
    seriesBeforeAt: (field, entry) => before && seriesIn(before, field, entry),
    largestDay: now.largest,
    ranksBy,
    unloadedAt: (entry) => unloaded(person[entry] ?? -1),
    rows: now.rows,
    rowsAt: (entry) => now.rowsOf(person[entry] ?? -1),
  }
}

/** Ranks by a value, and by the value of the period before; NaN takes no part. */
const ranksOf = (values: Float64Array, before: Float64Array | undefined): Ranks => {
  const ranks = placesOf(values)
  const earlier = before && placesOf(before)
  return {
    ranks,
    moves: floatsOf(ranks.length, (entry) => (earlier?.[entry] ?? Number.NaN) - (ranks[entry] ?? Number.NaN)),
  }
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

const NO_ENTRY = -1

/** The people of either period and those who stopped, in the order they were seen, and how many have a row in which period. */
const entriesOf = (
  { ids }: People,
  now: Period,
  before: Period | undefined,
  { isStopped, isKnown }: { isStopped: (person: number) => boolean; isKnown: boolean },
) => {
  const person = new Uint32Array(ids.length)
  const byPerson = new Int32Array(ids.length).fill(NO_ENTRY)
  let length = 0
  let users = 0
  let active = 0
  let gone = 0
  for (let each = 0; each < ids.length; each++) {
    const isActive = now.rowCount(each) > 0
    const isGone = !isActive && before !== undefined && before.rowCount(each) > 0
    if (!isActive && !isGone && !isStopped(each)) continue
    if (ids[each] !== NO_USER) {
      users++
      if (isActive) active++
      if (isGone && isKnown) gone++
    }
    byPerson[each] = length
    person[length++] = each
  }
  return { person: person.slice(0, length), byPerson, length, users, active, gone }
}

// The same as delta(): a change from 0 is no fraction of anything.
const fractionOf = (value: number, before = Number.NaN): number =>
  before === 0 && value !== 0 ? Number.NaN : before === 0 ? 0 : (value - before) / Math.abs(before)
