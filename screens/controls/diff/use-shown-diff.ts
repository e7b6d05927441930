import { useCallback, useEffect, useMemo } from 'react'
import { rowColumns } from '../../../src/domain/filter/row-columns.ts'
import {
  changeTable,
  filterComparison,
  isPlainPattern,
  pickedParts,
  type Wanted,
} from '../../../src/domain/risk/change-filter.ts'
import { findingsByChange } from '../../../src/domain/risk/change-findings.ts'
import type { Comparison } from '../../../src/domain/risk/compare-settings.ts'
import { parsePathGlob, patternOf } from '../../../src/domain/settings-diff/path-glob.ts'
import { useRowClicks } from '../../../src/ui/mouse/click-areas.ts'
import { useFilter } from '../../kit/filter/use-filter.ts'
import { useWhere, whereOption } from '../../kit/filter/use-where.ts'
import { failureLines } from '../../kit/query/states.ts'
import { useDebounced } from '../../kit/query/ticks.ts'
import { useScreenState } from '../../kit/screen/screen-state.ts'
import { usePrivateSalt } from '../../kit/session/person-name.ts'
import { useSession } from '../../kit/session/session.ts'
import { diffState } from '../shared/controls-state.ts'
import { DIFF_HEAD, type DiffProps, diffLayout, WIDE } from './diff-panes.ts'
import { pickSides } from './line-paths.ts'
import { useDiffText } from './use-diff-text.ts'
import { useDiffTree } from './use-diff-tree.ts'

export type ShownDiff = ReturnType<typeof useShownDiff>

/** A comparison after filtering, as a tree or as text, with a selected part. */
export const useShownDiff = ({ width, height, before, after, comparison, isLarge, state, at }: DiffProps) => {
  const { theme } = useSession()
  const isPrivate = usePrivateSalt() !== undefined
  const [style, setStyle] = useScreenState(diffState.style)
  const [isDetail, setIsDetail] = useScreenState(diffState.alone)
  const shownStyle = style === 'split' && width < WIDE ? 'unified' : style
  const isTree = shownStyle === 'tree'
  const wanted = useWantedChanges(comparison)
  const failures = state ? failureLines([state], width, theme) : []
  const layout = diffLayout(width, height, failures.length, isDetail)
  const { panes, textHeight } = layout

  const tree = useDiffTree(wanted.shown, { width: panes.listWidth - 1, height: panes.listHeight }, theme)
  useRowClicks(tree.list, {
    top: DIFF_HEAD + failures.length,
    height: isTree && !isDetail ? panes.listHeight : 0,
    width: panes.listWidth,
    count: tree.length,
  })
  // Searching megabytes takes longer than the time between two key presses.
  const debouncedPattern = useDebounced()(wanted.pattern)
  const textPattern = isLarge ? debouncedPattern : wanted.pattern
  const { picked } = wanted
  const text = useDiffText(
    {
      style: isTree || comparison === undefined ? undefined : shownStyle,
      pick: useCallback(() => pickSides(before?.settings, after?.settings, picked), [before, after, picked]),
      sidesKey: `${before?.revision} ${after?.revision} ${textPattern} ${wanted.option} ${wanted.quick} ${isPrivate}`,
      isLarge,
      width: width - 1,
      height: textHeight,
    },
    theme,
  )
  useRowClicks(text.list, { top: DIFF_HEAD + failures.length, height: isTree ? 0 : textHeight, count: text.length })
  const [hasStarted, setHasStarted] = useScreenState(diffState.started)
  useEffect(() => {
    if (hasStarted || comparison === undefined) return
    setHasStarted(true)
    const first = at && tree.rowNear(at)
    if (first) tree.select(first)
    if (at) text.seek(at)
  })

  /** The selected part, its row in the tree, and the id of the selected row. Several rows can belong to one part. */
  const getPart = () => {
    // In text, the part that contains the selected line.
    const linePath = isTree ? undefined : text.path
    const row = isTree ? tree.row : linePath && tree.rowOf(linePath)
    return { row, path: row?.node.path ?? linePath, rowId: isTree ? row?.id : text.row?.id }
  }
  return {
    wanted,
    style,
    setStyle,
    shownStyle,
    isTree,
    isDetail,
    setIsDetail,
    failures,
    layout,
    tree,
    text,
    getPart,
    /** The list of the current style. Its selection moves without rendering the component again. */
    list: isTree ? tree.list : text.list,
    listHeight: isTree ? panes.listHeight : textHeight,
  }
}

const nothing: Comparison = { changes: [], findings: [] }

/** The changes that match the filter and the selected verdict. */
const useWantedChanges = (comparison: Comparison | undefined) => {
  const [quick, setQuick] = useScreenState(diffState.quick)
  const { table, columns } = useMemo(() => {
    const { changes, findings } = comparison ?? nothing
    const table = changeTable(findingsByChange(findings))
    return { table, columns: rowColumns(changes, table) }
  }, [comparison])
  const filter = useFilter(diffState.filter, { language: () => ({ words: table, columns }) })
  const { where, problem } = useWhere(filter, table, columns)
  // A pattern alone also matches the parts above and below it.
  const isPattern = isPlainPattern(where)
  const pattern = isPattern ? patternOf(filter.text) : ''
  const conditions = isPattern ? undefined : where
  const option = isPattern ? '' : whereOption(filter.text, table)
  const wanted = useMemo(
    (): Wanted => ({
      glob: pattern === '' ? undefined : parsePathGlob(pattern),
      verdict: quick === 'all' ? undefined : quick,
      where: conditions,
    }),
    [pattern, quick, conditions],
  )
  const shown = useMemo(() => comparison && filterComparison(comparison, wanted), [comparison, wanted])
  const picked = useMemo(() => shown && pickedParts(shown, wanted), [shown, wanted])
  return {
    filter,
    /** Why the filter is invalid, in one sentence. */
    problem,
    /** The filter as a command-line option if it is more than a pattern; otherwise empty. */
    option,
    /** The filter if it is only a path pattern; empty means all paths. */
    pattern,
    quick,
    setQuick,
    /** The filtered changes; undefined until the comparison exists. */
    shown,
    /** The filtered parts of the settings; undefined means all. */
    picked,
  }
}
