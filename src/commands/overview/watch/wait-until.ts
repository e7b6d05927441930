import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../../base/errors.ts'

/** While a computer sleeps timers stand still: the clock is looked at as often as that, ms. */
const LONGEST_MS = 60_000

/**
 * Resolves once the clock has come to a moment, Unix ms.
 *
 * @throws AppError `interrupted` when the signal is aborted, before or meanwhile.
 */
export const waitUntil = async (until: number, now: () => number, signal: AbortSignal): Promise<void> => {
  try {
    signal.throwIfAborted()
    for (let left = until - now(); left > 0; left = until - now())
      await sleep(Math.min(left, LONGEST_MS), undefined, { signal })
  } catch (error) {
    if (signal.aborted) throw new AppError('interrupted', 'Interrupted: nothing is watched any more.')
    throw error
  }
}
