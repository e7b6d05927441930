import { AppError } from '../../../base/errors.ts'
import type { Client } from '../../../client/client.ts'
import type { RollupWindow, UserFigure } from '../../../contract/constants.ts'
import { RANKED_PAGE, type Ranking } from '../../../domain/people/ranking.ts'
import type { LoadOptions } from '../kit/load-options.ts'
import { LIST_FRESH_MS, type Loaded, loaded } from '../kit/loaded.ts'
import { NOT_CACHED } from '../kit/offline.ts'
import type { LoadDeps } from '../kit/organisation.ts'

/** @param count - Number of users. Fewer are loaded if the window has fewer. */
export type TopUsersParams = { days: RollupWindow; sort: UserFigure; count: number }

type Loading = { key: string; at: number; ranking: Ranking; problems: number; cursor: string | undefined }

/**
 * Loads the first users of the server's ranking, page by page. Pages of the last ranking stay in memory while they are
 * fresh, so more users need only more pages.
 */
export const createLoadTopUsers = ({ client, organisation }: LoadDeps) => {
  let last: Loading | undefined
  let running: Promise<unknown> = Promise.resolve()

  const loadUsers = async (params: TopUsersParams, options: LoadOptions): Promise<Loading> => {
    if (!client) throw new AppError('incomplete', NOT_CACHED)
    const key = `${params.days} ${params.sort}`
    const now = organisation.now()
    let known = last?.key === key && !options.isForced && now - last.at < LIST_FRESH_MS ? last : undefined
    let restarts = 0
    while (!known || (known.cursor !== undefined && known.ranking.users.length < params.count)) {
      try {
        known = await nextPage(client, params, known, options)
      } catch (error) {
        // The window has moved to another day: start again, once.
        const hasMoved = known !== undefined && error instanceof AppError && error.status === 400
        if (!hasMoved || restarts++ > 0) throw error
        known = undefined
      }
    }
    last = known
    return known
  }

  const nextPage = async (
    client: Pick<Client, 'call'>,
    { days, sort }: TopUsersParams,
    before: Loading | undefined,
    { signal, onRetry }: LoadOptions,
  ): Promise<Loading> => {
    const cursor = before?.cursor
    const query = { days, sort, limit: RANKED_PAGE, ...(cursor !== undefined && { cursor }) }
    const reply = await client.call('topUsers', { query }, { signal, onRetry })
    const { window, totalUsers = 0, totals = {}, data = [], pagination } = reply.body
    const next = pagination?.hasMore ? (pagination.nextCursor ?? undefined) : undefined
    return {
      key: `${days} ${sort}`,
      at: before?.at ?? organisation.timeOf(reply),
      problems: (before?.problems ?? 0) + reply.problemCount,
      // A page without users, or with the same cursor, would never end.
      cursor: data.length === 0 || next === cursor ? undefined : next,
      ranking: {
        window: { from: window?.startDate ?? '', to: window?.endDate ?? '' },
        users: [...(before?.ranking.users ?? []), ...data],
        totalUsers,
        totals,
      },
    }
  }

  return (params: TopUsersParams, options: LoadOptions = {}): Promise<Loaded<Ranking>> => {
    // One after another: each continues where the previous one ended.
    const load = running.then(() => loadUsers(params, options))
    running = load.catch(() => {})
    return load.then(({ ranking, at, problems }) =>
      loaded(ranking, at, 'server', {
        problems,
        freshMs: Math.max(0, at + LIST_FRESH_MS - organisation.now()),
      }),
    )
  }
}
