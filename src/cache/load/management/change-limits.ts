import { MAX_LIMIT_CHANGES } from '../../../contract/constants.ts'
import type { WaitOptions } from '../kit/load-options.ts'
import type { Change, ChangeOutcome, ChangeResponse } from './change.ts'

/** The result for one user. `why` is untrusted text. */
export type LimitResult = {
  email: string
  /** `unknown`: the request may have been applied. `not sent`: an earlier request failed. */
  is: 'changed' | 'failed' | 'unknown' | 'not sent'
  why: string | undefined
}

/**
 * Sets or removes the own limits of users, 100 per request. A request is sent once. After a request without a known
 * success, no further one is sent.
 */
export const changeLimits = async (
  change: Change,
  emails: readonly string[],
  limit: number | null,
  options: WaitOptions = {},
): Promise<LimitResult[]> => {
  const results: LimitResult[] = []
  let problem: string | undefined
  for (let start = 0; start < emails.length; start += MAX_LIMIT_CHANGES) {
    const part = emails.slice(start, start + MAX_LIMIT_CHANGES)
    if (problem !== undefined) {
      results.push(...part.map((email): LimitResult => ({ email, is: 'not sent', why: problem })))
      continue
    }
    const outcome = await change('setUserLimits', { body: { users: part.map((email) => ({ email, limit })) } }, options)
    if (outcome.is !== 'done') problem = outcome.error.message
    results.push(...part.map((email) => resultOf(email, outcome)))
  }
  return results
}

type Outcome = ChangeOutcome<ChangeResponse<'setUserLimits'>>

const resultOf = (email: string, outcome: Outcome): LimitResult => {
  if (outcome.is !== 'done')
    return { email, is: outcome.is === 'unknown' ? 'unknown' : 'failed', why: outcome.error.message }
  const isSame = (row: { email?: string | undefined }) => row.email?.toLowerCase() === email.toLowerCase()
  const { updated = [], errors = [] } = outcome.answer
  const failed = errors.find(isSame)
  if (failed) return { email, is: 'failed', why: failed.error }
  if (updated.some(isSame)) return { email, is: 'changed', why: undefined }
  return { email, is: 'unknown', why: 'The response does not mention this user.' }
}
