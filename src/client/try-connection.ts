import { AppError } from '../base/errors.ts'
import { yesterdayOf } from '../domain/calendar/calendar.ts'
import type { CallOptions, Client } from './client.ts'

/** The result of trying one of the two addresses with the key. */
export type Trial = {
  host: 'api' | 'app'
  /** Why the address cannot be used; undefined if it can. */
  error: AppError | undefined
  /** Whether the server accepted the key but refused the data: the key's role or the plan does not include it. */
  isLimited: boolean
}

/**
 * Sends one minimal request to each address, in parallel and without retries, to check that both belong to the service
 * and accept the key.
 *
 * @param now - Unix ms.
 * @throws AppError of kind `interrupted`.
 */
export const tryConnection = (client: Client, now: number, options: CallOptions = {}): Promise<[Trial, Trial]> => {
  const day = yesterdayOf(now)
  const once = { ...options, tries: 1 }
  return Promise.all([
    trialOf('api', client.call('activity', { query: { startDate: day, endDate: day } }, once)),
    trialOf('app', client.call('readinessReports', { query: { limit: 1 } }, once)),
  ])
}

const trialOf = async (host: Trial['host'], answer: Promise<unknown>): Promise<Trial> => {
  try {
    await answer
    return { host, error: undefined, isLimited: false }
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'interrupted') throw error
    if (error.status === 402 || error.status === 403) return { host, error: undefined, isLimited: true }
    return { host, error, isLimited: false }
  }
}
