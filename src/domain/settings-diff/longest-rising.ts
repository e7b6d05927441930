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
  let last = -1
  let count = 0
  for (let place = 0; place < numbers.length; place += 1) {
    const number = numbers[place] as number
    if (number < 0) continue
    if (number <= last) return undefined
    last = number
    count += 1
  }
  const places = new Array<number>(count)
  let at = 0
  for (let place = 0; at < count; place += 1) {
    if ((numbers[place] as number) < 0) continue
    places[at] = place
    at += 1
  }
  return places
}
