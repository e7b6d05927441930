import { createDictionary } from './dictionary.ts'
import { ensureCapacity } from './number-column.ts'
import { textHash } from './text.ts'

/**
 * Maps pairs to numbers, in four bytes per pair if there are few distinct second parts. As strings, the pairs of 20,000
 * users on 300 days would take 600 MB. Parts are compared like Map keys.
 */
const createPairNumbers = () => {
  const firsts = createDictionary<unknown>()
  const numbersBySecond = new Map<unknown, Uint32Array<ArrayBuffer>>()
  const get = (first: unknown, second: unknown): number =>
    numbersBySecond.get(second)?.[firsts.indexOf(first) ?? Number.POSITIVE_INFINITY] ?? 0
  return {
    /** Returns 0 for an unknown pair. */
    get,
    has: (first: unknown, second: unknown): boolean => get(first, second) !== 0,
    set(first: unknown, second: unknown, number: number): void {
      const place = firsts.add(first)
      const numbers = ensureCapacity(numbersBySecond.get(second) ?? new Uint32Array(0), place + 1)
      numbers[place] = number
      numbersBySecond.set(second, numbers)
    },
  }
}

/** A set of pairs. */
export const createPairSet = () => {
  const { has, set } = createPairNumbers()
  return {
    has,
    /** Adds a pair. Returns whether it is new. */
    add(first: unknown, second: unknown): boolean {
      const isNew = !has(first, second)
      if (isNew) set(first, second, 1)
      return isNew
    },
  }
}

/** Keeps only the last row of each pair, and all rows without a pair. */
export const lastOfPairs = <Row>(
  rows: readonly Row[],
  pairOf: (row: Row) => [first: unknown, second: unknown] | undefined,
): Row[] => {
  const { add } = createPairSet()
  const isLast = (row: Row): boolean => {
    const pair = pairOf(row)
    return pair === undefined || add(...pair)
  }
  return rows.toReversed().filter(isLast).reverse()
}

/** Detects repeated rows per pair, and whether their content changed. Stores a checksum for each row. */
export const createRepeatDetector = () => {
  const { get, has, set } = createPairNumbers()
  return {
    has,
    /** Stores a row and compares it with the previous row of its pair. */
    add(first: unknown, second: unknown, row: unknown): 'new' | 'same' | 'changed' {
      const before = get(first, second)
      const sum = checksumOf(row)
      if (before === sum) return 'same'
      set(first, second, sum)
      return before === 0 ? 'new' : 'changed'
    },
  }
}

export type RepeatDetector = ReturnType<typeof createRepeatDetector>

/** Checksum of the row's JSON; never 0, which marks a missing row. */
const checksumOf = (row: unknown): number => textHash(JSON.stringify(row) ?? '') || 1
