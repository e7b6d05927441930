import { useEffect, useMemo, useState } from 'react'
import { blamePath } from '../../../src/domain/revisions/blame.ts'
import type { Path } from '../../../src/domain/settings-diff/setting-path.ts'
import { useQuietList } from '../../kit/list/use-list.ts'
import type { LoadedRevisions } from '../shared/use-revisions.ts'
import { blameRows } from './blame-rows.ts'

export type BlameList = ReturnType<typeof useBlameList>

/**
 * Who changed a path, over the revisions that are loaded, with a selection, which moves without the component being drawn again.
 *
 * @param height - Rows of the window.
 */
export const useBlameList = (loaded: LoadedRevisions, path: Path, height: number) => {
  const { revisions, hasMore, isWhole, isLoadingMore, failure } = loaded
  const blame = useMemo(() => blamePath(revisions, path, { isEnd: isWhole }), [revisions, path, isWhole])
  const rows = useMemo(() => blameRows(blame, path, revisions), [blame, path, revisions])
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])
  const list = useQuietList('blame', ids, height)
  const last = rows.length - 1

  const [isWalking, setIsWalking] = useState(false)
  useEffect(() => {
    if (!isWalking) return
    if (!hasMore || failure) setIsWalking(false)
    else if (!isLoadingMore) loaded.moreAtOnce()
  })
  // The oldest change was asked for, whichever that turns out to be.
  useEffect(() => {
    if (isWalking && list.selected !== last) list.moveTo(last)
  })
  return {
    blame,
    rows,
    list,
    get row() {
      return rows[list.selected]
    },
    height,
    /** Whether the whole history is being walked. */
    isWalking,
    /** Whether there is more of it to look at. */
    walk: (): boolean => {
      if (!hasMore) return false
      loaded.moreAtOnce()
      setIsWalking(true)
      return true
    },
    stop: () => setIsWalking(false),
    /** Moves by so many rows at a time, and below the last row looks further back. */
    onward: (move: (times: number) => unknown, step: number) => (times: number) => {
      const why = list.selected < last || !hasMore ? move(times) : undefined
      const isBelow = times > Math.ceil((last - list.selected) / step)
      if (isBelow && hasMore && !isLoadingMore) loaded.more()
      return isBelow && isLoadingMore ? 'Older revisions are still loading.' : why
    },
  }
}
