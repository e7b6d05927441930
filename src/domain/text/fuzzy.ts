/**
 * Scores a fuzzy match: the text must contain the typed letters in order, ignoring case. Higher is better; adjacent
 * letters, starts of words and early positions count more. Undefined without a match; 0 if nothing was typed.
 */
export const fuzzyScore = (text: string, typed: string): number | undefined => {
  const wanted = typed.toLowerCase().replaceAll(' ', '')
  const lower = text.toLowerCase()
  // Preferring starts of words may skip a letter that is required next. Taking the first occurrence of each letter
  // never does.
  return scoreBy(nextWordStart, lower, wanted) ?? scoreBy(nextPlace, lower, wanted)
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

// The next word that starts with the letter, otherwise its next occurrence.
const nextWordStart: Place = (text, letter, from) => {
  const next = text.indexOf(letter, from)
  for (let at = next; at >= 0; at = text.indexOf(letter, at + 1)) if (isWordStart(text, at)) return at
  return next
}

const isWordStart = (text: string, at: number): boolean => at === 0 || text[at - 1] === ' '

/** The closest word: it starts with the typed text, or differs in at most two letters, ignoring case. */
export const nearestWord = (typed: string, words: readonly string[]): string | undefined => {
  const wanted = typed.toLowerCase()
  if (wanted === '') return undefined
  const distanceTo = (word: string): number => (word.startsWith(wanted) ? 0.5 : editDistance(wanted, word))
  const scored = words.map((word) => ({ word, distance: distanceTo(word.toLowerCase()) }))
  const [best] = scored.sort((a, b) => a.distance - b.distance)
  return best && best.distance <= Math.min(2, wanted.length - 1) ? best.word : undefined
}

/** Damerau-Levenshtein distance: the number of insertions, deletions, substitutions and swaps of neighbours. */
const editDistance = (from: string, to: string): number => {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      current[column] = Math.min(
        (current[column - 1] ?? 0) + 1,
        (last[column] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = current
  }
  return last[to.length] ?? 0
}
