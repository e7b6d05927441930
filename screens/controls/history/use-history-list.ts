import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { createOpenLoosenings, type OpenLoosening } from '../../../src/domain/revisions/open-loosenings.ts'
import { revisionTable } from '../../../src/domain/revisions/revision-filter.ts'
import { useFilter } from '../../kit/filter/use-filter.ts'
import { type FilteredRows, useRowsOf } from '../../kit/filter/use-where.ts'
import { type List, useList } from '../../kit/list/use-list.ts'
import { useSliced } from '../../kit/query/use-sliced.ts'
import { useScreenState } from '../../kit/screen/screen-state.ts'
import type { Target } from '../../kit/screen/target.ts'
import { useSession } from '../../kit/session/session.ts'
import { useAgeReference } from '../../kit/session/use-range.ts'
import { historyState } from '../shared/controls-state.ts'
import type { LoadedRevisions, Revision } from '../shared/use-revisions.ts'
import { filterableRow, type HistoryRow, historyRows } from './history-rows.ts'

export type HistoryList = ReturnType<typeof useHistoryList>

/**
 * The filtered revisions as rows, with a selection that starts at the target. Older revisions load when the view nears
 * the end of the list.
 *
 * @param height - Visible rows.
 */
export const useHistoryList = (loaded: LoadedRevisions, target: Target | undefined, height: number) => {
  const { shownRevisions } = useSession()
  const { revisions, hasMore, more } = loaded
  const [lastVisit] = useState(() => shownRevisions.last())
  const newest = revisions[0]?.revision
  useEffect(() => {
    if (newest !== undefined) shownRevisions.recordShown(newest)
  }, [shownRevisions, newest])

  const all = useMemo(() => historyRows(revisions, lastVisit), [revisions, lastVisit])
  const filter = useFilter(historyState.filter, { language: () => ({ words: table, columns: filtered.columns }) })
  const [quick, setQuick] = useScreenState(historyState.quick)
  const open = useSliced(
    useCallback(() => collectOpenLoosenings(revisions), [revisions]),
    { isWanted: quick === 'open' },
  )
  const areAllCompared =
    useSliced(
      useCallback(() => compareAll(all), [all]),
      { isWanted: filter.isActive },
    ) ?? false
  const end = useAgeReference()
  const table = useMemo(() => revisionTable<HistoryRow>(end, filterableRow), [end])
  // Filters search the changes of a revision only after it is compared. Visible rows are compared first.
  const filtered: FilteredRows<HistoryRow> = useRowsOf(filter, all, table, {
    version: `${filter.text}\n${areAllCompared}`,
  })
  const matching = filtered.rows
  const rows = useMemo(
    () => (quick === 'all' ? matching : matching.filter(({ revision }) => open?.has(revision))),
    [quick, matching, open],
  )
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])
  const list = useList(historyState.row, ids, height, true)
  const isTargetMissing = useStartRow(loaded, target?.revision, ids, list)
  // With a filter that matches few rows, filling the window would load the whole history.
  const isNearEnd = useSyncExternalStore(list.subscribe, () => list.top + 2 * height >= all.length)
  const wantsMore = hasMore && (isTargetMissing || (!filter.isActive && quick === 'all' && isNearEnd))
  useEffect(() => {
    if (wantsMore) more()
  })
  return {
    lastVisit,
    all,
    filter,
    filtered,
    quick,
    setQuick,
    open,
    rows,
    list,
    selected: () => rows[list.selected],
    height,
  }
}

/** Selects a revision once, as soon as it is loaded. @returns Whether older revisions are needed to find it. */
const useStartRow = (
  { hasMore, state }: LoadedRevisions,
  revision: number | undefined,
  ids: readonly string[],
  list: List,
): boolean => {
  const [started, setStarted] = useScreenState(historyState.started)
  const at = revision === undefined ? -1 : ids.indexOf(String(revision))
  useEffect(() => {
    if (started || (at < 0 && (hasMore || state.is === 'loading'))) return
    setStarted(true)
    if (at >= 0) list.moveTo(at)
  }, [started, setStarted, at, hasMore, state, list])
  return !started && revision !== undefined && at < 0
}

/** Compares each row with the previous revision. */
function* compareAll(rows: readonly HistoryRow[]): Generator<void, true> {
  for (const row of rows) {
    row.summary()
    yield
  }
  return true
}

/** Time limit for comparisons before a frame is drawn; slower rows are drawn without their changes. */
const COMPARE_MS = 40

/** Compares the visible revisions with the ones before them on each draw. Large settings take several frames. */
export const useCompareVisible = (): ((visible: readonly HistoryRow[]) => void) => {
  const [, redraw] = useState(0)
  const next = useRef<NodeJS.Immediate>(undefined)
  useEffect(() => () => clearImmediate(next.current), [])
  return (visible) => {
    const until = performance.now() + COMPARE_MS
    for (const row of visible) if (!row.isKnown() && performance.now() < until) row.summary()
    clearImmediate(next.current)
    if (visible.some((row) => !row.isKnown())) next.current = setImmediate(() => redraw((count) => count + 1))
  }
}

/** Open loosenings by revision number, most severe first. */
export type OpenByRevision = ReadonlyMap<number | undefined, readonly OpenLoosening[]>

/** Loosenings that no later revision reverted. */
function* collectOpenLoosenings(revisions: readonly Revision[]): Generator<void, OpenByRevision> {
  const loosenings = createOpenLoosenings()
  for (const revision of revisions.toReversed()) {
    loosenings.add(revision)
    yield
  }
  return Map.groupBy(loosenings.all(), (each) => each.revision)
}
