import { medianOfFirst } from '../../base/numbers.ts'
import { LEAST_WEEKS } from '../calendar/same-weekday.ts'

/** How much of a measure each key had on a day, and on the earlier days that the day is judged by. */
export type KeyedDays = {
  /** Ids or names; the columns below have one value for each. Untrusted text. */
  keys: readonly string[]
  /** 0 for a key that did not appear on the day, NaN for one whose value is not known. */
  today: Float64Array
  earlier: readonly Float64Array[]
}

/** One key's part in what sets a day apart. */
export type KeyedContributor = {
  /** The place in `keys`. */
  index: number
  key: string
  /** The day's value less the key's own median of the earlier days. */
  difference: number
  /** difference / the day's difference; over 1 when others went the other way. */
  share: number
}

/**
 * The keys that moved the way the day did, largest share first, at most `top`. The shares are of the day's difference and need
 * not add up to 1: they tell what moved and are never a total. None where fewer than {@link LEAST_WEEKS} earlier days are known,
 * as everything would look new, or where there is no difference.
 */
export const contributorsOf = (
  { keys, today, earlier }: KeyedDays,
  difference: number,
  top = 3,
): KeyedContributor[] => {
  if (earlier.length < LEAST_WEEKS || difference === 0 || !Number.isFinite(difference)) return []
  const found: KeyedContributor[] = []
  const scratch = new Float64Array(earlier.length)
  for (let index = 0; index < keys.length; index += 1) {
    const usual = medianAt(index, earlier, scratch)
    const own = (today[index] ?? Number.NaN) - usual
    const share = own / difference
    if (share > 0) found.push({ index, key: keys[index] ?? '', difference: own, share })
  }
  return found.sort((a, b) => b.share - a.share || (a.key < b.key ? -1 : 1)).slice(0, top)
}

/** The median of what is known of one key; NaN where fewer days than needed know of it. */
const medianAt = (index: number, days: readonly Float64Array[], scratch: Float64Array): number => {
  let count = 0
  for (const day of days) {
    const value = day[index] ?? Number.NaN
    if (!Number.isNaN(value)) scratch[count++] = value
  }
  return count < LEAST_WEEKS ? Number.NaN : medianOfFirst(scratch, count)
}

/** Days that are small enough to be maps, as columns. What a map does not have is 0; undefined stands for an unknown value. */
export const toKeyedDays = (
  today: ReadonlyMap<string, number | undefined>,
  earlier: readonly ReadonlyMap<string, number | undefined>[],
): KeyedDays => {
  const keys = [...new Set([today, ...earlier].flatMap((day) => [...day.keys()]))]
  const column = (day: ReadonlyMap<string, number | undefined>) =>
    Float64Array.from(keys, (key) => (day.has(key) ? (day.get(key) ?? Number.NaN) : 0))
  return { keys, today: column(today), earlier: earlier.map(column) }
}
