import { dayOf } from '../../domain/calendar/calendar.ts'
import { type Leaderboard, leaderboardOf } from '../../domain/people/leaderboard.ts'
import { createPeople } from '../../domain/people/people.ts'
import { MEASURE_FIELDS } from '../../domain/people/people-fields.ts'
import { filterEntries } from '../../domain/people/people-filter.ts'
import { sortBy, sortEntries } from '../../domain/people/people-sort.ts'
import type { SumField } from '../../domain/people/person-sums.ts'
import type { RawRow, RowLayout } from '../output/row-layout.ts'
import { CHANGE, compared, PREVIOUS } from './compare-rows.ts'
import type { UsersOptions } from './users-options.ts'
import { chunkOf } from './where-rows.ts'

/** Sums rows up by person, page by page. */
export type PeopleTotals = { take: (rows: readonly RawRow[]) => void; rows: () => RawRow[] }

export const createPeopleTotals = ({
  range,
  previous,
  isCompared,
  order = sortBy('credits'),
  where,
  top,
}: Pick<UsersOptions, 'range' | 'previous' | 'isCompared' | 'order' | 'where' | 'top'>): PeopleTotals => {
  const people = createPeople()
  return {
    take: (rows) => people.append(chunkOf(rows)),
    rows: () => {
      const board = leaderboardOf(people, { range, previous })
      const sorted = sortEntries(board, order)
      const chosen = where ? filterEntries(board, sorted, where) : sorted
      return Array.from(chosen.subarray(0, top), (entry) => personRow(board, entry, isCompared))
    },
  }
}

/**
 * The sums, by the names that the API has for what is summed; the mean of the ratio, weighted by the messages of each day,
 * says so in its name.
 */
const SUMS: readonly { field: SumField; member: string }[] = MEASURE_FIELDS.map(({ name, measure }) => ({
  field: name,
  member: name === 'autonomy' ? `${measure}_mean` : measure,
}))

const personRow = (board: Leaderboard, entry: number, isCompared: boolean): RawRow => {
  const { people, person } = board
  const { ranks, moves } = board.ranksBy('credits')
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
    days: known(board.numbers('days')[entry]),
    first_day: dayIn(board.numbers('first')[entry]),
    last_day: dayIn(board.numbers('last')[entry]),
    share: known(board.numbers('share')[entry]),
    ...Object.assign({}, ...measures),
    primary_model: board.wordAt('model', entry) ?? null,
    primary_model_tier: board.wordAt('tier', entry) ?? null,
    delegation_level: board.wordAt('mode', entry) ?? null,
    languages: board.languagesAt(entry).map(({ word }) => word),
    ...(missing.length > 0 && { missing_values: Object.fromEntries(missing) }),
  }
}

const known = (value: number | undefined): number | null => (value === undefined || Number.isNaN(value) ? null : value)

const MS_PER_DAY = 86_400_000

const dayIn = (days: number | undefined): string | null => {
  const number = known(days)
  return number === null ? null : dayOf(number * MS_PER_DAY)
}

/** How people summed over a range are shown. */
export const peopleLayout = (isCompared: boolean): RowLayout => {
  const sum = (member: string, title: string) => ({ member, title, kind: 'count', isSummed: true }) as const
  return {
    columns: [
      { member: 'rank', title: '#', kind: 'count' },
      ...(isCompared ? [{ member: 'rank_move', title: 'MOVE', kind: 'signed' } as const] : []),
      { member: 'user_email', otherwise: 'user_id', title: 'PERSON', kind: 'text' },
      sum('billable_tokens', 'CREDITS'),
      ...(isCompared ? [{ member: 'billable_tokens', title: 'CHANGE', kind: 'change', isSummed: true } as const] : []),
      { member: 'share', title: '%', kind: 'share' },
      sum('tool_calls', 'TOOL CALLS'),
      sum('sessions', 'SESSIONS'),
      sum('git_commits', 'COMMITS'),
      sum('git_prs_created', 'PRS'),
      { member: 'days', title: 'DAYS', kind: 'count' },
      { member: 'delegation_level', title: 'MODE', kind: 'text' },
      { member: 'primary_model', title: 'MODEL', kind: 'text' },
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
      ...SUMS.flatMap(({ member }) => (isCompared ? [member, member + PREVIOUS, member + CHANGE] : [member])),
      'primary_model',
      'primary_model_tier',
      'delegation_level',
      'languages',
    ],
  }
}
