import { useEffect, useRef, useSyncExternalStore } from 'react'
import { DEFAULT_AUTOLOAD, requestsFor } from '../../../src/domain/people/load-progress.ts'
import type { PeopleSort } from '../../../src/domain/people/people-sort.ts'
import { fullNumber } from '../../../src/domain/text/format.ts'
import { useLatest } from '../../../src/ui/keys/use-keys.ts'
import type { List, RowKey } from '../../kit/list/use-list.ts'
import { useCountdown } from '../../kit/query/ticks.ts'
import { useScreenState } from '../../kit/screen/screen-state.ts'
import { useSession, useSessionState } from '../../kit/session/session.ts'
import { movedKey } from '../shared/people-keys.ts'
import { type LoadedPeople, useStopping } from '../shared/use-people.ts'
import { LAST_ROW, useWantedRow } from './use-wanted-row.ts'

type PagingOptions = {
  list: List
  rowKey: RowKey
  /** Visible rows. */
  height: number
  /** Entries in the list. */
  count: number
  isFiltering: boolean
  sort: PeopleSort
}

/** Whether a list is in the order in which the server sends users, so that its first pages are its first rows. */
const isServerOrder = ({ field }: PeopleSort): boolean => field === 'name' || field === 'id'

/**
 * Loads more users. In the order of the server, a page loads when the view nears the end of the list. Ordered by a
 * figure, the list is final only when all users are loaded, so they load in the background, up to a number of users.
 */
export const usePaging = (
  { walk, walkRange, state, board, isOffline, progress, ranking }: LoadedPeople,
  { list, rowKey, height, count, isFiltering, sort }: PagingOptions,
) => {
  const { peopleAutoload = DEFAULT_AUTOLOAD } = useSession()
  const isPaused = useSessionState('pausedAt') !== undefined
  const waitSeconds = useCountdown(state.wait?.until)
  const { isStopped, stop, resume } = useStopping(walk)
  const [hasMoved, setHasMoved] = useScreenState(movedKey(walkRange.from))
  const isNearEnd = useSyncExternalStore(list.subscribe, () => list.top + 2 * height >= count)
  const isLazy = isServerOrder(sort)
  const isRanked = ranking.order !== undefined
  const isComplete = state.missing.length === 0
  const { error, incomplete, isRateLimited } = state
  const canRequest = !isComplete && error === undefined && incomplete === undefined && !isRateLimited
  const wanted = useWantedRow({
    list,
    rowKey,
    height,
    count,
    isChanging: !isComplete && !isLazy && !isRanked,
    canRequest: isRanked ? count < board.active : canRequest,
  })
  const { loadRanked } = ranking
  const isRankedPageDue = isRanked && count < board.active && isNearEnd
  useEffect(() => {
    if (isRankedPageDue) loadRanked(count + 1)
  }, [isRankedPageDue, loadRanked, count])

  // The server's ranking replaces the rows of all users where there are too many to load in the background.
  const isReplaced = isRanked && board.active > peopleAutoload
  const needsRows = !isReplaced && !ranking.isAwaited
  const isBackground = !isLazy && !isPaused && !isStopped && needsRows
  const usersLeft = needsRows ? Math.max(isBackground ? peopleAutoload - board.users : 0, (wanted.row ?? 0) - count) : 0
  // With a filter only the first page loads for the window: if few users match, filling it would load all of them.
  // In the order of the server, one page loads per move of the user. Otherwise page after page would load, because a
  // selected last row usually is still the last one after a page arrives. The first page loads even if cached rows fill
  // the window, because they may cover other days.
  const isPageDue = count < height || (isLazy && hasMoved && (isNearEnd || state.pages === 0))
  const needsPage = !isStopped && needsRows && isPageDue && (!isFiltering || state.pages === 0)
  const pagesLeft = Math.max(requestsFor(usersLeft, state.pageUsers), needsPage ? 1 : 0)
  const pagesWanted = canRequest && state.loading === 'nothing' ? Math.min(pagesLeft, ranking.maxPages) : 0
  useEffect(() => {
    if (pagesWanted === 0) return
    setHasMoved(false)
    if (pagesWanted === LAST_ROW) walk?.all()
    else walk?.more(pagesWanted)
  }, [pagesWanted, setHasMoved, walk])

  const isUnwanted = state.loading === 'pages' && usersLeft <= 0
  useEffect(() => {
    if (isUnwanted) walk?.stop()
  }, [isUnwanted, walk])
  const { goTo } = wanted
  useAfterPause(isPaused, goTo, resume)

  const requests = progress?.requests
  return {
    isPaused,
    waitSeconds,
    /** Requests until the operation in progress ends; undefined without an estimate. */
    requestsLeft: requests === undefined || state.loading === 'all' ? requests : Math.min(requests, pagesLeft),
    /** Call when the user moves in the list. */
    moveOn() {
      goTo(undefined)
      if (isLazy) resume()
      setHasMoved(true)
    },
    /** Goes to a row, after loading it. @param row - Counted from 1; {@link LAST_ROW} loads all users. */
    goTo(row: number) {
      resume()
      setHasMoved(true)
      goTo(row)
      if (isRanked && row !== LAST_ROW) loadRanked(row)
      if (row === LAST_ROW && canRequest) walk?.all()
    },
    stop() {
      goTo(undefined)
      stop()
    },
    retry() {
      resume()
      walk?.more()
    },
    /** Whether the next page failed or was stopped. */
    canRetry: state.loading === 'nothing' && !isComplete && (error !== undefined || isStopped),
    /** Whether pages are requested right after this render. */
    isPageRequested: pagesWanted > 0,
    /** Why there is no row below the last one although more users exist. */
    noMoreReason:
      state.loading !== 'nothing' || (isLazy && canRequest && !isFiltering) || isRankedPageDue
        ? 'More users are still loading.'
        : `This is the last of ${fullNumber(board.users)} loaded users.${isOffline ? '' : ' Press G to load all.'}`,
  }
}

/** Forgets the wanted row when requests are paused, and loads on when they are no longer. */
const useAfterPause = (isPaused: boolean, goTo: (row: undefined) => void, resume: () => void): void => {
  const wasPaused = useRef(isPaused)
  const resumed = useLatest(resume)
  useEffect(() => {
    if (isPaused) goTo(undefined)
    else if (wasPaused.current) resumed.current()
    wasPaused.current = isPaused
  }, [isPaused, goTo, resumed])
}
