import { expect, onTestFinished, test, vi } from 'vitest'
import { METRICS_SPAN_MS, type MetricsState, metricLines } from '../../../screens/computers/metric-lines.ts'
import { metricSamples } from '../../../src/domain/computers/computer-metrics.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import { createTheme } from '../../../src/ui/layout/theme.ts'
import { NOW, startDemo } from '../../helpers/demos.ts'
import type { FrontReply } from '../../helpers/front-server.ts'
import { changeable, openManagement } from '../../helpers/management-screen.ts'
import { type OpenedScreen, until } from '../../helpers/screen.tsx'
import { testFront } from '../../helpers/test-server.ts'

const demo = await startDemo()
const theme = createTheme({ colors: 'none', background: 'dark', isAscii: false })
const MINUTE = 60_000

const find = async (opened: OpenedScreen, name: string) => {
  await opened.press('/', ...name, 'Enter')
  await opened.frameWith(`/ ${name}`)
  await opened.loaded()
}
const isMetrics = ({ path }: { path: string }) => path.endsWith('/metrics')

test('the detail of a computer that runs has CPU, memory and disk of the last hour', async () => {
  const headers = { authorization: `Bearer ${demo.key}` }
  const reply = await fetch(`${demo.url}/api/v0/computers/cmp_atlas/metrics`, { headers })
  const samples = (await reply.json()) as { cpuUsedPct: number; diskUsed: number; diskTotal: number }[]
  const opened = await openManagement(demo, 'computers')
  await find(opened, 'atlas')
  const row = (name: string) => opened.frame().find((line) => line.startsWith(` ${name} `)) ?? ''
  const last = samples.at(-1)
  const peak = Math.max(...samples.map(({ cpuUsedPct }) => cpuUsedPct))
  expect(row('CPU')).toMatch(new RegExp(` ${last?.cpuUsedPct} %  peak +${peak.toFixed(1)} %  of 16 CPUs$`))
  const full = samples.map(({ diskUsed, diskTotal }) => (100 * diskUsed) / diskTotal)
  expect(row('disk')).toContain(` ${full.at(-1)?.toFixed(1)} %  peak  ${Math.max(...full).toFixed(1)} %`)
})

test('a server without metrics is not requested, and nothing is shown', async () => {
  const { organisation } = await changeable()
  const front = await testFront(organisation)
  front.alter((body) => {
    const { paths } = body as { paths?: Record<string, unknown> }
    if (paths) for (const path of Object.keys(paths)) if (path.endsWith('/metrics')) delete paths[path]
    return body
  })
  const opened = await openManagement(front, 'computers')
  await find(opened, 'atlas')
  expect(opened.frame().join('\n')).not.toMatch(/CPU|Last hour/)
  expect(front.requests.filter(isMetrics)).toEqual([])
})

const problem = (status: number, detail: string): FrontReply => ({ status, body: { status, title: 'T', detail } })
const replies: [string, FrontReply, string][] = [
  ['402', problem(402, 'pay'), 'CPU, memory and disk unknown: the plan does not include them (status 402)'],
  ['403', problem(403, 'no'), 'CPU, memory and disk unknown: this key may not read them (status 403)'],
  ['404', problem(404, 'no'), 'CPU, memory and disk unknown: the server has none of this computer (status 404)'],
  ['list without samples', { status: 200, body: [] }, 'The server has no metrics of the last hour.'],
]

test.each(replies)('a %s is one line, and is not requested again', async (_, reply, line) => {
  const front = await testFront({ ...demo }, (path) => (path.endsWith('/metrics') ? reply : undefined))
  const opened = await openManagement(front, 'computers')
  await find(opened, 'atlas')
  await opened.frameWith(line)
  expect(opened.frame().join('\n')).toContain('create-computer')
  expect(front.requests.filter(({ path }) => path.endsWith('/cmp_atlas/metrics'))).toHaveLength(1)
})

test('only the selected computer is requested, once the selection rests', async () => {
  const front = await testFront({ ...demo })
  const opened = await openManagement(front, 'computers')
  await find(opened, 'atlas')
  await opened.press('Esc')
  await opened.loaded()
  const paths = new Set(front.requests.filter(isMetrics).map(({ path }) => path.split('/').at(-2)))
  expect([...paths]).toEqual(['cmp_borealis', 'cmp_atlas'])
})

test('the metrics are refreshed every 30 s while they are on the screen', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: NOW })
  onTestFinished(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }))
  const front = await testFront({ ...demo })
  const opened = await openManagement(front, 'computers')
  await find(opened, 'atlas')
  const count = (end: string) => front.requests.filter(({ path }) => path.endsWith(end)).length
  const atlas = '/cmp_atlas/metrics'
  expect(count(atlas)).toBe(1)
  await vi.advanceTimersByTimeAsync(29_000)
  expect(count(atlas)).toBe(1)
  await vi.advanceTimersByTimeAsync(2_000)
  await until(() => count(atlas) > 1, front.counts)
  await opened.loaded()
  await opened.press('7')
  await opened.loaded()
  const before = count(atlas)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(count(atlas)).toBe(before)
})

const stateOf = (rows: Parameters<typeof metricSamples>[0]): MetricsState => ({
  is: 'ready',
  now: { data: metricSamples(rows), at: NOW, from: 'server', problems: 0 },
})
const GB = 1_000_000_000
const steady = Array.from({ length: 61 }, (_, minute) => ({
  timestamp: new Date(NOW - METRICS_SPAN_MS + minute * MINUTE).toISOString(),
  cpuUsedPct: minute === 30 ? 100 : 10,
  cpuCount: 8,
  memUsed: 8 * GB,
  memTotal: 16 * GB,
  diskUsed: 91 * GB,
  diskTotal: 100 * GB,
}))

test('marks are minutes where they fit, and the sizes are next to them', () => {
  expect(metricLines(stateOf(steady), 120, theme)).toEqual([
    '',
    'Last hour, 0 to 100 %, a mark is a minute, latest 2026-11-21 09:00 UTC',
    `CPU     ${'▂'.repeat(30)}█${'▂'.repeat(29)}     10.0 %  peak 100.0 %  of 8 CPUs`,
    `memory  ${'▅'.repeat(60)}     50.0 %  peak  50.0 %  8.0 GB of 16.0 GB`,
    `disk    ${'█'.repeat(60)}  !  91.0 %  peak  91.0 %  91.0 GB of 100 GB`,
    `        08:00${' '.repeat(50)}09:00 UTC`,
  ])
})

test('a gap is drawn as a gap, and values that are not known are named', () => {
  const withGap = steady.filter((_, minute) => minute < 20 || minute >= 40).map((row) => ({ ...row, diskTotal: 0 }))
  const [, , cpu, , disk] = metricLines(stateOf(withGap.toReversed()), 120, theme)
  expect(cpu).toBe(`CPU     ${'▂'.repeat(20)}${' '.repeat(20)}${'▂'.repeat(20)}     10.0 %  peak  10.0 %  of 8 CPUs`)
  expect(disk?.trim()).toMatch(/^disk +not known +91\.0 GB of 0 B$/)
})

test('lines fit every width, as ASCII and for a screen reader too', () => {
  for (const width of [40, 58, 78, 98, 118, 160])
    for (const isAscii of [false, true]) {
      const lines = metricLines(stateOf(steady), width, createTheme({ colors: 'none', background: 'dark', isAscii }))
      expect(Math.max(...lines.map(textWidth)), lines.join('\n')).toBeLessThanOrEqual(width)
      if (isAscii) expect(lines.join('')).toMatch(/^[\x20-\x7e]*$/)
    }
  const spoken = metricLines(
    stateOf(steady),
    80,
    createTheme({ colors: 'none', background: 'dark', isAscii: false, isLinear: true }),
  )
  expect(spoken.join('\n')).not.toMatch(/[▁-█]/)
  expect(spoken[2]).toMatch(/^CPU +10\.0 % +peak 100\.0 %/)
})
