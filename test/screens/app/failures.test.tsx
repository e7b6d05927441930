import { expect, onTestFinished, test, vi } from 'vitest'
import type { Range } from '../../../src/domain/calendar/calendar.ts'
import { startService } from '../../../src/service/start-service.ts'
import { memoryLedger, queriesFor, sourceFor } from '../../helpers/cached-layer.ts'
import { NOW, startDemo } from '../../helpers/demos.ts'
import type { Front, FrontReply, FrontRule } from '../../helpers/front-server.ts'
import { clientFor, type OpenedScreen, openScreen, until } from '../../helpers/screen.tsx'
import { testFront } from '../../helpers/test-server.ts'

const demo = await startDemo()

const frontOf = (rule?: FrontRule): Promise<Front> => testFront(demo, rule)

const refusal = (status: number, title: string, detail: string): FrontReply => ({
  status,
  body: { status, title, detail, requestId: `req-${status}` },
})
const isAnalytics = (path: string): boolean => path.startsWith('/api/v1/analytics/')
const textOf = (frame: readonly string[]): string => frame.map((row) => row.trim()).join(' ')

test('the error of a rejected key has its source, the status, the request id and helpful keys', async () => {
  const front = await frontOf(() => refusal(401, 'Unauthorized', 'no such key'))
  const opened = await openScreen(front, { columns: 100, rows: 30, screen: 'usage' })
  const text = textOf(await opened.frameWith('status 401'))
  expect(text).toMatch(/✗ 127\.0\.0\.1:\d+ .*\(401\)/)
  expect(text).toContain('QUARTERDECK_API_KEY')
  expect(text).toContain('status 401  request req-401  R retries  @ shows the requests')
  expect(opened.frame()[0]).toContain('✗')
  // Nothing is loading any more.
  expect(opened.frame()[3]).toMatch(/total \? +median day \?$/)
  expect(opened.styledFrame().join('')).not.toContain(demo.key)
})

test('if analytics are forbidden, other panes work and the required role is shown once', async () => {
  const front = await frontOf((path) =>
    isAnalytics(path) ? refusal(403, 'Forbidden', 'Manager or Owner role required') : undefined,
  )
  const opened = await openScreen(front, { columns: 120, rows: 36 })
  const frame = await opened.loaded((rows) => rows.join().includes('status 403'))
  const text = textOf(frame)
  expect(text).toContain('9 repositories')
  expect(text).toContain('latest 418')
  expect(text.match(/status 403/g)).toHaveLength(1)
  expect(text).toMatch(/Manager or Owner/i)
  expect(frame[4]?.split(/\s+/).filter(Boolean)).toEqual(['?', '?', '?', '?', '?'])
  expect(frame[6]?.match(/not known/g)).toHaveLength(5)
})

test('a failed start is shown in every pane, and other screens can still be opened', async () => {
  const { AppError } = await import('../../../src/base/errors.ts')
  const opened = await openScreen(undefined, { columns: 100, rows: 30 })
  opened.session.set({
    connection: { is: 'failed', error: new AppError('failed', 'The demo did not start: try again.') },
  })
  await opened.frameWith('The demo did not start: try again.')
  await opened.press('2')
  await opened.frameWith('The demo did not start: try again.')
  await opened.press('R', 'r', '^c', '^c')
  expect(opened.quits()).toBe(1)
})

test('old rows stay during a refresh, after its cancellation, and with the error of a failed one', async () => {
  const front = await frontOf()
  const opened = await openScreen(front, { columns: 80, rows: 24, screen: 'usage' })
  const before = await opened.loaded()
  front.play(() => 'hold')
  await opened.press('R')
  expect((await opened.frameWith('3 req')).slice(1)).toEqual(before.slice(1))
  await opened.press('^c')
  await opened.frameWith('Loading cancelled')
  expect(opened.frame().slice(1, -1)).toEqual(before.slice(1, -1))
  front.play(() => refusal(500, 'Internal Server Error', 'on fire'))
  await opened.press('R')
  const failed = await opened.frameWith('status 500')
  expect(textOf(failed)).toContain('on fire')
  // The chart, the day and the selected row have not moved.
  expect(failed.slice(3, 12)).toEqual(before.slice(3, 12))
  for (const name of ['sonnet', 'opus', 'gemini-pro'])
    expect(failed.join('\n')).toMatch(new RegExp(` ?${name} +[\\d,]+ `))
  expect(failed.find((row) => row.startsWith('▌'))).toBe(before.find((row) => row.startsWith('▌')))
  front.play()
  await opened.press('R')
  expect(await opened.loaded()).toEqual(before)
})

test('r refreshes only stale data, R everything', async () => {
  const front = await frontOf()
  const opened = await openScreen(front, { columns: 120, rows: 36 })
  await opened.loaded()
  /** The requests by path after a key. */
  const requestedBy = async (key: string) => {
    const before = front.counts()
    await opened.press(key)
    await until(() => opened.queries().inFlight() === 0, 'still loading')
    return Object.fromEntries(
      Object.entries(front.counts()).flatMap(([path, count]) => {
        const more = count - (before[path] ?? 0)
        return more > 0 ? [[path, more]] : []
      }),
    )
  }
  const { '/api/v0/openapi.json': _, ...all } = front.counts()
  expect(await requestedBy('r')).toEqual({})
  vi.setSystemTime(NOW + 6 * 60_000)
  onTestFinished(() => void vi.setSystemTime(NOW))
  expect(await requestedBy('r')).toEqual({
    // Only the pages up to a known report.
    '/api/organization/maturity-level-reports': 1,
    '/api/v0/automations/ci/jobs': 1,
    '/api/v0/computers': 1,
    '/api/v0/organization/enterprise-controls/history': 1,
    '/api/v0/organization/usage/limits/users': 1,
    '/api/v0/organization/users': 1,
    '/api/v1/budgets': 1,
    '/api/v1/live': 1,
    '/api/v1/teams': 1,
  })
  expect(await requestedBy('R')).toEqual(all)
})

test('a wait before a retry is shown in the first and the last row', async () => {
  const front = await testFront(demo)
  front.play((path) =>
    isAnalytics(path) ? { status: 429, body: { status: 429, title: 'Slow', detail: 'down' } } : undefined,
  )
  const opened = await openScreen(front, {
    columns: 120,
    rows: 36,
    screen: 'usage',
    // The first wait ends only when it is cancelled.
    client: {
      random: () => 1,
      sleep: (_ms, signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      limits: { shortestWaitMs: 5_000 },
    },
  })
  const frame = await opened.frameWith('wait ')
  expect(frame[0]).toMatch(/wait \d+ s/)
  expect(frame.at(-1)).toMatch(/Retrying in \d+ s; press Ctrl-C to cancel\./)
  await opened.press('^c')
  await opened.frameWith('Loading cancelled')
  expect(opened.frame()[0]).not.toContain('wait ')
  expect(opened.quits()).toBe(0)
})

test('a wrong clock shows a notice, and fresh data does not look old', async () => {
  const tomorrow = () => NOW + 24 * 60 * 60_000
  const ahead = await startService({ now: tomorrow, demo: { users: 3, days: 30, seed: 1 } })
  onTestFinished(() => ahead.close())
  const opened = await openScreen({ url: ahead.url, key: ahead.keys.owner }, { columns: 120, rows: 36, now: tomorrow })
  const frame = await opened.loaded()
  expect(frame[0]).toMatch(/Nov 08–21 .*● now/)
  expect(frame.at(-1)).toContain("This machine's clock is 1 d behind the server clock")
})

const now = () => NOW
const RANGE = { from: '2026-11-07', to: '2026-11-20' }

/** An offline screen over a ledger with the credits of some days. */
const openOffline = async (screen: 'overview' | 'usage' | 'people', kept: Range | undefined): Promise<OpenedScreen> => {
  const ledger = memoryLedger()
  if (kept) {
    const client = clientFor(demo)
    const source = sourceFor(client, now, ledger)
    await source.fillDays('credits', kept)
    await client.close()
  }
  const opened = await openScreen(undefined, { columns: 120, rows: 36, screen })
  const queries = queriesFor(undefined, now, { ledger })
  onTestFinished(() => void queries.close())
  opened.session.set({ connection: { is: 'ready', queries } })
  return opened
}

test('cached days are shown offline even if the weeks before are not cached', async () => {
  const opened = await openOffline('usage', RANGE)
  const frame = await opened.frameWith(
    (rows) => / total [\d,]+ /.test(rows[3] ?? '') && !rows.join().includes('loading'),
  )
  expect(frame[0]).toMatch(/● .* offline$/)
  expect(frame.join('\n')).toContain('20 Nov Fri   the usual value needs the weeks before')
  expect(frame.join('\n')).not.toMatch(/✗|R retries|Offline:/)
})

const cachelessScreens = ['overview', 'usage', 'people'] as const
test.each(cachelessScreens)('%s without cached data says so offline and names no useless keys', async (screen) => {
  const opened = await openOffline(screen, undefined)
  const frame = await opened.frameWith('Offline: none of these days is cached on this machine.')
  expect(frame[0]).toContain('offline')
  expect(frame.join('\n')).not.toMatch(/R retries|G loads all|r continues/)
})
