/**
 * How well a text answers to what was typed: the typed letters must stand in it in their order, in either case. Higher
 * is better: letters side by side, at the start of a word, and early count more. undefined when it does not answer;
 * 0 for nothing typed.
 */
export const fuzzyScore = (text: string, typed: string): number | undefined => {
  const wanted = typed.toLowerCase().replaceAll(' ', '')
  const own = text.toLowerCase()
  // Going for the starts of words may run past a letter that is wanted next; the first places never do.
  return scoreBy(nextWordStart, own, wanted) ?? scoreBy(nextPlace, own, wanted)
}

type Place = (text: string, letter: string, from: number) => number

const scoreBy = (place: Place, text: string, wanted: string): number | undefined => {
  let score = 0
  let next = 0
  for (const letter of wanted) {
    const isSideBySide = next > 0 && text.startsWith(letter, next)
    const at = isSideBySide ? next : place(text, letter, next)
    if (at < 0) return undefined
    score += (isSideBySide ? 3 : 0) + (isWordStart(text, at) ? 2 : 0) - at * 0.01
    next = at + letter.length
  }
  return score
}

const nextPlace: Place = (text, letter, from) => text.indexOf(letter, from)

// The next word that begins with the letter, else the next place of it.
const nextWordStart: Place = (text, letter, from) => {
  const next = text.indexOf(letter, from)
  for (let at = next; at >= 0; at = text.indexOf(letter, at + 1)) if (isWordStart(text, at)) return at
  return next
}

const isWordStart = (text: string, at: number): boolean => at === 0 || text[at - 1] === ' '

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
