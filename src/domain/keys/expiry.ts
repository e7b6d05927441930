import { DAY_MS } from '../../base/time.ts'
import { isDay } from '../calendar/calendar.ts'
import { nameCheck } from '../text/name-problem.ts'

const MAX_DAYS = 36_500

/** Expiry of a new key: never, or a time in Unix ms; or why the typed text is invalid. */
export type Expiry = { is: 'never' } | { is: 'at'; at: number } | { is: 'wrong'; why: string }

/**
 * Parses `90d` (days from now), a day such as `2027-01-31` (its end, UTC) or `never`.
 *
 * @param now Unix ms by the server's clock.
 */
export const parseExpiry = (typed: string, now: number): Expiry => {
  const text = typed.trim()
  if (text === 'never') return { is: 'never' }
  const days = /^(\d{1,5})d$/.exec(text)?.[1]
  if (days !== undefined) {
    const count = Number(days)
    return count >= 1 && count <= MAX_DAYS
      ? { is: 'at', at: now + count * DAY_MS }
      : { is: 'wrong', why: `must be 1d to ${MAX_DAYS}d` }
  }
  if (!isDay(text)) return { is: 'wrong', why: 'is not a valid time' }
  const at = Date.parse(`${text}T00:00:00Z`) + DAY_MS
  return at > now ? { is: 'at', at } : { is: 'wrong', why: 'is in the past' }
}

/** Maximum number of characters. */
export const MAX_KEY_NAME_LENGTH = 128

/** Why the name of a new key is invalid, in a few words; undefined if it is valid. */
export const keyNameProblem = nameCheck(MAX_KEY_NAME_LENGTH)
