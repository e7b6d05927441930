import { recordOf } from '../../base/json.ts'
import { addDays, type Range } from '../calendar/calendar.ts'
import { ROW_WORD_FIELDS, SUM_FIELDS } from './field-table.ts'
import type { Leaderboard } from './leaderboard.ts'
import { NO_USER } from './person-days.ts'
import { personDayAt } from './person-rows.ts'

/** One person over the range of a leaderboard. */
export type PersonDetail = NonNullable<ReturnType<typeof personDetail>>

/** Everything that is loaded of one person; undefined for one who is not on the leaderboard. */
export const personDetail = (board: Leaderboard, id: string, options: { ascii?: boolean } = {}) => {
  const entry = board.entryOf(id)
  if (entry === undefined) return undefined
  const { people, names, range, days } = board
  const rows = board.rowsAt(entry).map((row) => (row === undefined ? undefined : personDayAt(people, names, row)))
  const weeks = weeksOf(range)
  // The first week may be shorter.
  const early = 7 * weeks.length - days.length
  const byDay = ranksByBucket(board, entry, (offset) => offset)
  const byWeek = ranksByBucket(board, entry, (offset) => Math.floor((offset + early) / 7))
  return {
    /** A pseudonym in privacy mode, as the name. Untrusted text. */
    id: board.idAt(entry),
    name: board.nameAt(entry),
    range,
    previous: board.previous,
    days,
    /** One for each of `days`, with every member of a per-user row; undefined on days without one. */
    rows,
    /** A field over the range, beside the period before where there is one. */
    totals: recordOf(SUM_FIELDS, (field) => ({
      now: board.sumAt(field, entry),
      before: board.beforeAt(field, entry),
      delta: board.deltaAt(field, entry, options),
    })),
    /** Part of the organisation's credits; undefined where it is not known. */
    share: knownIn(board.numbers('share'), entry),
    shareOf: board.shareOf,
    /** Days of the range that are not loaded of the person: every sum is without them. */
    unloaded: board.unloadedAt(entry),
    /** Undefined for one without a row in the range. */
    firstDay: days.find((_, offset) => rows[offset]),
    lastDay: days.findLast((_, offset) => rows[offset]),
    /** Modes, models and tiers by days on which each was the primary one, most first. */
    words: recordOf(ROW_WORD_FIELDS, (field) => board.wordsAt(field, entry)),
    /** By days on which each was worked in; a day may have several. */
    languages: board.wordsAt('lang', entry),
    /** By credits; undefined where it has none. */
    rank: knownIn(board.numbers('rank'), entry),
    /** Ranks gained since the period before; undefined where either has none. */
    move: knownIn(board.numbers('move'), entry),
    /** People with a row in the range. */
    people: board.active,
    /** Rank by the credits of each of `days`, among all with credits that day; undefined on days without credits. */
    ranksByDay: days.map((_, offset) => byDay[offset]),
    /** The same for each week, counted back from the end of the range: the first may be shorter. */
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

/** The rank of one person by the credits of each bucket of days, equals sharing the better one; undefined without credits. */
const ranksByBucket = (
  { people, person, rows, days }: Leaderboard,
  entry: number,
  bucketOf: (offset: number) => number,
): (number | undefined)[] => {
  const own = person[entry] ?? -1
  const count = bucketOf(days.length - 1) + 1
  if (people.ids[own] === NO_USER) return []
  const buckets = people.days.map((day) => bucketOf(days.indexOf(day)))
  /** By person and bucket. */
  const sums = new Float64Array(people.ids.length * count).fill(Number.NaN)
  for (const row of rows) {
    const credits = people.measures.billable_tokens.at(row)
    const place = (people.person[row] ?? 0) * count + (buckets[people.day[row] ?? 0] ?? 0)
    if (!Number.isNaN(credits)) sums[place] = (sums[place] || 0) + credits
  }
  const mine = sums.slice(own * count, (own + 1) * count)
  const nobody = people.personOf(NO_USER)
  const ahead = new Uint32Array(count)
  for (let place = 0; place < sums.length; place++) {
    const bucket = place % count
    const isAhead = (sums[place] ?? 0) > (mine[bucket] ?? 0) && Math.floor(place / count) !== nobody
    if (isAhead) ahead[bucket] = (ahead[bucket] ?? 0) + 1
  }
  return Array.from(mine, (credits, bucket) => (Number.isNaN(credits) ? undefined : (ahead[bucket] ?? 0) + 1))
}
