import { memoize, once } from '../../base/memoize.ts'
import { stableOrder } from '../../base/stable-order.ts'
import { floatsOf, marksOf } from '../../base/typed-arrays.ts'
import { type Day, daysBetween, daysOf, lengthOf, type Range } from '../calendar/calendar.ts'
import { dayNumber } from '../calendar/day-number.ts'
import { type Delta, delta } from '../text/delta.ts'
import type { PersonCredits } from '../usage/credit-days.ts'
import type { Sum } from '../usage/sum.ts'
import { modelCreditsOf, modelsOf, modelTest } from './model-credits.ts'
import type { People } from './people.ts'
import { fields, isSumField, type NumberField, rowWordOf, type SumField, type WordField } from './people-fields.ts'
import { type PeopleList, type WordColumn, wordIn } from './people-list.ts'
import { NO_WORD } from './person-days.ts'
import { namesOf } from './person-names.ts'
import {
  daysActive,
  edgesOf,
  knownDays,
  mainWords,
  type Period,
  periodOf,
  rowsHaving,
  rowsOfPerson,
  wordsOfColumn,
  wordsOfLists,
} from './person-period.ts'
import { type Ranks, ranksOf } from './person-ranks.ts'
import { type PersonSums, sumsByField, valuesOf } from './person-sums.ts'
import { type WordDays, wordDaysOf } from './word-days.ts'

export type { SumField }

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
}

/**
 * People over a range, one entry each: those with a row in it or in the period before. A field is summed for all people when it is
 * first asked for, and kept; reading one entry is cheap. Made anew when rows arrive, which takes a few ms.
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
  /** Entries with a row in the range; the others are gone. */
  active: number
  /** Of a person's id, or of the pseudonym in privacy mode; undefined for one who has no entry. */
  entryOf(id: string): number | undefined
  /** The same for the number of a person. */
  entryOfPerson(person: number | undefined): number | undefined
  /** The e-mail, or the id of who has none; a pseudonym in privacy mode. Untrusted text. */
  nameAt(entry: number): string
  /** The id; a pseudonym in privacy mode. Untrusted text. */
  idAt(entry: number): string
  /**
   * Over the range. `autonomy` is the mean of the days' ratios, each as heavy as the person's messages of the day (the ratio is
   * calls per message); without messages each day counts the same. Of a person without rows, a sum is 0.
   */
  sumAt(field: SumField, entry: number): Sum
  /** The same over the period before; undefined when there is none. */
  beforeAt(field: SumField, entry: number): Sum | undefined
  /** Undefined when there is no period before. */
  deltaAt(field: SumField, entry: number, options?: { ascii?: boolean }): Delta | undefined
  /** Over all entries, `autonomy` as a mean over people with one. */
  totalOf(field: SumField): Sum
  /** The word of a person, the one of most days: see {@link mainWords}. Undefined where there is none. Untrusted text. */
  wordAt(field: WordField, entry: number): string | undefined
  /** Languages of the range with the days that have each, most days first. Untrusted text. */
  languagesAt(entry: number): WordDays[]
  /** One value a day of the range: 0 on days of others, undefined on days that nobody has a row of or without the value. */
  seriesAt(field: SumField, entry: number): (number | undefined)[]
  /** The same over the period before, from its first day on; undefined when there is none. */
  seriesBeforeAt(field: SumField, entry: number): (number | undefined)[] | undefined
  /** Ranks by a field, the largest first, among those with a row in the range; kept. */
  ranksBy(field: SumField): Ranks
  /** The rows in the range, and in the period before: numbers for `people`. */
  rowsAt(entry: number): Uint32Array
  rowsBeforeAt(entry: number): Uint32Array
}

const STATES = ['stayed', 'new', 'gone']

/** Sums people up over a range. Rows outside of the range and of the period before are left alone. */
export const leaderboardOf = (people: People, options: LeaderboardOptions): Leaderboard => {
  const { range, previous, total, salt, credits } = options
  const names = namesOf(people, salt)
  const now = periodOf(people, range)
  const before = previous && periodOf(people, previous)
  const { person, byPerson, active } = entriesOf(now, before)
  const length = person.length
  const days = daysOf(range)
  const sumsNow = sumsByField(people, now)
  const sumsBefore = before && sumsByField(people, before)
  const isActive = (entry: number): boolean => daysActive(now, person[entry] ?? 0) > 0
  const wasActive = (entry: number): boolean => before !== undefined && daysActive(before, person[entry] ?? 0) > 0

  /** Values by entry of values by person. */
  const ofEntries = (byPerson: Float64Array): Float64Array =>
    floatsOf(length, (entry) => byPerson[person[entry] ?? 0] ?? Number.NaN)
  const onlyOf = (values: Float64Array, counts: (entry: number) => boolean): Float64Array =>
    values.map((value, entry) => (counts(entry) ? value : Number.NaN))
  const values = memoize((field: SumField) => ofEntries(sumsNow(field).values))
  const earlier = memoize((field: SumField) => sumsBefore && ofEntries(sumsBefore(field).values))
  const sumIn = ({ values: byPerson, missing }: PersonSums, entry: number): Sum => {
    const value = byPerson[person[entry] ?? 0] ?? Number.NaN
    return { value: Number.isNaN(value) ? undefined : value, missing: missing[person[entry] ?? 0] ?? 0 }
  }
  const totalOf = memoize((field: SumField): Sum => {
    let [sum, knownCount, lacking] = [0, 0, 0]
    const { missing } = sumsNow(field)
    const own = values(field)
    for (let entry = 0; entry < length; entry++) {
      const value = own[entry] ?? Number.NaN
      lacking += missing[person[entry] ?? 0] ?? 0
      if (Number.isNaN(value)) continue
      sum += value
      knownCount++
    }
    const whole = fields[field].summed === 'mean' ? sum / knownCount : sum
    return { value: knownCount === 0 ? undefined : whole, missing: lacking }
  })
  const ranksBy = memoize((field: SumField): Ranks => {
    const own = earlier(field)
    return ranksOf(onlyOf(values(field), isActive), own && onlyOf(own, wasActive))
  })

  const numbers = memoize((field: NumberField): Float64Array => {
    if (isSumField(field)) return values(field)
    const credits = values('credits')
    switch (field) {
      case 'share': {
        const whole = total ?? totalOf('credits').value ?? 0
        return credits.map((value) => (whole > 0 ? value / whole : Number.NaN))
      }
      case 'change':
        return credits.map((value, entry) => value - (earlier('credits')?.[entry] ?? Number.NaN))
      case 'delta':
        return credits.map((value, entry) => fractionOf(value, earlier('credits')?.[entry]))
      case 'rank':
        return ranksBy('credits').ranks
      case 'move':
        return ranksBy('credits').moves
      case 'first':
      case 'last': {
        const first = dayNumber(range.from)
        return ofEntries(edgesOf(now, people, field)).map((offset) => first + offset)
      }
      case 'idle': {
        const last = ofEntries(edgesOf(now, people, 'last'))
        const lastBefore = before && ofEntries(edgesOf(before, people, 'last'))
        const sinceBefore = previous ? daysBetween(previous.from, range.to) : Number.NaN
        return last.map((offset, entry) =>
          Number.isNaN(offset) ? sinceBefore - (lastBefore?.[entry] ?? Number.NaN) : days.length - 1 - offset,
        )
      }
      default:
        throw new RangeError(`people summed over a range have no ${field}`)
    }
  })

  const words = memoize((field: WordField): WordColumn => {
    if (field === 'state') return { codes: statesOf(length, before, isActive, wasActive), words: STATES }
    const wordsOfRow = field === 'lang' ? wordsOfLists(people) : wordsOfColumn(people.codes[rowWordOf(field)])
    const main = mainWords(now, people, wordsOfRow)
    return { codes: Uint16Array.from(person, (each) => main[each] ?? NO_WORD), words: people.words }
  })

  const entryOfPerson = (own = -1): number | undefined => {
    const entry = byPerson[own]
    return entry === NO_ENTRY ? undefined : entry
  }
  const inOrderOfNames = once(() => stableOrder(ofEntries(names.places), false))
  const known = once(() => knownDays(now, people))
  const knownBefore = once(() => before && knownDays(before, people))
  const seriesIn = (period: Period, isKnown: readonly boolean[], field: SumField, entry: number) => {
    const series: (number | undefined)[] = Array.from({ length: lengthOf(period.range) }, (_, offset) =>
      isKnown[offset] ? 0 : undefined,
    )
    const read = valuesOf(people, field)
    for (const row of rowsOfPerson(period, person[entry] ?? 0)) {
      const value = read(row)
      series[period.offsets[people.day[row] ?? 0] ?? -1] = Number.isNaN(value) ? undefined : value
    }
    return series
  }

  return {
    kind: 'people',
    people,
    names,
    range,
    previous,
    days,
    length,
    active,
    person,
    numbers,
    words,
    inOrderOfNames,
    haveOne(field, isWanted) {
      const has = rowsHaving(people, field, isWanted)
      const used = field === 'model' && credits ? modelCreditsOf(credits, people, range, isWanted) : undefined
      return marksOf(length, (entry) => {
        const own = person[entry] ?? 0
        const end = now.start[own + 1] ?? 0
        for (let at = now.start[own] ?? 0; at < end; at++) if (has(now.rows[at] ?? 0)) return 1
        return used?.isUsedBy(own) ? 1 : 0
      })
    },
    creditsOn: (models) =>
      credits
        ? ofEntries(modelCreditsOf(credits, people, range, modelTest(models)).ofPeople)
        : floatsOf(length, () => Number.NaN),
    models: () => modelsOf(people, credits),
    entryOf: (id) => entryOfPerson(names.personOf(id)),
    entryOfPerson,
    nameAt: (entry) => names.nameOf(person[entry] ?? -1),
    idAt: (entry) => names.idOf(person[entry] ?? -1),
    sumAt: (field, entry) => sumIn(sumsNow(field), entry),
    beforeAt: (field, entry) => sumsBefore && sumIn(sumsBefore(field), entry),
    deltaAt: (field, entry, { ascii = false } = {}) =>
      sumsBefore && delta(sumIn(sumsNow(field), entry).value, sumIn(sumsBefore(field), entry).value, { ascii }),
    totalOf,
    shareOf: total === undefined ? 'these rows' : 'all credits',
    wordAt: (field, entry) => wordIn(words(field), entry),
    languagesAt: (entry) => wordDaysOf(people, rowsOfPerson(now, person[entry] ?? 0), wordsOfLists(people)),
    seriesAt: (field, entry) => seriesIn(now, known(), field, entry),
    seriesBeforeAt: (field, entry) => before && seriesIn(before, knownBefore() ?? [], field, entry),
    ranksBy,
    rowsAt: (entry) => rowsOfPerson(now, person[entry] ?? 0),
    rowsBeforeAt: (entry) => (before ? rowsOfPerson(before, person[entry] ?? 0) : new Uint32Array(0)),
  }
}

const NO_ENTRY = -1

/** The people of either period in the order they were seen, and how many of them have a row in the range. */
const entriesOf = (now: Period, before: Period | undefined) => {
  const person = new Uint32Array(now.start.length - 1)
  const byPerson = new Int32Array(person.length).fill(NO_ENTRY)
  let length = 0
  let active = 0
  for (let each = 0; each < person.length; each++) {
    const isActive = daysActive(now, each) > 0
    if (isActive) active++
    if (!isActive && !(before && daysActive(before, each) > 0)) continue
    byPerson[each] = length
    person[length++] = each
  }
  return { person: person.slice(0, length), byPerson, active }
}

// The same as delta(): a change from 0 is no fraction of anything.
const fractionOf = (value: number, before = Number.NaN): number =>
  before === 0 && value !== 0 ? Number.NaN : before === 0 ? 0 : (value - before) / Math.abs(before)

const statesOf = (
  length: number,
  before: Period | undefined,
  isActive: (entry: number) => boolean,
  wasActive: (entry: number) => boolean,
): Uint16Array => {
  const codes = new Uint16Array(length).fill(NO_WORD)
  if (!before) return codes
  for (let entry = 0; entry < length; entry++) {
    codes[entry] = !isActive(entry) ? STATES.indexOf('gone') : STATES.indexOf(wasActive(entry) ? 'stayed' : 'new')
  }
  return codes
}
