import type { ScreenName } from '../../kit/screen/names.ts'
import type { SessionState } from '../../kit/session/session.ts'
import { screens } from '../../table.ts'
import { type LinkedPlace, type LinkOptions, placeLink } from './linked-place.ts'
import { type Entry, entryWithoutTarget, type Navigation, shownEntry } from './navigation.ts'

type Opened = {
  navigation: Pick<Navigation<ScreenName>, 'stack'>
  session: Pick<SessionState, 'range' | 'isComparing' | 'at'>
}

const shownPlace = ({ navigation, session }: Opened): LinkedPlace => {
  const { screen, target, state } = shownEntry(navigation)
  const { range, isComparing, at } = session
  return { screen, target, state, session: { ...(screens[screen].isByRange && { range, isComparing }), at } }
}

/** The link to the shown place, with its range if it depends on one. */
export const shownLink = (opened: Opened, options: LinkOptions): string | undefined =>
  placeLink(shownPlace(opened), options)

/** Identifies the shown place, whichever row is selected. */
export const placeKey = (opened: Opened): string => {
  const { stack } = opened.navigation
  const link = placeLink(shownPlace(opened), { profile: undefined, isPrivate: false, hasNoCursors: true })
  return JSON.stringify([stack.map(({ screen, target }) => [screen, target]), link])
}

/** For each screen, a link to its first entry; last, a link to the shown place. The next run opens them. */
export const openLinks = (
  navigation: Navigation<ScreenName>,
  { range, isComparing, isPrivate }: SessionState,
): string[] => {
  const { stack, kept } = navigation
  const shown = shownEntry(navigation)
  const roots = new Map([...kept, [(stack[0] ?? shown).screen, stack] as const])
  const others = [...roots.values()].flatMap(([root]) => (root && root !== shown ? [root] : []))
  const options: LinkOptions = { profile: undefined, isPrivate }
  // `at` is left out: a new run starts with current data.
  return [...others, shown].flatMap(({ screen, target, state }) => {
    const link = placeLink({ screen, target, state, session: { range, isComparing } }, options)
    return link === undefined ? [] : [link]
  })
}

/** The initial navigation: the last place is shown, the others are kept. Without places, `first` is shown. */
export const navigationAt = (places: readonly LinkedPlace[], first: ScreenName): Navigation<ScreenName> => {
  const kept = new Map(places.slice(0, -1).map((place) => [place.screen, [entryOf(place)] as const]))
  const shown = places.at(-1)
  if (!shown) return { stack: [entryWithoutTarget(first)], kept }
  const entry = entryOf(shown)
  if (!isInside(shown)) return { stack: [entry], kept }
  return { stack: [kept.get(shown.screen)?.[0] ?? entryWithoutTarget(shown.screen), entry], kept }
}

export const entryOf = ({ screen, target, state }: Omit<LinkedPlace, 'session'>): Entry<ScreenName> => ({
  screen,
  target,
  state,
})

/** Whether a place opens inside its screen, over the first view. */
export const isInside = ({ screen, target }: Pick<LinkedPlace, 'screen' | 'target'>): boolean =>
  target !== undefined && (screens[screen].link.isInside?.(target) ?? false)
