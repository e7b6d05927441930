import type { DataOf, ParamsOf, QueryName } from '../../../../src/cache/load/queries.ts'
import type { Range } from '../../../../src/domain/calendar/calendar.ts'
import type { RangeChoice } from '../../../../src/domain/calendar/shift-range.ts'
import type { Reachable } from '../../../../src/ui/keys/bindings.ts'
import type { OpenDialog } from '../../../kit/dialogs/use-change.ts'
import type { ViewOffer } from '../../../kit/offers/view-offers.ts'
import type { ScreenName } from '../../../kit/screen/names.ts'
import type { OpenScreen } from '../../../kit/screen/screen.ts'
import type { ProfileRow } from '../../../kit/session/profiles.ts'
import type { Session } from '../../../kit/session/session.ts'
import type { SettingName, SettingValues } from '../../../kit/session/settings.ts'
import type { RecentPlace } from '../../navigation/recent-places.ts'

/**
 * How well a text matches the typed text, worst first: its letters in order, the text inside a word, from the start of a
 * word, or the whole text. `score` orders equal fits.
 */
export const FITS = ['letters', 'inside', 'word', 'whole'] as const
export type Fit = (typeof FITS)[number]

/** Max results of one kind. Typing more of a name finds the others. */
export const MAX_LISTED = 50

/** A result of the palette: a place to open or an action to run. */
export type Place = {
  /** Stable: the same result always has the same id. */
  id: string
  /** Safe text. */
  text: string
  /** Additional information. Safe text. @default none */
  detail?: string
  /** At the end of the row: the kind of result, or the keys that do the same. */
  label: string
  fit: Fit
  /** Higher is better. @default 0 */
  score?: number
  /** What Tab writes into the line, and Enter if there is no `run`. @default Tab selects the next row */
  line?: string
  /** @default Enter writes `line` */
  run?: () => void
}

/** The data that providers search, and the functions that results call. */
export type PaletteContext = {
  /**
   * Data of a query. The first call starts loading it; it stays watched while the palette is open and the typed text
   * needs it. Undefined while it is loading, and if it failed, which the palette shows.
   */
  read<N extends QueryName>(name: N, params: ParamsOf<N>): DataOf<N> | undefined
  /**
   * Loaded or cached data of a query, without a request. Undefined if there is none, which the palette names if nothing
   * is found.
   */
  known<N extends QueryName>(name: N, params: ParamsOf<N>): DataOf<N> | undefined
  /** The shown screen. */
  screen: ScreenName
  /** The shown days, and the current time in Unix ms. */
  range: Range
  now: number
  /** The salt of pseudonyms; undefined while names are shown. */
  salt: string | undefined
  /** Actions of the keys that work on the screen below and everywhere. */
  actions: readonly Reachable[]
  openScreen: OpenScreen
  openDialog: OpenDialog
  setRange: (choice: RangeChoice) => void
  set: Session['set']
  /** Changes and saves a setting, and shows a notice. */
  changeSetting: <Name extends SettingName>(name: Name, value: SettingValues[Name]) => void
  /** The profiles; undefined until they are loaded. */
  profiles: readonly ProfileRow[] | undefined
  openProfile: (name: string) => void
  /** The profile in links to the shown place; undefined: none. */
  linkProfile: string | undefined
  /** A link in words. @throws AppError if the link is invalid. */
  wordsOf: (link: string) => string
  /** Opens a link. If it is invalid, shows the error as a notice. */
  openLink: (link: string) => void
  /** What the shown view offers, such as its filter and exports. */
  offer: ViewOffer
  /** What Enter does on the selected row; undefined: nothing. */
  enter: () => string | undefined
  /** The places that were shown before, the latest first. */
  recent: () => readonly RecentPlace[]
  quit: () => void
}

/** An entry of the table of providers: finds results of one kind. */
export type Provider = {
  /** Plural name of the kind: `people`. */
  kind: string
  /** `typed` has no surrounding spaces and may be empty. If this throws, the palette shows that the kind is unavailable. */
  find: (typed: string, context: PaletteContext) => readonly Place[]
}

/**
 * Matches names against the typed text, ignoring case: the whole name, from the start of a word, or anywhere inside. A
 * capital letter also starts a word. Several words may match anywhere in the name and in any order: `allow list` finds
 * `commandAllowlist`.
 *
 * @returns A function that matches one name. Create it once per typed text, because a large organisation has tens
 * of thousands of names.
 */
export const createFitMatcher = (typed: string): ((name: string) => Fit | undefined) => {
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

/** As {@link createFitMatcher}, for a single name. */
export const fitOf = (name: string, typed: string): Fit | undefined => createFitMatcher(typed)(name)

/** The better of two fits, for a result that has two names. */
export const betterFit = (one: Fit | undefined, other: Fit | undefined): Fit | undefined =>
  one && (!other || FITS.indexOf(one) >= FITS.indexOf(other)) ? one : other

const wordsOf = (typed: string): readonly string[] => typed.trim().split(/ +/)

const isWordStart = (name: string, at: number): boolean =>
  at === 0 || !isLetter.test(name[at - 1] ?? '') || camelHump.test(name.slice(at - 1, at + 1))

const camelHump = /^\p{Ll}\p{Lu}$/u
const isLetter = /[\p{L}\p{N}]/u

/** The results, best first, and the kinds whose search failed. */
export type SearchResults = { places: readonly Place[]; failedKinds: readonly string[] }

/** All results: best fit first, equal fits in the order of the table. @param contextFor - The context for a provider. */
export const searchProviders = (
  typed: string,
  providers: readonly Provider[],
  contextFor: (provider: Provider) => PaletteContext,
): SearchResults => {
  const failedKinds: string[] = []
  const places = providers.flatMap((provider) => {
    // A provider that fails must not close the palette or hide the results of the others.
    try {
      const found = provider.find(typed, contextFor(provider))
      return typed === '' ? found : [...found].sort(byFit).slice(0, MAX_LISTED)
    } catch {
      failedKinds.push(provider.kind)
      return []
    }
  })
  // Two providers may find the same result, such as the action of a key by its help and by a synonym.
  const ranked = places.sort((a, b) => fitRank(b) - fitRank(a))
  const ids = new Set<string>()
  return { places: ranked.filter(({ id }) => ids.size < ids.add(id).size), failedKinds }
}

const fitRank = ({ fit }: Place): number => FITS.indexOf(fit)
const byFit = (a: Place, b: Place): number => fitRank(b) - fitRank(a) || (b.score ?? 0) - (a.score ?? 0)
