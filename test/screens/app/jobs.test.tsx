import { expect, test } from 'vitest'
import type { JobResult, ReportProgress } from '../../../screens/kit/session/jobs.ts'
import { AppError } from '../../../src/base/errors.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import { type OpenedScreen, openScreen } from '../../helpers/screen.tsx'

const open = (columns = 100): Promise<OpenedScreen> => openScreen(undefined, { columns, rows: 24 })
const textOf = (opened: OpenedScreen): string => opened.frame().join('\n')
const holds = (text: string | RegExp) => (frame: readonly string[]) =>
  typeof text === 'string' ? frame.join('\n').includes(text) : text.test(frame.join('\n'))

/** Starts a job that the test ends, or that ends when cancelled. */
const startJob = ({ session }: OpenedScreen, title = 'Export checkout') => {
  const end = Promise.withResolvers<JobResult>()
  const work: { report: ReportProgress } = { report: () => {} }
  let isStopped = false
  session.jobs.start({
    title,
    target: '/tmp/checkout.zip',
    run: (signal, report) => {
      work.report = report
      signal.addEventListener('abort', () => {
        isStopped = true
        end.reject(new AppError('interrupted', 'It was cancelled.'))
      })
      return end.promise
    },
  })
  return { ...end, report: ((progress) => work.report(progress)) as ReportProgress, isStopped: () => isStopped }
}

test('& lists jobs with their progress, and x stops a job, then removes it', async () => {
  const opened = await open()
  await opened.press('&')
  await opened.frameWith(holds('No jobs yet'))
  await opened.press('Esc')
  const job = startJob(opened)
  await opened.frameWith((frame) => (frame[0] ?? '').includes('jobs 1'))
  await opened.press('&')
  job.report({ doneBytes: 3_000_000, totalBytes: 6_000_000 })
  await opened.frameWith(holds(/▌◐ Export checkout +50 % /))
  expect(textOf(opened)).toContain('/tmp/checkout.zip')
  await opened.press('y')
  expect(opened.copied).toEqual(['/tmp/checkout.zip'])
  await opened.press('o')
  await opened.frameWith(holds('Opened: /tmp'))
  expect(opened.outside.browsed).toEqual(['/tmp'])
  await opened.press('x')
  await opened.frameWith(holds(/▌– Export checkout +cancelled/))
  expect(job.isStopped()).toBe(true)
  await opened.press('x')
  await opened.frameWith(holds('No jobs yet'))
  expect(opened.rings()).toBe(0)
})

test('the end of a job rings the bell and shows a notice, unless the list of jobs is open', async () => {
  const opened = await open()
  const first = startJob(opened)
  first.resolve({ text: '2.8 MB, 41 pages', path: '/tmp/checkout.zip' })
  await opened.frameWith(holds('Export checkout is done: 2.8 MB, 41 pages; press & to list jobs.'))
  expect(opened.rings()).toBe(1)
  const second = startJob(opened, 'Export payments')
  second.reject(new AppError('unreachable', 'It broke off.'))
  await opened.frameWith(holds('Export payments failed: It broke off; press & to list jobs.'))
  expect(opened.rings()).toBe(2)
  await opened.press('&')
  const third = startJob(opened, 'Export search')
  await opened.frameWith(holds('Export search'))
  third.resolve({ text: 'all of it' })
  await opened.frameWith(holds(/✓ Export search +all of it/))
  expect(opened.rings()).toBe(2)
})

test('Enter opens the result of a job, or shows a notice if there is none', async () => {
  const opened = await open()
  startJob(opened).resolve({ text: 'done', path: '/tmp/checkout-2.zip', place: { screen: 'ci', target: { job: 'a' } } })
  await opened.frameWith(holds('is done'))
  const failed = startJob(opened, 'Export payments')
  failed.reject(new AppError('failed', 'The disk is full.'))
  await opened.frameWith(holds('The disk is full'))
  await opened.press('&')
  await opened.press('Enter')
  await opened.frameWith(holds('Nothing to open: The disk is full.'))
  await opened.press('y', 'j', 'y')
  expect(opened.copied).toEqual(['/tmp/checkout.zip', '/tmp/checkout-2.zip'])
  await opened.press('Enter')
  await opened.frameWith((frame) => (frame[0] ?? '').includes('CI'))
})

test('quitting while a job runs asks first, and waits for its cleanup', async () => {
  const opened = await open()
  const job = startJob(opened)
  await opened.frameWith((frame) => (frame[0] ?? '').includes('jobs 1'))
  await opened.press('q')
  await opened.frameWith(holds('Quit while 1 job is running'))
  await opened.press('Esc', 'q')
  expect([opened.quits(), job.isStopped()]).toEqual([0, false])
  await opened.frameWith(holds('Quit while 1 job is running'))
  await opened.press('Enter')
  await expect.poll(() => opened.quits()).toBe(1)
  expect(job.isStopped()).toBe(true)
})

test('q quits immediately without running jobs', async () => {
  const opened = await open()
  startJob(opened).resolve({ text: '' })
  await opened.frameWith(holds('is done'))
  await opened.press('q')
  expect(opened.quits()).toBe(1)
})

test('hostile titles stay in their columns', async () => {
  const opened = await open(60)
  startJob(opened, `Export \u009d52;c;QQ\u0007 ${'お知らせ'.repeat(20)}`)
  startJob(opened, 'Export payments').resolve({ text: `${'x'.repeat(300)}\u001b[2J` })
  await opened.frameWith(holds('is done'))
  await opened.press('&')
  await opened.frameWith(holds('Jobs'))
  for (const frame of opened.frames()) for (const row of frame) expect(textWidth(row)).toBeLessThanOrEqual(60)
  expect(textOf(opened)).not.toMatch(/[\u0007\u009d]/)
})
