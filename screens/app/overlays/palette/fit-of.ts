import { FITS, type Fit } from './place.ts'

/** How a name answers to what was typed, in either case: all of it, from the start of a word, or anywhere inside. */
export const fitOf = (name: string, typed: string): Fit | undefined => {
  const [own, wanted] = [name.toLowerCase(), typed.toLowerCase()]
  if (wanted === '') return undefined
  if (own === wanted) return 'whole'
  let fit: Fit | undefined
  for (let at = own.indexOf(wanted); at >= 0; at = own.indexOf(wanted, at + 1)) {
    if (at === 0 || !isLetter.test(own[at - 1] ?? '')) return 'word'
    fit = 'inside'
  }
  return fit
}

/** The best of several names of one thing. */
export const bestFit = (names: readonly (string | undefined)[], typed: string): Fit | undefined =>
  names
    .map((name) => (name ? fitOf(name, typed) : undefined))
    .reduce((best, fit) => (fit && (!best || FITS.indexOf(fit) > FITS.indexOf(best)) ? fit : best), undefined)

const isLetter = /[\p{L}\p{N}]/u
