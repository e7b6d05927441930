import type { Scalar } from './setting-path.ts'

/** Where the two runs of {@link RUN} characters end that are read of each text: how many characters stand behind them. */
export type Runs = { near: number; far: number }

const RUN = 4

/**
 * A 32-bit hash of a scalar. Of a text it reads two runs of characters only, as to read a text takes longer than all else that
 * is done with it.
 *
 * @param runs - See tellingRuns; the same for all that are looked up by one another.
 */
export const scalarHash = (value: Scalar, { near, far }: Runs): number => {
  if (typeof value !== 'string') return otherHash(value)
  const { length } = value
  const at = length - far - RUN
  // Written out, as each turn of a loop would wait for the one before.
  if (at >= 0) {
    const last = mixed(Math.imul(mixed(Math.imul(fourOf(value, length - near - RUN), 0x9e3779b1)), 0x2c1b3c6d))
    return mixed(Math.imul(last + fourOf(value, at), 0x85ebca6b) + Math.imul(length, 0xc2b2ae35))
  }
  let hash = length
  for (let index = 0; index < length; index += 1) hash = Math.imul(hash ^ value.charCodeAt(index), 0x01000193)
  return mixed(hash)
}

const fourOf = (text: string, at: number): number =>
  text.charCodeAt(at) ^
  (text.charCodeAt(at + 1) << 8) ^
  (text.charCodeAt(at + 2) << 16) ^
  (text.charCodeAt(at + 3) << 24)

const otherHash = (value: number | boolean | null): number => {
  if (typeof value !== 'number') return value === null ? 1 : value ? 2 : 3
  return mixed(Math.imul(value | 0, 0x9e3779b1) ^ Math.imul((value * 1024) | 0, 0x85ebca6b))
}

/** Buckets go by the lower bits, in which the upper ones count too then. */
const mixed = (hash: number): number => hash ^ (hash >>> 15)

/** From how many items on a list is looked at closer: of shorter ones texts that share a hash cost little. */
const LONG = 1_000
const SAMPLES = 32
/** Characters of each sample. */
const REACH = 48

/**
 * The runs in which the texts of a list differ most, as some of them tell: texts of one list are URLs, addresses, paths or
 * commands that mostly begin and end alike. The end for a short list.
 */
export const tellingRuns = (list: readonly unknown[]): Runs => {
  let best = { near: 0, far: RUN }
  if (list.length < LONG) return best
  const kinds = kindsFromEnd(list)
  const inRun = (start: number): number => {
    let sum = 0
    for (let place = start; place < start + RUN; place += 1) sum += kinds[place] as number
    return sum
  }
  let most = 0
  for (let near = 0; near <= REACH - 2 * RUN; near += 1) {
    const inNear = inRun(near)
    for (let far = near + RUN; far <= REACH - RUN; far += 1) {
      const sum = inNear + inRun(far)
      if (sum <= most) continue
      best = { near, far }
      most = sum
    }
  }
  return best
}

/** How many characters some texts of a list have at each place, counted from their end. */
const kindsFromEnd = (list: readonly unknown[]): Uint8Array => {
  // A bit for each that some text has there; some letters and digits share one.
  const seen = new Int32Array(REACH)
  for (let turn = 1; turn <= SAMPLES; turn += 1) {
    // In no order, as each hundredth of texts that are numbered would end alike.
    const text = list[(Math.imul(turn, 0x9e3779b1) >>> 0) % list.length]
    if (typeof text !== 'string') continue
    for (let place = 0; place < REACH && place < text.length; place += 1) {
      seen[place] = (seen[place] as number) | (1 << text.charCodeAt(text.length - 1 - place))
    }
  }
  return Uint8Array.from(seen, bitCount)
}

const bitCount = (bits: number): number => {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count += 1
  return count
}
