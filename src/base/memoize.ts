/**
 * Caches the result for each key. Keys are compared like those of a Map.
 *
 * @param maxSize - Maximum number of results. When it is reached, the whole cache is cleared. @default no limit
 * @param storedKey - Returns an equal key to store instead. @default the key itself
 */
export const memoize = <Key, Value>(
  make: (key: Key) => Value,
  maxSize = Number.POSITIVE_INFINITY,
  storedKey = (key: Key): Key => key,
): ((key: Key) => Value) => {
  const values = new Map<Key, Value>()
  return (key) => {
    const known = values.get(key)
    if (known !== undefined || values.has(key)) return known as Value
    const value = make(key)
    if (values.size >= maxSize) values.clear()
    values.set(storedKey(key), value)
    return value
  }
}

/** {@link memoize} for object keys. A result is garbage-collected with its object. */
export const memoizePerObject = <Owner extends object, Value>(
  make: (owner: Owner) => Value,
): ((owner: Owner) => Value) => {
  const values = new WeakMap<Owner, Value>()
  return (owner) => {
    const known = values.get(owner)
    if (known !== undefined || values.has(owner)) return known as Value
    const value = make(owner)
    values.set(owner, value)
    return value
  }
}

/** Caches the single result of a function. */
export const once = <Value>(make: () => Value): (() => Value) => {
  const result = memoize((_: 'only key') => make())
  return () => result('only key')
}
