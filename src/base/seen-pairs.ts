import { createDictionary } from './dictionary.ts'
import { withRoom } from './number-column.ts'
import { textHash } from './text.ts'

/**
 * A number for each pair, in four bytes where few seconds come with many firsts: as texts, the pairs of 20,000 people on 300 days would
 * take 600 MB. Parts are compared as Map keys are.
 */
const createPairNumbers = () => {
  const firsts = createDictionary<unknown>()
  const numbersBySecond = new Map<unknown, Uint32Array<ArrayBuffer>>()
  return {
    /** 0 for a pair without a number. */
    get: (first: unknown, second: unknown): number =>
      numbersBySecond.get(second)?.[firsts.indexOf(first) ?? Number.POSITIVE_INFINITY] ?? 0,
    set(first: unknown, second: unknown, number: number): void {
      const place = firsts.add(first)
      const numbers = withRoom(numbersBySecond.get(second) ?? new Uint32Array(0), place + 1)
      numbers[place] = number
      numbersBySecond.set(second, numbers)
    },
  }
}

/** Pairs that were met before. */
export const createSeenPairs = () => {
  const { get, set } = createPairNumbers()
  const has = (first: unknown, second: unknown): boolean => get(first, second) !== 0
  return {
    has,
    /** Takes a pair in and answers whether it is a new one. */
    add(first: unknown, second: unknown): boolean {
      const isNew = !has(first, second)
      if (isNew) set(first, second, 1)
      return isNew
    },
  }
}

/** Of rows of one pair the last one. Rows without a pair stay. */
export const lastOfPairs = <Row>(
  rows: readonly Row[],
  pairOf: (row: Row) => [first: unknown, second: unknown] | undefined,
): Row[] => {
  const { add } = createSeenPairs()
  const isLast = (row: Row): boolean => {
    const pair = pairOf(row)
    return pair === undefined || add(...pair)
  }
  return rows.toReversed().filter(isLast).reverse()
}

/** Rows by their pair: whether one was met before, and with the same members. A checksum stands for a row. */
export const createRowRepeats = () => {
  const { get, set } = createPairNumbers()
  return {
    has: (first: unknown, second: unknown): boolean => get(first, second) !== 0,
    /** Takes a row in and compares it with the last one of its pair. */
    add(first: unknown, second: unknown, row: unknown): 'new' | 'same' | 'changed' {
      const before = get(first, second)
      const sum = checksumOf(row)
      if (before === sum) return 'same'
      set(first, second, sum)
      return before === 0 ? 'new' : 'changed'
    },
  }
}

export type RowRepeats = ReturnType<typeof createRowRepeats>

/** Of the row's JSON; never 0, which stands for no row. */
const checksumOf = (row: unknown): number => textHash(JSON.stringify(row) ?? '') || 1
