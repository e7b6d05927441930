import { type ComponentType, useEffect, useState } from 'react'
import { useHeldKeys } from '../../src/ui/keys/use-keys.ts'
import { SCREEN_NAMES, type ScreenName } from '../kit/screen/names.ts'
import type { Screen, ScreenProps } from '../kit/screen/screen.ts'
import { useSession } from '../kit/session/session.ts'
import { screens } from '../table.ts'
import { loadFinders } from './overlays/palette/use-answers.ts'

const loaded = new Map<Screen['load'], ComponentType<ScreenProps>>()

/** What draws a screen; undefined until {@link loadScreen} has loaded it. */
export const loadedScreen = (name: ScreenName): ComponentType<ScreenProps> | undefined => loaded.get(screens[name].load)

/** Loads what draws a screen. Rejects where its file is not there any more, as after an update. */
export const loadScreen = async (name: ScreenName): Promise<void> => {
  const { load } = screens[name]
  if (!loaded.has(load)) loaded.set(load, await load())
}

/**
 * Loads what no key has asked for yet, one after the other, so that a key never waits for more than one of them.
 *
 * @param rest - Waited for before each.
 */
export const loadAhead = async (rest: () => Promise<unknown>): Promise<void> => {
  for (const name of SCREEN_NAMES) {
    await rest()
    await loadScreen(name)
  }
  await rest()
  await loadFinders()
}

/** What draws a screen; undefined while it is being loaded, when keys wait, and where it cannot be, which is told. */
export const useLoadedScreen = (name: ScreenName): ComponentType<ScreenProps> | undefined => {
  const { set } = useSession()
  const [failed, setFailed] = useState<ScreenName>()
  const [, drawAgain] = useState(0)
  const Component = loadedScreen(name)
  useHeldKeys(!Component && failed !== name)
  useEffect(() => {
    if (loadedScreen(name)) return
    loadScreen(name).then(
      () => drawAgain((before) => before + 1),
      (error: Error) => {
        setFailed(name)
        set({ notice: `This screen could not be loaded: ${error.message}` })
      },
    )
  }, [name, set])
  return Component
}
