import {
  ROLLUP_WINDOWS,
  type RollupWindow,
  USER_FIGURES,
  USERS_LIMIT,
  type UserFigure,
} from '../../contract/constants.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { RankedUser, TopUsers } from '../../contract/top-users.ts'
import { lengthOf, type Range } from '../calendar/calendar.ts'
import { fields, isSumField, type SumField } from './field-table.ts'
import type { Leaderboard } from './leaderboard.ts'
import type { PeopleSort } from './people-sort.ts'

/** Users of one page of a ranking. */
export const RANKED_PAGE: number = USERS_LIMIT.max

/** The first users of a server's ranking. */
export type Ranking = {
  window: Range
  /** The users in the order of their ranks. */
  users: readonly Lenient<RankedUser>[]
  totalUsers: number
  /** Sums over all users. */
  totals: Lenient<TopUsers['totals']>
}

/** The ranking that has the order of a list; undefined if no server offers it. */
export const rankingFor = (
  { field, isDescending }: PeopleSort,
  range: Range,
): { days: RollupWindow; sort: UserFigure } | undefined => {
  const days = ROLLUP_WINDOWS.find((window) => window === lengthOf(range))
  const sort = isSumField(field) ? figureOf(field) : undefined
  return days !== undefined && sort !== undefined && isDescending ? { days, sort } : undefined
}

/** The figure of a ranked user that a field shows; undefined if none does. */
const figureOf = (field: SumField): UserFigure | undefined => {
  const { member } = fields[field]
  return USER_FIGURES.find((figure) => figure === member)
}

const valueIn = (field: SumField, user: Lenient<RankedUser>): number | undefined => {
  const row: { parts?: readonly [string, string]; combine?: (first: number, second: number) => number } = fields[field]
  if (field === 'days') return user.days
  const figure = figureOf(field)
  if (figure !== undefined) return user[figure] ?? undefined
  if (!row.parts || !row.combine) return undefined
  const [first = Number.NaN, second = Number.NaN] = row.parts.map(
    (part) => valueIn(part as SumField, user) ?? Number.NaN,
  )
  const value = row.combine(first, second)
  return Number.isNaN(value) ? undefined : value
}

/**
 * A leaderboard with the figures and ranks of a server's ranking. Everything else, such as models and single days, is
 * known only for users whose rows are loaded.
 *
 * @param board The users of the ranking, without a previous period.
 * @param total See {@link LeaderboardOptions.total}. @default the sum over all ranked users
 */
export const rankedBoard = (
  board: Leaderboard,
  { users, totals, totalUsers }: Ranking,
  sorted: SumField,
  total = totals.billable_tokens ?? undefined,
): { board: Leaderboard; order: Uint32Array } => {
  const byEntry = new Map<number, Lenient<RankedUser>>()
  for (const user of users) {
    const entry = board.entryOfPerson(board.people.personOf(user.user_id ?? ''))
    if (entry !== undefined) byEntry.set(entry, user)
  }
  const sumAt: Leaderboard['sumAt'] = (field, entry) => {
    const user = byEntry.get(entry)
    if (user === undefined) return board.sumAt(field, entry)
    const value = valueIn(field, user)
    return { value, missing: value === undefined ? lengthOf(board.range) : 0 }
  }
  const numberAt: Leaderboard['numberAt'] = (field, entry) => {
    const user = byEntry.get(entry)
    if (user === undefined) return board.numberAt(field, entry)
    if (field === 'rank') return user.rank ?? Number.NaN
    if (field === 'share') return (sumAt('credits', entry).value ?? Number.NaN) / (total ?? Number.NaN)
    return isSumField(field) ? (sumAt(field, entry).value ?? Number.NaN) : board.numberAt(field, entry)
  }
  const ranks = new Float64Array(board.length).fill(Number.NaN)
  for (const [entry, user] of byEntry) ranks[entry] = user.rank ?? Number.NaN
  return {
    board: {
      ...board,
      users: byEntry.size,
      active: totalUsers,
      sumAt,
      numberAt,
      numbers: (field) => Float64Array.from({ length: board.length }, (_, entry) => numberAt(field, entry)),
      totalCredits: () => ({ value: totals.billable_tokens ?? undefined, missing: 0 }),
      ranksBy: (field) =>
        field === sorted ? { ranks, moves: new Float64Array(board.length).fill(Number.NaN) } : board.ranksBy(field),
    },
    order: Uint32Array.from(byEntry.keys()),
  }
}
