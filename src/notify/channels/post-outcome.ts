import type { PostAnswer } from '../../base/requests.ts'
import type { SendOutcome } from './channel.ts'

/** Statuses of a server that has not taken it, and may do so later. */
const passing = new Set([408, 425, 429, 500, 502, 503, 504])

/** What an answer means for a message. */
export const postOutcome = (answer: PostAnswer): SendOutcome => {
  if (answer.is === 'notSent') return { is: 'failed', why: answer.why, canRetry: answer.canRetry }
  if (answer.is === 'unknown') return answer
  const { status, retryAfterMs } = answer
  if (status >= 200 && status < 300) return { is: 'sent', why: `answered ${status}` }
  if (status >= 300 && status < 400)
    return { is: 'failed', why: `answered ${status}, and redirects are not followed`, canRetry: false }
  return { is: 'failed', why: `answered ${status}`, canRetry: passing.has(status), retryAfterMs }
}
