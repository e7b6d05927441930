import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef } from 'react'
import type { Binding, Keymap } from '../../src/ui/keys/bindings.ts'
import { useKeys } from '../../src/ui/keys/use-keys.ts'
import type { ScreenName } from '../kit/names.ts'
import type { Target } from '../kit/screen.ts'
import { useSession } from '../kit/session.ts'
import type { Requests } from '../kit/use-requests.ts'
import { type AppAction, appKeys, type OpenAction, openKeys } from './app-keys.ts'
import { back, backward, forward, type Navigation, open, toggleLast } from './navigation.ts'
import { OVERLAY_NAMES, type OverlayName } from './overlays/overlays.ts'
import { screens } from './table.ts'

type AppKeysInput = {
  keymap: Keymap
  /** The screen that is shown. */
  name: ScreenName
  /** The headless twin of what is shown, without the program's name. */
  command: string
  navigation: Navigation<ScreenName>
  setNavigation: Dispatch<SetStateAction<Navigation<ScreenName>>>
  openOverlay: (name: OverlayName) => void
  requests: Requests
  quit: () => void
  suspend: () => void
}

/** Hears the keys that work on every screen. Answers them, for help, and those of them that the hints name. */
export const useAppKeys = (input: AppKeysInput) => {
  const { keymap, name, command, navigation, setNavigation, openOverlay, requests, quit, suspend } = input
  const session = useSession()
  const { queries } = requests
  const above = back(navigation)
  const openScreen = useCallback(
    (screen: ScreenName, target?: Target) => setNavigation((before) => open(before, screen, target)),
    [setNavigation],
  )
  const interrupt = useInterrupt(keymap, requests, quit)
  const bindings = screens[name].isByRange ? byRange : withoutRange
  useKeys(
    bindings.all,
    {
      ...(Object.fromEntries(
        openKeys.map(({ action, screen }) => [action, () => openScreen(screen)]),
      ) as OpenHandlers<OpenAction>),
      ...(Object.fromEntries(
        OVERLAY_NAMES.map((overlay) => [overlay, () => openOverlay(overlay)]),
      ) as OpenHandlers<OverlayName>),
      compare: () => session.set({ isComparing: !session.get().isComparing }),
      private: () => session.set({ isPrivate: !session.get().isPrivate }),
      refresh: () => queries?.refresh('stale'),
      refreshAll: () => queries?.refresh('all'),
      copyCommand: () => {
        session.copy(`qd ${command}`)
        session.set({ notice: `Copied: qd ${command}` })
      },
      last: () => setNavigation(toggleLast),
      backward: () => setNavigation(backward),
      forward: () => setNavigation(forward),
      up: () => {
        if (above) setNavigation(above)
        else session.set({ notice: 'There is nothing to go back to: q quits.' })
      },
      back: () => {
        if (above) setNavigation(above)
        else quit()
      },
      interrupt,
      suspend,
    },
    { kind: 'app' },
  )
  return { openScreen, all: bindings.all, hinted: above ? bindings.drilled : bindings.atRoot }
}

type OpenHandlers<Action extends string> = Record<Action, () => void>

/** Cancels what is being fetched; with nothing to cancel, or the second time in a row, quits. */
const useInterrupt = (keymap: Keymap, { queries, inFlight, wait }: Requests, quit: () => void) => {
  const session = useSession()
  /** Whether the key that is heard now, and the one before it, cancelled what was being fetched. */
  const cancelled = useRef({ now: false, before: false })
  useEffect(
    () =>
      keymap.onPress(() => {
        cancelled.current = { now: false, before: cancelled.current.now }
      }),
    [keymap],
  )
  return () => {
    // What was cancelled may still be on its way when the key comes again.
    if ((inFlight === 0 && !wait) || cancelled.current.before) return quit()
    cancelled.current.now = true
    queries?.cancel()
    session.set({ notice: 'Cancelled what was being fetched. R fetches it again, Ctrl-C once more quits.' })
  }
}

type AppBinding = Binding & { action: AppAction }

const keySet = (own: readonly AppBinding[]) => ({
  all: [...openKeys, ...own],
  atRoot: own,
  // The same key, but what it does from here.
  drilled: own.map((binding) => (binding.action === 'back' ? { ...binding, hint: 'back' } : binding)),
})
const byRange = keySet(appKeys)
const withoutRange = keySet(appKeys.filter(({ action }) => action !== 'range' && action !== 'compare'))
