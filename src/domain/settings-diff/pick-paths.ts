import type { Change } from './diff-settings.ts'
import { isJsonObject } from './json-value.ts'
import { childSteps, type PathGlob } from './path-glob.ts'
import { pathKey, type Step } from './setting-path.ts'

/**
 * The complete parts of settings whose paths match a pattern, with their ancestors and nothing else; undefined if
 * nothing matches. Entries of lists of scalars match by value, other items by key or index.
 *
 * @param ancestors - Parts that are kept, though empty, even if nothing in them matches. Without them, a list that
 * gained its only match would look like an added list in a diff. @default none
 */
export const pickPaths = (settings: unknown, glob: PathGlob, ancestors: PathGlob = nothing): unknown =>
  pick(settings, [], glob, ancestors)

const nothing: PathGlob = () => false

// The walk shares one list of steps.
const pick = (value: unknown, steps: Step[], glob: PathGlob, ancestors: PathGlob): unknown => {
  if (glob(steps)) return value
  const within = (step: Step, inner: unknown): unknown => {
    steps.push(step)
    const picked = pick(inner, steps, glob, ancestors)
    steps.pop()
    return picked
  }
  if (Array.isArray(value)) {
    const stepOf = childSteps(value)
    const items = value.map((item, index) => within(stepOf(index), item)).filter((item) => item !== undefined)
    return items.length > 0 || ancestors(steps) ? items : undefined
  }
  if (!isJsonObject(value)) return undefined
  const members: [string, unknown][] = []
  for (const name of Object.keys(value)) {
    const picked = within({ is: 'member', name }, value[name])
    if (picked !== undefined) members.push([name, picked])
  }
  // Object.fromEntries handles a property with the name __proto__.
  return members.length > 0 || ancestors(steps) ? Object.fromEntries(members) : undefined
}

/** Matches the ancestors of the changed parts: `sandbox` and `sandbox.network` for a change of `sandbox.network.on`. */
export const changeAncestors = (changes: readonly Change[]): PathGlob => {
  const keys = new Set<string>()
  for (const { path } of changes) {
    for (let length = path.length - 1; length > 0; length -= 1) {
      const key = pathKey(path.slice(0, length))
      if (keys.has(key)) break
      keys.add(key)
    }
  }
  return (path) => keys.has(pathKey(path))
}
