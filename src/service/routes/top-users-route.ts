import * as z from 'zod'
import { USERS_LIMIT } from '../../contract/constants.ts'
import { USER_FIGURES } from '../../contract/per-user-rows.ts'
import { Day } from '../../contract/primitives.ts'
import { type RankedUser, ROLLUP_WINDOWS, type RollupWindow, type TopUsers } from '../../contract/top-users.ts'
import { addDays, yesterdayOf } from '../../domain/calendar/calendar.ts'
import { fromCursor, invalidCursor, toCursor } from '../http/cursor.ts'
import { Problem } from '../http/problem.ts'
import type { Route } from '../http/route.ts'
import type { TopUser } from '../store/rollups.ts'
import { checkCopiedWindow } from './copied.ts'

/** Where the next page starts: after the user on this place of the ranking. */
const Cursor = z.object({
  days: z.literal(ROLLUP_WINDOWS),
  sort: z.enum(USER_FIGURES),
  /** The last day of the window. */
  end: Day,
  value: z.number().nullable(),
  rank: z.int().min(1),
  place: z.int().min(1),
  user: z.string(),
})
type Cursor = z.infer<typeof Cursor>

const LIST = 'ranking'

const refused = (detail: string): Problem => new Problem(400, detail, { metadata: { parameter: 'cursor' } })

const cursorOf = (text: string): Cursor => {
  try {
    return Cursor.parse(JSON.parse(fromCursor(LIST, text)))
  } catch {
    throw invalidCursor(text)
  }
}

const nextCursor = (cursor: Cursor): string => toCursor(LIST, JSON.stringify(cursor))

/**
 * A page of users, ranked by a figure over the last days. A cursor is valid until the window moves to another day, because
 * places in the old ranking mean nothing in the new one.
 */
export const topUsers: Route<'topUsers'> = ({ query }, context) => {
  const { days, sort = 'billable_tokens', limit = USERS_LIMIT.default } = query
  const cursor = query.cursor === undefined ? undefined : cursorOf(query.cursor)
  if (cursor && (cursor.days !== days || cursor.sort !== sort))
    throw refused(`cursor belongs to days=${cursor.days} and sort=${cursor.sort}. Use it with the same values.`)
  const yesterday = yesterdayOf(context.now())
  return context.responseBytes(`topUsers ${yesterday} ${JSON.stringify(query)}`, async () => {
    const after = cursor && { value: cursor.value, userId: cursor.user }
    // One user more shows whether there is another page.
    const found = await context.store.rollups.readTop({ days, sort, limit: limit + 1, after })
    await checkCopiedWindow(found && { from: found.totals.first_day, to: found.totals.last_day }, context)
    if (found === undefined) return JSON.stringify(emptyAnswer(days, sort, yesterday))
    const { first_day: startDate, last_day: endDate, users: totalUsers } = found.totals
    if (cursor && cursor.end !== endDate)
      throw refused(
        `cursor belongs to the days up to ${cursor.end}, but the newest day is now ${endDate}. Start again without a cursor.`,
      )
    const data = ranked(found.users.slice(0, limit), sort, cursor)
    const last = data.at(-1)
    const hasMore = found.users.length > limit
    const next = last && {
      days,
      sort,
      end: endDate,
      value: last[sort],
      rank: last.rank,
      place: (cursor?.place ?? 0) + data.length,
      user: last.user_id,
    }
    const answer: TopUsers = {
      window: { startDate, endDate },
      sort,
      totalUsers,
      totals: figuresOf(found.totals),
      data,
      pagination: { hasMore, nextCursor: hasMore && next ? nextCursor(next) : null },
    }
    return JSON.stringify(answer)
  })
}

type Figures = TopUsers['totals']
const figuresOf = (row: Figures): Figures =>
  Object.fromEntries(USER_FIGURES.map((figure) => [figure, row[figure]])) as Figures

/** Gives each user a rank. Equal figures share one; users without the figure are equal too. */
const ranked = (users: readonly TopUser[], sort: TopUsers['sort'], cursor: Cursor | undefined): RankedUser[] => {
  let { value, rank, place }: Pick<Cursor, 'value' | 'rank' | 'place'> = cursor ?? { value: null, rank: 0, place: 0 }
  return users.map((user) => {
    place++
    if (rank === 0 || user[sort] !== value) rank = place
    value = user[sort]
    const { user_id, user_email, active_days: days } = user
    return { rank, user_id, user_email, days, ...figuresOf(user) }
  })
}

const emptyAnswer = (days: RollupWindow, sort: TopUsers['sort'], endDate: Day): TopUsers => ({
  window: { startDate: addDays(endDate, 1 - days), endDate },
  sort,
  totalUsers: 0,
  totals: Object.fromEntries(USER_FIGURES.map((figure) => [figure, null])) as Figures,
  data: [],
  pagination: { hasMore: false, nextCursor: null },
})
