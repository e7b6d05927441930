import { withRoom } from './number-column.ts'
import { textHash } from './text.ts'

/** Pairs that share a number: a bit for each of so many firsts. */
const BITS = 32
/** More words than firsts can fill. */
const STRIDE = 2 ** 32

/**
 * Pairs that were met before, in about a byte each where few seconds come with many firsts: as texts, those of 20,000 people on
 * 300 days would take 600 MB. Parts are compared as Map keys are.
 */
export const createSeenPairs = () => {
  const firsts = new Map<unknown, number>()
  const seconds = new Map<unknown, number>()
  const words = new Map<number, number>()
  const wordOf = (first: number, second: number): number => second * STRIDE + Math.floor(first / BITS)
  return {
    has(first: unknown, second: unknown): boolean {
      const [a, b] = [firsts.get(first), seconds.get(second)]
      if (a === undefined || b === undefined) return false
      return ((words.get(wordOf(a, b)) ?? 0) & (1 << (a % BITS))) !== 0
    },
    /** Takes a pair in and answers whether it is a new one. */
    add(first: unknown, second: unknown): boolean {
      const [a, b] = [numberOf(firsts, first), numberOf(seconds, second)]
      const at = wordOf(a, b)
      const word = words.get(at) ?? 0
      const bit = 1 << (a % BITS)
      if ((word & bit) !== 0) return false
      words.set(at, word | bit)
      return true
    },
  }
}

const numberOf = (numbers: Map<unknown, number>, value: unknown): number => {
  const known = numbers.get(value)
  if (known !== undefined) return known
  numbers.set(value, numbers.size)
  return numbers.size - 1
}

/** Rows by their pair: whether one was met before, and with the same members. Four bytes each, as a checksum stands for a row. */
export const createRowRepeats = () => {
  const firsts = new Map<unknown, number>()
  const sumsBySecond = new Map<unknown, Uint32Array<ArrayBuffer>>()
  const sumOf = (first: unknown, second: unknown): number =>
    sumsBySecond.get(second)?.[firsts.get(first) ?? Number.POSITIVE_INFINITY] ?? 0
  return {
    has: (first: unknown, second: unknown): boolean => sumOf(first, second) !== 0,
    /** Takes a row in and compares it with the last one of its pair. */
    add(first: unknown, second: unknown, row: unknown): 'new' | 'same' | 'changed' {
      const before = sumOf(first, second)
      const sum = checksumOf(row)
      if (before === sum) return 'same'
      const place = numberOf(firsts, first)
      const sums = withRoom(sumsBySecond.get(second) ?? new Uint32Array(0), place + 1)
      sums[place] = sum
      sumsBySecond.set(second, sums)
      return before === 0 ? 'new' : 'changed'
    },
  }
}

export type RowRepeats = ReturnType<typeof createRowRepeats>

/** Of the row's JSON; never 0, which stands for no row. */
const checksumOf = (row: unknown): number => textHash(JSON.stringify(row) ?? '') || 1
