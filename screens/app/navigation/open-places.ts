import type { ScreenName } from '../../kit/screen/names.ts'
import type { SessionState } from '../../kit/session/session.ts'
import { screens } from '../../table.ts'
import { type LinkedPlace, type LinkOptions, placeLink } from './linked-place.ts'
import { type Entry, entryWithoutTarget, type Navigation, open, shownEntry, startNavigation } from './navigation.ts'

type Opened = { navigation: Navigation<ScreenName>; session: SessionState }

/** The link to the shown place, with its range if it depends on one. @param profile - The profile to name in the link. */
export const shownLink = ({ navigation, session }: Opened, profile: string | undefined): string | undefined => {
  const { screen, target, state } = shownEntry(navigation)
  const { range, isComparing, isPrivate, at } = session
  const days = screens[screen].isByRange ? { range, isComparing } : {}
  return placeLink({ screen, target, state, session: { ...days, at } }, { profile, isPrivate })
}

/** For each screen, a link to its latest entry that has no target; last, a link to the shown place. The next run opens them. */
export const openLinks = ({ navigation, session }: Opened): string[] => {
  const { range, isComparing, isPrivate } = session
  const shown = shownEntry(navigation)
  const { stack, past, future } = navigation
  const latest = new Map<ScreenName, Entry<ScreenName>>()
  for (const entry of [...future, ...past, ...stack]) if (!entry.target) latest.set(entry.screen, entry)
  if (!shown.target) latest.delete(shown.screen)
  const options: LinkOptions = { profile: undefined, isPrivate }
  // `at` is left out: a new run starts with current data.
  return [...latest.values(), shown].flatMap(({ screen, target, state }) => {
    const link = placeLink({ screen, target, state, session: { range, isComparing } }, options)
    return link === undefined ? [] : [link]
  })
}

/** The initial navigation: the last place is shown, the others are the history. Without places, `first` is shown. */
export const navigationAt = (places: readonly LinkedPlace[], first: ScreenName): Navigation<ScreenName> => {
  const shown = places.at(-1)
  if (!shown) return startNavigation([entryWithoutTarget(first)])
  const before = places.slice(0, -1).map(entryOf)
  const entry = entryOf(shown)
  if (!isInside(shown)) return startNavigation([entry], before)
  // The entry below is the screen that the place was opened from, in its saved state if there is one.
  const below = before.find((one) => one.screen === shown.screen && one.target === undefined)
  const others = before.filter((one) => one !== below)
  return startNavigation([below ?? entryWithoutTarget(shown.screen), entry], others)
}

/** The navigation after opening a place from the shown one. */
export const goTo = (navigation: Navigation<ScreenName>, place: LinkedPlace): Navigation<ScreenName> => {
  const from = isInside(place) ? open(navigation, place.screen) : navigation
  return open(from, place.screen, place.target, place.state)
}

const entryOf = ({ screen, target, state }: LinkedPlace): Entry<ScreenName> => ({ screen, target, state })

const isInside = ({ screen, target }: LinkedPlace): boolean =>
  target !== undefined && (screens[screen].link.isInside?.(target) ?? false)
