import { AppError } from '../base/errors.ts'
import { yesterdayOf } from '../domain/calendar/calendar.ts'
import type { CallOptions, Client } from './client.ts'

/** What one of the two addresses answered to the key. */
export type Trial = {
  host: 'api' | 'app'
  /** Why it cannot be used; undefined where it can. */
  error: AppError | undefined
  /** Whether it knows the key and keeps from it what was asked for: the key has a lesser role, or the plan has less. */
  isLimited: boolean
}

/**
 * Asks both addresses for as little as possible, at once, and once each: whether they are those of the service, and know the key.
 *
 * @param now - Unix ms.
 * @throws AppError of kind `interrupted`.
 */
export const tryConnection = (client: Client, now: number, options: CallOptions = {}): Promise<[Trial, Trial]> => {
  const day = yesterdayOf(now)
  const once = { ...options, tries: 1 }
  return Promise.all([
    judged('api', client.call('activity', { query: { startDate: day, endDate: day } }, once)),
    judged('app', client.call('readinessReports', { query: { limit: 1 } }, once)),
  ])
}

const judged = async (host: Trial['host'], answer: Promise<unknown>): Promise<Trial> => {
  try {
    await answer
    return { host, error: undefined, isLimited: false }
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'interrupted') throw error
    if (error.status === 402 || error.status === 403) return { host, error: undefined, isLimited: true }
    return { host, error, isLimited: false }
  }
}
