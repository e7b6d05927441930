import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { useSession } from '../session/session.ts'

/** How long an operation runs before the screen shows that it is running. */
const BUSY_DELAY_MS = 300
const FRAME_MS = 100
/** Longer than the interval between repeats of a held key, and too short for the user to notice. */
const DEBOUNCE_MS = 100

/** Whether an operation has been running for a while. Before that the screen does not show it. */
export const useDelayedBusy = (isBusy: boolean): boolean => {
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    if (!isBusy) return setIsLong(false)
    const wait = setTimeout(() => setIsLong(true), BUSY_DELAY_MS)
    return () => clearTimeout(wait)
  }, [isBusy])
  return isBusy && isLong
}

/** A spinner if an operation has been running for a while; otherwise a space. */
export const useSpinner = (isBusy: boolean, { signs: { spinner } }: Theme): string => {
  const isLong = useDelayedBusy(isBusy)
  const [frame, setFrame] = useState(0)
  useEffect(() => {
    if (!isLong) return setFrame(0)
    const turn = setInterval(() => setFrame((before) => before + 1), FRAME_MS)
    return () => clearInterval(turn)
  }, [isLong])
  return isLong ? (spinner[frame % spinner.length] ?? ' ') : ' '
}

/** Whole seconds until a time of this machine's clock, redrawn each second; 0 if there is none or it is past. */
export const useCountdown = (until: number | undefined): number => {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    const secondsLeft = () => (until === undefined ? 0 : Math.max(0, Math.ceil((until - Date.now()) / 1000)))
    setLeft(secondsLeft())
    if (until === undefined) return undefined
    const timer = setInterval(() => setLeft(secondsLeft()), 1000)
    return () => clearInterval(timer)
  }, [until])
  return left
}

/**
 * Debounces a value: while it changes with each key, the previous value stays until the keys pause. The returned
 * function is called with the value at each draw. When another value has been stable for a while, the component
 * renders.
 */
export const useDebounced = <T>(): ((value: T) => T) => {
  const [, draw] = useState(0)
  const [seen] = useState(() => ({
    stable: undefined as T | undefined,
    latest: undefined as T | undefined,
    wait: undefined as NodeJS.Timeout | undefined,
  }))
  useEffect(() => () => clearTimeout(seen.wait), [seen])
  return useCallback(
    (value: T): T => {
      const settle = () => {
        seen.wait = undefined
        if (Object.is(seen.latest, seen.stable)) return
        seen.stable = seen.latest
        draw((count) => count + 1)
      }
      // The first value needs no delay.
      if (seen.stable === undefined) seen.stable = value
      if (!Object.is(value, seen.latest)) {
        seen.latest = value
        // Restarts a running timer, so that a series of keys creates only one.
        if (seen.wait) seen.wait.refresh()
        else if (!Object.is(value, seen.stable)) seen.wait = setTimeout(settle, DEBOUNCE_MS)
      }
      return seen.stable ?? value
    },
    [seen],
  )
}

/**
 * A value that depends on data and on the time. It is computed again when the data changes, and each minute.
 * @param make - Must be the same function while the data is the same.
 */
export const useEachMinute = <Made>(make: (now: number) => Made): Made => {
  const { now } = useSession()
  const minute = Math.floor(now() / 60_000)
  // biome-ignore lint/correctness/useExhaustiveDependencies: ages change each minute
  return useMemo(() => make(now()), [make, now, minute])
}
