import { floatsOf, stableOrder } from '../../base/typed-arrays.ts'

/** Ranks by a value, the largest first. */
export type Ranks = {
  /** From 1, by entry; equals share one and those behind are counted on, as in 1, 2, 2, 4. NaN without a value or a row. */
  ranks: Float64Array
  /** Ranks gained since the period before, by entry; NaN where one of the two is not known. */
  moves: Float64Array
}

/** Ranks by a value, and by the value of the period before; NaN takes no part. */
export const ranksOf = (values: Float64Array, before: Float64Array | undefined): Ranks => {
  const ranks = placesOf(values)
  const earlier = before && placesOf(before)
  return {
    ranks,
    moves: floatsOf(ranks.length, (entry) => (earlier?.[entry] ?? Number.NaN) - (ranks[entry] ?? Number.NaN)),
  }
}

const placesOf = (values: Float64Array): Float64Array => {
  const places = new Float64Array(values.length).fill(Number.NaN)
  const order = stableOrder(values, true)
  let place = 1
  for (let at = 0; at < order.length; at++) {
    const value = values[order[at] ?? 0] ?? Number.NaN
    if (Number.isNaN(value)) break
    if (at > 0 && value !== values[order[at - 1] ?? 0]) place = at + 1
    places[order[at] ?? 0] = place
  }
  return places
}
