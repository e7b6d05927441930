import { useMemo } from 'react'
import { memoize } from '../../../src/base/memoize.ts'
import { findingsByChange } from '../../../src/domain/risk/change-findings.ts'
import { changeTree } from '../../../src/domain/risk/change-tree.ts'
import type { Comparison } from '../../../src/domain/risk/compare-settings.ts'
import type { RiskFinding } from '../../../src/domain/risk/revision-risk.ts'
import { type Path, pathKey } from '../../../src/domain/settings-diff/setting-path.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { listRows } from '../../kit/list/list-rows.ts'
import { type ListState, NO_ROW, NOTHING_TO_FOLD, NOTHING_TO_UNFOLD, useQuietList } from '../../kit/list/use-list.ts'
import { useScreenState } from '../../kit/screen/screen-state.ts'
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
const firstRow: ListState = { id: undefined, index: 0, top: 0 }
const nothing: Comparison = { changes: [], findings: [] }

/**
 * What differs as a folded tree with a selected row, which moves without the component being drawn again; what is folded and
 * selected stays so whichever revisions are compared.
 */
export const useDiffTree = (
  comparison: Comparison = nothing,
  { width, height }: { width: number; height: number },
  theme: Theme,
) => {
  const all = useMemo(() => treeRows(changeTree(comparison.changes, comparison.findings)), [comparison])
  const byId = useMemo(() => new Map(all.map((row) => [row.id, row])), [all])
  const findingsOf = useMemo(() => createRowFindings(comparison.findings), [comparison])
  const [folds, setFolds] = useScreenState('folds', noFolds)
  const [, setState] = useScreenState('change', firstRow)
  const rows = useMemo(() => unfoldedRows(all, folds), [all, folds])
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])
  const list = useQuietList('change', ids, height)
  const selected = (): TreeRow | undefined => rows[list.selected]
  const columns = useMemo(() => treeColumns(all, width), [all, width])
  const textOf = useMemo(() => {
    const makeText = (isOpen: boolean) =>
      memoize((one: TreeRow) => treeRowText(one, isOpen, isHeading(one) ? [] : findingsOf(one), columns, theme))
    const texts = [makeText(false), makeText(true)] as const
    return (one: TreeRow) => texts[folds.has(one.id) ? 0 : 1](one)
  }, [columns, theme, findingsOf, folds])

  const select = (one: TreeRow) => {
    const above = headingsOf(all, one)
    if (above.some(({ id }) => folds.has(id))) {
      const open = new Set(folds)
      for (const { id } of above) open.delete(id)
      setFolds(open)
    }
    setState({ id: one.id, index: 0, top: list.top })
  }
  const setFold = (id: string, isFolded: boolean) =>
    setFolds((before) => {
      const next = new Set(before)
      if (isFolded) next.add(id)
      else next.delete(id)
      return next
    })
  const headings = () => all.filter(isHeading).map(({ id }) => id)
  const foldAll = () => {
    setFolds(new Set(headings()))
    const row = selected()
    const outermost = row && (headingsOf(all, row).at(-1) ?? row)
    if (outermost) setState({ id: outermost.id, index: 0, top: 0 })
  }
  const unfoldAll = () => setFolds(noFolds)
  return {
    get row() {
      return selected()
    },
    list,
    length: rows.length,
    findingsOf,
    select,
    /** Folds the heading, or that of the row, and selects it; a folded heading goes to the one above. */
    fold: () => {
      const row = selected()
      if (!row) return NO_ROW
      const isOpen = isHeading(row) && !folds.has(row.id)
      const heading = isOpen ? row : headingsOf(all, row)[0]
      if (!heading) return NOTHING_TO_FOLD
      setFold(heading.id, true)
      return setState({ id: heading.id, index: 0, top: list.top })
    },
    unfold: () => {
      const row = selected()
      return row && folds.has(row.id) ? setFold(row.id, false) : NOTHING_TO_UNFOLD
    },
    foldAll: () => (headings().length > 0 ? foldAll() : NOTHING_TO_FOLD),
    unfoldAll: () => (folds.size > 0 ? unfoldAll() : NOTHING_TO_UNFOLD),
    foldOrUnfold: () =>
      headings().length === 0
        ? NOTHING_TO_FOLD
        : rows.some((one) => isHeading(one) && !folds.has(one.id))
          ? foldAll()
          : unfoldAll(),
    /** Selects the next part that changed and is wanted, unfolding what hides it; whether there is one. */
    find: (step: 1 | -1, isWanted: (one: TreeRow) => boolean): boolean => {
      const found = nextRow(all, selected(), step, isWanted)
      if (found) select(found)
      return found !== undefined
    },
    /** The row of a path, else the first of what is below it, else the nearest above. */
    rowNear: (path: Path): TreeRow | undefined =>
      byId.get(pathKey(path)) ?? firstBelow(all, path) ?? rowAbove(byId, path),
    /** The row of the nearest part at or above a path. */
    rowOf: (path: Path): TreeRow | undefined => rowAbove(byId, path),
    lines: (): string[] => listRows(rows, textOf, { list, height, width: width + 1 }, theme),
  }
}

const rowAbove = (byId: ReadonlyMap<string, TreeRow>, path: Path): TreeRow | undefined => {
  for (let length = path.length; length >= 0; length -= 1) {
    const found = byId.get(pathKey(path.slice(0, length)))
    if (found) return found
  }
  return undefined
}

const firstBelow = (all: readonly TreeRow[], path: Path): TreeRow | undefined => {
  const key = pathKey(path)
  return path.length === 0 ? all[0] : all.find(({ node }) => pathKey(node.path.slice(0, path.length)) === key)
}

const nextRow = (
  all: readonly TreeRow[],
  row: TreeRow | undefined,
  step: 1 | -1,
  isWanted: (one: TreeRow) => boolean,
): TreeRow | undefined => {
  for (let at = (row?.at ?? -1) + step; at >= 0 && at < all.length; at += step) {
    const one = all[at] as TreeRow
    if (!isHeading(one) && isWanted(one)) return one
  }
  return undefined
}

/** What the rules say about a row: of a heading, about all that is below. */
const createRowFindings = (findings: readonly RiskFinding[]): ((row: TreeRow) => readonly RiskFinding[]) => {
  const ofChange = findingsByChange(findings)
  return memoize((row: TreeRow) => {
    if (!isHeading(row)) return [...new Set(row.changes.flatMap(ofChange))]
    const below = new Set<RiskFinding>()
    const put = (node: TreeRow['node']): void => {
      for (const finding of node.findings) below.add(finding)
      for (const child of node.children) put(child)
    }
    put(row.node)
    return [...below]
  })
}
