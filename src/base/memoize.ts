/** A function that works each answer out once and keeps it. Keys are compared as a Map does. */
export const memoize = <Key, Value>(make: (key: Key) => Value): ((key: Key) => Value) => {
  const values = new Map<Key, Value>()
  return (key) => {
    const known = values.get(key)
    if (known !== undefined) return known
    const value = make(key)
    values.set(key, value)
    return value
  }
}

/** The same for one answer. */
export const once = <Value>(make: () => Value): (() => Value) => {
  const own = memoize((_: 'it') => make())
  return () => own('it')
}
