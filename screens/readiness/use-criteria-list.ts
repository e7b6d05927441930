import { useEffect, useMemo } from 'react'
import { type ListState, NO_ROW, NOTHING_TO_FOLD, NOTHING_TO_UNFOLD, useQuietList } from '../kit/list/use-list.ts'
import { useScreenState } from '../kit/screen/screen-state.ts'
import type { CriteriaGroup, CriterionEntry } from './criteria-groups.ts'
import { type CriteriaRow, criteriaRows, filteredGroups } from './criteria-rows.ts'
import type { QuickFilter } from './quick-filters.ts'

export type CriteriaListOptions = {
  quick: QuickFilter
  /** What the filter leaves; undefined where there is none. */
  left: readonly CriterionEntry[] | undefined
  /** The text that it looks for; empty for none. */
  sought: string
  /** Rows of the window. */
  height: number
  /** The criterion to begin at. */
  first: string | undefined
}

export type CriteriaList = ReturnType<typeof useCriteriaList>

/**
 * Criteria under headings that fold, filtered, with a selection. What a filter leaves is shown, whatever is folded. What holds it is
 * not drawn again by a move: see ListBody.
 */
export const useCriteriaList = (
  all: readonly CriteriaGroup[],
  { quick, left, sought, height, first }: CriteriaListOptions,
) => {
  const [folds, setFolds] = useScreenState<ReadonlyMap<string, boolean>>('folds', noFolds)
  const [, setRow] = useScreenState<ListState>('row', firstRow)
  const [hasStarted, setHasStarted] = useScreenState('started', false)
  const isFiltered = left !== undefined || quick !== 'all'
  const groups = useMemo(() => filteredGroups(all, quick, left), [all, quick, left])
  const rows = useMemo(
    () => criteriaRows(groups, ({ id, isDone }) => isFiltered || !(folds.get(id) ?? isDone)),
    [groups, folds, isFiltered],
  )
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])
  const list = useQuietList('row', ids, height)
  const rowNow = (): CriteriaRow | undefined => rows[list.selected]

  const show = (group: CriteriaGroup, id: string, top: number) => {
    setFolds((before) => new Map(before).set(group.id, false))
    setRow({ id, index: 0, top })
  }
  useEffect(() => {
    if (hasStarted || all.length === 0) return
    setHasStarted(true)
    const id = `criterion:${first}`
    const group = all.find(({ entries }) => entries.some((entry) => entry.id === id))
    if (!group) return
    setFolds((before) => new Map(before).set(group.id, false))
    setRow({ id, index: 0, top: 0 })
  }, [hasStarted, setHasStarted, all, first, setFolds, setRow])

  // Who looks for a text wants to read where it stands, not the heading above.
  const found = sought === '' ? undefined : groups[0]?.entries[0]?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another text moves the selection, so that a heading can be gone to
  useEffect(() => {
    const row = rowNow()
    if (found !== undefined && row && row.entry === undefined) setRow({ id: found, index: 0, top: 0 })
  }, [sought])

  return {
    rows,
    list,
    get row() {
      return rowNow()
    },
    /** Criteria that the filters leave, and all. */
    left: countOf(groups),
    total: countOf(all),
    fold(isFold: boolean) {
      const row = rowNow()
      if (!row) return NO_ROW
      if (isFiltered) return 'What a filter leaves is not folded.'
      if (row.isOpen !== isFold) return isFold ? NOTHING_TO_FOLD : NOTHING_TO_UNFOLD
      setFolds((before) => new Map(before).set(row.group.id, isFold))
      // The heading stays where the rows below it go.
      return isFold ? setRow({ id: row.group.id, index: 0, top: list.top }) : undefined
    },
    foldAll() {
      if (rows.length === 0) return NOTHING_TO_FOLD
      if (isFiltered) return 'What a filter leaves is not folded.'
      const row = rowNow()
      const isAnyOpen = rows.some(({ isOpen }) => isOpen)
      setFolds(new Map(all.map(({ id }) => [id, isAnyOpen])))
      return isAnyOpen && row ? setRow({ id: row.group.id, index: 0, top: 0 }) : undefined
    },
    /** Goes to the next criterion that is wanted, or the one before (-1), also into what is folded; false when there is none. */
    seek(step: 1 | -1, isWanted: (entry: CriterionEntry) => boolean): boolean {
      const row = rowNow()
      const flat = criteriaRows(groups, () => true)
      const from = flat.findIndex(({ id }) => id === row?.id)
      const order = step === 1 ? flat.slice(from + 1) : flat.slice(0, Math.max(0, from)).reverse()
      const next = order.find(({ entry }) => entry && isWanted(entry))
      if (next) show(next.group, next.id, list.top)
      return next !== undefined
    },
  }
}

const firstRow: ListState = { id: undefined, index: 0, top: 0 }
const noFolds: ReadonlyMap<string, boolean> = new Map()

const countOf = (groups: readonly CriteriaGroup[]): number =>
  groups.reduce((sum, { entries }) => sum + entries.length, 0)
