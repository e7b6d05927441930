import { DEEPEST, isJsonObject } from './json-value.ts'
import { heldSteps, type PathGlob } from './path-glob.ts'
import type { Path } from './setting-path.ts'

/**
 * The parts of settings whose paths match a pattern, whole, with what holds them and nothing else; undefined where nothing
 * does. Entries of lists of scalars have their value as a path, other items what tells them apart.
 */
export const pickPaths = (settings: unknown, glob: PathGlob): unknown => pick(settings, [], glob)

const pick = (value: unknown, path: Path, glob: PathGlob): unknown => {
  if (glob(path)) return value
  if (path.length >= DEEPEST) return undefined
  if (Array.isArray(value)) {
    const steps = heldSteps(value)
    const items = value
      .map((item, index) => pick(item, [...path, steps(index)], glob))
      .filter((item) => item !== undefined)
    return items.length > 0 ? items : undefined
  }
  if (!isJsonObject(value)) return undefined
  const members = Object.keys(value).flatMap((name): [string, unknown][] => {
    const member = pick(value[name], [...path, { is: 'member', name }], glob)
    return member === undefined ? [] : [[name, member]]
  })
  // Made from pairs: a member may be called __proto__.
  return members.length > 0 ? Object.fromEntries(members) : undefined
}
