type JsonObject = Record<string, unknown>

/**
 * Whether two values from JSON.parse are equal. The order of properties doesn't matter, and -0 differs from 0. Only own
 * properties count, so no name is special.
 */
export const isSameJson = (a: unknown, b: unknown): boolean =>
  // Short enough for V8 to inline.
  typeof a === 'string' && typeof b === 'string' ? a === b : isSame(a, b)

const isSame = (a: unknown, b: unknown): boolean => {
  // A shortcut: once V8 knows that both are strings, it compares their lengths first.
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
  // V8 reads properties faster in this loop than by a list of names. JSON objects inherit no enumerable properties.
  for (const name in a) {
    // The properties are mostly in the same order, so the lookup by name is rarely needed.
    if (others[index] !== name && !Object.hasOwn(b, name)) return false
    if (!isSame(a[name], b[name])) return false
    index += 1
  }
  return index === others.length
}
