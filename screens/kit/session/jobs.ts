import { createEmitter } from '../../../src/base/emitter.ts'
import { AppError } from '../../../src/base/errors.ts'
import { type Progress, percentOf, progressWords } from '../../../src/domain/text/progress-words.ts'
import { type SafeText, safeText } from '../../../src/domain/text/safe-text.ts'
import { createSignal } from '../../../src/ui/layout/signal.ts'
import type { ScreenName } from '../screen/names.ts'
import type { Target } from '../screen/target.ts'

/** How far a job is. `unknown`: something was sent once, and nobody knows whether it was done. */
export type JobState =
  | { is: 'running'; progress: Progress | undefined }
  | ({ is: 'done' } & JobResult)
  | { is: 'failed' | 'unknown'; error: AppError }
  | { is: 'cancelled' }

/** What has come of a job. */
export type JobResult = {
  /** In a few words: `2.8 MB, 41 pages`. */
  text: string
  /** The file or folder that it has made. */
  path?: string | undefined
  /** Where that can be looked at. */
  place?: { screen: ScreenName; target: Target } | undefined
}

/** Something that takes its time and goes on under whatever is looked at. */
export type Job = {
  /** Counts up from 1. */
  id: number
  /** What is done: `Export checkout`. Untrusted text. */
  title: string
  /** What it is about, for the screen that shows it: the id of a wiki run. */
  subject: string | undefined
  /** Where its result will be, as it was given. */
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
   * Does it. The signal is aborted when it is cancelled, by its key or at the end of the program; whoever has cleaned up then throws.
   * Rejects with an AppError: of kind `outcomeUnknown` it ends as `unknown`.
   */
  run: (signal: AbortSignal, report: ReportProgress) => Promise<JobResult>
}

/** Tells how far it is; what the rate is, the registry finds out. */
export type ReportProgress = (progress: Omit<Progress, 'bytesPerSecond'>) => void

export type Jobs = ReturnType<typeof createJobs>

/** Jobs that have ended and are still listed, at most. */
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
    /** Newest first: those that run, and the last that have ended. The same array until something changes. */
    list: jobs.get,
    /** Calls back when the list has changed. */
    subscribe: jobs.subscribe,
    /** Calls back once with each job that has ended, however it ended. */
    onEnd: ends.subscribe,
    /** Returns its id at once. */
    start({ title, subject, target, run }: JobStart): number {
      const id = ++lastId
      const state: JobState = { is: 'running', progress: undefined }
      const job: Job = { id, title, subject, target, startedAt: now(), endedAt: undefined, state }
      jobs.set((all) => [job, ...all])
      const controller = new AbortController()
      running.set(id, { controller, ended: runJob(id, run, controller) })
      return id
    },
    /** Does nothing to one that has ended. */
    cancel: (id: number): void => running.get(id)?.controller.abort(),
    /** Takes one that has ended from the list. */
    forget(id: number): void {
      if (!running.has(id)) jobs.set((all) => all.filter((job) => job.id !== id))
    },
    /** Cancels all that run and resolves when each has cleaned up. */
    async stopAll(): Promise<void> {
      const all = [...running.values()]
      for (const { controller } of all) controller.abort()
      await Promise.all(all.map(({ ended }) => ended))
    },
  }
}

const endOf = (error: unknown, isCancelled: boolean): JobState => {
  // What is no AppError is a mistake of this program, and ends it.
  if (!(error instanceof AppError)) throw error
  if (error.kind === 'outcomeUnknown') return { is: 'unknown', error }
  if (isCancelled && error.kind === 'interrupted') return { is: 'cancelled' }
  return { is: 'failed', error }
}

/** Over how much time a rate is measured, ms: longer than a stutter, shorter than people wait for a change to show. */
const RATE_MS = 4_000
/** Before, nothing can be told, ms. */
const MIN_RATE_MS = 500

/** Answers bytes per second over the last seconds, from what was done at each call; undefined until it can be told. */
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

/** How far a job is, or what has come of it, in a few words. */
export const jobText = (state: JobState): SafeText => {
  if (state.is === 'running') {
    const { progress } = state
    return safeText(progress ? `${percentOf(progress)} ${progressWords(progress)}`.trim() : 'begins')
  }
  if (state.is === 'done') return safeText(state.text)
  if (state.is === 'cancelled') return safeText('cancelled')
  return safeText(state.is === 'unknown' ? `outcome unknown: ${state.error.message}` : state.error.message)
}
