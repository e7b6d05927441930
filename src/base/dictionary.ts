/** Words and the numbers they are kept as, 0 and up in the order they came. */
export type Dictionary<Index = number> = {
  readonly values: readonly string[]
  /** The number of a word, a new one where it has none yet; undefined where a limited dictionary is full. */
  add(word: string): Index
  /** The number of a word; undefined where it has none. */
  indexOf(word: string): number | undefined
}

/** An empty dictionary that never fills up. */
export const createDictionary = (): Dictionary => createLimitedDictionary() as Dictionary

/** An empty dictionary of at most `most` words, as columns of small integers cannot number more. */
export const createLimitedDictionary = (most = Number.POSITIVE_INFINITY): Dictionary<number | undefined> => {
  const values: string[] = []
  const indexes = new Map<string, number>()
  return {
    values,
    indexOf: (word) => indexes.get(word),
    add(word) {
      const known = indexes.get(word)
      if (known !== undefined) return known
      if (values.length >= most) return undefined
      indexes.set(word, values.length)
      return values.push(word) - 1
    },
  }
}
