/**
 * Lengths of bars for counts, in cells: equal to the counts if there is room, otherwise in proportion. The larger of
 * two counts has the longer bar, if there are at least as many cells as distinct counts. A count of 0 has no bar.
 *
 * @param room - Cells of the longest bar, 1 or more.
 */
export const barSizes = (counts: readonly number[], room: number): number[] => {
  const different = [...new Set(counts)].filter((count) => count > 0).sort((a, b) => b - a)
  const [most = 0] = different
  const scale = Math.min(1, room / most)
  const sizes = new Map<number, number>()
  let longest = Math.min(room, most)
  different.forEach((count, index) => {
    const shorter = different.length - 1 - index
    // Leaves one cell for each distinct count that is smaller.
    const scaled = Math.max(Math.round(count * scale), 1 + shorter)
    const size = Math.max(1, Math.min(longest, scaled))
    sizes.set(count, size)
    longest = size - 1
  })
  return counts.map((count) => sizes.get(count) ?? 0)
}
