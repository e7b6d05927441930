/** Places, rising, of one of the longest runs of rising numbers in a list; numbers below 0 are left out. */
export const longestRising = (numbers: Int32Array): number[] => {
  // For each length the place where a run of it ends lowest, and for each place the one before it in its run.
  const ends: number[] = []
  const before = new Int32Array(numbers.length).fill(-1)
  for (let place = 0; place < numbers.length; place += 1) {
    const number = numbers[place] as number
    if (number < 0) continue
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((numbers[ends[middle] as number] as number) < number) low = middle + 1
      else high = middle
    }
    before[place] = low > 0 ? (ends[low - 1] as number) : -1
    ends[low] = place
  }
  const run = new Array<number>(ends.length)
  let place = ends.at(-1) ?? -1
  for (let index = ends.length - 1; index >= 0; index -= 1) {
    run[index] = place
    place = before[place] as number
  }
  return run
}
