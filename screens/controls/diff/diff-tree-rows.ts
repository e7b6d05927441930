import type { ChangeNode } from '../../../src/domain/risk/change-tree.ts'
import type { Change } from '../../../src/domain/settings-diff/diff-settings.ts'
import { ALL_SETTINGS } from '../../../src/domain/settings-diff/setting-path.ts'

/** A part of the settings as a row of the tree: a heading of what is below, or a part that changed itself. */
export type TreeRow = {
  /** The same for the same part whichever revisions are compared. Never shown. */
  id: string
  /** From 0. */
  depth: number
  /** Untrusted text. */
  label: string
  node: ChangeNode
  /** What changed; none of a heading. */
  changes: readonly Change[]
  /** Index among all rows, that of its heading, and that after its last descendant. */
  at: number
  above: number | undefined
  end: number
}

export const isHeading = ({ changes }: TreeRow): boolean => changes.length === 0

/** All rows of a tree, with nothing folded. A part that changed itself and has changed parts is a heading with one row more. */
export const treeRows = (root: ChangeNode): TreeRow[] => {
  const rows: TreeRow[] = []
  const put = (node: ChangeNode, depth: number, above: number | undefined): void => {
    const at = rows.length
    const isLeaf = node.children.length === 0
    const label = node.label === '' ? ALL_SETTINGS : node.label
    const row = { id: node.key, depth, label, node, changes: isLeaf ? node.changes : [], at, above, end: at + 1 }
    rows.push(row)
    if (isLeaf) return
    if (node.changes.length > 0) putOwn(node, depth + 1, at)
    for (const child of node.children) put(child, depth + 1, at)
    row.end = rows.length
  }
  const putOwn = (node: ChangeNode, depth: number, above: number | undefined): void => {
    const at = rows.length
    const label = node.changes.every(({ kind }) => kind === 'reordered') ? '(order)' : '(itself)'
    rows.push({ id: `${node.key} ${label}`, depth, label, node, changes: node.changes, at, above, end: at + 1 })
  }
  if (root.changes.length > 0 && root.children.length === 0) put(root, 0, undefined)
  else {
    if (root.changes.length > 0) putOwn(root, 0, undefined)
    for (const child of root.children) put(child, 0, undefined)
  }
  return rows
}

/** The rows that are not below a folded heading. */
export const unfoldedRows = (rows: readonly TreeRow[], folds: ReadonlySet<string>): readonly TreeRow[] => {
  if (folds.size === 0) return rows
  const shown: TreeRow[] = []
  for (let at = 0; at < rows.length; ) {
    const row = rows[at] as TreeRow
    shown.push(row)
    at = folds.has(row.id) ? row.end : at + 1
  }
  return shown
}

/** The headings above a row, the nearest first. */
export const headingsOf = (rows: readonly TreeRow[], row: TreeRow): TreeRow[] => {
  const headings: TreeRow[] = []
  for (let above = row.above; above !== undefined; ) {
    const heading = rows[above] as TreeRow
    headings.push(heading)
    above = heading.above
  }
  return headings
}
