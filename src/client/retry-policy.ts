import { isRead } from './exchange.ts'
import type { Limits } from './limits.ts'

/** What can go wrong with one try, as far as trying again is concerned. */
export type Trouble = 'neverSent' | 'broken' | 'tooMany' | 'serverError' | 'unavailable'

/** How often a trouble is met with another try: that many times, or only after asking a person. */
type Allowance = number | 'ask'
type Row = Record<Trouble, Allowance>

const ALWAYS = Number.POSITIVE_INFINITY

// One row per kind of request. Nothing that may have changed something is sent twice unasked.
const reading: Row = { neverSent: ALWAYS, broken: ALWAYS, tooMany: ALWAYS, serverError: 1, unavailable: ALWAYS }
const changing: Row = { neverSent: ALWAYS, broken: 0, tooMany: 1, serverError: 0, unavailable: 0 }
const starting: Row = { neverSent: ALWAYS, broken: 0, tooMany: 'ask', serverError: 0, unavailable: 0 }

export const allowanceFor = (method: string, trouble: Trouble): Allowance => {
  if (isRead(method)) return reading[trouble]
  return (['PATCH', 'DELETE', 'PUT'].includes(method) ? changing : starting)[trouble]
}

/** The trouble that a status means; undefined for an answer to take as it is. */
export const troubleOf = (status: number): Trouble | undefined => {
  if (status === 429) return 'tooMany'
  if (status === 500) return 'serverError'
  return status >= 502 && status <= 504 ? 'unavailable' : undefined
}

/**
 * Milliseconds to wait before a try: drawn evenly between the shortest wait and a ceiling that is a quarter of the
 * longest before the second try and the longest from the third on, so that many clients do not return together.
 */
export const jitterMs = (nextTry: number, limits: Limits, random: () => number): number => {
  const ceiling = nextTry <= 2 ? limits.longestWaitMs / 4 : limits.longestWaitMs
  return Math.round(limits.shortestWaitMs + random() * Math.max(0, ceiling - limits.shortestWaitMs))
}

/** Retries that all calls of a client share: `size` at once, one coming back every `refillMs`. */
export const createRetryBudget = (size: number, refillMs: number, monotonicNow: () => number) => {
  let left = size
  let at = monotonicNow()
  return {
    /** Whether one is left, which is spent. */
    take: (): boolean => {
      const refilled = Math.floor((monotonicNow() - at) / refillMs)
      left = Math.min(size, left + refilled)
      at += refilled * refillMs
      if (left < 1) return false
      left -= 1
      return true
    },
  }
}

export type RetryBudget = ReturnType<typeof createRetryBudget>
