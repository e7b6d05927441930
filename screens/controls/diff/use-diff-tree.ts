import { useMemo } from 'react'
import { memoize } from '../../../src/base/memoize.ts'
import { findingsByChange } from '../../../src/domain/risk/change-findings.ts'
import { changeTree } from '../../../src/domain/risk/change-tree.ts'
import type { Comparison } from '../../../src/domain/risk/compare-settings.ts'
import type { RiskFinding } from '../../../src/domain/risk/revision-risk.ts'
import { type Path, pathKey } from '../../../src/domain/settings-diff/setting-path.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { listRows } from '../../kit/list/list-rows.ts'
import { NO_ROW, NOTHING_TO_FOLD, NOTHING_TO_UNFOLD, useList } from '../../kit/list/use-list.ts'
import { useScreenState } from '../../kit/screen/screen-state.ts'
import { diffState } from '../shared/controls-state.ts'
import {
  headingsOf,
  isHeading,
  type TreeRow,
  treeColumns,
  treeRows,
  treeRowText,
  unfoldedRows,
} from './diff-tree-rows.ts'

const noFolds: ReadonlySet<string> = new Set()
const nothing: Comparison = { changes: [], findings: [] }

/**
 * The differences as a folding tree with a selection that moves without rendering the component again. Folds and
 * selection stay when other revisions are compared.
 */
export const useDiffTree = (
  comparison: Comparison = nothing,
  { width, height }: { width: number; height: number },
  theme: Theme,
) => {
  const all = useMemo(() => treeRows(changeTree(comparison.changes, comparison.findings)), [comparison])
  const byId = useMemo(() => new Map(all.map((row) => [row.id, row])), [all])
  const findingsOf = useMemo(() => createRowFindings(comparison.findings), [comparison])
  const [folds, setFolds] = useScreenState(diffState.folds)
  const [, setState] = useScreenState(diffState.row)
  const rows = useMemo(() => unfoldedRows(all, folds), [all, folds])
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])
  const list = useList(diffState.row, ids, height)
  const columns = useMemo(() => treeColumns(all, width), [all, width])
  const textOf = useMemo(
    () =>
      memoize((row: TreeRow) =>
        treeRowText(row, !folds.has(row.id), isHeading(row) ? [] : findingsOf(row), columns, theme),
      ),
    [columns, theme, findingsOf, folds],
  )
  const selectedRow = (): TreeRow | undefined => rows[list.selected]
  const select = (row: TreeRow) => {
    const above = headingsOf(row).map(({ id }) => id)
    if (above.some((id) => folds.has(id))) setFolds(new Set([...folds].filter((id) => !above.includes(id))))
    setState({ id: row.id, index: 0, top: list.top })
  }
  const headings = all.filter(isHeading)
  const foldAll = () => {
    if (headings.length === 0) return NOTHING_TO_FOLD
    setFolds(new Set(headings.map(({ id }) => id)))
    const row = selectedRow()
    const outermost = row && (headingsOf(row).at(-1) ?? row)
    if (outermost) setState({ id: outermost.id, index: 0, top: 0 })
    return undefined
  }
  const unfoldAll = () => (folds.size > 0 ? setFolds(noFolds) : NOTHING_TO_UNFOLD)
  return {
    get row() {
      return selectedRow()
    },
    list,
    length: rows.length,
    findingsOf,
    select,
    /** Folds the selected heading, or the heading above the selected row or folded heading, and selects it. */
    fold: () => {
      const row = selectedRow()
      if (!row) return NO_ROW
      const heading = isHeading(row) && !folds.has(row.id) ? row : row.above
      if (!heading) return NOTHING_TO_FOLD
      setFolds(new Set([...folds, heading.id]))
      return setState({ id: heading.id, index: 0, top: list.top })
    },
    unfold: () => {
      const row = selectedRow()
      return row && folds.has(row.id) ? setFolds(new Set([...folds].filter((id) => id !== row.id))) : NOTHING_TO_UNFOLD
    },
    foldAll,
    unfoldAll,
    foldOrUnfold: () => (headings.length === 0 || headings.some(({ id }) => !folds.has(id)) ? foldAll() : unfoldAll()),
    /** Selects the next matching part, and unfolds the headings above it. Returns whether one was found. */
    find: (step: 1 | -1, isWanted: (row: TreeRow) => boolean): boolean => {
      const found = nextRow(all, selectedRow(), step, isWanted)
      if (found) select(found)
      return found !== undefined
    },
    /** The row of a path; if there is none, the first row below the path, or the row of its nearest ancestor. */
    rowNear: (path: Path): TreeRow | undefined => {
      const key = pathKey(path)
      const below = ({ node }: TreeRow) => pathKey(node.path.slice(0, path.length)) === key
      return byId.get(key) ?? all.find(below) ?? rowAbove(byId, path)
    },
    /** The row of a path or of its nearest ancestor. */
    rowOf: (path: Path): TreeRow | undefined => rowAbove(byId, path),
    lines: (): string[] => listRows(rows, textOf, { list, height, width: width + 1 }, theme),
  }
}

const nextRow = (
  all: readonly TreeRow[],
  row: TreeRow | undefined,
  step: 1 | -1,
  isWanted: (row: TreeRow) => boolean,
): TreeRow | undefined => {
  const at = row ? all.indexOf(row) : -1
  const others = step === 1 ? all.slice(at + 1) : all.slice(0, Math.max(0, at)).reverse()
  return others.find((one) => !isHeading(one) && isWanted(one))
}

const rowAbove = (byId: ReadonlyMap<string, TreeRow>, path: Path): TreeRow | undefined =>
  byId.get(pathKey(path)) ?? (path.length === 0 ? undefined : rowAbove(byId, path.slice(0, -1)))

/** The findings about a row; a heading has all findings below it. */
const createRowFindings = (findings: readonly RiskFinding[]): ((row: TreeRow) => readonly RiskFinding[]) => {
  const ofChange = findingsByChange(findings)
  const below = (node: TreeRow['node']): readonly RiskFinding[] => [...node.findings, ...node.children.flatMap(below)]
  return memoize((row: TreeRow) => [...new Set(isHeading(row) ? below(row.node) : row.changes.flatMap(ofChange))])
}
