import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { inSlices } from '../../../src/base/slices.ts'
import { createOpenWidenings, type OpenWidening } from '../../../src/domain/revisions/open-widenings.ts'
import { revisionTable } from '../../../src/domain/revisions/revision-filter.ts'
import { useFilter } from '../../kit/filter/use-filter.ts'
import { type FilteredRows, useRowsOf } from '../../kit/filter/use-where.ts'
import { type List, useQuietList } from '../../kit/list/use-list.ts'
import { useScreenState } from '../../kit/screen/screen-state.ts'
import type { Target } from '../../kit/screen/target.ts'
import { useSession } from '../../kit/session/session.ts'
import { useAgeEnd } from '../../kit/session/use-range.ts'
import type { LoadedRevisions, Revision } from '../shared/use-revisions.ts'
import { filedRow, type HistoryRow, historyRows } from './history-rows.ts'

/** Which revisions are shown: all, or those of which something that they widened is still open. */
export type QuickRevisions = 'all' | 'open'

export type HistoryList = ReturnType<typeof useHistoryList>

/**
 * The revisions as rows, filtered, with a selection that begins at the target. Older ones are asked for as the list nears its end.
 *
 * @param height - Rows of the window.
 */
export const useHistoryList = (loaded: LoadedRevisions, target: Target | undefined, height: number) => {
  const { looks } = useSession()
  const { revisions, hasMore, more } = loaded
  const [look] = useState(() => looks.last())
  const newest = revisions[0]?.revision
  useEffect(() => {
    if (newest !== undefined) looks.saw(newest)
  }, [looks, newest])

  const all = useMemo(() => historyRows(revisions, look), [revisions, look])
  const filter = useFilter('filter', { language: () => ({ words: table, columns: filtered.columns }) })
  const [quick, setQuick] = useScreenState<QuickRevisions>('quickRevisions', 'all')
  const oldestFirst = useMemo(() => revisions.toReversed(), [revisions])
  const open = useSliced(oldestFirst, quick === 'open', collectOpen)
  const areCompared = useSliced(all, filter.isActive, compareAll) ?? false
  const end = useAgeEnd()
  const table = useMemo(() => revisionTable<HistoryRow>(end, filedRow), [end])
  // What a revision changed is told once it is compared, which those in sight are before the others.
  const filtered: FilteredRows<HistoryRow> = useRowsOf(filter, all, table, {
    version: `${filter.text}\n${areCompared}`,
  })
  const matching = filtered.rows
  const rows = useMemo(
    () => (quick === 'all' ? matching : matching.filter(({ revision }) => open?.has(revision))),
    [quick, matching, open],
  )
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])
  const list = useQuietList('revision', ids, height, true)
  const isSought = useStart(loaded, target?.revision, ids, list)
  // A filter that matches little would have the whole history loaded to fill the window.
  const isNearEnd = useSyncExternalStore(list.subscribe, () => list.top + 2 * height >= all.length)
  const wantsMore = hasMore && (isSought || (!filter.isActive && quick === 'all' && isNearEnd))
  useEffect(() => {
    if (wantsMore) more()
  })
  return { look, all, filter, filtered, quick, setQuick, open, rows, list, selected: () => rows[list.selected], height }
}

/** Selects a revision as soon as it is loaded, once. Answers whether older ones are needed for it. */
const useStart = (
  { hasMore, state }: LoadedRevisions,
  revision: number | undefined,
  ids: readonly string[],
  list: List,
): boolean => {
  const [started, setStarted] = useScreenState('started', false)
  const at = revision === undefined ? -1 : ids.indexOf(String(revision))
  useEffect(() => {
    if (started || (at < 0 && (hasMore || state.is === 'loading'))) return
    setStarted(true)
    if (at >= 0) list.moveTo(at)
  }, [started, setStarted, at, hasMore, state, list])
  return !started && revision !== undefined && at < 0
}

/**
 * What is made of rows one after the other, in slices, while it is wanted; undefined until that is done.
 *
 * @param begin - Begins again; one and the same function each time.
 */
const useSliced = <Row, Made>(
  rows: readonly Row[],
  isWanted: boolean,
  begin: () => { add: (row: Row) => void; end: () => Made },
): Made | undefined => {
  const [done, setDone] = useState<{ of: readonly Row[]; made: Made }>()
  const isDone = done?.of === rows
  useEffect(() => {
    if (!isWanted || isDone) return undefined
    const { add, end } = begin()
    const left = rows.values()
    return inSlices(() => {
      const row = left.next()
      if (row.done) setDone({ of: rows, made: end() })
      else add(row.value)
      return !row.done
    })
  }, [rows, isWanted, isDone, begin])
  return isDone && isWanted ? done.made : undefined
}

/** Compares all rows with the ones before. */
const compareAll = () => ({ add: (row: HistoryRow) => void row.summary(), end: () => true })

/** For so long visible rows are compared before a frame is drawn without what they changed. */
const COMPARE_MS = 40

/** Compares the visible revisions with the ones before, at each drawing of them; large settings take a few frames. */
export const useComparedInSight = (): ((visible: readonly HistoryRow[]) => void) => {
  const [, drawAgain] = useState(0)
  const next = useRef<NodeJS.Immediate>(undefined)
  useEffect(() => () => clearImmediate(next.current), [])
  return (visible) => {
    const until = performance.now() + COMPARE_MS
    for (const row of visible) if (!row.isKnown() && performance.now() < until) row.summary()
    clearImmediate(next.current)
    if (visible.some((row) => !row.isKnown())) next.current = setImmediate(() => drawAgain((count) => count + 1))
  }
}

/** Open widenings by the number of their revision, the gravest first. */
export type OpenByRevision = ReadonlyMap<number | undefined, readonly OpenWidening[]>

/** What revisions, the oldest first, widened and none of them took back. */
const collectOpen = () => {
  const widenings = createOpenWidenings()
  return {
    add: (revision: Revision) => widenings.add(revision),
    end: (): OpenByRevision => Map.groupBy(widenings.all(), (each) => each.revision),
  }
}
