import type { Comparison } from '../../src/domain/settings-diff/compare-settings.ts'
import { isJsonObject } from '../../src/domain/settings-diff/json-value.ts'
import { type PathGlob, parsePathGlob } from '../../src/domain/settings-diff/path-glob.ts'
import { pickPaths } from '../../src/domain/settings-diff/pick-paths.ts'
import { pathKey } from '../../src/domain/settings-diff/setting-path.ts'
import type { QuickFilter } from './diff-filter.ts'
import type { Sides } from './diff-places.ts'

/** What of the settings is shown as text; undefined: all. */
export const shownGlob = (shown: Comparison | undefined, pattern: string, quick: QuickFilter): PathGlob | undefined => {
  if (!shown || (pattern === '' && quick === 'all')) return undefined
  if (quick === 'all') return parsePathGlob(pattern)
  const keys = new Set(shown.changes.map(({ path }) => pathKey(path)))
  return (path) => keys.has(pathKey(path))
}

// A revision without settings is compared as one without any members; null is a value of its own.
export const pickedOf = (settings: unknown = {}, glob: PathGlob | undefined = undefined): unknown =>
  glob === undefined ? settings : (pickPaths(settings, glob) ?? {})

/** Both settings as far as they are shown, a member at a time. */
export function* pickSides(
  before: unknown = {},
  after: unknown = {},
  glob: PathGlob | undefined = undefined,
): Generator<void, Sides> {
  return { before: yield* pickSteps(before, glob), after: yield* pickSteps(after, glob) }
}

function* pickSteps(settings: unknown, glob: PathGlob | undefined): Generator<void, unknown> {
  if (glob === undefined || glob([]) || !isJsonObject(settings)) return pickedOf(settings, glob)
  const members: [string, unknown][] = []
  for (const name of Object.keys(settings)) {
    // Made from pairs: a member may be called __proto__.
    const own = pickPaths(Object.fromEntries([[name, settings[name]]]), glob)
    if (isJsonObject(own)) members.push(...Object.entries(own))
    yield
  }
  return Object.fromEntries(members)
}
