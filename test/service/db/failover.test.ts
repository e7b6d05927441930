import { expect, onTestFinished, test } from 'vitest'
import { ROLES } from '../../../src/contract/roles.ts'
import { createApp } from '../../../src/service/create-app.ts'
import { type Db, OutcomeUnknownError, UnavailableError } from '../../../src/service/db/db.ts'
import { openPostgres, type PostgresOptions } from '../../../src/service/db/postgres-db.ts'
import { fillWithDemo } from '../../../src/service/demo/fill-with-demo.ts'
import { openStore } from '../../../src/service/store/store.ts'
import { postgresFolders, runSql, startPostgres, startStandby, type TestPostgres } from '../../helpers/postgres.ts'
import { keyOf, NOW, type TestReply } from '../test-service.ts'

const [folder] = Object.values(postgresFolders())
/** Its copy of the programs serves all tests. */
const home = folder === undefined ? undefined : (await startPostgres(folder)).home
type Pair = { primary: TestPostgres; standby: TestPostgres; url: string }

/** A test with a primary and a synchronous standby of its own. */
const withPair = (title: string, run: (pair: Pair) => Promise<void>): void => {
  test.skipIf(home === undefined)(title, async () => {
    const primary = await startPostgres(home ?? '', onTestFinished)
    const standby = await startStandby(primary, { atEnd: onTestFinished })
    await run({
      primary,
      standby,
      url: `postgres://postgres@127.0.0.1:${standby.port},127.0.0.1:${primary.port}/postgres`,
    })
  })
}

/** Ends before its servers do. */
const openPair = async ({ url }: Pair, options?: PostgresOptions): Promise<Db> => {
  const db = await openPostgres(url, options)
  onTestFinished(() => db.close())
  return db
}

const isStandby = 'SELECT pg_is_in_recovery() AS yes'
const insert = (db: Db, n: number): Promise<number> => db.run('INSERT INTO written VALUES ($1)', [n])
const writtenOn = async (url: string): Promise<number[]> =>
  (await runSql(url, 'SELECT n FROM written ORDER BY n')).rows.map(({ n }) => n)

withPair('a primary that is killed under load loses nothing, and its promoted standby goes on', async (pair) => {
  const { primary, standby } = pair
  const db = await openPair(pair)
  await runSql(primary.urlOf('postgres'), 'CREATE TABLE written (n int)')
  const [acknowledged, errors]: [number[], unknown[]] = [[], []]
  let [next, isDone] = [0, false]
  const writer = async (): Promise<void> => {
    while (!isDone) {
      const n = next++
      await insert(db, n).then(
        () => acknowledged.push(n),
        (error) => {
          errors.push(error)
          return new Promise((resolve) => setTimeout(resolve, 5))
        },
      )
    }
  }
  const writers = Promise.all([writer(), writer(), writer(), writer()])
  await expect.poll(() => acknowledged.length).toBeGreaterThan(500)
  primary.signal('SIGKILL')
  await standby.promote()
  const [promotedAt, before] = [performance.now(), acknowledged.length]
  await expect.poll(() => acknowledged.length, { interval: 10 }).toBeGreaterThan(before)
  const resumedMs = performance.now() - promotedAt
  await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 500)
  isDone = true
  await writers
  const stored = await writtenOn(standby.urlOf('postgres'))
  expect(new Set(stored).size).toBe(stored.length)
  expect(acknowledged.filter((n) => !new Set(stored).has(n))).toEqual([])
  expect(errors.filter((error) => !(error instanceof UnavailableError))).toEqual([])
  expect(resumedMs).toBeLessThan(5_000)

  // The former primary accepts connections again, but has an older timeline.
  await primary.start()
  await expect.poll(() => db.health()).toMatchObject({ hosts: [{ role: 'primary' }, { role: 'primary' }] })
  await insert(db, -1)
  expect(await writtenOn(standby.urlOf('postgres'))).toContain(-1)
})

withPair('a primary that hangs is left once its standby is promoted', async (pair) => {
  const { primary, standby } = pair
  const db = await openPair(pair)
  await runSql(primary.urlOf('postgres'), 'CREATE TABLE written (n int)')
  await insert(db, 1)
  primary.signal('SIGSTOP')
  onTestFinished(() => primary.signal('SIGCONT'))
  const hanging = expect(insert(db, 2)).rejects.toThrow('The database cannot be reached.')
  await standby.promote()
  await expect.poll(() => insert(db, 3).catch(() => 0), { timeout: 20_000 }).toBe(1)
  await hanging
  expect(await writtenOn(standby.urlOf('postgres'))).toEqual([1, 3])
})

withPair('writes of a primary whose standby is gone fail in time, with the reason', async (pair) => {
  const db = await openPair(pair, { commitTimeoutMs: 1_000, maxConnections: 1 })
  await runSql(pair.primary.urlOf('postgres'), 'CREATE TABLE written (n int)')
  await pair.standby.stop()
  const error = await insert(db, 1).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(OutcomeUnknownError)
  expect(String(error)).toContain('No standby confirmed the change in time, so a failover may lose it.')
  await runSql(pair.primary.urlOf('postgres'), "ALTER SYSTEM SET synchronous_standby_names = ''")
  await runSql(pair.primary.urlOf('postgres'), 'SELECT pg_reload_conf()')
  await expect.poll(() => insert(db, 2).catch(() => 0)).toBe(1)
  // The first row exists on the primary only: repeating it would have stored it twice.
  expect((await db.all<{ n: number }>('SELECT n FROM written')).map(({ n }) => n)).toContain(1)
})

withPair('with --replica, analytics come from the standby and all else from the primary', async (pair) => {
  const { standby, url } = pair
  const db = await openPair(pair, { hasReplica: true })
  // A standby that has replayed no transaction yet has an unknown lag, and is not used.
  await expect.poll(() => db.replica().all(isStandby)).toEqual([{ yes: true }])
  expect(await db.all(isStandby)).toEqual([{ yes: false }])
  expect(await db.replica().write((transaction) => transaction.all(isStandby))).toEqual([{ yes: false }])

  const store = await openStore(url, { hasReplica: true })
  onTestFinished(() => store.close())
  await fillWithDemo(store, { users: 5, days: 10 }, () => NOW)
  for (const role of ROLES) await store.keys.put(role, keyOf(role))
  const app = createApp(store, { now: () => NOW })
  const call = async (path: string, init: RequestInit = {}): Promise<TestReply> =>
    app.request(path, { ...init, headers: { authorization: `Bearer ${keyOf('owner')}`, ...init.headers } })
  const users = async () => (await call('/api/v1/analytics/users?startDate=2026-10-15&endDate=2026-10-20')).text()
  await expect.poll(async () => (await store.health()).hosts).toMatchObject([{ role: 'standby', lagMs: 0 }, {}])
  await expect.poll(users).toContain('2026-10-20')

  await runSql(standby.urlOf('postgres'), 'SELECT pg_wal_replay_pause()')
  const pauseState = 'SELECT pg_get_wal_replay_pause_state() AS state'
  await expect.poll(() => db.replica().all(pauseState)).toEqual([{ state: 'paused' }])
  await store.personDays.put([{ day: '2026-10-20', user_id: 'zz', row: '{"user_id":"zz","date":"2026-10-20"}' }])
  expect((await users()).includes('"zz"')).toBe(false)
  const { computers } = await (await call('/api/v0/computers')).json()
  const headers = { 'content-type': 'application/json' }
  await call(`/api/v0/computers/${computers[0].id}`, { method: 'PATCH', body: '{"name":"renamed"}', headers })
  expect(await (await call('/api/v0/computers')).text()).toContain('renamed')
  await expect.poll(async () => (await store.health()).hosts?.[0]?.lagMs).toBeGreaterThan(0)

  await runSql(standby.urlOf('postgres'), 'SELECT pg_wal_replay_resume()')
  await expect.poll(users).toContain('"zz"')
  await expect.poll(async () => (await store.health()).hosts?.[0]?.lagMs).toBe(0)

  await standby.stop('immediate')
  expect(await users()).toContain('"zz"')
  expect(await db.replica().all(isStandby)).toEqual([{ yes: false }])
  await expect.poll(async () => (await store.health()).hosts).toMatchObject([{ role: 'down' }, { role: 'primary' }])
})

withPair('servers without a primary are named, each with the reason', async ({ primary, standby, url }) => {
  await primary.stop('immediate')
  await expect(openPostgres(url)).rejects.toMatchObject({
    kind: 'unreachable',
    message: `Can't use the database postgres on 127.0.0.1:${standby.port}, 127.0.0.1:${primary.port}: 127.0.0.1:${standby.port}: it is a standby; 127.0.0.1:${primary.port}: nothing listens at this address. Check --data.`,
  })
})

test('--replica requires several hosts', async () => {
  await expect(openStore('postgres://a/acme', { hasReplica: true })).rejects.toThrow(
    '--replica requires several hosts in --data',
  )
  await expect(openStore(undefined, { hasReplica: true })).rejects.toThrow('--replica requires a PostgreSQL database')
})

if (home === undefined) test.skip('PostgreSQL is not installed')
