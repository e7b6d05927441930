/** Assigns numbers to keys: 0, 1, 2 … in the order of insertion. */
export type Dictionary<Index = number, Key = string> = {
  readonly values: readonly Key[]
  /** Returns the number of a key and assigns one to a new key. Returns undefined if a limited dictionary is full. */
  add(key: Key): Index
  /** Returns undefined for an unknown key. */
  indexOf(key: Key): number | undefined
}

/** Creates a dictionary without a limit. */
export const createDictionary = <Key = string>(): Dictionary<number, Key> =>
  createLimitedDictionary<Key>() as Dictionary<number, Key>

/** Creates a dictionary of at most `maxKeys` keys, for columns of small integers. */
export const createLimitedDictionary = <Key = string>(
  maxKeys = Number.POSITIVE_INFINITY,
): Dictionary<number | undefined, Key> => {
  const values: Key[] = []
  const indexes = new Map<Key, number>()
  return {
    values,
    indexOf: (key) => indexes.get(key),
    add(key) {
      const known = indexes.get(key)
      if (known !== undefined) return known
      if (values.length >= maxKeys) return undefined
      indexes.set(key, values.length)
      return values.push(key) - 1
    },
  }
}
