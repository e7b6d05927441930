import { useMemo } from 'react'
import type { Comparison } from '../../../src/domain/risk/compare-settings.ts'
import type { Change } from '../../../src/domain/settings-diff/diff-settings.ts'
import { type Path, pathKey, type Step } from '../../../src/domain/settings-diff/setting-path.ts'
import { useComparison } from '../shared/use-comparison.ts'
import type { Revision } from '../shared/use-revisions.ts'

/** What a revision changed in the one before; undefined while that is not known. */
export const useSettingsChanges = (before: Revision | undefined, after: Revision): SettingsChanges | undefined => {
  // Without one before there is nothing to compare: with itself costs least.
  const { comparison } = useComparison(before ?? after, after)
  return useMemo(() => before && comparison && settingsChanges(comparison), [before, comparison])
}

/** Which parts of a revision's settings it changed itself. */
export type SettingsChanges = ReturnType<typeof settingsChanges>

/** What a comparison with the revision before marks; a part that something was taken out of is marked, as what is gone has no row. */
const settingsChanges = ({ changes }: Comparison) => {
  const kinds = new Map<string, 'added' | 'changed' | 'reordered' | 'lost'>()
  const before = new Map<string, unknown>()
  const holders = new Set<string>()
  for (const change of changes) {
    const path = markedPath(change)
    const key = pathKey(path)
    const kind = change.kind === 'removed' ? 'lost' : change.kind
    // Of all that happened to a list, the first is told.
    if (!kinds.has(key)) kinds.set(key, kind)
    if (change.kind === 'changed') before.set(key, change.before)
    for (let length = 1; length < path.length; length += 1) holders.add(pathKey(path.slice(0, length)))
  }
  return {
    own: new Set(kinds.keys()),
    holders,
    /** What happened to each of them. */
    kinds,
    /** What was there before, of each that is another one now. Masked. */
    before,
    count: changes.length,
  }
}

const markedPath = ({ kind, path }: Change): Path => (kind === 'removed' ? path.slice(0, -1) : path).map(asItIsNow)

// Items that came are called by their place after the change, which is their place in these settings.
const asItIsNow = (step: Step): Step => (step.is === 'place' ? { is: 'place', index: step.index } : step)
