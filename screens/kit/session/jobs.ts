import { createEmitter } from '../../../src/base/emitter.ts'
import { AppError } from '../../../src/base/errors.ts'
import { type Progress, percentOf, progressText } from '../../../src/domain/text/progress-text.ts'
import { type SafeText, safeText } from '../../../src/domain/text/safe-text.ts'
import { createSignal } from '../../../src/ui/layout/signal.ts'
import type { ScreenName } from '../screen/names.ts'
import type { Target } from '../screen/target.ts'

/** The state of a job. `unknown`: a request was sent once, and its outcome is not known. */
export type JobState =
  | { is: 'running'; progress: Progress | undefined }
  | ({ is: 'done' } & JobResult)
  | { is: 'failed' | 'unknown'; error: AppError }
  | { is: 'cancelled' }

export type JobResult = {
  /** In a few words: `2.8 MB, 41 pages`. */
  text: string
  /** The file or folder that it created. */
  path?: string | undefined
  /** Where the result can be seen. */
  place?: { screen: ScreenName; target: Target } | undefined
}

/** A background task. It continues while the user works elsewhere. */
export type Job = {
  /** Counts up from 1. */
  id: number
  /** The task: `Export checkout`. Untrusted text. */
  title: string
  /** The thing it is about, for the screen that shows it: the id of a wiki run. */
  subject: string | undefined
  /** Where its result will be, as the user wrote it. */
  target: string | undefined
  /** Unix ms; `endedAt` is undefined while it runs. */
  startedAt: number
  endedAt: number | undefined
  state: JobState
}

type JobStart = {
  title: string
  subject?: string
  target?: string
  /**
   * Does the work. The signal is aborted when the user cancels the job or the program exits. `run` must then
   * clean up and throw. Rejects with an AppError; with kind `outcomeUnknown` the job ends as `unknown`.
   */
  run: (signal: AbortSignal, report: ReportProgress) => Promise<JobResult>
}

/** Reports progress. The registry computes the rate. */
export type ReportProgress = (progress: Omit<Progress, 'bytesPerSecond'>) => void

export type Jobs = ReturnType<typeof createJobs>

/** Max ended jobs in the list. */
const MAX_ENDED = 50

/** All jobs of the session. @param now - Unix ms. */
export const createJobs = (now: () => number) => {
  const jobs = createSignal<readonly Job[]>([])
  let lastId = 0
  const ends = createEmitter<[Job]>()
  const running = new Map<number, { controller: AbortController; ended: Promise<void> }>()

  const change = (id: number, change: Partial<Job>) =>
    jobs.set((all) => all.map((job) => (job.id === id ? { ...job, ...change } : job)))

  const runJob = async (id: number, run: JobStart['run'], { signal }: AbortController): Promise<void> => {
    const rateOf = createRate(now)
    const report: ReportProgress = (progress) =>
      change(id, { state: { is: 'running', progress: { ...progress, bytesPerSecond: rateOf(progress.doneBytes) } } })
    const state = await run(signal, report).then(
      (result): JobState => ({ is: 'done', ...result }),
      (error): JobState => endOf(error, signal.aborted),
    )
    running.delete(id)
    change(id, { state, endedAt: now() })
    const ended = jobs.get().find((job) => job.id === id)
    const tooMany = jobs
      .get()
      .filter(({ state }) => state.is !== 'running')
      .slice(MAX_ENDED)
    if (tooMany.length > 0) jobs.set((all) => all.filter((job) => !tooMany.includes(job)))
    if (ended) ends.emit(ended)
  }

  return {
    /** Newest first: running jobs, and the latest ended ones. The same array until something changes. */
    list: jobs.get,
    /** Calls back when the list has changed. */
    subscribe: jobs.subscribe,
    /** Calls back once for each job that ends, in any state. */
    onEnd: ends.subscribe,
    /** Returns the id of the job immediately. */
    start({ title, subject, target, run }: JobStart): number {
      const id = ++lastId
      const state: JobState = { is: 'running', progress: undefined }
      const job: Job = { id, title, subject, target, startedAt: now(), endedAt: undefined, state }
      jobs.set((all) => [job, ...all])
      const controller = new AbortController()
      running.set(id, { controller, ended: runJob(id, run, controller) })
      return id
    },
    /** Has no effect on an ended job. */
    cancel: (id: number): void => running.get(id)?.controller.abort(),
    /** Removes an ended job from the list. */
    forget(id: number): void {
      if (!running.has(id)) jobs.set((all) => all.filter((job) => job.id !== id))
    },
    /** Cancels all running jobs, and resolves when each has cleaned up. */
    async stopAll(): Promise<void> {
      const all = [...running.values()]
      for (const { controller } of all) controller.abort()
      await Promise.all(all.map(({ ended }) => ended))
    },
  }
}

const endOf = (error: unknown, isCancelled: boolean): JobState => {
  // Any other error is a bug in this program, and ends it.
  if (!(error instanceof AppError)) throw error
  if (error.kind === 'outcomeUnknown') return { is: 'unknown', error }
  if (isCancelled && error.kind === 'interrupted') return { is: 'cancelled' }
  return { is: 'failed', error }
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

/** The progress of a job or its result, in a few words. */
export const jobText = (state: JobState): SafeText => {
  if (state.is === 'running') {
    const { progress } = state
    return safeText(progress ? `${percentOf(progress)} ${progressText(progress)}`.trim() : 'starting')
  }
  if (state.is === 'done') return safeText(state.text)
  if (state.is === 'cancelled') return safeText('cancelled')
  return safeText(state.is === 'unknown' ? `outcome unknown: ${state.error.message}` : state.error.message)
}
