import { useCallback, useEffect, useMemo, useRef } from 'react'
import { NO_ROW, NOTHING_TO_FOLD, NOTHING_TO_UNFOLD } from '../kit/list/use-list.ts'
import { useRows } from '../kit/list/use-rows.ts'
import { useScreenState } from '../kit/screen/screen-state.ts'
import { useSession } from '../kit/session/session.ts'
import type { CriteriaGroup, CriterionEntry } from './criteria-groups.ts'
import { type CriteriaRow, criteriaRows, criteriaRowText } from './criteria-rows.ts'
import { isQuick, type QuickFilter } from './quick-filters.ts'
import { reportState } from './readiness-keys.ts'

type CriteriaListOptions = {
  quick: QuickFilter
  /** The entries that match the filter; undefined without a filter. */
  left: readonly CriterionEntry[] | undefined
  /** The searched text; empty without one. */
  searchWord: string
  /** Id of the criterion to select first. */
  first: string | undefined
  top: number
  height: number
  width: number
}

/** Filtered criteria under folding headings, with a selection. A filter shows all matches, even in folded groups. */
export const useCriteriaList = (
  all: readonly CriteriaGroup[],
  { quick, left, searchWord, first, ...place }: CriteriaListOptions,
) => {
  const { theme } = useSession()
  const [folds, setFolds] = useScreenState(reportState.folds)
  const [, setRow] = useScreenState(reportState.row)
  const [hasStarted, setHasStarted] = useScreenState(reportState.started)
  const isFiltered = left !== undefined || quick !== 'all'
  const groups = useMemo(() => filteredGroups(all, quick, left), [all, quick, left])
  const rows = useMemo(
    () => criteriaRows(groups, ({ id, startsFolded = false }) => isFiltered || !(folds.get(id) ?? startsFolded)),
    [groups, folds, isFiltered],
  )
  const textOf = (row: CriteriaRow) => criteriaRowText(row, place.width - 1, theme)
  const listed = useRows(reportState.row, rows, idOf, { textOf, ...place })
  const { list, getSelected } = listed

  const show = useCallback(
    (group: CriteriaGroup, id: string, top: number) => {
      setFolds((before) => new Map(before).set(group.id, false))
      setRow({ id, index: 0, top })
    },
    [setFolds, setRow],
  )
  useEffect(() => {
    if (hasStarted || all.length === 0) return
    setHasStarted(true)
    const id = `criterion:${first}`
    const group = all.find(({ entries }) => entries.some((entry) => entry.id === id))
    if (group) show(group, id, 0)
  }, [hasStarted, setHasStarted, all, first, show])

  // When the searched text changes and a heading is selected, select the first match instead, so that its text is
  // visible.
  const lastSearch = useRef<string>(undefined)
  useEffect(() => {
    if (lastSearch.current === searchWord) return
    lastSearch.current = searchWord
    const row = rows[list.selected]
    const found = groups[0]?.entries[0]?.id
    if (searchWord !== '' && found !== undefined && row && !row.entry) setRow({ id: found, index: 0, top: 0 })
  }, [searchWord, groups, rows, list, setRow])

  return {
    ...listed,
    /** Number of matching criteria, and of all. */
    left: countOf(groups),
    total: countOf(all),
    fold(isFold: boolean) {
      const row = getSelected()
      if (!row) return NO_ROW
      if (isFiltered) return NOT_FOLDED
      if (row.isOpen !== isFold) return isFold ? NOTHING_TO_FOLD : NOTHING_TO_UNFOLD
      setFolds((before) => new Map(before).set(row.group.id, isFold))
      // Select the heading, because the rows below it disappear.
      return isFold ? setRow({ id: row.group.id, index: 0, top: list.top }) : undefined
    },
    foldAll() {
      const row = getSelected()
      if (!row) return NOTHING_TO_FOLD
      if (isFiltered) return NOT_FOLDED
      const isAnyOpen = rows.some(({ isOpen }) => isOpen)
      setFolds(new Map(all.map(({ id }) => [id, isAnyOpen])))
      return isAnyOpen ? setRow({ id: row.group.id, index: 0, top: 0 }) : undefined
    },
    /** Selects the next (1) or previous (-1) match and unfolds its group. Returns false if there is none. */
    seek(step: 1 | -1, isWanted: (criterion: CriterionEntry['criterion']) => boolean): boolean {
      const flat = criteriaRows(groups, () => true)
      const from = flat.findIndex(({ id }) => id === getSelected()?.id)
      const order = step === 1 ? flat.slice(from + 1) : flat.slice(0, Math.max(0, from)).reverse()
      const next = order.find(({ entry }) => entry && isWanted(entry.criterion))
      if (next) show(next.group, next.id, list.top)
      return next !== undefined
    },
  }
}

const NOT_FOLDED = 'Filtered criteria cannot be folded.'
const idOf = ({ id }: CriteriaRow): string => id

/** Removes entries that do not match, and then empty groups. @param left - Entries that match the typed filter. */
const filteredGroups = (
  groups: readonly CriteriaGroup[],
  quick: QuickFilter,
  left: readonly CriterionEntry[] | undefined,
): CriteriaGroup[] =>
  groups
    .map((group) => ({
      ...group,
      entries: group.entries.filter((entry) => isQuick(quick, entry) && (left?.includes(entry) ?? true)),
    }))
    .filter(({ entries }) => entries.length > 0 || (quick === 'all' && !left))

const countOf = (groups: readonly CriteriaGroup[]): number =>
  groups.reduce((sum, { entries }) => sum + entries.length, 0)
