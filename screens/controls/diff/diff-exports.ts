import { revisionName } from '../../../src/domain/revisions/revision-brief.ts'
import { type Picked, pickedOf } from '../../../src/domain/risk/change-filter.ts'
import { changeLines, changeText } from '../../../src/domain/risk/change-lines.ts'
import { changesMarkdown } from '../../../src/domain/risk/change-report.ts'
import type { Comparison } from '../../../src/domain/risk/compare-settings.ts'
import { jsonPatchText } from '../../../src/domain/settings-diff/json-patch.ts'
import { unifiedText } from '../../../src/domain/settings-diff/unified-text.ts'
import { UNKNOWN } from '../../../src/domain/text/format.ts'
import type { Exports } from '../../kit/export/exports.ts'
import type { Revision } from '../shared/use-revisions.ts'
import type { TreeRow } from './diff-tree-rows.ts'

export type Exported = {
  before: Revision | undefined
  after: Revision | undefined
  comparison: Comparison | undefined
  /** What filters leave of it. */
  shown: Comparison
  /** What they leave of the settings; undefined: all. */
  picked: Picked | undefined
  isTree: boolean
}

/** The exports of a comparison: what is shown, but all of the patch, as a part would not apply. */
export const diffExports = ({ before, after, comparison, shown, picked, isTree }: Exported): Exports => {
  const names = { before: `${before?.revision ?? UNKNOWN}`, after: `${after?.revision ?? UNKNOWN}` }
  const text = (): string => unifiedText(pickedOf(before?.settings, picked), pickedOf(after?.settings, picked), names)
  return {
    name: `controls-${names.before}-${names.after}`,
    shown: isTree ? 'markdown' : 'unified',
    formats: [
      {
        id: 'markdown',
        title: 'Markdown',
        extension: 'md',
        text: () => changesMarkdown(shown, { before: revisionName(before ?? {}), after: revisionName(after ?? {}) }),
      },
      {
        id: 'json-patch',
        title: shown === comparison ? 'JSON Patch' : 'JSON Patch, all changes',
        extension: 'json',
        text: () => `${patchText(before, after)}\n`,
      },
      { id: 'unified', title: 'unified text', extension: 'diff', text },
    ],
  }
}

/** All changes from one revision to the other as JSON Patch, without secrets. */
export const patchText = (before: Revision = {}, after: Revision = {}): string =>
  jsonPatchText(before.settings ?? {}, after.settings ?? {})

/** Changes, a line each. */
export const changeTexts = (comparison: Comparison): string =>
  changeLines(comparison)
    .map((line) => `${changeText(line)}\n`)
    .join('')

/** The changes of a row and of all that is below. */
export const partOf = ({ changes, findings }: Comparison, { node, changes: own }: TreeRow): Comparison => {
  if (own.length > 0) return { changes: [...own], findings }
  const below = new Set(ownChanges(node))
  return { changes: changes.filter((change) => below.has(change)), findings }
}

const ownChanges = (node: TreeRow['node']): TreeRow['changes'] => [
  ...node.changes,
  ...node.children.flatMap((child) => ownChanges(child)),
]
