import { FITS, type Fit } from './place.ts'

/**
 * How names answer to what was typed, in either case: all of it, from the start of a word, or anywhere inside. A capital letter
 * begins a word too. Several words may stand apart in the name, and in any order: `allow list` finds `commandAllowlist`.
 *
 * @returns Judges one name after the other: of a large organisation there are tens of thousands for each letter that is typed.
 */
export const fitsTo = (typed: string): ((name: string) => Fit | undefined) => {
  const wanted = typed.toLowerCase()
  const words = wordsOf(wanted)
  return (name) => {
    const own = name.toLowerCase()
    if (wanted === '' || !words.every((word) => own.includes(word))) return undefined
    if (own === wanted) return 'whole'
    for (let at = own.indexOf(wanted); at >= 0; at = own.indexOf(wanted, at + 1))
      if (isWordStart(name, at)) return 'word'
    return 'inside'
  }
}

/** The same of one name. */
export const fitOf = (name: string, typed: string): Fit | undefined => fitsTo(typed)(name)

/** The better of how two names of one thing answer. */
export const betterOf = (one: Fit | undefined, other: Fit | undefined): Fit | undefined =>
  one && (!other || FITS.indexOf(one) >= FITS.indexOf(other)) ? one : other

const wordsOf = (typed: string): readonly string[] => typed.trim().split(/ +/)

const isWordStart = (name: string, at: number): boolean =>
  at === 0 || !isLetter.test(name[at - 1] ?? '') || camelHump.test(name.slice(at - 1, at + 1))

const camelHump = /^\p{Ll}\p{Lu}$/u
const isLetter = /[\p{L}\p{N}]/u
