import { useEffect } from 'react'
import { clockSkewText, isClockOff } from '../../src/domain/text/time-text.ts'
import { EVERYWHERE, helpOf, type Keymap, keyLabel, noRemap } from '../../src/ui/keys/bindings.ts'
import type { Requests } from '../kit/query/use-query.ts'
import { SCREEN_NAMES, type ScreenName } from '../kit/screen/names.ts'
import { endAnnouncement } from '../kit/session/announcements.ts'
import { useSession, useSessionState } from '../kit/session/session.ts'
import { screens } from '../table.ts'
import { everywhereKeys } from './app-keys.ts'

/** The text that replaces the command in the last row: a notice, a long wait, or a wrong clock. */
export const useNotice = (
  keymap: Keymap,
  { queries, wait, waitSeconds, ledgerNotice }: Requests,
): string | undefined => {
  const session = useSession()
  const notice = useSessionState('notice')
  // A notice disappears when the next key is pressed.
  useEffect(
    () =>
      keymap.onPress(() => {
        if (session.get().notice !== undefined) session.set({ notice: undefined })
      }),
    [keymap, session],
  )
  useEffect(() => {
    if (ledgerNotice !== undefined) session.set({ notice: ledgerNotice })
  }, [ledgerNotice, session])
  if (notice !== undefined) return notice
  if (wait && waitSeconds > 1) return `Retrying in ${waitSeconds} s; press Ctrl-C to cancel. ${wait.why}`
  return clockNotice(queries?.clockSkewMs() ?? 0)
}

const clockNotice = (skewMs: number): string | undefined =>
  isClockOff(skewMs) ? `${clockSkewText(skewMs)}. Days follow the server: correct this clock.` : undefined

/** Shows why a key did nothing, until the next key. @param name - The shown screen. */
export const useUnboundKeyNotice = (keymap: Keymap, name: ScreenName): void => {
  const session = useSession()
  useEffect(
    () =>
      keymap.onUnhandledKey(({ keys, why }) =>
        session.set({ notice: why ?? unboundKeyText(keys, name, keymap.keysIn) }),
      ),
    [keymap, session, name],
  )
}

/** Explains a key that does nothing in the shown view. @param keys - As bindings write them. */
export const unboundKeyText = (keys: string, name: ScreenName, keysIn = noRemap): string => {
  const key = keyLabel(keys)
  const keysOf = (one: ScreenName) => keysIn(one, screens[one].keys)
  // A view of a screen may bind keys that its other views don't.
  const own = keysOf(name).find((binding) => binding.keys.includes(keys))
  if (own) return `${key} works only in another view of ${screens[name].title}: ${own.inside ?? helpOf(own)}.`
  const others = SCREEN_NAMES.filter((one) => keysOf(one).some((binding) => binding.keys.includes(keys)))
  if (others.length > 0) return `${key} works only in ${namesOf(others)}.`
  if (keysIn(EVERYWHERE, everywhereKeys).some((binding) => binding.keys.includes(keys)))
    return `${key} works only in ${namesOf(SCREEN_NAMES.filter((one) => screens[one].isByRange))}.`
  return `${key} does nothing here. Press ? to list the keys.`
}

const namesOf = (names: readonly ScreenName[]): string =>
  new Intl.ListFormat('en').format(names.map((one) => screens[one].title))

/** Announces the end of each action that was followed, unless the user has cancelled it. */
export const useEndAnnouncements = (): void => {
  const { actions, announcements, alert } = useSession()
  useEffect(
    () =>
      actions.onEnd((action) => {
        if (!action.isFollowed || action.state.is === 'cancelled') return
        const announcement = endAnnouncement(action)
        announcements.announce(announcement)
        alert(announcement.text)
      }),
    [actions, announcements, alert],
  )
}
