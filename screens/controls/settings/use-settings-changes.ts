import { useMemo } from 'react'
import type { Comparison } from '../../../src/domain/risk/compare-settings.ts'
import type { Change } from '../../../src/domain/settings-diff/diff-settings.ts'
import { type Path, pathKey, type Step } from '../../../src/domain/settings-diff/setting-path.ts'
import { useComparison } from '../shared/use-comparison.ts'
import type { Revision } from '../shared/use-revisions.ts'

/** The changes from the previous revision; undefined until they are computed. */
export const useSettingsChanges = (before: Revision | undefined, after: Revision): SettingsChanges | undefined => {
  // Without a previous revision, compare it with itself: that costs least.
  const { comparison } = useComparison(before ?? after, after)
  return useMemo(() => before && comparison && settingsChanges(comparison), [before, comparison])
}

/** The parts of the settings that a revision changed. */
export type SettingsChanges = ReturnType<typeof settingsChanges>

/** Marks the changed parts. For a removed part it marks the parent, because the part itself has no row. */
const settingsChanges = ({ changes }: Comparison) => {
  const kinds = new Map<string, 'added' | 'changed' | 'reordered' | 'partRemoved'>()
  const before = new Map<string, unknown>()
  const ancestors = new Set<string>()
  for (const change of changes) {
    const path = markedPath(change)
    const key = pathKey(path)
    const kind = change.kind === 'removed' ? 'partRemoved' : change.kind
    // Of several changes to one part, the first is shown.
    if (!kinds.has(key)) kinds.set(key, kind)
    if (change.kind === 'changed') before.set(key, change.before)
    for (let length = 1; length < path.length; length += 1) ancestors.add(pathKey(path.slice(0, length)))
  }
  return {
    own: new Set(kinds.keys()),
    ancestors,
    /** Kind of change by key of the part. */
    kinds,
    /** Old values of the changed parts, by key. Masked. */
    before,
    count: changes.length,
  }
}

const markedPath = ({ kind, path }: Change): Path => (kind === 'removed' ? path.slice(0, -1) : path).map(newPlaceStep)

// An added item is identified by its index after the change, which is its index in these settings.
const newPlaceStep = (step: Step): Step => (step.is === 'place' ? { is: 'place', index: step.index } : step)
