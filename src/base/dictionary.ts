/** Keys and the numbers they are kept as, 0 and up in the order they came. */
export type Dictionary<Index = number, Key = string> = {
  readonly values: readonly Key[]
  /** The number of a key, a new one where it has none yet; undefined where a limited dictionary is full. */
  add(key: Key): Index
  /** The number of a key; undefined where it has none. */
  indexOf(key: Key): number | undefined
}

/** An empty dictionary that never fills up. */
export const createDictionary = <Key = string>(): Dictionary<number, Key> =>
  createLimitedDictionary<Key>() as Dictionary<number, Key>

/** An empty dictionary of at most `most` keys, as columns of small integers cannot number more. */
export const createLimitedDictionary = <Key = string>(
  most = Number.POSITIVE_INFINITY,
): Dictionary<number | undefined, Key> => {
  const values: Key[] = []
  const indexes = new Map<Key, number>()
  return {
    values,
    indexOf: (key) => indexes.get(key),
    add(key) {
      const known = indexes.get(key)
      if (known !== undefined) return known
      if (values.length >= most) return undefined
      indexes.set(key, values.length)
      return values.push(key) - 1
    },
  }
}
