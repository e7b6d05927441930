import { useCallback, useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { PeopleWalk } from '../../../src/cache/load/people/people-walk.ts'
import { shownOf } from '../../../src/cache/load/query-state.ts'
import type { Range } from '../../../src/domain/calendar/calendar.ts'
import { rankedBy } from '../../../src/domain/people/people-sort.ts'
import { RANKED_PAGE as PAGE, type Ranking, rankingFor } from '../../../src/domain/people/ranking.ts'
import { useLoadedData, useQuery } from '../../kit/query/use-query.ts'
import { useScreenSignal, useScreenState } from '../../kit/screen/screen-state.ts'
import { peopleFeedOf } from './people-feed.ts'
import { peopleState } from './people-keys.ts'

type RankingOptions = {
  range: Range
  walk: PeopleWalk | undefined
  /** Whether a list is displayed, and the rows of all users are neither loaded nor requested. */
  isNeeded: boolean
  /** Pages of rows that have arrived. */
  pages: number
}

/**
 * The server's ranking of the displayed list, if the server offers one in this order and over these days. It makes the
 * first page final without the rows of all users. Organisations whose users are on one page of rows don't need it.
 */
export const useRanking = ({ range, walk, isNeeded, pages }: RankingOptions) => {
  const kind = useSignal(useScreenSignal(peopleState.kind))
  const sort = useSignal(useScreenSignal(peopleState.sort.at('people')))
  const filter = useSignal(useScreenSignal(peopleState.filter))
  const [last, setLast] = useScreenState(peopleState.ranked)
  const place = `${range.from} ${range.to} ${sort.field}`
  const count = last.place === place ? last.count : PAGE
  const wanted = kind === 'people' && filter.trim() === '' && isNeeded && walk ? rankingFor(sort, range) : undefined
  const known = useLoadedData('extensions')({})
  // The first page of rows shows whether there are more users than it has.
  const offer = useQuery('extensions', wanted && pages > 0 && !known ? {} : undefined)
  const isOffered = (known ?? shownOf(offer)?.data)?.includes('topUsers') ?? false
  const params = wanted && isOffered ? wanted : undefined
  const state = useQuery('topUsers', params && { ...params, count })
  const loaded = useKept(place, shownOf(state)?.data, params !== undefined)
  const isSame = loaded?.window.from === range.from && loaded.window.to === range.to
  const found = isSame && loaded.totalUsers > PAGE ? loaded : undefined
  useIncluded(walk, found)
  const isUnknown = wanted !== undefined && known === undefined && pages > 0 && offer.is === 'loading'
  const isLoading = params !== undefined && loaded === undefined && state.is === 'loading'
  return {
    found,
    /** The figure of the ranking. */
    rankedBy: rankedBy(sort),
    /** Whether the ranking may arrive, so that no rows are requested yet. */
    isAwaited: isUnknown || isLoading,
    /** Maximum number of pages of rows to request now. */
    maxPages: wanted !== undefined && pages === 0 ? 1 : Number.POSITIVE_INFINITY,
    /** Loads the ranking up to a row, counted from 1. */
    loadRanked: useCallback(
      (row: number): void => setLast({ place, count: Math.max(count, Math.ceil(row / PAGE) * PAGE) }),
      [place, count, setLast],
    ),
  }
}

/** The ranking, or the last one of the same place while more of its users load. */
const useKept = (place: string, loaded: Ranking | undefined, isOffered: boolean): Ranking | undefined => {
  const [kept, setKept] = useState<{ place: string; ranking: Ranking }>()
  useEffect(() => {
    if (loaded) setKept({ place, ranking: loaded })
  }, [place, loaded])
  if (!isOffered) return undefined
  return loaded ?? (kept?.place === place ? kept.ranking : undefined)
}

/** Gives the users of a ranking a number, although their rows may not be loaded. */
const useIncluded = (walk: PeopleWalk | undefined, ranking: Ranking | undefined): void => {
  const users = ranking?.users
  const persons = useMemo(
    () =>
      users && {
        ids: users.map(({ user_id: id }) => id ?? ''),
        emails: users.map(({ user_email: email }) => email ?? undefined),
      },
    [users],
  )
  useLayoutEffect(() => {
    if (walk && persons) peopleFeedOf(walk).include(persons)
  }, [walk, persons])
}

const useSignal = <T>({ subscribe, get }: { subscribe: (listener: () => void) => () => void; get: () => T }): T =>
  useSyncExternalStore(subscribe, get)
