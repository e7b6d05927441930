import { isRead } from './exchange.ts'
import type { Limits } from './limits.ts'

/** Failures of one try, classified for retries. */
export type RetryFailure = 'neverSent' | 'broken' | 'tooMany' | 'serverError' | 'unavailable'

/** The number of retries after a failure. `ask`: retry only after asking the user. */
type Allowance = number | 'ask'
type Row = Record<RetryFailure, Allowance>

const ALWAYS = Number.POSITIVE_INFINITY

// One row per kind of request. A request that may have changed data is never repeated without asking.
const reading: Row = { neverSent: ALWAYS, broken: ALWAYS, tooMany: ALWAYS, serverError: 1, unavailable: ALWAYS }
const changing: Row = { neverSent: ALWAYS, broken: 0, tooMany: 1, serverError: 0, unavailable: 0 }
const starting: Row = { neverSent: ALWAYS, broken: 0, tooMany: 'ask', serverError: 0, unavailable: 0 }

export const allowanceFor = (method: string, trouble: RetryFailure): Allowance => {
  if (isRead(method)) return reading[trouble]
  return (['PATCH', 'DELETE', 'PUT'].includes(method) ? changing : starting)[trouble]
}

/** Classifies a status; undefined if it allows no retry. */
export const retryFailureOf = (status: number): RetryFailure | undefined => {
  if (status === 429) return 'tooMany'
  if (status === 500) return 'serverError'
  return status >= 502 && status <= 504 ? 'unavailable' : undefined
}

/**
 * Wait before a try, in milliseconds: a uniform random time from the minimum wait up to a ceiling, so that many clients
 * do not retry at the same time. The ceiling is a quarter of the maximum wait before the second try, and the maximum
 * wait from the third on.
 */
export const jitterMs = (nextTry: number, limits: Limits, random: () => number): number => {
  const ceiling = nextTry <= 2 ? limits.longestWaitMs / 4 : limits.longestWaitMs
  return Math.round(limits.shortestWaitMs + random() * Math.max(0, ceiling - limits.shortestWaitMs))
}

/** A shared limit for the retries of all calls of a client: up to `size` retries, one more every `refillMs`. */
export const createRetryBudget = (size: number, refillMs: number, monotonicNow: () => number) => {
  let left = size
  let at = monotonicNow()
  return {
    /** Uses one retry. Returns false if none is left. */
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
