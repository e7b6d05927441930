import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { AppError } from '../../../src/base/errors.ts'
import type { Keymap } from '../../../src/ui/keys/bindings.ts'
import { useLatest } from '../../../src/ui/keys/use-keys.ts'
import { useSignal } from '../../../src/ui/layout/signal.ts'
import type { ScreenName } from '../../kit/screen/names.ts'
import type { OpenScreen } from '../../kit/screen/screen.ts'
import type { ScreenReport } from '../../kit/screen/screen-report.ts'
import { ScreenState } from '../../kit/screen/screen-state.ts'
import { useSession } from '../../kit/session/session.ts'
import { screens } from '../../table.ts'
import { type LinkedPlace, parsePlaceLink } from './linked-place.ts'
import { goTo, type Navigation, openLevel, openLevels, returnTo, showStack, switchTo } from './navigation.ts'
import { entryOf, isInside, navigationAt, openLinks, shownLink } from './open-places.ts'
import { createPlacesSeen, type SeenPlace } from './places-seen.ts'

export type AppNavigation = ReturnType<typeof useNavigation>

type NavigationInput = {
  keymap: Keymap
  firstScreen: ScreenName
  places: readonly LinkedPlace[]
  onPlaces: ((links: () => string[]) => void) | undefined
  /** The report of the shown screen. */
  report: () => ScreenReport | undefined
}

/** The open screens with their levels, and the places seen. */
export const useNavigation = ({ keymap, firstScreen, places, onPlaces, report }: NavigationInput) => {
  const session = useSession()
  const [first] = useState(() => navigationAt(places, firstScreen))
  const signal = useSignal<Navigation<ScreenName>>(first)
  const navigation = useSyncExternalStore(signal.subscribe, signal.get)
  const [seen] = useState(() => createPlacesSeen(() => ({ stack: signal.get().stack, session: session.get() })))
  const getReport = useLatest(report)
  // Moving the cursor changes no place.
  useEffect(() => keymap.onOtherThanMove(seen.beforeKey), [keymap, seen])
  useEffect(() => keymap.onMouse(seen.beforeKey), [keymap, seen])
  useEffect(() => onPlaces?.(() => openLinks(signal.get(), session.get())), [onPlaces, session, signal])
  const actions = useMemo(() => {
    const levels = () => openLevels(signal.get(), getReport.current(), titleOf)
    const leaveTo = (index: number) => signal.set((before) => returnTo(before, levels(), index))
    const goToPlace = (place: Omit<LinkedPlace, 'session'>) =>
      signal.set((before) => goTo(before, entryOf(place), isInside(place), getReport.current()))
    const show = (place: SeenPlace | undefined, otherwise: string) => {
      if (!place) return otherwise
      signal.set((before) => showStack(before, place.stack, getReport.current()))
      return place
    }
    /** Shows a place with its range. */
    const showAll = (place: SeenPlace | undefined, otherwise: string) => {
      if (place) session.set(place.session)
      return show(place, otherwise)
    }
    const openScreen: OpenScreen = (screen, target, state) =>
      void signal.set((before) => openLevel(before, { screen, target, state }, getReport.current()))
    const switchScreen: OpenScreen = (screen, target, state) => {
      if (target ?? state) goToPlace({ screen, target, state: state ?? new ScreenState() })
      else if (signal.get().stack[0]?.screen === screen) leaveTo(0)
      else signal.set((before) => switchTo(before, screen, getReport.current()))
    }
    return {
      /** The open levels, outermost first. */
      levels,
      /** Closes all levels above one of them, by its index. */
      leaveTo,
      /** Leaves the innermost level. Returns false on the first level of a screen. */
      leaveLevel: (): boolean => levels().length > 1 && leaveTo(levels().length - 2),
      /** Opens a screen as one more level, from which going back returns to the shown one. */
      openScreen,
      /** Switches to a screen or to a place on it, with the levels above that place; without a state, in its last state. */
      switchScreen,
      previousScreen: () => show(seen.previousScreen(), NO_PREVIOUS_SCREEN),
      backward: () => showAll(seen.back(), 'There is no earlier place.'),
      forward: () => showAll(seen.forward(), 'This is already the latest place.'),
      /** The link to the shown place. */
      link: (profile?: string) => {
        const { isPrivate, ...shown } = session.get()
        return shownLink({ navigation: signal.get(), session: shown }, { profile, isPrivate })
      },
      /** Opens the place of a link. If the link is invalid, shows the error as a notice. */
      openLink: (link: string): void => {
        try {
          const place = parsePlaceLink(link, session.now())
          session.set({ at: undefined, ...place.session })
          goToPlace(place)
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          session.set({ notice: error.message })
        }
      },
    }
  }, [signal, getReport, seen, session])
  return { navigation, ...actions }
}

const NO_PREVIOUS_SCREEN = 'There is no previous screen.'
const titleOf = (name: ScreenName): string => screens[name].title
