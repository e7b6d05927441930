import { expect, test, vi } from 'vitest'
import { type ActionResult, createActions } from '../../../../screens/kit/session/actions.ts'
import { createJobs, type ReportProgress } from '../../../../screens/kit/session/jobs.ts'
import { AppError } from '../../../../src/base/errors.ts'

const create = (now = () => 0) => {
  const actions = createActions({ now, isPrivate: () => false, profileToName: undefined })
  return { actions, jobs: createJobs(actions, now) }
}

/** A log with a manual clock, and one running job, which the test ends. */
const start = () => {
  const clock = { at: 1_000 }
  const { actions, jobs } = create(() => clock.at)
  const job = Promise.withResolvers<ActionResult>()
  let reportNow: ReportProgress = () => {}
  const run = (signal: AbortSignal, report: ReportProgress) => {
    reportNow = report
    signal.addEventListener('abort', () => job.reject(new AppError('interrupted', 'It was cancelled.')))
    return job.promise
  }
  const id = jobs.start({ what: 'export wiki', target: 'checkout', file: '/tmp/checkout.zip', run })
  const state = () => actions.list()[0]?.state
  return { actions, jobs, clock, id, job, state, report: ((progress) => reportNow(progress)) as ReportProgress }
}

test('a job reports its progress and rate, and ends as done', async () => {
  const { actions, jobs, clock, job, report, state } = start()
  const ends: string[] = []
  actions.onEnd(({ state }) => ends.push(state.is))
  expect(jobs.list()).toMatchObject([{ file: '/tmp/checkout.zip', startedAt: 1_000, isFollowed: true }])
  report({ doneBytes: 0, totalBytes: 1_000 })
  expect(state()).toMatchObject({ progress: { bytesPerSecond: undefined } })
  clock.at = 3_000
  report({ doneBytes: 400, totalBytes: 1_000 })
  expect(state()).toMatchObject({ progress: { doneBytes: 400, bytesPerSecond: 200 } })
  // Old progress does not count for the rate.
  for (const at of [5_000, 7_000, 9_000, 11_000]) {
    clock.at = at
    report({ doneBytes: 400, totalBytes: 1_000 })
  }
  expect(state()).toMatchObject({ progress: { bytesPerSecond: 0 } })
  job.resolve({ text: '2 pages', path: '/tmp/checkout.zip' })
  await vi.waitFor(() => expect(ends).toEqual(['done']))
  expect(actions.list()[0]).toMatchObject({ endedAt: 11_000, state: { is: 'done', text: '2 pages' } })
  expect(jobs.list()).toEqual([])
})

test('a job ends as cancelled, failed or unknown', async () => {
  const one = start()
  one.jobs.cancel(one.id)
  await vi.waitFor(() => expect(one.state()).toEqual({ is: 'cancelled' }))

  const two = start()
  two.job.reject(new AppError('unreachable', 'It broke off.'))
  await vi.waitFor(() => expect(two.state()).toMatchObject({ is: 'failed' }))

  const three = start()
  three.job.reject(new AppError('outcomeUnknown', 'No reply.'))
  await vi.waitFor(() => expect(three.state()).toMatchObject({ is: 'unknown' }))
})

test('stopping all jobs waits for their cleanup', async () => {
  const { jobs, actions } = create()
  const cleaned = Promise.withResolvers<ActionResult>()
  jobs.start({ what: 'export wiki', target: 'slow to leave', run: () => cleaned.promise })
  let isStopped = false
  const stopped = jobs.stopAll().then(() => {
    isStopped = true
  })
  await Promise.resolve()
  expect(isStopped).toBe(false)
  cleaned.reject(new AppError('interrupted', 'It was cancelled.'))
  await stopped
  expect(actions.list()[0]?.state).toEqual({ is: 'cancelled' })
})
