import { useEffect } from 'react'
import { useSessionState } from '../session/session.ts'

/** How often it is judged whether what is followed has grown old, ms: how soon that is, its query says. */
const EVERY_MS = 1_000

/** Asks again for what has grown old, as long as something on the screen changes by itself. */
export const useFollowing = (isOnItsWay: boolean): void => {
  const connection = useSessionState('connection')
  const isPaused = useSessionState('pausedAt') !== undefined
  const queries = connection.is === 'ready' && !isPaused ? connection.queries : undefined
  useEffect(() => {
    if (!isOnItsWay || !queries) return undefined
    const timer = setInterval(() => queries.refresh('stale'), EVERY_MS)
    return () => clearInterval(timer)
  }, [isOnItsWay, queries])
}
