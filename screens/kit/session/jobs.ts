import type { Progress } from '../../../src/domain/text/progress-text.ts'
import { type Action, type ActionResult, type ActionStart, type Actions, failureOf } from './actions.ts'

type JobStart = Omit<ActionStart, 'isFollowed'> & {
  /**
   * Does the work. The signal is aborted when the user cancels the job or the program exits. `run` must then
   * clean up and throw. Rejects with an AppError; with kind `outcomeUnknown` the job ends as `unknown`.
   */
  run: (signal: AbortSignal, report: ReportProgress) => Promise<ActionResult>
}

/** Reports progress. The rate is computed here. */
export type ReportProgress = (progress: Omit<Progress, 'bytesPerSecond'>) => void

export type Jobs = ReturnType<typeof createJobs>

/** The actions that run in the background and can be stopped. @param now - Unix ms. */
export const createJobs = (actions: Actions, now: () => number) => {
  const running = new Map<number, { controller: AbortController; ended: Promise<void> }>()
  return {
    /** The running jobs, newest first. */
    list: (): readonly Action[] => actions.list().filter(({ id }) => running.has(id)),
    isRunning: (id: number): boolean => running.has(id),
    /** Returns the id of the action immediately. */
    start({ run, ...fields }: JobStart): number {
      const controller = new AbortController()
      const { signal } = controller
      const action = actions.start({ ...fields, isFollowed: true })
      const rateOf = createRate(now)
      const report: ReportProgress = (progress) =>
        action.setProgress({ ...progress, bytesPerSecond: rateOf(progress.doneBytes) })
      const ended = run(signal, report)
        .then(
          (result) => ({ is: 'done', ...result }) as const,
          (error) => failureOf(error, signal.aborted),
        )
        .then((state) => {
          running.delete(action.id)
          action.end(state)
        })
      running.set(action.id, { controller, ended })
      return action.id
    },
    /** Has no effect on an ended job. */
    cancel: (id: number): void => running.get(id)?.controller.abort(),
    /** Cancels all running jobs, and resolves when each has cleaned up. */
    async stopAll(): Promise<void> {
      const all = [...running.values()]
      for (const { controller } of all) controller.abort()
      await Promise.all(all.map(({ ended }) => ended))
    },
  }
}

/** The time over which a rate is measured, ms: longer than a stutter, short enough that a change is visible soon. */
const RATE_MS = 4_000
/** No rate is known before this time, ms. */
const MIN_RATE_MS = 500

/** Returns bytes per second over the last RATE_MS, from the total at each call; undefined until it can be measured. */
const createRate = (now: () => number) => {
  const points: { at: number; doneBytes: number }[] = []
  return (doneBytes: number): number | undefined => {
    const at = now()
    points.push({ at, doneBytes })
    while (points.length > 2 && at - (points[1]?.at ?? at) >= RATE_MS) points.shift()
    const first = points[0]
    if (!first || at - first.at < MIN_RATE_MS) return undefined
    return ((doneBytes - first.doneBytes) / (at - first.at)) * 1000
  }
}
