import { expect, test } from 'vitest'
import type { UsersPart } from '../../../../src/cache/load/source.ts'
import type { Range } from '../../../../src/domain/calendar/calendar.ts'
import { memoryLedger, sourceFor } from '../../../helpers/cached-layer.ts'
import { toRow, type UsersClientOptions, usersClient } from '../../../helpers/days-client.ts'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 10, 21, 9)
const range = (from: string, to: string): Range => ({ from: `2026-${from}`, to: `2026-${to}` })
const days = range('11-01', '11-02')
const six = ['a', 'b', 'c'].flatMap((person) => [`${person} 11-01 1`, `${person} 11-02 2`])

const open = (options: Partial<UsersClientOptions> = {}) => {
  const clock = { ms: NOW }
  const now = () => clock.ms
  const client = usersClient({ now, rows: () => six, pageRows: 3, ...options })
  const ledger = memoryLedger()
  return { clock, client, ledger, source: sourceFor(client as never, now, ledger) }
}

const partsOf = async (walk: AsyncGenerator<UsersPart, void>) => {
  const parts: UsersPart[] = []
  for await (const part of walk) parts.push(part)
  return { parts, rows: parts.flatMap(({ rows }) => rows) }
}
const byText = (rows: readonly unknown[]): string[] => rows.map((row) => JSON.stringify(row)).toSorted()
const allSix = byText(six.map(toRow))

test('rows are yielded page by page, the first page before the second is requested', async () => {
  const { client, source } = open()
  const walk = source.walkUsers(days)
  const first = await walk.next()
  expect(client.requested).toHaveLength(1)
  expect(first.value).toMatchObject({ from: 'server', page: 1, rows: six.slice(0, 3).map(toRow) })
  const rest = await partsOf(walk)
  expect(rest.rows).toEqual(six.slice(3).map(toRow))
  expect(client.requested).toHaveLength(2)
})

test('walked days come from the ledger, each row once', async () => {
  const { client, source } = open()
  await partsOf(source.walkUsers(range('11-01', '11-01')))
  client.requested.length = 0
  const { parts, rows } = await partsOf(source.walkUsers(days))
  expect(byText(rows)).toEqual(allSix)
  expect(parts.map(({ from, page }) => [from, page])).toEqual([
    ['ledger', 0],
    ['server', 1],
  ])
  expect(client.requested.map(({ from, to }) => [from, to])).toEqual([['2026-11-02', '2026-11-02']])
  client.requested.length = 0
  expect(byText((await partsOf(source.walkUsers(days))).rows)).toEqual(allSix)
  expect(client.requested).toEqual([])
})

test('an interrupted walk continues at its cursor, and its first rows come from the ledger', async () => {
  const { client, source } = open()
  await source.walkUsers(days).next()
  const { parts, rows } = await partsOf(source.walkUsers(days))
  expect(client.requested.map(({ cursor }) => cursor)).toEqual([undefined, '3'])
  expect(parts.map(({ from, rows }) => [from, rows.length])).toEqual([
    ['ledger', 3],
    ['server', 3],
  ])
  expect(byText(rows)).toEqual(allSix)
})

test('a repeated row with other figures counts as changed, also in a resumed walk, and the last one is cached', async () => {
  let value = 2
  const { source } = open({ rows: () => six.with(1, `a 11-02 ${value++}`), next: (after) => after - 2 })
  await source.walkUsers(days).next()
  const { parts } = await partsOf(source.walkUsers(days))
  expect(parts.flatMap(({ changedRows }) => changedRows)[0]).toEqual(toRow('a 11-02 3'))
  const { rows } = await partsOf(source.walkUsers(days))
  expect(rows.filter((row) => JSON.stringify(row).includes('"a"')).length).toBe(2)
  expect(rows).toContainEqual(toRow('a 11-02 3'))
})

test('if older rows of the days are cached, an interrupted walk restarts', async () => {
  const young = range('11-19', '11-20')
  const rows = ['a 11-19 1', 'a 11-20 1', 'b 11-19 1', 'b 11-20 1']
  const { client, source, clock } = open({ rows: () => rows })
  await partsOf(source.walkUsers(young))
  clock.ms = NOW + HOUR
  await source.walkUsers(young).next()
  const walked = await partsOf(source.walkUsers(young))
  expect(client.requested.map(({ cursor }) => cursor)).toEqual([undefined, '3', undefined, undefined, '3'])
  expect(byText(walked.rows)).toEqual(byText(rows.map(toRow)))
})

test('a walk that cannot continue marks its last part incomplete, one that fails throws', async () => {
  const lost = open({ meta: () => ({ has_more: true }) })
  const { parts } = await partsOf(lost.source.walkUsers(days))
  expect(parts).toHaveLength(1)
  expect(parts[0]).toMatchObject({ incomplete: expect.stringContaining('sent no cursor') })
  const failing = open({ failing: [2] }).source.walkUsers(days)
  await failing.next()
  await expect(failing.next()).rejects.toMatchObject({ status: 500 })
})

test('offline, stale cached days do not make the rows incomplete', async () => {
  const young = range('11-19', '11-20')
  const rows = ['a 11-19 1', 'a 11-20 1']
  const { ledger, source } = open({ rows: () => rows })
  await partsOf(source.walkUsers(young))
  const offline = sourceFor(undefined, () => NOW + 2 * HOUR, ledger)
  const walked = await partsOf(offline.walkUsers(young))
  expect(walked.parts.map(({ incomplete }) => incomplete)).toEqual([undefined])
  expect(byText(walked.rows)).toEqual(byText(rows.map(toRow)))
})

test('cached rows are read page by page, and rows purged meanwhile are an error', async () => {
  const { ledger, source } = open()
  await partsOf(source.walkUsers(days))
  const walk = source.walkUsers(days)
  expect((await walk.next()).value?.rows).toEqual(six.slice(0, 3).map(toRow))
  ledger.purge('users')
  await expect(walk.next()).rejects.toMatchObject({
    kind: 'incomplete',
    message: expect.stringMatching(/Try again/),
  })
})

test('a resumed walk has no rows of another interrupted walk', async () => {
  let rows = ['a 11-19 1', 'b 11-19 1', 'c 11-19 1']
  const { source } = open({ rows: () => rows, pageRows: 2 })
  await source.walkUsers(range('11-19', '11-19')).next()
  rows = ['a 11-18 7', 'a 11-19 7', 'b 11-18 7', 'b 11-19 7']
  await source.walkUsers(range('11-18', '11-19')).next()
  const walked = await partsOf(source.walkUsers(range('11-18', '11-19')))
  expect(byText(walked.rows)).toEqual(byText(rows.map(toRow)))
})

test('one walk never returns rows of two organisations', async () => {
  let org = 'org_1'
  const end = (request: number) => (request === 1 ? { has_more: true, next_cursor: '3' } : { has_more: false })
  const { source } = open({ meta: (request) => ({ org_id: org, ...end(request) }) })
  await source.walkUsers(days).next()
  org = 'org_2'
  const resumed = source.walkUsers(days)
  expect((await resumed.next()).value?.from).toBe('ledger')
  await expect(resumed.next()).rejects.toThrow(/another organisation/)
  const { parts } = await partsOf(source.walkUsers(days))
  expect(parts).toMatchObject([{ from: 'ledger', rows: six.slice(0, 3).map(toRow) }])
})

test.each([400, 404, 410])(
  'if the server rejects a cursor with %d, loading restarts once, with a notice',
  async (status) => {
    const { client, source } = open({ failing: [2], status })
    await source.walkUsers(days).next()
    const { parts, rows } = await partsOf(source.walkUsers(days))
    expect(client.requested.map(({ cursor }) => cursor)).toEqual([undefined, '3', undefined, '3'])
    expect(parts.map(({ notice }) => notice?.includes('started over') ?? false)).toEqual([false, true, false])
    expect(byText(rows)).toEqual(allSix)
    client.requested.length = 0
    expect(byText((await partsOf(source.walkUsers(days))).rows)).toEqual(allSix)
    expect(client.requested).toEqual([])
  },
)

test.each([401, 403, 429, 500])('a failure with %d does not restart the walk', async (status) => {
  const { client, source } = open({ failing: [2], status })
  await source.walkUsers(days).next()
  await expect(partsOf(source.walkUsers(days))).rejects.toThrow('request 2 failed')
  expect(client.requested.map(({ cursor }) => cursor)).toEqual([undefined, '3'])
})
