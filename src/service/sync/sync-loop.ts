import { setTimeout as sleepFor } from 'node:timers/promises'
import { AppError } from '../../base/errors.ts'
import { runSync, type SyncOptions, type SyncReport } from './run-sync.ts'

/** How long to wait after a failed run, ms. */
const RETRY_MS = 60_000
const HELD_MS = 10_000

/**
 * Synchronises once. If another instance holds the lease, waits until it ends: that instance may have been killed.
 *
 * @param onHeld Called before the wait with the name of the instance.
 * @throws AppError `refused` if the other instance is still at work.
 */
export const syncOnce = async (options: SyncOptions, onHeld: (holder: string) => void): Promise<SyncReport> => {
  const report = await runSync(options)
  if (report !== undefined) return report
  const { store, signal } = options
  const lease = await store.sync.readLease()
  if (lease !== undefined) {
    onHeld(lease.holder)
    await sleep(lease.endsAt - (await store.sync.now()) + 1, signal)
  }
  const second = await runSync(options)
  if (second !== undefined) return second
  throw new AppError(
    'refused',
    `${lease?.holder ?? 'Another instance'} is synchronising this database. See qd sync --status.`,
  )
}

export type LoopOptions = SyncOptions & {
  /** Time between two runs of all instances together, ms. */
  everyMs: number
  /** How long to wait while another instance synchronises, ms. @default 10_000 */
  heldMs?: number | undefined
  /** Called after each run of this instance. */
  onRun: (report: SyncReport) => void
  /** Called after each run that stopped. */
  onFailure: (error: unknown) => void
}

/**
 * Synchronises again and again until the signal is aborted. Of several instances one does it; the others wait and take
 * over when it stops. No failure ends the loop.
 */
export const keepSyncing = async (options: LoopOptions): Promise<void> => {
  const { signal, heldMs = HELD_MS, onRun, onFailure } = options
  while (!signal.aborted) {
    let waitMs: number
    try {
      waitMs = await msUntilDue(options)
      if (waitMs === 0) {
        const report = await runSync(options)
        if (report) onRun(report)
        else waitMs = heldMs
      }
    } catch (error) {
      if (signal.aborted) return
      onFailure(error)
      waitMs = Math.min(RETRY_MS, options.everyMs)
    }
    await sleep(waitMs, signal).catch(() => {})
  }
}

/** Time until the next run, by the database's clock: another instance may have synchronised since. */
const msUntilDue = async ({ store, everyMs }: LoopOptions): Promise<number> => {
  const { lastSuccessAt = 0, lastFailure } = (await store.sync.readState()) ?? {}
  const dueAt = Math.max(lastSuccessAt + everyMs, (lastFailure?.at ?? 0) + Math.min(RETRY_MS, everyMs))
  return Math.max(0, dueAt - (await store.sync.now()))
}

/** @throws AppError `interrupted` if the signal is aborted. */
const sleep = async (ms: number, signal: AbortSignal): Promise<void> => {
  try {
    // A timer holds at most 2^31 ms.
    await sleepFor(Math.min(Math.max(0, ms), 86_400_000), undefined, { signal })
  } catch (error) {
    throw new AppError('interrupted', 'The synchronisation was interrupted.', { cause: error })
  }
}
