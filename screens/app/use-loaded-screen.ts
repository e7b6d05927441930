import { type ComponentType, useEffect, useState } from 'react'
import { useHeldKeys } from '../../src/ui/keys/use-held-keys.ts'
import type { ScreenName } from '../kit/screen/names.ts'
import type { ScreenProps } from '../kit/screen/screen.ts'
import { useSession } from '../kit/session/session.ts'
import { loadedScreen, loadScreen } from './loaded-screens.ts'

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
