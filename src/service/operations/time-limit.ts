import { UnavailableError } from '../db/db.ts'

/** How long operations wait for the database, ms: Prometheus waits 10 s. */
const PROBE_MS = 2_500

/**
 * Waits for the database, but not for long.
 *
 * @throws UnavailableError after the time limit; errors of `work`.
 */
export const withTimeLimit = async <T>(work: Promise<T>, limitMs = PROBE_MS): Promise<T> => {
  // After the time limit, nothing else handles its error.
  work.catch(() => {})
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    timeout.reject(new UnavailableError(`The database did not answer within ${limitMs} ms.`, undefined))
  }, limitMs)
  try {
    return await Promise.race([work, timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}
