import { Problem } from '../http/problem.ts'

type Bucket = { tokens: number; filledAt: number }

/** Share of the bucket that refills before the next try, so that the next request doesn't fail again. */
const PAUSE = 0.1

/**
 * Limits the requests of each key with a token bucket, which holds the requests of one minute.
 *
 * @param perMinute Requests per minute; 0 is no limit.
 * @param now Milliseconds, from any start.
 */
export const createRateLimit = (perMinute: number, now: () => number = () => performance.now()) => {
  const buckets = new Map<string, Bucket>()
  /** Counts a request. @throws Problem 429 if the key has made too many. */
  return (keyName: string): void => {
    if (perMinute === 0) return
    const bucket = buckets.get(keyName) ?? { tokens: perMinute, filledAt: now() }
    const at = now()
    bucket.tokens = Math.min(perMinute, bucket.tokens + ((at - bucket.filledAt) / 60_000) * perMinute)
    bucket.filledAt = at
    buckets.set(keyName, bucket)
    if (bucket.tokens < 1) {
      const missing = Math.max(1, perMinute * PAUSE) - bucket.tokens
      const seconds = Math.ceil((missing / perMinute) * 60)
      throw new Problem(429, `The key ${keyName} reached its rate limit: try again in ${seconds} s.`, {
        metadata: { requestsPerMinute: perMinute },
        headers: { 'retry-after': String(seconds) },
      })
    }
    bucket.tokens--
  }
}
