import { useEffect, useState } from 'react'
import type { Theme } from '../src/ui/theme.ts'

/** Before this long nobody needs to be told that something is under way. */
const PATIENCE_MS = 300
const FRAME_MS = 100

/** A sign that turns while something is under way for a while; a space otherwise. */
export const useSpinner = (isBusy: boolean, theme: Theme): string => {
  const [frame, setFrame] = useState<number>()
  useEffect(() => {
    if (!isBusy) return setFrame(undefined)
    let turn: NodeJS.Timeout | undefined
    const wait = setTimeout(() => {
      setFrame(0)
      turn = setInterval(() => setFrame((before) => (before ?? 0) + 1), FRAME_MS)
    }, PATIENCE_MS)
    return () => {
      clearTimeout(wait)
      clearInterval(turn)
    }
  }, [isBusy])
  const { spinner } = theme.signs
  return frame === undefined ? ' ' : (spinner[frame % spinner.length] ?? ' ')
}

/** Draws the component again each minute of the data's age, so that the age shown stays true. */
export const useMinutes = (since: number | undefined): void => {
  const [, draw] = useState(0)
  useEffect(() => {
    if (since === undefined) return undefined
    const timer = setInterval(() => draw((count) => count + 1), 60_000)
    return () => clearInterval(timer)
  }, [since])
}
