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
