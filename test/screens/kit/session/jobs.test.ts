import { expect, test, vi } from 'vitest'
import { createJobs, type JobResult, type ReportProgress } from '../../../../screens/kit/session/jobs.ts'
import { AppError } from '../../../../src/base/errors.ts'

/** A job list with a manual clock, and one running job, which the test ends. */
const start = () => {
  const clock = { at: 1_000 }
  const jobs = createJobs(() => clock.at)
  const job = Promise.withResolvers<JobResult>()
  let reportNow: ReportProgress = () => {}
  const run = (signal: AbortSignal, report: ReportProgress) => {
    reportNow = report
    signal.addEventListener('abort', () => job.reject(new AppError('interrupted', 'It was cancelled.')))
    return job.promise
  }
  const id = jobs.start({ title: 'Export checkout', subject: 'wr_1', target: 'checkout.zip', run })
  return { jobs, clock, id, job, report: ((progress) => reportNow(progress)) as ReportProgress }
}

test('a job reports its progress and rate, and ends as done', async () => {
  const { jobs, clock, id, job, report } = start()
  const ends: string[] = []
  jobs.onEnd(({ state }) => ends.push(state.is))
  expect(jobs.list()).toEqual([
    {
      id,
      title: 'Export checkout',
      subject: 'wr_1',
      target: 'checkout.zip',
      startedAt: 1_000,
      endedAt: undefined,
      state: { is: 'running', progress: undefined },
    },
  ])
  report({ doneBytes: 0, totalBytes: 1_000 })
  expect(jobs.list()[0]?.state).toMatchObject({ progress: { bytesPerSecond: undefined } })
  clock.at = 3_000
  report({ doneBytes: 400, totalBytes: 1_000 })
  expect(jobs.list()[0]?.state).toMatchObject({ progress: { doneBytes: 400, bytesPerSecond: 200 } })
  // Old progress does not count for the rate.
  for (const at of [5_000, 7_000, 9_000, 11_000]) {
    clock.at = at
    report({ doneBytes: 400, totalBytes: 1_000 })
  }
  expect(jobs.list()[0]?.state).toMatchObject({ progress: { bytesPerSecond: 0 } })
  job.resolve({ text: '2 pages', path: 'checkout.zip' })
  await vi.waitFor(() => expect(ends).toEqual(['done']))
  expect(jobs.list()[0]).toMatchObject({
    endedAt: 11_000,
    state: { is: 'done', text: '2 pages', path: 'checkout.zip' },
  })
})

test('a job ends as cancelled, failed or unknown', async () => {
  const one = start()
  one.jobs.forget(one.id)
  expect(one.jobs.list()).toHaveLength(1)
  one.jobs.cancel(one.id)
  await vi.waitFor(() => expect(one.jobs.list()[0]?.state).toEqual({ is: 'cancelled' }))
  one.jobs.forget(one.id)
  expect(one.jobs.list()).toEqual([])

  const two = start()
  two.job.reject(new AppError('unreachable', 'It broke off.'))
  await vi.waitFor(() => expect(two.jobs.list()[0]?.state).toMatchObject({ is: 'failed' }))

  const three = start()
  three.job.reject(new AppError('outcomeUnknown', 'No reply.'))
  await vi.waitFor(() => expect(three.jobs.list()[0]?.state).toMatchObject({ is: 'unknown' }))
})

test('stopping all jobs waits for their cleanup', async () => {
  const jobs = createJobs(() => 0)
  const cleaned = Promise.withResolvers<JobResult>()
  jobs.start({ title: 'slow to leave', run: () => cleaned.promise })
  let isStopped = false
  const stopped = jobs.stopAll().then(() => {
    isStopped = true
  })
  await Promise.resolve()
  expect(isStopped).toBe(false)
  cleaned.reject(new AppError('interrupted', 'It was cancelled.'))
  await stopped
  expect(jobs.list()[0]?.state).toEqual({ is: 'cancelled' })
})

test('the newest 50 ended jobs and all running ones are listed', async () => {
  const jobs = createJobs(() => 0)
  const running = jobs.start({ title: 'runs', run: () => new Promise(() => {}) })
  for (let count = 0; count < 60; count++) jobs.start({ title: `${count}`, run: async () => ({ text: '' }) })
  await vi.waitFor(() => expect(jobs.list()).toHaveLength(51))
  expect(jobs.list()[0]?.title).toBe('59')
  expect(jobs.list().at(-1)?.id).toBe(running)
})
