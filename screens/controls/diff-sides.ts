import { changeHolders } from '../../src/domain/settings-diff/change-holders.ts'
import type { Comparison } from '../../src/domain/settings-diff/compare-settings.ts'
import { isJsonObject } from '../../src/domain/settings-diff/json-value.ts'
import { type PathGlob, parsePathGlob } from '../../src/domain/settings-diff/path-glob.ts'
import { pickPaths } from '../../src/domain/settings-diff/pick-paths.ts'
import { pathKey } from '../../src/domain/settings-diff/setting-path.ts'
import type { QuickFilter } from './diff-filter.ts'
import type { Sides } from './diff-places.ts'

/** What of the settings is shown as text: what matches, and what holds changes among that. */
export type Picked = { glob: PathGlob; holders: PathGlob }

/** What is shown as text of the changes that filters leave; undefined: all. */
export const shownParts = (shown: Comparison | undefined, pattern: string, quick: QuickFilter): Picked | undefined => {
  if (!shown || (pattern === '' && quick === 'all')) return undefined
  const holders = changeHolders(shown.changes)
  if (quick === 'all') return { glob: parsePathGlob(pattern), holders }
  const keys = new Set(shown.changes.map(({ path }) => pathKey(path)))
  return { glob: (path) => keys.has(pathKey(path)), holders }
}

// A revision without settings is compared as one without any members; null is a value of its own.
export const pickedOf = (settings: unknown = {}, picked: Picked | undefined = undefined): unknown =>
  picked === undefined ? settings : (pickPaths(settings, picked.glob, picked.holders) ?? {})

/** Both settings as far as they are shown, a member at a time. */
export function* pickSides(
  before: unknown = {},
  after: unknown = {},
  picked: Picked | undefined = undefined,
): Generator<void, Sides> {
  return { before: yield* pickSteps(before, picked), after: yield* pickSteps(after, picked) }
}

function* pickSteps(settings: unknown, picked: Picked | undefined): Generator<void, unknown> {
  if (picked === undefined || picked.glob([]) || !isJsonObject(settings)) return pickedOf(settings, picked)
  const members: [string, unknown][] = []
  for (const name of Object.keys(settings)) {
    // Made from pairs: a member may be called __proto__.
    const own = pickedOf(Object.fromEntries([[name, settings[name]]]), picked)
    if (isJsonObject(own)) members.push(...Object.entries(own))
    yield
  }
  return Object.fromEntries(members)
}
