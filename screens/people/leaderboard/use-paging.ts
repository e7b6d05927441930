import { useEffect, useRef, useSyncExternalStore } from 'react'
import { bringsMany } from '../../../src/cache/load/people/people-walk.ts'
import { fullNumber } from '../../../src/domain/text/format.ts'
import type { List } from '../../kit/list/use-list.ts'
import { useScreenState } from '../../kit/screen/screen-state.ts'
import { type LoadedPeople, useStopping } from '../shared/use-people.ts'

export type PagingOptions = {
  list: List
  /** Rows of the window. */
  height: number
  /** Entries of the list. */
  count: number
  isFiltering: boolean
}

/** Loads more people as the list nears its end, or all of them, and lets the user stop that. */
export type Paging = {
  /** The user moves on in the list. */
  moveOn(): void
  /** Loads all people, then goes to the last row. */
  all(): void
  stop(): void
  retry(): void
  /** Whether the next page failed, or was stopped. */
  canRetry: boolean
  /** Whether the next page is asked for as soon as this is drawn. */
  isAsking: boolean
  /** Why there is no row below the last one although not all people are loaded. */
  whyNotMore: string
}

export const usePaging = (
  { walk, walkRange, state, board, isOffline }: LoadedPeople,
  { list, height, count, isFiltering }: PagingOptions,
): Paging => {
  const { isStopped, stop, goOn } = useStopping(walk)
  const [hasMoved, setHasMoved] = useScreenState(`moved:${walkRange.from}`, true)
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

  const wantsLast = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: judged once for each state of the walk
  useEffect(() => {
    if (!wantsLast.current || bringsMany(state.loading)) return
    wantsLast.current = false
    if (state.missing.length === 0) list.moveTo(count - 1)
  }, [state])

  return {
    moveOn() {
      wantsLast.current = false
      goOn()
      setHasMoved(true)
    },
    all() {
      goOn()
      wantsLast.current = true
      walk?.all()
    },
    stop() {
      wantsLast.current = false
      stop()
    },
    retry() {
      goOn()
      walk?.more()
    },
    canRetry: state.loading === 'nothing' && state.missing.length > 0 && (state.error !== undefined || isStopped),
    isAsking: wantsPage,
    whyNotMore:
      state.loading !== 'nothing' || (mayAsk && !isFiltering)
        ? 'More people are still loading.'
        : `This is the last row of the ${fullNumber(board.users)} people loaded, not of all${isOffline ? '' : ': G loads all'}.`,
  }
}
