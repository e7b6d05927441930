import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { OTLPMetricExporter as JsonExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPMetricExporter as ProtoExporter } from '@opentelemetry/exporter-metrics-otlp-proto'
import { AggregationTemporality, MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Live } from '../../../src/contract/live.ts'
import { createApp } from '../../../src/service/create-app.ts'
import { startService } from '../../../src/service/start-service.ts'
import type { Store } from '../../../src/service/store/store.ts'
import { openStore } from '../../../src/service/store/store.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { postgresFolders, startPostgres } from '../../helpers/postgres.ts'
import { createTestService, keyOf, NOW } from '../test-service.ts'

const KEY = 'an-ingest-key-of-a-test'
const auth = { authorization: `Bearer ${KEY}` }

const create = async () => {
  const service = await createTestService(null)
  await service.store.keys.add(KEY, { name: 'agents', role: 'ingest' })
  const send = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    service.app.request('/v1/metrics', {
      method: 'POST',
      headers: { ...auth, 'content-type': 'application/json', ...headers },
      body,
    })
  return { ...service, send, live: () => service.json('/api/v1/live') }
}

const NANO = 1_000_000n
const nano = (ms: number): string => String(BigInt(ms) * NANO)
const attribute = (key: string, value: string) => ({ key, value: { stringValue: value } })

/** A request with one metric. */
const metric = (name: string, points: object[], temporality = 1, kind: 'sum' | 'histogram' = 'sum'): string =>
  JSON.stringify({
    resourceMetrics: [
      { scopeMetrics: [{ metrics: [{ name, [kind]: { dataPoints: points, aggregationTemporality: temporality } }] }] },
    ],
  })

const point = (value: number, start: number, end: number, attributes: object[] = [attribute('user.id', 'u1')]) => ({
  startTimeUnixNano: nano(start),
  timeUnixNano: nano(end),
  asInt: String(value),
  attributes,
})

test('a delta point counts once, however often it is sent', async () => {
  const { send, live } = await create()
  const body = metric('acme.tool.invocations', [
    point(3, NOW - 60_000, NOW, [
      attribute('user.id', 'u1'),
      attribute('tool.name', 'Read'),
      attribute('session.id', 's1'),
    ]),
  ])
  for (let times = 0; times < 3; times++) expect((await send(body)).status).toBe(200)
  const { totals, tools, users, coverage } = await live()
  expect(totals).toMatchObject({
    tool_calls: 3,
    active_users: 1,
    sessions: 1,
    active_now: 1,
    commits: null,
    tokens: null,
  })
  expect(tools).toEqual([{ name: 'Read', calls: 3, perMinute: 0.3 }])
  expect(users).toMatchObject([{ user_id: 'u1', tool_calls: 3, sessions: 1 }])
  expect(coverage).toMatchObject({ reportingUsers: 1, otlpUsers: 1, hookUsers: 0 })
})

test('a cumulative point counts by its difference, and from 0 when its counter starts again', async () => {
  const { send, live } = await create()
  const at = (value: number, start: number, end: number) => send(metric('x.git.commits', [point(value, start, end)], 2))
  await at(5, NOW - 90_000, NOW - 60_000)
  await at(8, NOW - 90_000, NOW - 50_000)
  // Sent again, and older.
  await at(8, NOW - 90_000, NOW - 50_000)
  await at(6, NOW - 90_000, NOW - 55_000)
  expect((await live()).totals.commits).toBe(8)
  // The agent has restarted.
  await at(2, NOW - 40_000, NOW - 30_000)
  expect((await live()).totals.commits).toBe(10)
  // A counter that is reset without a new start.
  await at(1, NOW - 40_000, NOW - 20_000)
  expect((await live()).totals.commits).toBe(11)
})

test('tokens of both conventions are added up by kind and model', async () => {
  const { send, live } = await create()
  const of = (type: string, key: string, model: string) => [
    attribute('user.email', 'a@b.example'),
    attribute(key, type),
    attribute('model', model),
  ]
  await send(
    metric('agent.token.usage', [
      point(10, NOW - 9_000, NOW, of('input', 'type', 'opus')),
      point(5, NOW - 9_000, NOW, of('cacheRead', 'type', 'opus')),
    ]),
  )
  await send(
    metric(
      'gen_ai.client.token.usage',
      [
        {
          ...point(0, NOW - 9_000, NOW, of('output', 'gen_ai.token.type', 'sonnet')),
          asInt: undefined,
          sum: 7,
          count: '2',
        },
      ],
      1,
      'histogram',
    ),
  )
  const { totals, models } = await live()
  expect(totals.tokens).toEqual({ input: 10, output: 7, cache_read: 5, cache_creation: 0 })
  expect(models).toEqual([
    { name: 'opus', tokens: 15 },
    { name: 'sonnet', tokens: 7 },
  ])
})

test('unknown metrics are kept by name, gauges are not, and points far from the clock are refused', async () => {
  const { send, live } = await create()
  await send(metric('acme.skill.invocations', [point(12, NOW - 9_000, NOW)]))
  expect((await live()).otherMetrics).toEqual([{ name: 'acme.skill.invocations', value: 12 }])
  const late = await send(
    metric('x.git.commits', [point(1, 0, NOW - 3 * 86_400_000), point(-1, 0, NOW), point(1, NOW - 1_000, NOW)]),
  )
  expect(await late.json()).toMatchObject({ partialSuccess: { rejectedDataPoints: '2' } })
  expect((await live()).totals.commits).toBe(1)
})

test('tool calls of a user whose agent reports metrics are not counted again from hooks', async () => {
  const { send, live, app } = await create()
  const event = (eventId: string, userEmail: string) => ({
    eventId,
    at: new Date(NOW - 1_000).toISOString(),
    event: 'PostToolUse',
    tool: 'Read',
    sessionId: 's',
    userEmail,
    prompt: 'secret',
    tool_input: { a: 1 },
  })
  const events = [
    event('0b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4d', 'u1'),
    event('1b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4d', 'u2'),
  ]
  const sent = await app.request('/api/v1/hook-events', {
    method: 'POST',
    headers: { ...auth, 'content-type': 'application/json' },
    body: JSON.stringify({ events }),
  })
  expect(await sent.json()).toEqual({ accepted: 2, known: 0 })
  await send(metric('x.tool.invocations', [point(9, NOW - 9_000, NOW)]))
  const body = await live()
  expect(body.totals.tool_calls).toBe(10)
  expect(JSON.stringify(body)).not.toContain('secret')
})

test('bodies that are cut, foreign or too large are refused in one sentence', async () => {
  const { send } = await create()
  const bomb = gzipSync(Buffer.alloc(6 * 1024 * 1024, 0x20))
  const json = metric('x.git.commits', [point(1, NOW - 1, NOW)])
  const proto = { 'content-type': 'application/x-protobuf' }
  for (const [body, headers, status] of [
    [json.slice(0, 40), {}, 400],
    ['[]', {}, 400],
    [new Uint8Array([0x0a, 0xff, 0xff, 0x01]), proto, 400],
    [bomb, { 'content-encoding': 'gzip' }, 413],
    [Buffer.from('not gzip'), { 'content-encoding': 'gzip' }, 400],
    [json, { 'content-encoding': 'br' }, 415],
    [json, { 'content-type': 'text/plain' }, 415],
    [json, { authorization: 'Bearer qdk_wrong-key-of-a-test' }, 401],
  ] as const) {
    const reply = await send(body as string, headers)
    expect([reply.status, ((await reply.json()) as { detail: string }).detail]).toEqual([
      status,
      expect.stringMatching(/^[A-Z][^\n]*\.$/),
    ])
  }
  expect((await send(gzipSync(json), { 'content-encoding': 'gzip' })).status).toBe(200)
})

test('hostile names are stored as they are, without NUL', async () => {
  const { send, live } = await create()
  const name = "Re\0ad'); DROP TABLE live_rows;--\u001b[31m"
  await send(
    metric('x.tool.invocations', [
      point(1, NOW - 9, NOW, [attribute('user.id', '__proto__'), attribute('tool.name', name)]),
    ]),
  )
  const { tools, users } = await live()
  expect(tools[0].name).toBe(name.replace('\0', '\ufffd'))
  expect(users[0].user_id).toBe('__proto__')
})

test.each([
  ['JSON', JsonExporter],
  ['protobuf', ProtoExporter],
] as const)('a real SDK that exports %s is counted exactly', async (_, Exporter) => {
  let store: Store | undefined
  const service = await startService({
    prepare: (opened) => {
      store = opened
    },
  })
  onTestFinished(service.close)
  await store?.keys.add(KEY, { name: 'agents', role: 'ingest' })
  for (const temporality of [AggregationTemporality.DELTA, AggregationTemporality.CUMULATIVE]) {
    const exporter = new Exporter({
      url: `${service.url}/v1/metrics`,
      headers: auth,
      temporalityPreference: temporality as never,
    })
    const provider = new MeterProvider({
      readers: [new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 60_000 })],
    })
    const meter = provider.getMeter('test')
    const tools = meter.createCounter('acme.tool.invocations')
    const tokens = meter.createHistogram('gen_ai.client.token.usage')
    for (let round = 1; round <= 3; round++) {
      for (let call = 0; call < 10; call++) tools.add(1, { 'user.id': `u${call % 2}`, 'tool.name': 'Read' })
      tokens.record(100 * round, { 'gen_ai.token.type': 'input', 'gen_ai.request.model': 'opus', 'user.id': 'u0' })
      // The clock of tests stands still, and points of the same time are the same points.
      vi.setSystemTime(Date.now() + 1_000)
      await provider.forceFlush()
    }
    await provider.shutdown()
  }
  const reply = await fetch(`${service.url}/api/v1/live`, {
    headers: { authorization: `Bearer ${service.keys.owner}` },
  })
  const { totals, tools } = (await reply.json()) as Live
  expect(totals).toMatchObject({ tool_calls: 60, active_users: 2, tokens: { input: 1_200 } })
  expect(tools).toMatchObject([{ name: 'Read', calls: 60 }])
})

const [folder] = Object.values(postgresFolders())

test.skipIf(folder === undefined)('PostgreSQL answers the same as SQLite', async () => {
  const { createDatabase } = await startPostgres(folder ?? '', onTestFinished)
  const answers: unknown[] = []
  for (const url of [await createDatabase(), join(makeFolder(), 'server.db')]) {
    const store = await openStore(url)
    await store.keys.add(KEY, { name: 'agents', role: 'ingest' })
    await store.keys.put('owner', keyOf('owner'))
    const app = createApp(store, { now: () => NOW })
    const send = (path: string, body: string) =>
      app.request(path, { method: 'POST', headers: { ...auth, 'content-type': 'application/json' }, body })
    const of = (user: string) => [
      attribute('user.id', user),
      attribute('tool.name', 'Read'),
      attribute('session.id', user),
    ]
    await send(
      '/v1/metrics',
      metric('a.tool.invocations', [point(3, NOW - 9_000, NOW - 5, of('u1')), point(4, NOW - 9_000, NOW, of('u2'))]),
    )
    await send('/v1/metrics', metric('a.git.commits', [point(2, NOW - 9_000, NOW, of('u2'))], 2))
    const event = {
      eventId: '0b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4d',
      at: new Date(NOW - 20 * 60_000).toISOString(),
      event: 'SessionStart',
      sessionId: 's9',
    }
    await send('/api/v1/hook-events', JSON.stringify({ events: [event] }))
    const read = async (path: string) =>
      (await app.request(path, { headers: { authorization: `Bearer ${keyOf('owner')}` } })).text()
    answers.push([await read('/api/v1/live'), await read('/api/v1/live/users?limit=2')])
    await store.close()
  }
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]).toEqual([expect.stringContaining('"tool_calls":7'), expect.stringContaining('"hasMore":true')])
})

test('a user is one user by the address of a seat, and an event that is sent again is known', async () => {
  const { send, live, app, store } = await create()
  const user = { id: 'u1', email: 'Ada@x.example', createdAt: new Date(NOW).toISOString(), metadata: {} }
  await store.seats.put([{ user, row: JSON.stringify(user) }])
  const post = async () => {
    const event = { eventId: '0b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4d', at: new Date(NOW - 1_000).toISOString() }
    const events = [{ ...event, event: 'PostToolUse', tool: 'Read', sessionId: 's1', userEmail: 'ada@x.example' }]
    const headers = { ...auth, 'content-type': 'application/json' }
    return (
      await app.request('/api/v1/hook-events', { method: 'POST', headers, body: JSON.stringify({ events }) })
    ).json()
  }
  expect(await post()).toEqual({ accepted: 1, known: 0 })
  expect(await post()).toEqual({ accepted: 0, known: 1 })
  await send(metric('x.tool.invocations', [point(9, NOW - 9_000, NOW)]))
  expect((await live()).totals).toMatchObject({ active_users: 1, sessions: 1, tool_calls: 9 })
})

test.skipIf(folder === undefined)('a cumulative point counts once if two instances receive it at once', async () => {
  const { createDatabase } = await startPostgres(folder ?? '', onTestFinished)
  const url = await createDatabase()
  const stores = await Promise.all([openStore(url), openStore(url)])
  await stores[0].keys.add(KEY, { name: 'agents', role: 'ingest' })
  await stores[0].keys.put('owner', keyOf('owner'))
  const [first, second] = stores.map((store) => createApp(store, { now: () => NOW }))
  const headers = { ...auth, 'content-type': 'application/json' }
  for (let count = 1; count <= 20; count++) {
    const body = metric('a.git.commits', [point(count, NOW - 90_000, NOW - 1_000 + count)], 2)
    const replies = await Promise.all(
      [first, second].map((app) => app?.request('/v1/metrics', { method: 'POST', headers, body })),
    )
    expect(replies.map((reply) => reply?.status)).toEqual([200, 200])
  }
  const reply = await first?.request('/api/v1/live', { headers: { authorization: `Bearer ${keyOf('owner')}` } })
  expect(await reply?.json()).toMatchObject({ totals: { commits: 20 } })
  await Promise.all(stores.map((store) => store.close()))
})

test('the first event with an id counts, and one of a fast clock counts at its arrival', async () => {
  const { live, app } = await create()
  const event = (eventId: string, ahead: number, tool: string) => ({
    eventId,
    at: new Date(NOW + ahead).toISOString(),
    event: 'PostToolUse',
    tool,
    sessionId: 's1',
  })
  const idOf = (digit: number) => `${digit}b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4d`
  const post = async (...events: object[]) => {
    const headers = { ...auth, 'content-type': 'application/json' }
    const body = JSON.stringify({ events })
    return (await app.request('/api/v1/hook-events', { method: 'POST', headers, body })).json()
  }
  expect(await post(event(idOf(0), 0, 'Read'), event(idOf(0), 0, 'Write'))).toEqual({ accepted: 1, known: 1 })
  expect(await post(event(idOf(0), 0, 'Edit'))).toEqual({ accepted: 0, known: 1 })
  const [hour, day] = [3_600_000, 86_400_000]
  expect(await post(event(idOf(1), 30 * hour, 'Bash'), event(idOf(2), -4 * day, 'Old'))).toEqual({
    accepted: 1,
    known: 0,
    tooOld: 1,
  })
  expect(await post(event(idOf(3), -1 * day, 'Yesterday'))).toEqual({ accepted: 1, known: 0 })
  const { tools, recent } = await live()
  expect(tools.map(({ name, calls }: { name: string; calls: number }) => [name, calls])).toEqual([
    ['Bash', 1],
    ['Read', 1],
  ])
  expect(recent.map(({ at }: { at: string }) => at)).toEqual([new Date(NOW).toISOString(), new Date(NOW).toISOString()])
})
