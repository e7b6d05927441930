import type { Theme } from '../../../src/ui/layout/theme.ts'
import type { ValueNode } from '../../kit/tree/value-tree.ts'
import type { SettingsChanges } from './settings-changes.ts'

/**
 * Came with this revision, is another one or has lost something, stands in another order, or holds such. What is gone has no
 * row, and its sign on what is still there would read as if that were gone.
 */
export const changeSign = (node: ValueNode, changes: SettingsChanges | undefined, theme: Theme): string => {
  const kind = changes?.kinds.get(node.key)
  if (kind === 'added') return theme.good(theme.signs.added)
  if (kind !== undefined) return theme.accent(kind === 'reordered' ? theme.signs.moved : theme.signs.changed)
  return changes?.holders.has(node.key) ? theme.muted(theme.signs.holds) : ' '
}
