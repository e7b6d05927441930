/** Names of members, each list in alphabetical order; never values, which may be secrets. Untrusted text. */
export type ChangedMembers = { added: string[]; removed: string[]; changed: string[] }

type Json = Record<string, unknown>

/** Which top-level members differ between two settings. The order of keys says nothing, that of arrays does. */
export const changedMembers = (before: Json | undefined, after: Json | undefined): ChangedMembers => {
  const old = before ?? {}
  const now = after ?? {}
  const names = Object.keys(now)
  return {
    added: names.filter((name) => !Object.hasOwn(old, name)).sort(),
    removed: Object.keys(old)
      .filter((name) => !Object.hasOwn(now, name))
      .sort(),
    changed: names.filter((name) => Object.hasOwn(old, name) && !isEqualJson(old[name], now[name])).sort(),
  }
}

/** Whether two values as JSON.parse makes them are the same. Own members only, so no key is special; any depth. */
export const isEqualJson = (first: unknown, second: unknown): boolean => {
  // A list of pairs instead of recursion: a hostile answer may be nested deeper than the stack.
  const pairs: [unknown, unknown][] = [[first, second]]
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [a, b] = pair
    if (Object.is(a, b)) continue
    if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return false
    const keys = Object.keys(a)
    if (keys.length !== Object.keys(b).length) return false
    for (const key of keys) {
      if (!Object.hasOwn(b, key)) return false
      pairs.push([a[key], b[key]])
    }
  }
  return true
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null
