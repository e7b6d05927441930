import { useStdin } from 'ink'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useKeymap } from '../keys/use-keys.ts'

/** The keys that components of @inkjs/ui hear, as they read them. */
const bytesOf = { Enter: '\r', y: 'y', n: 'n' } as const

type FedKey = keyof typeof bytesOf

/**
 * Hands keys on to the components of @inkjs/ui, which listen to Ink: Ink itself is given a terminal on which nothing is typed, because
 * all keys come through our own reader.
 */
export const useFeed = (): ((key: FedKey) => void) => {
  // Ink's own channel between what it reads and useInput.
  const { internal_eventEmitter: ink } = useStdin() as unknown as { internal_eventEmitter: NodeJS.EventEmitter }
  return (key) => void ink.emit('input', bytesOf[key])
}

/** Lets keys wait until the components beneath this one listen. */
export const useListening = (): void => {
  const keymap = useKeymap()
  const release = useRef(() => {})
  useLayoutEffect(() => {
    release.current = keymap.hold()
    return release.current
  }, [keymap])
  // Effects run from the inside out: whatever is beneath has had its own by now.
  useEffect(() => release.current(), [])
}
