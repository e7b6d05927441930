import type { ChangeNode } from '../../../src/domain/risk/change-tree.ts'
import type { RiskFinding } from '../../../src/domain/risk/revision-risk.ts'
import { levelIn, levelOf, VERDICTS, worstOf } from '../../../src/domain/risk/risk-verdict.ts'
import { countsInSigns } from '../../../src/domain/settings-diff/change-counts.ts'
import type { Change } from '../../../src/domain/settings-diff/diff-settings.ts'
import { ALL_SETTINGS } from '../../../src/domain/settings-diff/setting-path.ts'
import { fit } from '../../../src/domain/text/fit.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { isOneCellEach, textWidth } from '../../../src/domain/text/width.ts'
import { cutStyled, joinFitting, padStyled } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { valueText } from '../shared/changes-text.ts'
import { verdictMark, verdictText } from '../shared/risk-column.ts'

/** A row of the tree: a heading above changed parts, or a changed part. */
export type TreeRow = {
  /** Depends only on the path, so it is the same for all comparisons. Never shown. */
  id: string
  /** 0 for the outermost rows. */
  depth: number
  /** Untrusted text. */
  label: string
  node: ChangeNode
  /** Empty for a heading. */
  changes: readonly Change[]
  /** The heading above the row. */
  above: TreeRow | undefined
}

export const isHeading = ({ changes }: TreeRow): boolean => changes.length === 0

/** All rows, unfolded. A changed part with changed parts below it becomes a heading, plus a row for itself. */
export const treeRows = (root: ChangeNode): TreeRow[] => {
  const rows: TreeRow[] = []
  const addRow = (
    id: string,
    label: string,
    node: ChangeNode,
    changes: readonly Change[],
    above: TreeRow | undefined,
  ) => {
    const row = { id, depth: above ? above.depth + 1 : 0, label, node, changes, above }
    rows.push(row)
    return row
  }
  const addNode = (node: ChangeNode, above: TreeRow | undefined): void => {
    const isLeaf = node.children.length === 0
    const row = addRow(node.key, node.label || ALL_SETTINGS, node, isLeaf ? node.changes : [], above)
    if (!isLeaf) addParts(node, row)
  }
  const addParts = (node: ChangeNode, above: TreeRow | undefined): void => {
    const label = node.changes.every(({ kind }) => kind === 'reordered') ? '(order)' : '(itself)'
    if (node.changes.length > 0) addRow(`${node.key} ${label}`, label, node, node.changes, above)
    for (const child of node.children) addNode(child, above)
  }
  if (root.changes.length > 0 && root.children.length === 0) addNode(root, undefined)
  else addParts(root, undefined)
  return rows
}

/** The rows that are not below a folded heading. */
export const unfoldedRows = (rows: readonly TreeRow[], folds: ReadonlySet<string>): readonly TreeRow[] =>
  rows.filter((row) => !headingsOf(row).some(({ id }) => folds.has(id)))

/** The headings above a row, the nearest first. */
export const headingsOf = ({ above }: TreeRow): TreeRow[] => (above ? [above, ...headingsOf(above)] : [])

/** Widths in cells: the whole row, then the columns of names, values and verdicts. */
type TreeColumns = { width: number; names: number; values: number; verdicts: number }

const INDENT = 2
const GAP = 2
/** From this width on, a verdict has a word next to its sign. */
const MIN_WIDTH_FOR_WORDS = 72
const WORD_CELLS = 11
const SIGN_CELLS = 5

/** Names get the width of the widest one, up to 55% of the space. */
export const treeColumns = (rows: readonly TreeRow[], width: number): TreeColumns => {
  const verdicts = width >= MIN_WIDTH_FOR_WORDS ? WORD_CELLS : SIGN_CELLS
  const maxNames = Math.max(16, Math.floor((width - verdicts) * 0.55))
  let names = 12
  for (const { depth, label } of rows) {
    if (names >= maxNames) break
    names = Math.max(names, depth * INDENT + 2 + textWidth(safeText(label)))
  }
  names = Math.min(names, maxNames)
  return { width, names, values: Math.max(0, width - names - verdicts - 2 * GAP), verdicts }
}

/** The sign of an addition, removal, change or reordering. */
export const signOf = (changes: readonly Change[], theme: Theme): string => {
  const [first, ...others] = changes
  const last = first?.path.at(-1)
  // Added and removed entries are a change of their list.
  if (!first || others.length > 0 || last?.is === 'entry') return theme.accent(theme.signs.changed)
  if (first.kind === 'added') return theme.good(theme.signs.added)
  if (first.kind === 'removed') return theme.bad(theme.signs.removed)
  return theme.accent(first.kind === 'reordered' ? theme.signs.moved : theme.signs.changed)
}

/** A row of the tree: name, value before and after (or counts for a heading), and verdict. */
export const treeRowText = (
  row: TreeRow,
  isOpen: boolean,
  findings: readonly RiskFinding[],
  columns: TreeColumns,
  theme: Theme,
): string => {
  const indent = ' '.repeat(Math.min(row.depth * INDENT, columns.names - 8))
  const cells = columns.names - indent.length - 2
  const label = fit(endOf(safeText(row.label), cells), cells)
  const [name, value, verdict] = isHeading(row)
    ? [
        `${isOpen ? theme.signs.open : theme.signs.closed} ${theme.strong(label)}`,
        theme.muted(countsInSigns(row.node.counts, theme.isLinear)),
        riskCounts(row.node, columns, theme),
      ]
    : [
        `${signOf(row.changes, theme)} ${label}`,
        valueText(row.changes, columns.values, theme),
        leafVerdict(findings, columns, theme),
      ]
  return [indent + name, padStyled(cutStyled(value, columns.values), columns.values), verdict].join(' '.repeat(GAP))
}

/** Cuts a long name at its start, because the end is more specific. */
const endOf = (label: string, cells: number): string => {
  if (textWidth(label) <= cells || !isOneCellEach(label)) return label
  return `…${label.slice(label.length - cells + 1)}`
}

const riskCounts = ({ risks }: ChangeNode, { verdicts }: TreeColumns, theme: Theme): string => {
  const parts = VERDICTS.filter((verdict) => risks[verdict] > 0).map(
    (verdict) => `${verdictMark(levelIn(risks, verdict), theme)} ${risks[verdict]}`,
  )
  // The most severe come first, so they remain when space is short.
  return joinFitting(parts, verdicts, ' ')
}

const leafVerdict = (findings: readonly RiskFinding[], { verdicts }: TreeColumns, theme: Theme): string => {
  const worst = worstOf(findings)
  if (!worst) return ''
  return verdicts >= WORD_CELLS ? verdictText(levelOf(worst), theme) : verdictMark(levelOf(worst), theme)
}
