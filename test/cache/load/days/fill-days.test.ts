import { expect, test } from 'vitest'
import { AppError } from '../../../../src/base/errors.ts'
import type { DayTable } from '../../../../src/cache/ledger/ledger.ts'
import { daysOf, type Range } from '../../../../src/domain/calendar/calendar.ts'
import { memoryLedger, sourceFor } from '../../../helpers/cached-layer.ts'
import { type DaysClientOptions, daysClient } from '../../../helpers/days-client.ts'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 10, 21, 9)

const open = (options: Partial<DaysClientOptions> = {}) => {
  const clock = { ms: NOW }
  const now = () => clock.ms
  const client = daysClient({ now, ...options })
  const ledger = memoryLedger()
  const source = sourceFor(client as never, now, ledger)
  const spans = () => client.requested.map(({ from, to }) => `${from.slice(5)}..${to.slice(5)}`)
  const cachedDays = (range: Range, table: DayTable = 'credits') =>
    ledger.cachedDays(table, range).map(({ day }) => day)
  return { clock, client, ledger, source, spans, cachedDays }
}

const range = (from: string, to: string): Range => ({ from: `2026-${from}`, to: `2026-${to}` })

test('after 22 Oct to 20 Nov, 15 Oct to 17 Nov loads 15 to 21 Oct in one request per endpoint and group', async () => {
  const { client, source } = open()
  const tables = {
    credits: ['credits', undefined],
    creditsByModel: ['credits', 'model'],
    tools: ['tools', undefined],
    toolsByName: ['tools', 'tool_name'],
    activity: ['activity', undefined],
    activityByClient: ['activity', 'client'],
    productivity: ['productivity', undefined],
  } satisfies Record<DayTable, unknown>
  const names = Object.keys(tables) as DayTable[]
  for (const table of names) await source.fillDays(table, range('10-22', '11-20'))
  client.requested.length = 0
  for (const table of names) await source.fillDays(table, range('10-15', '11-17'))
  expect(client.requested.map(({ name, groupBy, from, to }) => [name, groupBy, from, to])).toEqual(
    Object.values(tables).map((endpoint) => [...endpoint, '2026-10-15', '2026-10-21']),
  )
})

test('recent days are loaded again after an hour, settled days never', async () => {
  const { clock, source, spans } = open()
  const days = range('11-01', '11-20')
  await source.fillDays('credits', days)
  clock.ms = NOW + HOUR - 1
  const fresh = await source.fillDays('credits', days)
  expect(fresh).toMatchObject({ from: 'ledger', at: NOW, freshMs: 1, missing: [] })
  clock.ms = NOW + HOUR
  const renewed = await source.fillDays('credits', days)
  expect(renewed).toMatchObject({ from: 'server', at: NOW + HOUR, freshMs: HOUR })
  expect(spans()).toEqual(['11-01..11-20', '11-19..11-20'])
})

test("today and later days are never loaded, by the server's clock if known", async () => {
  const { source, spans, clock } = open()
  await source.fillDays('credits', range('11-19', '11-25'))
  await source.fillDays('credits', range('11-21', '11-25'))
  clock.ms = Date.UTC(2026, 10, 22, 0, 1)
  await source.fillDays('credits', range('11-19', '11-25'))
  expect(spans()).toEqual(['11-19..11-20', '11-19..11-21'])
})

test('rows of other days are not cached', async () => {
  const { source, ledger } = open({
    answer: () => ({ data: [{ date: '2026-11-01' }, { date: '2026-11-02' }, { date: '2026-12-24' }, { date: 7 }] }),
  })
  await source.fillDays('credits', range('11-02', '11-03'))
  expect(ledger.readRawDays('credits', range('10-01', '12-31')).map(({ day, rows }) => [day, rows])).toEqual([
    ['2026-11-02', [{ date: '2026-11-02' }]],
    ['2026-11-03', []],
  ])
})

test('a forced load loads all days in one request and replaces them', async () => {
  const { source, spans } = open()
  await source.fillDays('credits', range('11-01', '11-05'))
  const { rows } = await source.rawDays('credits', range('11-01', '11-10'), { isForced: true })
  expect(spans()).toEqual(['11-01..11-05', '11-01..11-10'])
  expect(rows).toEqual(
    daysOf(range('11-01', '11-10')).map((date) => ({ date, billable_tokens: Number(date.slice(8)), requested: 2 })),
  )
})

test('concurrent loads share requests, and a caller that cancels does not cancel them for others', async () => {
  const { client, source, spans, cachedDays } = open({ isHeld: true })
  const first = new AbortController()
  const one = source.fillDays('credits', range('11-01', '11-10'), { signal: first.signal })
  const two = source.fillDays('credits', range('11-05', '11-15'))
  expect(spans()).toEqual(['11-01..11-10', '11-11..11-15'])
  first.abort()
  await expect(one).rejects.toMatchObject({ kind: 'interrupted' })
  client.release()
  await two
  expect(cachedDays(range('11-01', '11-15'))).toEqual(daysOf(range('11-01', '11-15')))
})

test('if it is known how many days fit, longer parts are not requested', async () => {
  const { source, spans } = open({
    answer: ({ from, to }) => {
      const options = { isTooLarge: true, rowsBeforeLimit: 2 }
      if (daysOf({ from, to }).length > 2) throw new AppError('failed', 'too large', options)
      return undefined
    },
  })
  await source.fillDays('credits', range('11-01', '11-08'))
  const parts = ['11-01..11-02', '11-03..11-04', '11-05..11-06', '11-07..11-08']
  expect(spans()).toEqual(['11-01..11-08', ...parts])
})

test('a range whose response is too large is loaded in halves; a single day that is too large is an error', async () => {
  let maxDays = 3
  const { source, spans, cachedDays } = open({
    answer: ({ from, to }) => {
      if (daysOf({ from, to }).length > maxDays) throw new AppError('failed', 'too large', { isTooLarge: true })
      return undefined
    },
  })
  await source.fillDays('credits', range('11-01', '11-08'))
  const halves = ['11-01..11-04', '11-01..11-02', '11-03..11-04', '11-05..11-06', '11-07..11-08']
  expect(spans()).toEqual(['11-01..11-08', ...halves])
  expect(cachedDays(range('11-01', '11-08'))).toHaveLength(8)
  maxDays = 0
  await expect(source.fillDays('credits', range('10-02', '10-02'))).rejects.toMatchObject({ isTooLarge: true })
  expect(spans().slice(6)).toEqual(['10-02..10-02'])
})

test('if the key belongs to another organisation, its days are loaded again', async () => {
  let orgId = 'org_1'
  const { source, spans, ledger, cachedDays } = open({ orgId: () => orgId })
  await source.fillDays('credits', range('11-01', '11-05'))
  orgId = 'org_2'
  await source.fillDays('credits', range('11-01', '11-08'))
  expect(spans()).toEqual(['11-01..11-05', '11-06..11-08', '11-01..11-05'])
  expect(ledger.orgId()).toBe('org_2')
  expect(cachedDays(range('11-01', '11-08'))).toHaveLength(8)
})

test('offline nothing is loaded, and missing days are named', async () => {
  const { client, ledger, source } = open()
  await source.fillDays('credits', range('11-04', '11-06'))
  client.requested.length = 0
  const offline = sourceFor(undefined, () => NOW, ledger)
  expect(offline.isOffline).toBe(true)
  const filled = await offline.fillDays('credits', range('11-01', '11-07'))
  expect(filled).toMatchObject({ from: 'ledger', missing: [range('11-01', '11-03'), range('11-07', '11-07')] })
  expect(client.requested).toEqual([])
})

test('days that another process clears meanwhile are loaded again, but not endlessly', async () => {
  let times = 1
  const { client, ledger, source, cachedDays } = open({
    answer: () => {
      if (times-- > 0) ledger.purge('credits')
      return undefined
    },
  })
  await source.fillDays('credits', range('11-03', '11-03'))
  times = 1
  const all = range('11-01', '11-05')
  expect(await source.fillDays('credits', all)).toMatchObject({ missing: [] })
  expect(cachedDays(all)).toEqual(daysOf(all))
  times = Infinity
  client.requested.length = 0
  await source.fillDays('credits', range('10-01', '10-05'))
  await source.fillDays('credits', range('10-03', '10-09'))
  expect(client.requested.length).toBeLessThan(9)
})
