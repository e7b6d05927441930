import { useEffect, useLayoutEffect, useRef } from 'react'
import { useKeymap } from './use-keys.ts'

/** Lets keys wait while what they are meant for is being loaded. */
export const useHeldKeys = (isLoading: boolean): void => {
  const keymap = useKeymap()
  const release = useRef(() => {})
  useLayoutEffect(() => {
    if (isLoading) release.current = keymap.hold()
  }, [keymap, isLoading])
  // Not before what was loaded hears keys: its own effects come first.
  useEffect(() => {
    if (!isLoading) release.current()
  }, [isLoading])
  useEffect(() => () => release.current(), [])
}
