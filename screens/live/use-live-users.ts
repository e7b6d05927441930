import { useEffect, useMemo, useState } from 'react'
import { shownOf } from '../../src/cache/load/query-state.ts'
import type { Lenient } from '../../src/contract/lenient.ts'
import type { LiveUser } from '../../src/contract/live.ts'
import { mergeUsers } from '../../src/domain/live/live-rows.ts'
import { useQuery } from '../kit/query/use-query.ts'

type Users = readonly Lenient<LiveUser>[]

/** The pages loaded so far, and the cursor of the next one; undefined before the first page and at the end. */
type Walk = { pages: readonly Users[]; cursor: string | undefined; isEnd: boolean; isLoading: boolean }

const begun: Walk = { pages: [], cursor: undefined, isEnd: false, isLoading: false }

/** The number of users that the server sends with the figures of today. */
const MAX_NEWEST = 100

/**
 * All users of today as far as they are loaded. The newest are those of `newest`, which refreshes. The others load page
 * by page, and keep the figures of that moment until they are among the newest again.
 */
export const useLiveUsers = (newest: Users) => {
  const [{ pages, cursor, isEnd, isLoading }, setWalk] = useState(begun)
  const page = useQuery('liveUsers', isLoading ? (cursor === undefined ? {} : { cursor }) : undefined)
  const data = shownOf(page)?.data
  useEffect(() => {
    if (!isLoading || !data) return
    const { rows, next } = data
    setWalk((walk) => {
      // The same page may be drawn twice before this takes effect.
      if (!walk.isLoading || walk.cursor !== cursor) return walk
      const known = new Set(walk.pages.flat().map(({ user_id: id }) => id))
      // A server that repeats a page would never end.
      const isRepeated = rows.every(({ user_id: id }) => known.has(id))
      return {
        pages: [...walk.pages, rows],
        cursor: next,
        isEnd: next === undefined || isRepeated,
        isLoading: false,
      }
    })
  }, [isLoading, cursor, data])
  const users = useMemo(() => mergeUsers([newest, ...pages]), [newest, pages])
  const hasMore = !isEnd && newest.length >= MAX_NEWEST
  return {
    users,
    /** Whether the server has users that are not loaded. */
    hasMore,
    isLoadingMore: isLoading && page.is === 'loading',
    hasFailed: isLoading && page.is === 'failed',
    more: () => {
      if (hasMore && !isLoading) setWalk((walk) => ({ ...walk, isLoading: true }))
    },
  }
}
