import { recordOf } from '../../base/json.ts'
import { addDays, type Range } from '../calendar/calendar.ts'
import { ROW_WORD_FIELDS, SUM_FIELDS } from './field-table.ts'
import type { Leaderboard } from './leaderboard.ts'
import { NO_USER } from './person-days.ts'
import { personDayAt } from './person-rows.ts'

/** A user over the range of a leaderboard. */
export type PersonDetail = NonNullable<ReturnType<typeof personDetail>>

/** All loaded data of a user; undefined if the leaderboard has no entry for the id. */
export const personDetail = (board: Leaderboard, id: string) => {
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
    /** A pseudonym in privacy mode, like the name. Untrusted text. */
    id: board.idAt(entry),
    name: board.nameAt(entry),
    range,
    previous: board.previous,
    days,
    /** One per day of `days`, with all fields of a per-user row; undefined for a day without one. */
    rows,
    /** Each field over the range, with the previous period if there is one. */
    totals: recordOf(SUM_FIELDS, (field) => ({
      now: board.sumAt(field, entry),
      before: board.beforeAt(field, entry),
      delta: board.deltaAt(field, entry),
    })),
    /** Share of the organisation's credits; undefined if unknown. */
    share: knownIn(board.numbers('share'), entry),
    shareOf: board.shareOf,
    /** Days of the range that aren't loaded for the user. All sums exclude them. */
    unloaded: board.unloadedAt(entry),
    /** Undefined without a row in the range. */
    firstDay: days.find((_, offset) => rows[offset]),
    lastDay: days.findLast((_, offset) => rows[offset]),
    /** Modes, models and tiers with the number of days on which each was the primary one, most days first. */
    words: recordOf(ROW_WORD_FIELDS, (field) => board.wordsAt(field, entry)),
    /** Languages with the number of days; a day may have several. */
    languages: board.wordsAt('lang', entry),
    /** By credits; undefined if there is none. */
    rank: knownIn(board.numbers('rank'), entry),
    /** Ranks gained since the previous period; undefined if either rank is unknown. */
    move: knownIn(board.numbers('move'), entry),
    /** Number of users with a row in the range. */
    people: board.active,
    /** Rank by the credits of each of `days`, among the users with credits on that day; otherwise undefined. */
    ranksByDay: days.map((_, offset) => byDay[offset]),
    /** Rank by the credits of each week, counted back from the end of the range; the first week may be shorter. */
    ranksByWeek: weeks.map((week, index) => ({ ...week, rank: byWeek[index] })),
  }
}

const knownIn = (values: Float64Array, entry: number): number | undefined => {
  const value = values[entry]
  return value === undefined || Number.isNaN(value) ? undefined : value
}

/** Weeks counted back from the last day of the range; the first one has the remaining days. */
const weeksOf = ({ from, to }: Range): Range[] => {
  const weeks: Range[] = []
  for (let end = to; end >= from; end = addDays(end, -7)) {
    const start = addDays(end, -6)
    weeks.unshift({ from: start < from ? from : start, to: end })
  }
  return weeks
}

/** The user's rank by the credits of each bucket of days; undefined without credits. Equal values share a rank. */
const ranksByBucket = (
  { people, person, rows, days }: Leaderboard,
  entry: number,
  bucketOf: (offset: number) => number,
): (number | undefined)[] => {
  const personIndex = person[entry] ?? -1
  const count = bucketOf(days.length - 1) + 1
  if (people.ids[personIndex] === NO_USER) return []
  const buckets = people.days.map((day) => bucketOf(days.indexOf(day)))
  /** By user and bucket. */
  const sums = new Float64Array(people.ids.length * count).fill(Number.NaN)
  for (const row of rows) {
    const credits = people.measures.billable_tokens.at(row)
    const place = (people.person[row] ?? 0) * count + (buckets[people.day[row] ?? 0] ?? 0)
    if (!Number.isNaN(credits)) sums[place] = (sums[place] || 0) + credits
  }
  const mine = sums.slice(personIndex * count, (personIndex + 1) * count)
  const noUser = people.personOf(NO_USER)
  const ahead = new Uint32Array(count)
  for (let place = 0; place < sums.length; place++) {
    const bucket = place % count
    const isAhead = (sums[place] ?? 0) > (mine[bucket] ?? 0) && Math.floor(place / count) !== noUser
    if (isAhead) ahead[bucket] = (ahead[bucket] ?? 0) + 1
  }
  return Array.from(mine, (credits, bucket) => (Number.isNaN(credits) ? undefined : (ahead[bucket] ?? 0) + 1))
}
