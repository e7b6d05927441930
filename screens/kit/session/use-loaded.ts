import { useEffect, useState } from 'react'
import { useHeldKeys, useLatest } from '../../../src/ui/keys/use-keys.ts'
import { useSession } from './session.ts'

type Load<Value> = () => Promise<Value>

/** The loaded values, by their load functions. */
const loaded = new Map<Load<unknown>, unknown>()

export const loadedValue = <Value>(load: Load<Value>): Value | undefined => loaded.get(load) as Value | undefined

export const loadOnce = async (load: Load<unknown>): Promise<void> => {
  if (!loaded.has(load)) loaded.set(load, await load())
}

/**
 * The value that `load` loads. Undefined while it is loading, and after a failure. While it is loading, keys are held;
 * a failure is shown as a notice.
 *
 * @param load - Must be the same function each time; undefined: nothing is loaded.
 * @param what - The object of the notice: `this screen`.
 */
export const useLoaded = <Value>(load: Load<Value> | undefined, what: string, fail?: () => void): Value | undefined => {
  const { set } = useSession()
  const latestFail = useLatest(fail)
  const [settled, setSettled] = useState<{ load: Load<Value> }>()
  const value = load && loadedValue(load)
  useHeldKeys(load !== undefined && value === undefined && settled?.load !== load)
  useEffect(() => {
    if (!load || loaded.has(load)) return
    loadOnce(load)
      .catch((error: Error) => {
        latestFail.current?.()
        set({ notice: `Couldn't load ${what}: ${error.message}` })
      })
      .finally(() => setSettled({ load }))
  }, [load, what, set, latestFail])
  return value
}
