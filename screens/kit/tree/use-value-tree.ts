import { useEffect, useMemo } from 'react'
import { parsePathGlob } from '../../../src/domain/settings-diff/path-glob.ts'
import type { Path } from '../../../src/domain/settings-diff/setting-path.ts'
import { listHandlers, NO_ROW, NOTHING_TO_FOLD, NOTHING_TO_UNFOLD, type RowKey, useList } from '../list/use-list.ts'
import { useSliced } from '../query/use-sliced.ts'
import { foldLabel } from '../screen/enter-hint.ts'
import { localKey, useScreenState } from '../screen/screen-state.ts'
import { isLargeValue } from './value-text.ts'
import {
  ancestorsOf,
  type Chosen,
  countParts,
  type Folds,
  hasParts,
  isUnfolded,
  matchParts,
  nearestNode,
  nextChosen,
  nothingChosen,
  partsOf,
  shownNodes,
  type ValueNode,
  valueRoot,
} from './value-tree.ts'

const foldsKey = localKey<Folds | undefined>('folds', undefined, 'folding is not part of a link')
const startedKey = localKey('started', false, 'only true once the initial part is selected')

/** A value of at most this many parts starts unfolded. So does the initial part if it has at most this many. */
const MAX_UNFOLDED_PARTS = 200

export type ValueTree = ReturnType<typeof useValueTree>

/**
 * A JSON value as a folded tree with a selected row, which moves without rendering the component.
 *
 * @param row - The key of the selected row.
 * @param options.at - The initial part.
 * @param options.pattern - As parsePathGlob reads it; empty: all.
 */
export const useValueTree = (
  row: RowKey,
  value: unknown,
  { at, pattern, height }: { at: Path | undefined; pattern: string; height: number },
) => {
  const root = useMemo(() => valueRoot(value), [value])
  const initial = useMemo(
    (): Folds => ({ isOpen: countParts(root, MAX_UNFOLDED_PARTS) <= MAX_UNFOLDED_PARTS, toggled: new Set() }),
    [root],
  )
  const [toggled, setFolds] = useScreenState(foldsKey)
  const folds = toggled ?? initial
  const [, setRow] = useScreenState(row)
  const [hasStarted, setHasStarted] = useScreenState(startedKey)

  const found = useMatches(root, pattern)
  const filtered = pattern === '' ? undefined : (found ?? nothingChosen)
  const rows = useMemo(() => shownNodes(root, folds, filtered), [root, folds, filtered])
  const ids = useMemo(() => rows.map(({ key }) => key), [rows])
  const list = useList(row, ids, height)
  const selected = (): ValueNode | undefined => rows[list.selected]

  const selectRow = (node: ValueNode, top = list.top) => setRow({ id: node.key, index: 0, top })
  const select = (node: ValueNode) => {
    const folded = filtered ? [] : ancestorsOf(node).filter((ancestor) => !isUnfolded(folds, ancestor))
    if (folded.length > 0) setFolds(toggleFolds(folds, folded))
    selectRow(node)
  }
  const isOpen = (node: ValueNode): boolean =>
    (filtered?.ancestors.has(node.key) && !filtered.own.has(node.key)) || isUnfolded(folds, node)
  const isStarting = !hasStarted && at !== undefined
  useEffect(() => {
    if (hasStarted) return
    setHasStarted(true)
    const node = at && nearestNode(root, at)
    if (!node?.step) return
    const opened = [
      ...ancestorsOf(node),
      ...(hasParts(node) && partsOf(node).length <= MAX_UNFOLDED_PARTS ? [node] : []),
    ]
    const folded = opened.filter((ancestor) => !isUnfolded(folds, ancestor))
    const opening = toggleFolds(folds, folded)
    if (folded.length > 0) setFolds(opening)
    const index = shownNodes(root, opening, undefined).findIndex(({ key }) => key === node.key)
    // A third of the window stays above it.
    setRow({ id: node.key, index, top: Math.max(0, index - Math.floor(height / 3)) })
  }, [hasStarted, setHasStarted, at, root, folds, height, setFolds, setRow])

  return {
    root,
    rows,
    list,
    /** The selected part; undefined until the initial part is selected. */
    get row() {
      return isStarting ? undefined : selected()
    },
    /** The parts that match the pattern; undefined without one, and while the search runs. */
    found,
    isOpen,
    select,
    /** What folding or unfolding the selected part does; undefined if it can't be folded. */
    enter: () => {
      const row = selected()
      return row && hasParts(row) ? foldLabel(isOpen(row)) : undefined
    },
    handlers: {
      ...listHandlers(list, height, rows.length),
      ...foldHandlers({ rows, folds, selected, setFolds, setRow: selectRow }),
    },
    /** Selects the next of the chosen parts, and unfolds the parts that hide it. Returns whether there is one. */
    find: (step: 1 | -1, chosen: Chosen): boolean => {
      const next = nextChosen(root, selected(), step, chosen)
      if (next) select(next)
      return next !== undefined
    },
  }
}

type FoldedTree = {
  rows: readonly ValueNode[]
  folds: Folds
  selected: () => ValueNode | undefined
  setFolds: (folds: Folds) => void
  /** @param top - First row of the window. @default unchanged */
  setRow: (node: ValueNode, top?: number) => void
}

/** The handlers of the keys that fold and unfold parts of a tree. */
const foldHandlers = ({ rows, folds, selected, setFolds, setRow }: FoldedTree) => {
  const turn = (node: ValueNode) => setFolds(toggleFolds(folds, [node]))
  const canFold = (node: ValueNode): boolean => hasParts(node) && isUnfolded(folds, node)
  const canUnfold = (node: ValueNode): boolean => hasParts(node) && !isUnfolded(folds, node)
  const foldAll = () => {
    if (!rows.some(canFold)) return NOTHING_TO_FOLD
    setFolds({ isOpen: false, toggled: new Set() })
    const row = selected()
    const outermost = row && (ancestorsOf(row).at(-1) ?? row)
    return outermost && setRow(outermost, 0)
  }
  const unfoldAll = () => (rows.some(canUnfold) ? setFolds({ isOpen: true, toggled: new Set() }) : NOTHING_TO_UNFOLD)
  return {
    toggleFold: () => {
      const row = selected()
      return row && hasParts(row) ? turn(row) : NOTHING_TO_FOLD
    },
    /** Folds the selected part, or the part that contains it, which is then selected. */
    fold: () => {
      const row = selected()
      if (!row) return NO_ROW
      const ancestor = canFold(row) ? row : ancestorsOf(row)[0]
      if (!ancestor) return NOTHING_TO_FOLD
      if (isUnfolded(folds, ancestor)) turn(ancestor)
      return setRow(ancestor)
    },
    unfold: () => {
      const row = selected()
      return row && canUnfold(row) ? turn(row) : NOTHING_TO_UNFOLD
    },
    foldAll,
    unfoldAll,
    foldOrUnfold: () => (rows.some(canUnfold) && !rows.some(canFold) ? unfoldAll() : foldAll()),
  }
}

const toggleFolds = ({ isOpen, toggled }: Folds, nodes: readonly ValueNode[]): Folds => {
  const next = new Set(toggled)
  for (const { key } of nodes) if (!next.delete(key)) next.add(key)
  return { isOpen, toggled: next }
}

/** The parts that match a pattern; undefined without one. Large values are searched in slices, between keys. */
const useMatches = (root: ValueNode, pattern: string): Chosen | undefined => {
  const make = useMemo(
    () => (pattern === '' ? undefined : () => matchParts(root, parsePathGlob(pattern))),
    [root, pattern],
  )
  return useSliced(make, { isSlow: isLargeValue(root.value) })
}
