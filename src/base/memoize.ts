/**
 * A function that works each answer out once and keeps it. Keys are compared as a Map does.
 *
 * @param most - Answers that are kept; when there are more all are forgotten. @default all
 */
export const memoize = <Key, Value>(
  make: (key: Key) => Value,
  most = Number.POSITIVE_INFINITY,
): ((key: Key) => Value) => {
  const values = new Map<Key, Value>()
  return (key) => {
    const known = values.get(key)
    if (known !== undefined) return known
    const value = make(key)
    if (values.size >= most) values.clear()
    values.set(key, value)
    return value
  }
}

/** The same for what belongs to an object, and goes with it. */
export const memoizePerObject = <Owner extends object, Value>(
  make: (owner: Owner) => Value,
): ((owner: Owner) => Value) => {
  const values = new WeakMap<Owner, Value>()
  return (owner) => {
    const known = values.get(owner)
    if (known !== undefined) return known
    const value = make(owner)
    values.set(owner, value)
    return value
  }
}

/** What is worked out once for all. */
export const once = <Value>(make: () => Value): (() => Value) => {
  const own = memoize((_: 'it') => make())
  return () => own('it')
}
