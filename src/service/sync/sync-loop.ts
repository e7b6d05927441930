import { setTimeout as sleepFor } from 'node:timers/promises'
import { AppError } from '../../base/errors.ts'
import { DAY_MS } from '../../base/time.ts'
import type { MirrorState } from '../store/sync-store.ts'
import { runSync, type SyncOptions, type SyncReport } from './run-sync.ts'

/** How long to wait after a run that failed, ms: twice as long after each further one in which only endpoints failed. */
const RETRY_MS = 60_000
const HELD_MS = 10_000
/** When to read a new day, ms after its start. */
const NEW_DAY_MS = 300_000

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
const msUntilDue = async ({ store, vendor, everyMs }: LoopOptions): Promise<number> => {
  const state = await store.sync.readState()
  const now = await store.sync.now()
  return Math.max(0, dueAt(state ?? {}, { everyMs, aheadMs: (vendor.now() ?? now) - now }) - now)
}

/**
 * When the next run is due, by the database's clock: after the interval, sooner after a failure, and soon after midnight
 * of the vendor, when it has a new day.
 *
 * @param times.aheadMs How far the vendor's clock is ahead of the database's.
 */
export const dueAt = (
  { lastSuccessAt = 0, lastFailure, failedRuns = 0 }: Partial<MirrorState>,
  { everyMs, aheadMs }: { everyMs: number; aheadMs: number },
): number => {
  const failedAt = lastFailure?.at ?? 0
  const startOfDay = Math.floor((Math.max(lastSuccessAt, failedAt) + aheadMs) / DAY_MS) * DAY_MS
  const newDayAt = startOfDay + DAY_MS + NEW_DAY_MS - aheadMs
  const retryMs = Math.min(RETRY_MS * 2 ** failedRuns, everyMs)
  return Math.min(newDayAt, Math.max(lastSuccessAt + everyMs, failedAt + retryMs))
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
