import { AppError } from '../../../base/errors.ts'
import type { RetryWait } from '../../../client/client.ts'
import type { WaitOptions } from '../kit/load-options.ts'

/** Work under way that several callers share. */
export type SingleFlight<Result> = {
  /** Waits for the result; rejects with AppError `interrupted` as soon as the asker's own signal is aborted. */
  join(asker: WaitOptions): Promise<Result>
  /** Whether it can be joined: it has neither ended nor been cancelled. */
  isUnderWay(): boolean
}

/**
 * Starts something that is shared: it goes on as long as one of those who joined waits for it, and is cancelled when the
 * last one has left. Waits before a retry are told to all of them.
 *
 * @param onEnd Called when it can be joined no more.
 */
export const createSingleFlight = <Result>(
  run: (signal: AbortSignal, onRetry: (wait: RetryWait) => void) => Promise<Result>,
  onEnd: () => void,
): SingleFlight<Result> => {
  const controller = new AbortController()
  const askers = new Set<WaitOptions>()
  let isOver = false
  const end = () => {
    if (isOver) return
    isOver = true
    onEnd()
  }
  const onRetry = (wait: RetryWait) => {
    for (const asker of askers) asker.onRetry?.(wait)
  }
  const result = run(controller.signal, onRetry).finally(end)
  // Nobody may be waiting when it fails: that is no unhandled rejection.
  result.catch(() => {})

  return {
    join: ({ signal, onRetry }) => {
      const asker = { signal, onRetry }
      askers.add(asker)
      return new Promise<Result>((resolve, reject) => {
        const leave = () => {
          askers.delete(asker)
          signal?.removeEventListener('abort', giveUp)
        }
        const giveUp = () => {
          leave()
          reject(new AppError('interrupted', 'Fetching was cancelled.'))
          if (askers.size > 0 || isOver) return
          end()
          controller.abort()
        }
        if (signal?.aborted) return giveUp()
        signal?.addEventListener('abort', giveUp)
        result.then(resolve, reject).finally(leave)
      })
    },
    isUnderWay: () => !isOver,
  }
}
