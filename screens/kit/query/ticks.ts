import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { useSession } from '../session/session.ts'

/** Before this long nobody needs to be told that something is under way. */
const PATIENCE_MS = 300
const FRAME_MS = 100
/** Longer than from one key to the next while one is held, and too short to be waited for. */
const REST_MS = 100

/** Whether something has been under way for a while: before that nothing on the screen needs to change for it. */
export const usePatience = (isBusy: boolean): boolean => {
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    if (!isBusy) return setIsLong(false)
    const wait = setTimeout(() => setIsLong(true), PATIENCE_MS)
    return () => clearTimeout(wait)
  }, [isBusy])
  return isBusy && isLong
}

/** A sign that turns while something is under way for a while; a space otherwise. */
export const useSpinner = (isBusy: boolean, { signs: { spinner } }: Theme): string => {
  const isLong = usePatience(isBusy)
  const [frame, setFrame] = useState(0)
  useEffect(() => {
    if (!isLong) return setFrame(0)
    const turn = setInterval(() => setFrame((before) => before + 1), FRAME_MS)
    return () => clearInterval(turn)
  }, [isLong])
  return isLong ? (spinner[frame % spinner.length] ?? ' ') : ' '
}

/** Whole seconds until a moment of this machine's clock, drawn anew each second; 0 when there is none or it is past. */
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
 * The value that has held for a while: what is changed key by key stays what it was until the keys rest. The returned function is called
 * with the value at each drawing; once another value has held, the component is drawn again.
 */
export const useLateRested = <T>(): ((value: T) => T) => {
  const [, draw] = useState(0)
  const [seen] = useState(() => ({
    rested: undefined as T | undefined,
    latest: undefined as T | undefined,
    wait: undefined as NodeJS.Timeout | undefined,
  }))
  useEffect(() => () => clearTimeout(seen.wait), [seen])
  return useCallback(
    (value: T): T => {
      const rest = () => {
        seen.wait = undefined
        if (Object.is(seen.latest, seen.rested)) return
        seen.rested = seen.latest
        draw((count) => count + 1)
      }
      // The first value is no change of one.
      if (seen.rested === undefined) seen.rested = value
      if (!Object.is(value, seen.latest)) {
        seen.latest = value
        // A timer that runs is only set back, so that keys which follow each other make and drop none.
        if (seen.wait) seen.wait.refresh()
        else if (!Object.is(value, seen.rested)) seen.wait = setTimeout(rest, REST_MS)
      }
      return seen.rested ?? value
    },
    [seen],
  )
}

/** What is made of data and of the time: again when the data is another, and each minute. @param make - The same while the data is. */
export const useEachMinute = <Made>(make: (now: number) => Made): Made => {
  const { now } = useSession()
  const minute = Math.floor(now() / 60_000)
  // biome-ignore lint/correctness/useExhaustiveDependencies: ages change each minute
  return useMemo(() => make(now()), [make, now, minute])
}
