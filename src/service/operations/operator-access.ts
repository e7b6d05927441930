import { hash } from 'node:crypto'
import { MANAGERS } from '../../contract/roles.ts'
import { bearerKey, checkRole } from '../access/guard.ts'
import { UnavailableError } from '../db/db.ts'
import type { Store } from '../store/store.ts'
import { withTimeLimit } from './time-limit.ts'

/** How long an accepted key is accepted again while the database does not answer, ms. */
const ACCEPTED_MS = 3_600_000

/**
 * Accepts the keys of owners and managers. While the database is down, a key that was accepted within the last hour is
 * accepted, because that is when metrics matter most.
 */
export const createOperatorCheck = (store: Pick<Store, 'keys'>) => {
  /** When a key was accepted, by its hash. Rejected ones are not stored. */
  const accepted = new Map<string, number>()
  /** @throws Problem 401 or 403, or UnavailableError. */
  return async (authorization: string | undefined): Promise<void> => {
    const id = hash('sha256', bearerKey(authorization))
    try {
      await withTimeLimit(checkRole({ roles: MANAGERS }, authorization, store))
      accepted.set(id, performance.now())
    } catch (error) {
      if (!(error instanceof UnavailableError)) accepted.delete(id)
      else if (performance.now() - (accepted.get(id) ?? Number.NEGATIVE_INFINITY) < ACCEPTED_MS) return
      throw error
    }
  }
}
