import { execFileSync, spawnSync } from 'node:child_process'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createApp } from '../../../src/service/create-app.ts'
import { UnavailableError } from '../../../src/service/db/db.ts'
import { openStore, type Store } from '../../../src/service/store/store.ts'
import { postgresFolders, startPostgres } from '../../helpers/postgres.ts'
import { createTestService, keyOf, NOW, type TestReply } from '../test-service.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const withKey = (role: string) => ({ headers: { authorization: `Bearer ${keyOf(role as 'owner')}` } })

/** The samples of a text of metrics: name with labels → value. */
const samplesOf = (text: string): Record<string, number> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )

/** A store whose database can be stopped. */
const stoppable = ({ keys, ...store }: Store) => {
  const state = { isDown: false }
  const host = { host: 'db:5432', role: 'down' } as const
  const find = async (key: string) => {
    if (state.isDown) throw new UnavailableError('The database cannot be reached.', undefined)
    return keys.find(key)
  }
  const health = async () => (state.isDown ? ({ database: 'postgres', hosts: [host] } as const) : store.health())
  return { state, store: { ...store, health, keys: { ...keys, find } } }
}

/** A time after which the state is read again. */
const waitForNewRead = (): void => {
  const now = performance.now() + 2_000
  vi.spyOn(performance, 'now').mockReturnValue(now)
}

const sync = {
  lastSuccessAt: NOW - 90_000,
  lagMs: 90_000,
  endpoints: [
    { name: 'users', firstDay: '2026-01-14', lastDay: '2026-10-20' },
    { name: 'tools', failure: 'The server gave 500.' },
  ],
}
/** A walk's cursor is the id of a user. */
const walk = { from: '2026-10-20', to: '2026-10-20', cursor: 'ada' }
const ownSync = { ...sync, endpoints: sync.endpoints.map((one) => ({ ...one, walk })), lease: { holder: 'host 1' } }

test('a run of the mirror that failed makes the service degraded, until the next one succeeds', async () => {
  const { store } = await createTestService(null)
  const lastFailure = { at: NOW - 30_000, message: 'The vendor cannot be reached.' }
  const healthOf = async (lastSuccessAt: number) => {
    const syncStatus = async () => ({ lastSuccessAt, lagMs: 0.4, lastFailure, endpoints: [] })
    const app = createApp(store, { now: () => NOW, syncStatus })
    return (await app.request('/health', withKey('owner'))).json()
  }
  expect(await healthOf(NOW - 90_000)).toMatchObject({
    status: 'degraded',
    sync: { lagMs: 0, lastFailure: { at: new Date(NOW - 30_000).toISOString(), message: lastFailure.message } },
  })
  expect(await healthOf(NOW)).toMatchObject({ status: 'ok' })
})

test('/health without a key gives the status only', async () => {
  const { call } = await createTestService(null)
  const reply = await call('/health', { role: null })
  expect([reply.status, await reply.text()]).toEqual([200, '{"status":"ok"}'])
})

test('/health with a key of an owner or manager gives details; other keys get 403, and invalid ones 401', async () => {
  const { store } = await createTestService(null)
  const app = createApp(store, { now: () => NOW, version: '9.8.7', syncStatus: async () => ownSync })
  for (const role of ['owner', 'manager'])
    expect(await (await app.request('/health', withKey(role))).json()).toEqual({
      status: 'degraded',
      version: '9.8.7',
      database: { engine: 'sqlite', isUp: true },
      sync: { ...sync, lastSuccessAt: new Date(NOW - 90_000).toISOString() },
    })
  expect(samplesOf(await (await app.request('/metrics', withKey('owner'))).text())).toMatchObject({
    qd_sync_lag_seconds: 90,
    'qd_sync_endpoint_failed{endpoint="users"}': 0,
    'qd_sync_endpoint_failed{endpoint="tools"}': 1,
    'qd_sync_last_day_timestamp_seconds{endpoint="users"}': Date.UTC(2026, 9, 20) / 1_000,
  })
  for (const role of ['member', 'guest']) expect((await app.request('/health', withKey(role))).status).toBe(403)
  expect((await app.request('/health', withKey('unknown'))).status).toBe(401)
  expect(await (await app.request('/health')).text()).toBe('{"status":"degraded"}')
})

test('/ready answers 200 while the database answers, and needs no key', async () => {
  const { call } = await createTestService(null)
  const reply = await call('/ready', { role: null })
  expect([reply.status, await reply.text()]).toEqual([200, '{"status":"ready"}'])
  expect((await call('/ready', { role: null, method: 'HEAD' })).status).toBe(200)
})

test('while the database is down, /ready gives 503, /health is degraded, and a key that it accepted reads metrics', async () => {
  const { store: own } = await createTestService(null)
  const { store, state } = stoppable(own)
  const app = createApp(store, { now: () => NOW })
  expect((await app.request('/metrics', withKey('manager'))).status).toBe(200)
  state.isDown = true
  waitForNewRead()
  const ready: TestReply = await app.request('/ready')
  expect([ready.status, (await ready.json()).detail]).toEqual([503, 'The database cannot be reached.'])
  const health = await app.request('/health')
  expect([health.status, await health.text()]).toEqual([200, '{"status":"degraded"}'])
  expect(await (await app.request('/health', withKey('owner'))).json()).toEqual({ status: 'degraded' })
  expect(await (await app.request('/health', withKey('manager'))).json()).toMatchObject({
    database: { isUp: false, problem: 'The database cannot be reached.' },
  })
  expect(samplesOf(await (await app.request('/metrics', withKey('manager'))).text())).toMatchObject({
    qd_database_up: 0,
    'qd_http_requests_total{route="ready",status="503"}': 1,
  })
  for (const role of ['owner', 'member']) expect((await app.request('/metrics', withKey(role))).status).toBe(503)
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 3_600_001)
  expect((await app.request('/metrics', withKey('manager'))).status).toBe(503)
})

test('a database that hangs is down after a second, and its late error is ignored', async () => {
  const { store: own } = await createTestService(null)
  const hanging = Promise.withResolvers<never>()
  const app = createApp({ ...own, health: () => hanging.promise }, { now: () => NOW })
  const ready: TestReply = await app.request('/ready')
  expect([ready.status, (await ready.json()).detail]).toEqual([503, 'The database did not answer in time.'])
  hanging.reject(new Error('late'))
  await new Promise(setImmediate)
})

test('requests within a second read the database once', async () => {
  const { store: own } = await createTestService(null)
  vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  const health = vi.fn(own.health)
  const app = createApp({ ...own, health }, { now: () => NOW })
  await Promise.all(Array.from({ length: 50 }, () => app.request('/ready')))
  await app.request('/health')
  expect(health).toHaveBeenCalledTimes(1)
})

test('/metrics needs a key of an owner or manager', async () => {
  const { call } = await createTestService(null)
  expect((await call('/metrics', { role: null })).status).toBe(401)
  for (const role of ['member', 'guest'] as const) expect((await call('/metrics', { role })).status).toBe(403)
  const reply = await call('/metrics', { role: 'manager' })
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
})

test('metrics count requests by endpoint and status, and never contain a path', async () => {
  const { call } = await createTestService({ users: 3, days: 3 })
  const days = 'startDate=2026-10-20&endDate=2026-10-20'
  for (const role of ['owner', 'owner', 'guest'] as const) await call(`/api/v1/analytics/activity?${days}`, { role })
  await call('/api/v1/analytics/activity?startDate=secret-word')
  for (const path of ['/secret-word', '/api/v0/computers/secret-word', '/health/secret-word']) await call(path)
  await call('/health', { method: 'POST' })
  const text = await (await call('/metrics')).text()
  expect(text).not.toContain('secret-word')
  expect(samplesOf(text)).toMatchObject({
    'qd_http_requests_total{route="activity",status="200"}': 2,
    'qd_http_requests_total{route="activity",status="403"}': 1,
    'qd_http_requests_total{route="activity",status="400"}': 1,
    'qd_http_requests_total{route="computer",status="404"}': 1,
    'qd_http_requests_total{route="none",status="404"}': 2,
    'qd_http_requests_total{route="none",status="405"}': 1,
    'qd_http_request_duration_seconds_bucket{route="activity",le="+Inf"}': 4,
    'qd_http_request_duration_seconds_count{route="activity"}': 4,
    qd_database_up: 1,
  })
})

test('servers of the database, their lag and the pool are in /health and in /metrics', async () => {
  const { store: own } = await createTestService(null)
  const hosts = [
    { host: 'a:5432', role: 'down' },
    { host: '"b\\:5432', role: 'primary' },
    { host: 'c:5432', role: 'standby', lagMs: 1_500 },
    { host: 'd:5432', role: 'standby' },
  ] as const
  const database = { database: 'postgres', hosts, pool: { total: 3, idle: 1, waiting: 7 } } as const
  const app = createApp({ ...own, health: async () => database }, { now: () => NOW })
  expect(await (await app.request('/health', withKey('owner'))).json()).toEqual({
    status: 'degraded',
    database: { engine: 'postgres', isUp: true, hosts, pool: database.pool },
  })
  expect((await app.request('/ready')).status).toBe(200)
  expect(samplesOf(await (await app.request('/metrics', withKey('owner'))).text())).toMatchObject({
    qd_database_up: 1,
    'qd_database_host_up{host="a:5432"}': 0,
    'qd_database_host_up{host="d:5432"}': 1,
    'qd_database_host_primary{host="\\"b\\\\:5432"}': 1,
    'qd_database_host_primary{host="c:5432"}': 0,
    'qd_database_replica_lag_seconds{host="c:5432"}': 1.5,
    qd_database_connections: 3,
    qd_database_idle_connections: 1,
    qd_database_waiting_requests: 7,
  })
})

test('a foreign Host or Origin is refused', async () => {
  const { call } = await createTestService(null)
  for (const path of ['/health', '/ready', '/metrics'])
    for (const headers of [{ host: 'evil.example' }, { origin: 'https://evil.example' }])
      expect((await call(path, { headers: headers as Record<string, string> })).status, path).toBe(403)
})

test('a strict service has none of the paths', async () => {
  const { store } = await createTestService(null)
  const app = createApp(store, { now: () => NOW, isStrict: true })
  for (const path of ['/health', '/ready', '/metrics'])
    expect((await app.request(path, withKey('owner'))).status).toBe(404)
})

const hasPromtool = spawnSync('promtool', ['--version']).error === undefined

test.skipIf(!hasPromtool)(`promtool accepts the metrics${hasPromtool ? '' : ' (not installed)'}`, async () => {
  const { store, call } = await createTestService({ users: 3, days: 3 })
  const app = createApp(
    {
      ...store,
      health: async () => ({
        database: 'postgres',
        hosts: [{ host: 'a', role: 'standby', lagMs: 1 }],
        pool: { total: 1, idle: 0, waiting: 0 },
      }),
    },
    { now: () => NOW, version: 'a "b"\\c\nd', syncStatus: async () => ownSync },
  )
  await call('/api/v0/computers')
  await app.request('/api/v0/computers', withKey('owner'))
  const input = await (await app.request('/metrics', withKey('owner'))).text()
  expect(input).toContain('qd_build_info{version="a \\"b\\"\\\\c\\nd"} 1\n')
  expect(execFileSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' })).toBe('')
})

const [folder] = Object.values(postgresFolders())

test.skipIf(folder === undefined)(
  'a stopped PostgreSQL is reported within its time limit, and its return too',
  async () => {
    const server = await startPostgres(folder ?? '', onTestFinished)
    const store = await openStore(await server.createDatabase())
    await store.keys.put('owner', keyOf('owner'))
    const app = createApp(store, { now: () => NOW })
    const up = async () => samplesOf(await (await app.request('/metrics', withKey('owner'))).text()).qd_database_up
    expect(await up()).toBe(1)
    await server.stop('immediate')
    await expect.poll(async () => (await app.request('/ready')).status).toBe(503)
    expect(await up()).toBe(0)
    await server.start()
    await expect.poll(async () => (await app.request('/ready')).status).toBe(200)
    await expect.poll(up).toBe(1)
    await store.close()
  },
)
