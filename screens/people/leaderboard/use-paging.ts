import { useEffect, useRef, useSyncExternalStore } from 'react'
import { bringsMany, type WalkState } from '../../../src/cache/load/people/people-walk.ts'
import { fullNumber } from '../../../src/domain/text/format.ts'
import type { List } from '../../kit/list/use-list.ts'
import { useScreenState } from '../../kit/screen/screen-state.ts'
import { movedKey } from '../shared/people-state.ts'
import { type LoadedPeople, useStopping } from '../shared/use-people.ts'

/**
 * Loads more people as the list nears its end, or all of them, and lets the user stop that.
 *
 * @param height - Rows of the window. @param count - Entries of the list.
 */
export const usePaging = (
  { walk, walkRange, state, board, isOffline }: LoadedPeople,
  { list, height, count, isFiltering }: { list: List; height: number; count: number; isFiltering: boolean },
) => {
  const { isStopped, stop, goOn } = useStopping(walk)
  const [hasMoved, setHasMoved] = useScreenState(movedKey(walkRange.from))
  const isNearEnd = useSyncExternalStore(list.subscribe, () => list.top + 2 * height >= count)
  const mayAsk = state.missing.length > 0 && state.error === undefined && state.incomplete === undefined
  // With a filter no page but the first is loaded: one that matches few people would have all of them loaded to fill the window. Without
  // one, a page is loaded each time the user has moved: the selected last row mostly stays the last one when a page arrives,
  // so that otherwise page after page would follow. The first page is asked for even if the ledger fills the window, as its
  // rows may be of other days.
  const isShort = count < height
  const mayLoad = mayAsk && (!isFiltering || state.pages === 0) && !isStopped && state.loading === 'nothing'
  const wantsPage = mayLoad && (isShort || (hasMoved && (isNearEnd || state.pages === 0)))
  useEffect(() => {
    if (!wantsPage) return
    setHasMoved(false)
    walk?.more()
  }, [wantsPage, setHasMoved, walk])

  /** The state in which the last row was asked for, until it is reached. */
  const wantedLastAt = useRef<WalkState>(undefined)
  useEffect(() => {
    if (!wantedLastAt.current || wantedLastAt.current === state || bringsMany(state.loading)) return
    wantedLastAt.current = undefined
    if (state.missing.length === 0) list.moveTo(count - 1)
  }, [state, list, count])

  return {
    /** The user moves on in the list. */
    moveOn() {
      wantedLastAt.current = undefined
      goOn()
      setHasMoved(true)
    },
    /** Loads all people, then goes to the last row. */
    all() {
      goOn()
      wantedLastAt.current = state
      walk?.all()
    },
    stop() {
      wantedLastAt.current = undefined
      stop()
    },
    retry() {
      goOn()
      walk?.more()
    },
    /** Whether the next page failed, or was stopped. */
    canRetry: state.loading === 'nothing' && state.missing.length > 0 && (state.error !== undefined || isStopped),
    /** Whether the next page is asked for as soon as this is drawn. */
    isAsking: wantsPage,
    /** Why there is no row below the last one although not all people are loaded. */
    whyNotMore:
      state.loading !== 'nothing' || (mayAsk && !isFiltering)
        ? 'More people are still loading.'
        : `This is the last row of the ${fullNumber(board.users)} people loaded, not of all${isOffline ? '' : ': G loads all'}.`,
  }
}
