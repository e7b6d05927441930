/** Indexes of a longest increasing subsequence of a list; numbers below 0 are left out. */
export const longestRising = (numbers: Int32Array): number[] => {
  const all = risingPlaces(numbers)
  if (all) return all
  // For each length the lowest last number and its index, and for each index the one before it.
  const lowest = new Int32Array(numbers.length)
  const ends = new Int32Array(numbers.length)
  const before = new Int32Array(numbers.length)
  let longest = 0
  for (let place = 0; place < numbers.length; place += 1) {
    const number = numbers[place] as number
    if (number < 0) continue
    let low = 0
    if (longest > 0 && (lowest[longest - 1] as number) < number) low = longest
    else {
      // Without a branch, which for numbers in no order would be guessed wrong half the time: -1 below 0, else 0.
      for (let left = longest; left > 1; left -= left >> 1) {
        const half = left >> 1
        low += half & (((lowest[low + half - 1] as number) - number) >> 31)
      }
    }
    before[place] = low > 0 ? (ends[low - 1] as number) : -1
    lowest[low] = number
    ends[low] = place
    if (low === longest) longest += 1
  }
  const run = new Array<number>(longest)
  let place = longest > 0 ? (ends[longest - 1] as number) : -1
  for (let index = longest - 1; index >= 0; index -= 1) {
    run[index] = place
    place = before[place] as number
  }
  return run
}

/** All indexes, where the list is increasing. */
const risingPlaces = (numbers: Int32Array): number[] | undefined => {
  const count = risingCount(numbers)
  if (count === undefined) return undefined
  const places = new Array<number>(count)
  let at = 0
  for (let place = 0; at < count; place += 1) {
    if ((numbers[place] as number) < 0) continue
    places[at] = place
    at += 1
  }
  return places
}

/** How many numbers are not below 0, where the list is increasing. */
const risingCount = (numbers: Int32Array): number | undefined => {
  let last = -1
  let count = 0
  for (let place = 0; place < numbers.length; place += 1) {
    const number = numbers[place] as number
    if (number < 0) continue
    if (number <= last) return undefined
    last = number
    count += 1
  }
  return count
}

/** The highest end for which numbers are bits; beyond, to pass bits that are not set may take longer than to search. */
const MOST_BITS = 1 << 18

/** The bit of the first of 32 numbers: Math.clz32 finds the lowest number of a word. */
const FIRST = 0x8000_0000

/**
 * How many indexes {@link longestRising} finds, in less than half its time.
 *
 * @param numbers - No two of them are the same; those below 0 are left out.
 * @param end - Higher than all numbers.
 */
export const risingLength = (numbers: Int32Array, end: number): number => {
  const all = risingCount(numbers)
  if (all !== undefined) return all
  if (end > MOST_BITS) return longestRising(numbers).length
  // The lowest last number of each length is a bit of a word, and each word that is not 0 is a bit of a group.
  const words = new Int32Array((end >> 5) + 1)
  const groups = new Int32Array((end >> 10) + 1)
  let highest = -1
  let length = 0
  for (let index = 0; index < numbers.length; index += 1) {
    const number = numbers[index] as number
    if (number < 0) continue
    const word = number >> 5
    let group = number >> 10
    const bit = FIRST >>> number
    const own = words[word] as number
    const inGroup = groups[group] as number
    words[word] = own | bit
    groups[group] = inGroup | (FIRST >>> word)
    if (number > highest) {
      highest = number
      length += 1
      continue
    }
    // It takes the place of the next higher one.
    const behind = own & (bit - 1)
    let next = word
    if (behind === 0) {
      let others = inGroup & ((FIRST >>> word) - 1)
      while (others === 0) {
        group += 1
        others = groups[group] as number
      }
      next = group * 32 + Math.clz32(others)
    }
    const higher = Math.clz32(behind || (words[next] as number))
    const left = (words[next] as number) ^ (FIRST >>> higher)
    words[next] = left
    if (left === 0) groups[group] = (groups[group] as number) ^ (FIRST >>> next)
    if (next * 32 + higher === highest) highest = number
  }
  return length
}
