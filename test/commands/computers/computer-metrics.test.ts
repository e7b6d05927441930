import { expect, test } from 'vitest'
import { NOW, type Organisation, startDemo } from '../../helpers/demos.ts'
import type { FrontReply } from '../../helpers/front-server.ts'
import { ownService } from '../../helpers/own-service.ts'
import { runQd } from '../../helpers/run-qd.ts'
import { testFront } from '../../helpers/test-server.ts'

const demo = await startDemo()
const metrics = (line: string, { url, key }: Organisation = demo) =>
  runQd(`computers metrics ${line}`.split(' '), { url, key })

/** The samples since a time, as the API sends them. */
const apiSamples = async (id: string, sinceMs: number) => {
  const query = new URLSearchParams({ start: new Date(sinceMs).toISOString() })
  const headers = { authorization: `Bearer ${demo.key}` }
  const reply = await fetch(`${demo.url}/api/v0/computers/${id}/metrics?${query}`, { headers })
  return (await reply.json()) as { cpuUsedPct: number; diskUsed: number; diskTotal: number; timestamp: string }[]
}

test('metrics prints the samples of the API of the last hour, with shares of the totals', async () => {
  const printed = JSON.parse((await metrics('cmp_atlas --json')).out).metrics
  const expected = await apiSamples('cmp_atlas', NOW - 3_600_000)
  expect(printed).toHaveLength(61)
  expect(printed).toEqual(
    expected.map((sample) => ({
      ...sample,
      memUsedPct: expect.any(Number),
      diskUsedPct: Math.round((1_000 * sample.diskUsed) / sample.diskTotal) / 10,
    })),
  )
})

test('the range, filters and limits apply', async () => {
  const busy = (await apiSamples('cmp_atlas', NOW - 86_400_000)).filter(({ cpuUsedPct }) => cpuUsedPct > 50)
  const filtered = await metrics('cmp_atlas --since 1d --where cpu>50 --sort cpu --format csv')
  const times = filtered.out.trim().split('\r\n').slice(1)
  expect(times).toHaveLength(busy.length)
  const largest = Math.max(...busy.map(({ cpuUsedPct }) => cpuUsedPct))
  expect(times[0]).toContain(`,${largest},16,`)
  const table = await metrics('cmp_indus --since 1m --limit 1 --format table')
  expect(table.out).toMatch(
    /TIME +CPU +CPUS +MEMORY +DISK +MEMORY USED +OF +DISK USED +OF\n2026-11-21 .* UTC +[\d.]+ % +4 .*107 GB/,
  )
  expect((await metrics('cmp_atlas --since 40d')).err).toContain('use a time from 1m to 31d')
})

test('a server that does not have metrics is not requested', async () => {
  const { service } = await ownService({ isStrict: true })
  const front = await testFront({ url: service.url, key: service.keys.owner })
  const { code, err } = await metrics('cmp_a', front)
  expect([code, err]).toEqual([4, expect.stringContaining('not in its API description')])
  expect(front.requests.filter(({ path }) => path.includes('/metrics'))).toEqual([])
})

const replies: [number, FrontReply, number, string][] = [
  [402, { status: 402, body: { status: 402, title: 'Payment', detail: 'not in this plan' } }, 3, 'not in this plan'],
  [403, { status: 403, body: { status: 403, title: 'Forbidden', detail: 'owners only' } }, 3, 'owners only'],
  [404, { status: 404, body: { status: 404, title: 'Not Found', detail: 'no agent' } }, 4, 'no agent'],
]

test.each(replies)('a %i is reported with its reason', async (_status, reply, code, reason) => {
  const front = await testFront(demo, (path) => (path.endsWith('/metrics') ? reply : undefined))
  expect(await metrics('cmp_atlas', front)).toMatchObject({ code, out: '', err: expect.stringContaining(reason) })
})

test('a computer without samples has a note, and strange values are empty', async () => {
  expect((await metrics('cmp_fornax')).err).toBe('The server has no metrics of this computer in this time.\n')
  const at = new Date(NOW - 60_000).toISOString()
  const body = [
    { timestamp: at, cpuUsedPct: 'NaN', memUsed: 5, memTotal: 0, note: '\u001b[31m' },
    { timestamp: '\u001b[2J', cpuUsedPct: 5 },
    { timestamp: new Date(NOW - 86_400_000).toISOString(), cpuUsedPct: 99 },
    7,
  ]
  const front = await testFront(demo, (path) => (path.endsWith('/metrics') ? { status: 200, body } : undefined))
  const { out } = await metrics('cmp_atlas --format csv', front)
  expect(out.split('\r\n').slice(1)).toEqual([`${at},,,,5,0,,,`, ''])
})
