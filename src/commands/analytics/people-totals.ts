import { dayOfNumber } from '../../domain/calendar/day-number.ts'
import { type Leaderboard, type LeaderboardOptions, leaderboardOf } from '../../domain/people/leaderboard.ts'
import { createPeople } from '../../domain/people/people.ts'
import {
  fields,
  MEASURE_FIELDS,
  PERSON_WORDS,
  ROW_WORD_FIELDS,
  type SumField,
} from '../../domain/people/people-fields.ts'
import { filterEntries } from '../../domain/people/people-filter.ts'
import { type PeopleSort, rankedBy, sortBy, sortEntries } from '../../domain/people/people-sort.ts'
import { toPersonDaysChunk } from '../../domain/people/person-days.ts'
import { askFigures, foldRows } from '../../domain/people/person-period.ts'
import { SHARE_HEADINGS } from '../../domain/people/share-headings.ts'
import type { StoppedPerson } from '../../domain/usage/stopped-people.ts'
import type { ColumnLayout, RawRow, RowLayout } from '../output/row-layout.ts'
import { CHANGE, compared, PREVIOUS } from './compare-rows.ts'
import { mainNumbers, mainWords, personColumn } from './person-columns.ts'
import type { UsersOptions } from './users-options.ts'

/** Sums rows up by person, page by page; each person and day is to come once. */
export type PeopleTotals = {
  take: (rows: readonly RawRow[]) => void
  /** @param total - The organisation's credits over the range, which shares are parts of; undefined where they are not known. */
  rows: (total: number | undefined) => RawRow[]
}

export const createPeopleTotals = ({
  range,
  previous,
  isCompared,
  order = sortBy('credits'),
  where,
  top,
  credits,
  stopped,
}: Pick<UsersOptions, 'range' | 'previous' | 'isCompared' | 'order' | 'where' | 'top'> &
  Pick<LeaderboardOptions, 'credits'> & { stopped?: readonly StoppedPerson[] | undefined }): PeopleTotals => {
  const people = createPeople()
  askFigures(people, previous ? [range, previous] : [range])
  return {
    take(rows) {
      people.append(toPersonDaysChunk(rows))
      // Sums of 20,000 people need 20 MB, their days of a year 500.
      foldRows(people)
    },
    rows: (total) => {
      const ids = stopped?.map(({ id }) => id)
      if (ids) people.append({ ...toPersonDaysChunk([]), ids, emails: stopped?.map(({ email }) => email) ?? [] })
      const board = leaderboardOf(people, { range, previous, total, credits, stopped: ids && new Set(ids) })
      const sorted = sortEntries(board, order)
      const chosen = where ? filterEntries(board, sorted, where) : sorted
      return Array.from(chosen.subarray(0, top), (entry) => personRow(board, entry, order, isCompared))
    },
  }
}

/**
 * The sums, by the names that the API has for what is summed; the mean of the ratio, weighted by the messages of each day,
 * says so in its name.
 */
const SUMS: readonly { field: SumField; member: string }[] = MEASURE_FIELDS.map((name) => {
  const { member, summed } = fields[name]
  return { field: name, member: summed === 'mean' ? `${member}_mean` : member }
})

const personRow = (board: Leaderboard, entry: number, order: PeopleSort, isCompared: boolean): RawRow => {
  const { people, person } = board
  const { ranks, moves } = board.ranksBy(rankedBy(order))
  const measures = SUMS.map(({ field, member }) => {
    const { value } = board.sumAt(field, entry)
    const before = isCompared ? board.beforeAt(field, entry)?.value : undefined
    return { [member]: value ?? null, ...(isCompared && compared(member, value, before)) }
  })
  const lacking = SUMS.map(({ field, member }) => [member, board.sumAt(field, entry).missing] as const)
  const missing = lacking.filter(([, count]) => count > 0)
  return {
    rank: known(ranks[entry]),
    ...(isCompared && { rank_move: known(moves?.[entry]), state: board.wordAt('state', entry) ?? null }),
    user_id: board.idAt(entry),
    user_email: people.emails[person[entry] ?? 0] ?? null,
    days: known(board.numberAt('days', entry)),
    first_day: dayOfNumber(board.numberAt('first', entry)) ?? null,
    last_day: dayOfNumber(board.numberAt('last', entry)) ?? null,
    share: known(board.numberAt('share', entry)),
    share_of: board.shareOf,
    ...Object.assign({}, ...measures),
    ...Object.fromEntries(ROW_WORD_FIELDS.map((name) => [fields[name].member, board.wordAt(name, entry) ?? null])),
    languages: board.languagesAt(entry).map(({ word }) => word),
    ...(missing.length > 0 && { missing_values: Object.fromEntries(missing) }),
  }
}

const known = (value: number | undefined): number | null => (value === undefined || Number.isNaN(value) ? null : value)

/** How people summed over a range are shown. */
export const peopleLayout = (isCompared: boolean, shareOf: Leaderboard['shareOf']): RowLayout => {
  const isCredits = ({ member }: ColumnLayout): boolean => member === fields.credits.member
  const credits = mainNumbers.filter(isCredits)
  const changes = credits.map((column) => ({ ...column, title: 'CHANGE', kind: 'change' }) as const)
  return {
    columns: [
      { member: 'rank', title: fields.rank.title, kind: 'count' },
      ...(isCompared ? [{ member: 'rank_move', title: fields.move.title, kind: 'signed' } as const] : []),
      personColumn,
      ...credits,
      ...(isCompared ? changes : []),
      { member: 'share', title: SHARE_HEADINGS[shareOf], kind: 'share' },
      ...mainNumbers.filter((column) => !isCredits(column)),
      { member: 'days', title: fields.days.title, kind: 'count' },
      ...mainWords,
    ],
    members: [
      'rank',
      ...(isCompared ? ['rank_move', 'state'] : []),
      'user_id',
      'user_email',
      'days',
      'first_day',
      'last_day',
      'share',
      'share_of',
      ...SUMS.flatMap(({ member }) => (isCompared ? [member, member + PREVIOUS, member + CHANGE] : [member])),
      ...PERSON_WORDS,
      'languages',
    ],
  }
}
