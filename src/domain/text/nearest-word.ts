/** The word that was most likely meant: it differs in at most two letters, whatever their case, or begins with what was typed. */
export const nearestWord = (typed: string, words: readonly string[]): string | undefined => {
  const wanted = typed.toLowerCase()
  if (wanted === '') return undefined
  const distanceTo = (word: string): number => (word.startsWith(wanted) ? 0.5 : editDistance(wanted, word))
  const scored = words.map((word) => ({ word, distance: distanceTo(word.toLowerCase()) }))
  const [best] = scored.sort((a, b) => a.distance - b.distance)
  return best && best.distance <= Math.min(2, wanted.length - 1) ? best.word : undefined
}

/** How many letters must be added, dropped, changed or swapped with their neighbour to make one text of the other. */
const editDistance = (from: string, to: string): number => {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const own = [row]
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      own[column] = Math.min(
        (own[column - 1] ?? 0) + 1,
        (last[column] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = own
  }
  return last[to.length] ?? 0
}
