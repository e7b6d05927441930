import type { DataOf, ParamsOf, QueryName } from '../../../../src/cache/load/queries.ts'
import type { Range } from '../../../../src/domain/calendar/calendar.ts'
import type { RangeChoice } from '../../../../src/domain/calendar/shift-range.ts'
import type { Reachable } from '../../../../src/ui/keys/bindings.ts'
import type { OpenDialog } from '../../../kit/dialogs/use-change.ts'
import type { ViewOffer } from '../../../kit/offers/view-offers.ts'
import type { OpenScreen } from '../../../kit/screen/screen.ts'
import type { ProfileRow } from '../../../kit/session/profiles.ts'
import type { Session } from '../../../kit/session/session.ts'

/** How well a text answers to what was typed, the worst first; within one of these `score` decides. */
export const FITS = ['letters', 'inside', 'word', 'whole'] as const
export type Fit = (typeof FITS)[number]

/** Things of one kind that are listed: who wants one behind these types more of its name. */
export const MAX_LISTED = 50

/** Something that the palette found: somewhere to go, or something to do. */
export type Place = {
  /** The same whenever the same thing is found. */
  id: string
  /** Safe text. */
  text: string
  /** What else there is to know of it. Safe text. @default nothing */
  detail?: string
  /** At the end of its row: what it is, or the keys that do the same. */
  label: string
  fit: Fit
  /** Higher is better. @default 0 */
  score?: number
  /** What Tab writes into the line, and Enter where there is nothing to do yet. @default Tab goes to the next */
  line?: string
  /** @default nothing: Enter writes its line */
  run?: () => void
}

/** What providers find things in, and what opens them. */
export type PaletteWorld = {
  /**
   * What a query has brought; asked for from the first call on for as long as the palette is open and what is typed still wants it.
   * Undefined: not there yet, or it failed, and the palette says so.
   */
  read<N extends QueryName>(name: N, params: ParamsOf<N>): DataOf<N> | undefined
  /** The days that are shown, and now, Unix ms. */
  range: Range
  now: number
  /** The salt of pseudonyms while the session is private. */
  salt: string | undefined
  /** What can be done by keys on the screen below and everywhere. */
  actions: readonly Reachable[]
  openScreen: OpenScreen
  openDialog: OpenDialog
  setRange: (choice: RangeChoice) => void
  set: Session['set']
  setTheme: Session['setTheme']
  /** The organisations that can be explored; undefined until they are known. */
  profiles: readonly ProfileRow[] | undefined
  openProfile: (name: string) => void
  /** The profile that links to what is shown name; undefined: they name none. */
  linkProfile: string | undefined
  /** Where a link leads, in words. @throws AppError on what is no link. */
  wordsOf: (link: string) => string
  /** Goes there, or says why not. */
  openLink: (link: string) => void
  /** What the shown view can be told. */
  offer: ViewOffer
  quit: () => void
}

/** One row of the table of providers: what kind of things it finds, and which of them answer to what was typed. */
export type Provider = {
  /** What they are called together: `people`. */
  kind: string
  /** `typed` has no spaces around it, and may be empty. Whatever it throws is told as that its things are not known. */
  find: (typed: string, world: PaletteWorld) => readonly Place[]
}

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
      return typed === '' ? found : [...found].sort(byFit).slice(0, MAX_LISTED)
    } catch {
      notKnown.push(provider.kind)
      return []
    }
  })
  return { places: places.sort((a, b) => fitRank(b) - fitRank(a)), notKnown }
}

const fitRank = ({ fit }: Place): number => FITS.indexOf(fit)
const byFit = (a: Place, b: Place): number => fitRank(b) - fitRank(a) || (b.score ?? 0) - (a.score ?? 0)
