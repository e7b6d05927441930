import { FITS, type Fit } from './place.ts'

/**
 * How a name answers to what was typed, in either case: all of it, from the start of a word, or anywhere inside. A capital letter
 * begins a word too. Several words may stand apart in the name, and in any order: `allow list` finds `commandAllowlist`.
 */
export const fitOf = (name: string, typed: string): Fit | undefined => {
  const [own, wanted] = [name.toLowerCase(), typed.toLowerCase()]
  if (wanted === '') return undefined
  if (own === wanted) return 'whole'
  let fit: Fit | undefined = wordsOf(wanted).every((word) => own.includes(word)) ? 'inside' : undefined
  for (let at = own.indexOf(wanted); at >= 0; at = own.indexOf(wanted, at + 1)) {
    if (isWordStart(name, at)) return 'word'
    fit = 'inside'
  }
  return fit
}

/** The best of several names of one thing. */
export const bestFit = (names: readonly (string | undefined)[], typed: string): Fit | undefined =>
  names
    .map((name) => (name ? fitOf(name, typed) : undefined))
    .reduce((best, fit) => (fit && (!best || FITS.indexOf(fit) > FITS.indexOf(best)) ? fit : best), undefined)

const wordsOf = (typed: string): readonly string[] => typed.trim().split(/ +/)

const isWordStart = (name: string, at: number): boolean =>
  at === 0 || !isLetter.test(name[at - 1] ?? '') || camelHump.test(name.slice(at - 1, at + 1))

const camelHump = /^\p{Ll}\p{Lu}$/u
const isLetter = /[\p{L}\p{N}]/u
