import * as z from 'zod'
import { ROLLUP_WINDOWS, USER_FIGURES, type UserFigure } from './constants.ts'
import { Count, Day } from './primitives.ts'

export { ROLLUP_WINDOWS, type RollupWindow } from './constants.ts'

/** The sum of each figure; null if no day of the window has the figure. */
const sums = Object.fromEntries(USER_FIGURES.map((figure) => [figure, Count.nullable()])) as Record<
  UserFigure,
  z.ZodNullable<typeof Count>
>

export const TopUsersQuery = z.object({
  days: z.literal(ROLLUP_WINDOWS),
  /** The figure of the ranking. @default billable_tokens */
  sort: z.enum(USER_FIGURES).optional(),
  /** 1 to 100, default 20. */
  limit: z.int().min(1).max(100).optional(),
  /** `pagination.nextCursor` of the previous page, for the same days and sort. */
  cursor: z.string().min(1).optional(),
})

/** A user's sums over a window. */
export const RankedUser = z.looseObject({
  /** From 1. Equal figures share a rank: 1, 2, 2, 4. Users without the figure are last. */
  rank: z.int(),
  user_id: z.string(),
  user_email: z.string().nullable(),
  /** Days with a row. */
  days: z.int(),
  ...sums,
})
export type RankedUser = z.infer<typeof RankedUser>

/** A page of users, ranked by a figure. */
export const TopUsers = z.looseObject({
  window: z.looseObject({ startDate: Day, endDate: Day }),
  sort: z.enum(USER_FIGURES),
  /** Users with a row in the window. */
  totalUsers: z.int(),
  /** Sums over all users. */
  totals: z.looseObject(sums),
  data: z.array(RankedUser),
  pagination: z.looseObject({ hasMore: z.boolean(), nextCursor: z.string().nullish() }),
})
export type TopUsers = z.infer<typeof TopUsers>
