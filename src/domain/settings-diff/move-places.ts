import { type ItemMatch, stayingItems } from './match-items.ts'

/** An item that moved or was added: its index by then, -1 for an added one, and where it is put. */
export type Placed = { index: number; from: number; to: number }

/**
 * The moves that bring a list into its new order, once removed items were taken out: items that stay are
 * skipped, any other is put behind its predecessor. `from` is an index at that moment, `to` one after the item was
 * taken out. `index` is the final one.
 */
export const movePlaces = (match: Pick<ItemMatch, 'from' | 'isKept'>): Placed[] => {
  const { from, isKept } = match
  const staying = stayingItems(match)
  if (staying.length === from.length) return []
  const stays = new Uint8Array(from.length)
  for (const index of staying) stays[index] = 1
  // How many items that are still to move stand before each old index.
  const waiting = createCounts(isKept.length)
  const isStaying = new Uint8Array(isKept.length)
  for (let index = 0; index < from.length; index += 1) {
    const place = from[index] ?? -1
    if (place < 0) continue
    if (stays[index]) isStaying[place] = 1
    else waiting.add(place, 1)
  }
  // For each old index how many staying items are before it.
  const staysBefore = new Int32Array(isKept.length + 1)
  for (let place = 0; place < isKept.length; place += 1) {
    staysBefore[place + 1] = (staysBefore[place] as number) + (isStaying[place] as number)
  }
  const placed: Placed[] = []
  // The last staying item that was passed, by its old index.
  let anchor = -1
  for (let index = 0; index < from.length; index += 1) {
    const place = from[index] as number
    if (stays[index]) {
      anchor = place
      continue
    }
    let start = -1
    if (place >= 0) {
      const before = staysBefore[place] ?? 0
      // Placed items before it: up to the next staying item, or up to this one.
      const inOrder = place > anchor ? index : (staying[before] ?? 0)
      const staysInOrder = place > anchor ? staysUpTo(staysBefore, anchor) : before
      start = waiting.before(place) + before + (inOrder - staysInOrder)
      waiting.add(place, -1)
    }
    placed.push({ index, from: start, to: waiting.before(anchor + 1) + index })
  }
  return placed
}

const staysUpTo = (staysBefore: Int32Array, anchor: number): number =>
  anchor < 0 ? 0 : (staysBefore[anchor + 1] as number)

/** A Fenwick tree: counts by index, with the sum before any index in logarithmic time. */
const createCounts = (length: number) => {
  const sums = new Int32Array(length + 1)
  return {
    add: (place: number, count: number): void => {
      for (let at = place + 1; at <= length; at += at & -at) sums[at] = (sums[at] ?? 0) + count
    },
    before: (place: number): number => {
      let sum = 0
      for (let at = place; at > 0; at -= at & -at) sum += sums[at] ?? 0
      return sum
    },
  }
}
