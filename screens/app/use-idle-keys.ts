import { useEffect } from 'react'
import { EVERYWHERE, type Keymap, keyLabel, noRemap } from '../../src/ui/keys/bindings.ts'
import { SCREEN_NAMES, type ScreenName } from '../kit/screen/names.ts'
import { useSession } from '../kit/session/session.ts'
import { screens } from '../table.ts'
import { everywhereKeys } from './app-keys.ts'

/** Says of a key that did nothing why, until the next key. @param name - The screen that is shown. */
export const useIdleKeys = (keymap: Keymap, name: ScreenName): void => {
  const session = useSession()
  useEffect(
    () => keymap.onIdle(({ keys, why }) => session.set({ notice: why ?? unheardWords(keys, name, keymap.keysIn) })),
    [keymap, session, name],
  )
}

/** What a key is for that nobody hears in what is shown. @param keys - As bindings write them. */
export const unheardWords = (keys: string, name: ScreenName, keysIn = noRemap): string => {
  const key = keyLabel(keys)
  const keysOf = (one: ScreenName) => keysIn(one, screens[one].keys)
  // The views of a screen hear keys that its others do not.
  const own = keysOf(name).find((binding) => binding.keys.includes(keys))
  if (own) return `${key} is for another view of ${screens[name].title}: ${own.help.replace(/^inside: /, '')}.`
  const others = SCREEN_NAMES.filter((one) => keysOf(one).some((binding) => binding.keys.includes(keys)))
  if (others.length > 0) return `${key} is for ${namesOf(others)}.`
  if (keysIn(EVERYWHERE, everywhereKeys).some((binding) => binding.keys.includes(keys)))
    return `${key} is for ${namesOf(SCREEN_NAMES.filter((one) => screens[one].isByRange))}.`
  return `${key} does nothing: ? lists the keys.`
}

const namesOf = (names: readonly ScreenName[]): string =>
  new Intl.ListFormat('en').format(names.map((one) => screens[one].title))
