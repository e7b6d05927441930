import { isContainer, memberOf } from './json.ts'

type JsonObject = Record<string, unknown>

/** Levels that are compared by recursion; a hostile answer may be nested deeper than the stack. */
const MAX_DEPTH = 200

/**
 * Whether two values as JSON.parse makes them are the same, however deep: the order of members says nothing, and -0 is not 0. Own
 * members only, so no name is special.
 */
export const isSameJson = (a: unknown, b: unknown): boolean =>
  // So short that V8 compares two texts without a call, the lengths first.
  typeof a === 'string' && typeof b === 'string' ? a === b : isSame(a, b, 0)

const isSame = (a: unknown, b: unknown, depth: number): boolean => {
  // Of two values that are known to be texts V8 compares the lengths first.
  if (typeof a === 'string' && typeof b === 'string') return a === b
  if (a === b) return a !== 0 || Object.is(a, b)
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b)
  if (depth > MAX_DEPTH) return isSameDeep(a, b)
  if (Array.isArray(a)) return Array.isArray(b) && isSameList(a, b, depth)
  return !Array.isArray(b) && isSameObject(a as JsonObject, b as JsonObject, depth)
}

const isSameList = (a: readonly unknown[], b: readonly unknown[], depth: number): boolean => {
  if (a.length !== b.length) return false
  for (let index = 0; index < a.length; index += 1) if (!isSame(a[index], b[index], depth + 1)) return false
  return true
}

const isSameObject = (a: JsonObject, b: JsonObject, depth: number): boolean => {
  const others = Object.keys(b)
  let index = 0
  // V8 reads members faster in this loop than by a list of names. Nothing inherited is enumerable.
  for (const name in a) {
    // Members mostly stand in the same order, where asking for them by name is not needed.
    if (others[index] !== name && !Object.hasOwn(b, name)) return false
    if (!isSame(a[name], b[name], depth + 1)) return false
    index += 1
  }
  return index === others.length
}

/** The same without recursion, which takes much longer. */
const isSameDeep = (first: object, second: object): boolean => {
  const pairs: [unknown, unknown][] = [[first, second]]
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [a, b] = pair
    if (Object.is(a, b)) continue
    if (!isContainer(a) || !isContainer(b) || Array.isArray(a) !== Array.isArray(b)) return false
    const names = Object.keys(a)
    if (names.length !== Object.keys(b).length) return false
    for (const name of names) {
      if (!Object.hasOwn(b, name)) return false
      pairs.push([memberOf(a, name), memberOf(b, name)])
    }
  }
  return true
}
