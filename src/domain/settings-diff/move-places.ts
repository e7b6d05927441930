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
  const stays = new Set(staying)
  // How many items that are still to move stand before each old index.
  const waiting = createCounts(isKept.length)
  const isStaying = new Array<boolean>(isKept.length).fill(false)
  for (let index = 0; index < from.length; index += 1) {
    const place = from[index] as number
    if (place < 0) continue
    if (stays.has(index)) isStaying[place] = true
    else waiting.add(place, 1)
  }
  // For each old index how many staying items are before it.
  const staysBefore = new Array<number>(isKept.length + 1).fill(0)
  for (let place = 0; place < isKept.length; place += 1) {
    staysBefore[place + 1] = (staysBefore[place] as number) + Number(isStaying[place])
  }
  const placed: Placed[] = []
  // The last staying item that was passed, by its old index.
  let anchor = -1
  for (let index = 0; index < from.length; index += 1) {
    const place = from[index] as number
    if (stays.has(index)) {
      anchor = place
      continue
    }
    let start = -1
    if (place >= 0) {
      const before = staysBefore[place] as number
      // Placed items before it: up to the next staying item, or up to this one.
      const inOrder = place > anchor ? index : (staying[before] as number)
      const staysInOrder = place > anchor ? staysUpTo(staysBefore, anchor) : before
      start = waiting.before(place) + before + (inOrder - staysInOrder)
      waiting.add(place, -1)
    }
    placed.push({ index, from: start, to: waiting.before(anchor + 1) + index })
  }
  return placed
}

const staysUpTo = (staysBefore: readonly number[], anchor: number): number =>
  anchor < 0 ? 0 : (staysBefore[anchor + 1] as number)

/** A Fenwick tree: counts by index, with the sum before any index in logarithmic time. */
const createCounts = (length: number) => {
  const sums = new Array<number>(length + 1).fill(0)
  return {
    add: (place: number, count: number): void => {
      for (let at = place + 1; at <= length; at += at & -at) sums[at] = (sums[at] as number) + count
    },
    before: (place: number): number => {
      let sum = 0
      for (let at = place; at > 0; at -= at & -at) sum += sums[at] as number
      return sum
    },
  }
}
