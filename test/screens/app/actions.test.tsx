import { expect, test } from 'vitest'
import type { ActionResult } from '../../../screens/kit/session/actions.ts'
import type { ReportProgress } from '../../../screens/kit/session/jobs.ts'
import { AppError } from '../../../src/base/errors.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import { openLinearScreen } from '../../helpers/linear-screen.ts'
import { type OpenedScreen, openScreen, sharedDemo } from '../../helpers/screen.tsx'

const demo = sharedDemo()

/** The screen without an organisation, with timers that the test runs. */
const open = async (columns = 100) => {
  const timers: (() => void)[] = []
  const opened = await openScreen(undefined, {
    columns,
    rows: 24,
    after: (_ms, act) => void timers.push(act),
  })
  return { ...opened, passTime: () => void timers.splice(0).map((act) => act()) }
}
const textOf = (opened: OpenedScreen): string => opened.frame().join('\n')
const holds = (text: string | RegExp) => (frame: readonly string[]) =>
  typeof text === 'string' ? frame.join('\n').includes(text) : text.test(frame.join('\n'))

/** Starts a job that the test ends, or that ends when cancelled. */
const startJob = ({ session }: Pick<OpenedScreen, 'session'>, target = 'checkout') => {
  const end = Promise.withResolvers<ActionResult>()
  const work: { report: ReportProgress } = { report: () => {} }
  let isStopped = false
  session.jobs.start({
    what: 'export wiki',
    target,
    command: 'wiki export wr_1 -o /tmp/checkout.zip',
    file: '/tmp/checkout.zip',
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

test('& lists jobs with their progress, y copies the command, and x stops a job, then removes it', async () => {
  const opened = await open()
  await opened.press('&')
  await opened.frameWith(holds('No actions yet'))
  await opened.press('Esc')
  const job = startJob(opened)
  await opened.frameWith((frame) => (frame[0] ?? '').includes('jobs 1'))
  await opened.press('&')
  job.report({ doneBytes: 3_000_000, totalBytes: 6_000_000 })
  await opened.frameWith(holds(/▌\d\d:\d\d:\d\d +export wiki +checkout +◐ 50 %/))
  expect(textOf(opened)).toContain('/tmp/checkout.zip')
  await opened.press('o')
  await opened.frameWith(holds('Opened: /tmp'))
  expect(opened.outside.browsed).toEqual(['/tmp'])
  await opened.press('y', 'p')
  expect(opened.copied).toEqual(['qd wiki export wr_1 -o /tmp/checkout.zip', '/tmp/checkout.zip'])
  await opened.press('x')
  await opened.frameWith(holds(/▌.*export wiki +checkout +– cancelled/))
  expect(job.isStopped()).toBe(true)
  await opened.press('x')
  await opened.frameWith((frame) => !holds('cancelled')(frame))
  expect(opened.alerts).toEqual([])
})

test('the end of a job is announced by a bell and above every screen, until 10 s are over or & lists it', async () => {
  const opened = await open(140)
  startJob(opened).resolve({ text: '2.8 MB, 41 pages', path: '/tmp/checkout.zip' })
  const first = ' ✓ Export wiki checkout done: 2.8 MB, 41 pages'
  await opened.frameWith((frame) => frame[2]?.startsWith(first) === true)
  expect(opened.alerts).toEqual(['Export wiki checkout done: 2.8 MB, 41 pages'])
  // Neither keys nor another screen, a notice or a dialog remove it.
  await opened.press('9', '!', ':')
  await opened.frameWith((frame) => frame[0]?.includes('CI') === true && frame[2]?.startsWith(first) === true)
  await opened.press('Esc')
  startJob(opened, 'payments').reject(new AppError('unreachable', 'It broke off.'))
  await opened.frameWith((frame) => frame[2]?.startsWith(' ✗ Export wiki payments failed: It broke off  ✓ ') === true)
  opened.passTime()
  await opened.frameWith((frame) => /^─+$/.test(frame[2] ?? ''))
  startJob(opened, 'search').resolve({})
  await opened.frameWith((frame) => frame[2]?.startsWith(' ✓ Export wiki search done') === true)
  await opened.press('&')
  await opened.frameWith((frame) => /^─+$/.test(frame[2] ?? '') && holds(/▌.*search +✓ done/)(frame))
})

test('announcements that do not fit are counted', async () => {
  const opened = await open(60)
  for (const target of ['one', 'two', 'three', 'four']) startJob(opened, target).resolve({ text: '2.8 MB, 41 pages' })
  await opened.frameWith((frame) => /✓ Export wiki four.*\+3 more .*& lists /.test(frame[2] ?? ''))
  for (const frame of opened.frames()) for (const row of frame) expect(textWidth(row)).toBeLessThanOrEqual(60)
})

test('Enter opens the result of an action, a text file in the pager, or the view it was started in', async () => {
  const opened = await openScreen(demo, { columns: 120, rows: 24, screen: 'keys' })
  await opened.loaded()
  startJob(opened).resolve({ path: '/tmp/checkout-2.zip', place: { screen: 'ci', target: { job: 'a' } } })
  opened.session.actions
    .start({ what: 'export', target: 'a.csv' })
    .end({ is: 'done', path: '/tmp/a.csv', isText: true })
  startJob(opened, 'payments').reject(new AppError('failed', 'The disk is full.'))
  await opened.frameWith(holds('The disk is full'))
  await opened.press('9', '&', 'Enter')
  await opened.frameWith((frame) => (frame[0] ?? '').includes('Keys'))
  await opened.press('&', 'j', 'Enter')
  expect(opened.outside.paged).toEqual(['/tmp/a.csv'])
  await opened.press('j', 'Enter')
  await opened.frameWith((frame) => (frame[0] ?? '').includes('CI'))
})

test('/ filters actions by their words', async () => {
  const opened = await open()
  for (const target of ['checkout', 'payments']) startJob(opened, target).resolve({})
  await opened.press('&', '/', ...'payments !failed')
  await opened.frameWith((frame) => holds('1 of 2')(frame) && !holds('checkout  ')(frame))
  await opened.press('Enter', 'Esc')
  await opened.frameWith(holds(/export wiki +checkout/))
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
  startJob(opened).resolve({})
  await opened.frameWith(holds('checkout done'))
  await opened.press('q')
  expect(opened.quits()).toBe(1)
})

test.each([60, 80, 120, 200])('hostile targets stay in their columns at %i cells', async (columns) => {
  const opened = await open(columns)
  startJob(opened, `\u009d52;c;QQ\u0007 ${'お知らせ'.repeat(20)}`)
  startJob(opened, 'payments').resolve({ text: `${'x'.repeat(300)}\u001b[2J` })
  await opened.frameWith(holds('payments done'))
  await opened.press('&')
  await opened.frameWith(holds('Actions of this run'))
  for (const frame of opened.frames()) for (const row of frame) expect(textWidth(row)).toBeLessThanOrEqual(columns)
  expect(textOf(opened)).not.toMatch(/[\u0007\u009d]/)
})

test('a screen reader reads an announcement once, also under a dialog and on another screen', async () => {
  const opened = await openLinearScreen(demo, { after: () => {} })
  await opened.spokenLines()
  startJob(opened).resolve({ text: '41 pages' })
  await opened.frameWith(holds('checkout done'))
  const announced = 'Export wiki checkout done: 41 pages'
  expect(await opened.spokenLines()).toContain(announced)
  expect(await opened.say('6')).not.toContain(announced)
  await opened.press('a')
  await opened.frameWith(holds('create a computer'))
  await opened.spokenLines()
  startJob(opened, 'search').resolve({})
  await opened.frameWith(holds('search done'))
  expect(await opened.spokenLines()).toContain('Export wiki search done')
  expect(await opened.say('Esc')).not.toContain('Export wiki search done')
})
