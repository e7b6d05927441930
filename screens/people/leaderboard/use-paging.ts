import { useEffect, useRef, useSyncExternalStore } from 'react'
import { isLoadingMany, type WalkState } from '../../../src/cache/load/people/people-walk.ts'
import { fullNumber } from '../../../src/domain/text/format.ts'
import type { List } from '../../kit/list/use-list.ts'
import { useScreenState } from '../../kit/screen/screen-state.ts'
import { movedKey } from '../shared/people-keys.ts'
import { type LoadedPeople, useStopping } from '../shared/use-people.ts'

/**
 * Loads more people when the view nears the end of the list, or all of them, and lets the user stop.
 *
 * @param height - Visible rows.
 * @param count - Entries in the list.
 */
export const usePaging = (
  { walk, walkRange, state, board, isOffline }: LoadedPeople,
  { list, height, count, isFiltering }: { list: List; height: number; count: number; isFiltering: boolean },
) => {
  const { isStopped, stop, resume } = useStopping(walk)
  const [hasMoved, setHasMoved] = useScreenState(movedKey(walkRange.from))
  const isNearEnd = useSyncExternalStore(list.subscribe, () => list.top + 2 * height >= count)
  const canRequest = state.missing.length > 0 && state.error === undefined && state.incomplete === undefined
  // With a filter only the first page loads automatically: if few people match, filling the window would load all of
  // them. Without a filter, one page loads per move of the user. Otherwise page after page would load, because a
  // selected last row usually is still the last one after a page arrives. The first page loads even if cached rows fill
  // the window, because they may cover other days.
  const isWindowUnfilled = count < height
  const canLoadPage = canRequest && (!isFiltering || state.pages === 0) && !isStopped && state.loading === 'nothing'
  const wantsPage = canLoadPage && (isWindowUnfilled || (hasMoved && (isNearEnd || state.pages === 0)))
  useEffect(() => {
    if (!wantsPage) return
    setHasMoved(false)
    walk?.more()
  }, [wantsPage, setHasMoved, walk])

  /** Set while a jump to the last row waits for people to load: the walk's state at the key press. */
  const lastRowWantedSince = useRef<WalkState>(undefined)
  useEffect(() => {
    if (!lastRowWantedSince.current || lastRowWantedSince.current === state || isLoadingMany(state.loading)) return
    lastRowWantedSince.current = undefined
    if (state.missing.length === 0) list.moveTo(count - 1)
  }, [state, list, count])

  return {
    /** Call when the user moves in the list. */
    moveOn() {
      lastRowWantedSince.current = undefined
      resume()
      setHasMoved(true)
    },
    /** Loads all people, then selects the last row. */
    all() {
      resume()
      lastRowWantedSince.current = state
      walk?.all()
    },
    stop() {
      lastRowWantedSince.current = undefined
      stop()
    },
    retry() {
      resume()
      walk?.more()
    },
    /** Whether the next page failed or was stopped. */
    canRetry: state.loading === 'nothing' && state.missing.length > 0 && (state.error !== undefined || isStopped),
    /** Whether the next page is requested right after this render. */
    isPageRequested: wantsPage,
    /** Why there is no row below the last one although more people exist. */
    noMoreReason:
      state.loading !== 'nothing' || (canRequest && !isFiltering)
        ? 'More users are still loading.'
        : `This is the last of ${fullNumber(board.users)} loaded users.${isOffline ? '' : ' Press G to load all.'}`,
  }
}
