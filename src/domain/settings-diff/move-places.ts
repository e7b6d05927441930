import type { ItemMatch } from './match-items.ts'

/** An item that moved or was added: where it stands by then, -1 for one that was added, and where it is put. */
export type Placed = { index: number; from: number; to: number }

/**
 * How the items of a list come into their order, one after the other, once those that are gone were taken out: what stays is
 * passed by, all else is put behind the item that it follows. `from` is a place at that moment, `to` one after the item was
 * taken out of there. `index` is the place after all.
 */
export const movePlaces = ({ from, isKept, staying }: Pick<ItemMatch, 'from' | 'isKept' | 'staying'>): Placed[] => {
  if (staying.length === from.length) return []
  const stays = new Uint8Array(from.length)
  for (const index of staying) stays[index] = 1
  // Items that will move stand between those that stay until it is their turn; how many there are before each place.
  const waiting = createCounts(isKept.length)
  const isStaying = new Uint8Array(isKept.length)
  for (let index = 0; index < from.length; index += 1) {
    const place = from[index] as number
    if (place < 0) continue
    if (stays[index]) isStaying[place] = 1
    else waiting.add(place, 1)
  }
  // For each place before how many that stay are before it, and which of them is the first at or behind it.
  const staysBefore = new Int32Array(isKept.length + 1)
  for (let place = 0; place < isKept.length; place += 1) {
    staysBefore[place + 1] = (staysBefore[place] as number) + (isStaying[place] as number)
  }
  const placed: Placed[] = []
  // The last item that stays among those that are in their order, by its place before.
  let anchor = -1
  for (let index = 0; index < from.length; index += 1) {
    const place = from[index] as number
    if (stays[index]) {
      anchor = place
      continue
    }
    let start = -1
    if (place >= 0) {
      const before = staysBefore[place] as number
      // All in their order that were put before it: up to the next item that stays, or up to here.
      const inOrder = place > anchor ? index : (staying[before] as number)
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

/** Counts by place, of which the sum before any place is told in the time of a logarithm: a Fenwick tree. */
const createCounts = (length: number) => {
  const sums = new Int32Array(length + 1)
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
