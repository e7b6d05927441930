type JsonObject = Record<string, unknown>

/**
 * Whether two values as JSON.parse makes them are the same: the order of members says nothing, and -0 is not 0. Own
 * members only, so no name is special.
 */
export const isSameJson = (a: unknown, b: unknown): boolean =>
  // So short that V8 compares two texts without a call, the lengths first.
  typeof a === 'string' && typeof b === 'string' ? a === b : isSame(a, b)

const isSame = (a: unknown, b: unknown): boolean => {
  // Of two values that are known to be texts V8 compares the lengths first.
  if (typeof a === 'string' && typeof b === 'string') return a === b
  if (a === b) return a !== 0 || Object.is(a, b)
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b)
  if (Array.isArray(a)) return Array.isArray(b) && isSameList(a, b)
  return !Array.isArray(b) && isSameObject(a as JsonObject, b as JsonObject)
}

const isSameList = (a: readonly unknown[], b: readonly unknown[]): boolean => {
  if (a.length !== b.length) return false
  for (let index = 0; index < a.length; index += 1) if (!isSame(a[index], b[index])) return false
  return true
}

const isSameObject = (a: JsonObject, b: JsonObject): boolean => {
  const others = Object.keys(b)
  let index = 0
  // V8 reads members faster in this loop than by a list of names. Nothing inherited is enumerable.
  for (const name in a) {
    // Members mostly stand in the same order, where asking for them by name is not needed.
    if (others[index] !== name && !Object.hasOwn(b, name)) return false
    if (!isSame(a[name], b[name])) return false
    index += 1
  }
  return index === others.length
}
