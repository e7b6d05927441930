import { FITS, MOST_LISTED, type PaletteWorld, type Place, type Provider } from './place.ts'

/** What was found, the best first, and the kinds of things that are not known. */
export type Answers = { places: readonly Place[]; notKnown: readonly string[] }

/**
 * What answers to what was typed: the best fit first, and of equal ones in the order of the table.
 *
 * @param worldFor - The world as a provider sees it.
 */
export const answersTo = (
  typed: string,
  providers: readonly Provider[],
  worldFor: (provider: Provider) => PaletteWorld,
): Answers => {
  const notKnown: string[] = []
  const places = providers.flatMap((provider) => {
    // One that fails must not close the palette, nor hide what the others find.
    try {
      const found = provider.find(typed, worldFor(provider))
      return typed === '' ? found : [...found].sort(byFit).slice(0, MOST_LISTED)
    } catch {
      notKnown.push(provider.kind)
      return []
    }
  })
  const order = new Map(places.map((place, index) => [place, index]))
  const placeOf = (place: Place): number => order.get(place) ?? 0
  return { places: [...places].sort((a, b) => fitRank(b) - fitRank(a) || placeOf(a) - placeOf(b)), notKnown }
}

const fitRank = ({ fit }: Place): number => FITS.indexOf(fit)
const byFit = (a: Place, b: Place): number => fitRank(b) - fitRank(a) || (b.score ?? 0) - (a.score ?? 0)
