import { recordOf } from '../../base/record-of.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { PersonDay } from '../../contract/per-user-rows.ts'
import { addDays, type Day, daysOf, type Range } from '../calendar/calendar.ts'
import type { Delta } from '../text/delta.ts'
import type { Sum } from '../usage/sum.ts'
import type { Leaderboard } from './leaderboard.ts'
import { fields, ROW_WORD_FIELDS, type RowWordField, SUM_FIELDS, type SumField } from './people-fields.ts'
import { NO_USER } from './person-days.ts'
import { personDayAt } from './person-rows.ts'
import { type WordDays, wordDaysOf, wordsOfColumn, wordsOfLists } from './person-words.ts'

/** One person over the range of a leaderboard. */
export type PersonDetail = {
  /** A pseudonym in privacy mode, as the name. Untrusted text. */
  id: string
  name: string
  range: Range
  previous: Range | undefined
  /** Of the range. */
  days: readonly Day[]
  /** One for each of `days`, with every member of a per-user row; undefined on days without one. */
  rows: (Lenient<PersonDay> | undefined)[]
  totals: Record<SumField, PersonTotal>
  /** Part of the organisation's credits; undefined where it is not known. */
  share: number | undefined
  shareOf: Leaderboard['shareOf']
  /** Days of the range that are not loaded of the person: every sum is without them. */
  unloaded: readonly Day[]
  /** Undefined for one without a row in the range. */
  firstDay: Day | undefined
  lastDay: Day | undefined
  /** Modes, models and tiers by days on which each was the primary one, most first. */
  words: Record<RowWordField, WordDays[]>
  /** By days on which each was worked in; a day may have several. */
  languages: WordDays[]
  /** By credits; undefined where it has none. */
  rank: number | undefined
  /** Ranks gained since the period before; undefined where either has none. */
  move: number | undefined
  /** People with a row in the range. */
  people: number
  /** Rank by the credits of each of `days`, among all with credits that day; undefined on days without credits. */
  ranksByDay: (number | undefined)[]
  /** The same for each week, counted back from the end of the range: the first may be shorter. */
  ranksByWeek: { from: Day; to: Day; rank: number | undefined }[]
}

/** A field over the range, beside the period before where there is one. */
type PersonTotal = { now: Sum; before: Sum | undefined; delta: Delta | undefined }

/** Everything that is loaded of one person; undefined for one who is not on the leaderboard. */
export const personDetail = (
  board: Leaderboard,
  id: string,
  options: { ascii?: boolean } = {},
): PersonDetail | undefined => {
  const entry = board.entryOf(id)
  if (entry === undefined) return undefined
  const { people, names, range, days } = board
  const own = board.rowsAt(entry)
  const rows: (Lenient<PersonDay> | undefined)[] = days.map(() => undefined)
  const offsets = new Map(days.map((day, offset) => [day, offset]))
  for (const row of own) {
    const offset = offsets.get(people.days[people.day[row] ?? -1] ?? '')
    if (offset !== undefined) rows[offset] = personDayAt(people, names, row)
  }
  const weeks = weeksOf(range)
  const weekByDay = new Map(weeks.flatMap((week, index) => daysOf(week).map((day) => [day, index])))
  const byWeek = ranksByBucket(board, entry, (day) => weekByDay.get(day), weeks.length)
  return {
    id: board.idAt(entry),
    name: board.nameAt(entry),
    range,
    previous: board.previous,
    days,
    rows,
    totals: recordOf(SUM_FIELDS, (field) => ({
      now: board.sumAt(field, entry),
      before: board.beforeAt(field, entry),
      delta: board.deltaAt(field, entry, options),
    })),
    share: knownIn(board.numbers('share'), entry),
    shareOf: board.shareOf,
    unloaded: board.unloadedAt(entry),
    firstDay: days.find((_, offset) => rows[offset]),
    lastDay: days.findLast((_, offset) => rows[offset]),
    words: recordOf(ROW_WORD_FIELDS, (field) =>
      wordDaysOf(people, own, wordsOfColumn(people.codes[fields[field].member])),
    ),
    languages: wordDaysOf(people, own, wordsOfLists(people)),
    rank: knownIn(board.numbers('rank'), entry),
    move: knownIn(board.numbers('move'), entry),
    people: board.active,
    ranksByDay: ranksByBucket(board, entry, (day) => offsets.get(day), days.length),
    ranksByWeek: weeks.map((week, index) => ({ ...week, rank: byWeek[index] })),
  }
}

const knownIn = (values: Float64Array, entry: number): number | undefined => {
  const value = values[entry]
  return value === undefined || Number.isNaN(value) ? undefined : value
}

/** Weeks that end with the last day of the range and six, thirteen, … days before it; the first as long as is left. */
const weeksOf = ({ from, to }: Range): Range[] => {
  const weeks: Range[] = []
  for (let end = to; end >= from; end = addDays(end, -7)) {
    const start = addDays(end, -6)
    weeks.unshift({ from: start < from ? from : start, to: end })
  }
  return weeks
}

const NO_BUCKET = -1

/** The rank of one person by the credits of each bucket of days, equals sharing the better one. */
const ranksByBucket = (
  { people, person, length, rowsAt }: Leaderboard,
  entry: number,
  bucketOf: (day: Day) => number | undefined,
  count: number,
): (number | undefined)[] => {
  const { day, days, measures } = people
  const buckets = Int32Array.from(days, (each) => bucketOf(each) ?? NO_BUCKET)
  const addCredits = (sums: Float64Array, rows: Uint32Array): Float64Array => {
    sums.fill(Number.NaN)
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] ?? 0
      const bucket = buckets[day[row] ?? 0] ?? NO_BUCKET
      const credits = measures.billable_tokens.at(row)
      if (bucket !== NO_BUCKET && !Number.isNaN(credits)) sums[bucket] = (sums[bucket] || 0) + credits
    }
    return sums
  }
  const isUser = (each: number): boolean => people.ids[person[each] ?? -1] !== NO_USER
  if (!isUser(entry)) return Array.from({ length: count }, () => undefined)
  const own = addCredits(new Float64Array(count), rowsAt(entry))
  const other = new Float64Array(count)
  const ahead = new Uint32Array(count)
  for (let each = 0; each < length; each++) {
    if (!isUser(each)) continue
    addCredits(other, rowsAt(each))
    for (let bucket = 0; bucket < count; bucket++) {
      if ((other[bucket] ?? 0) > (own[bucket] ?? 0)) ahead[bucket] = (ahead[bucket] ?? 0) + 1
    }
  }
  return Array.from(own, (credits, bucket) => (Number.isNaN(credits) ? undefined : (ahead[bucket] ?? 0) + 1))
}
