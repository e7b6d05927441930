import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ROLES } from '../../../src/contract/roles.ts'
import { ensureKeys } from '../../../src/service/access/access-keys.ts'
import { createApp } from '../../../src/service/create-app.ts'
import { openPostgres } from '../../../src/service/db/postgres-db.ts'
import { createMonth, versions } from '../../../src/service/db/postgres-schema.ts'
import { fillWithDemo } from '../../../src/service/demo/fill-with-demo.ts'
import { createStore, openStore, type Store } from '../../../src/service/store/store.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { postgresServers, runSql, type TestEngine } from '../../helpers/postgres.ts'
import { keyOf, NOW, type TestReply } from '../test-service.ts'

const servers = await postgresServers(1)
/** A test that needs a PostgreSQL server. Runs on one engine, and through PgBouncer in front of it. */
const withServer = (title: string, run: (server: TestEngine) => Promise<void>): void => {
  for (const server of servers) test(`${server.name}: ${title}`, () => run(server))
}

const appOf = async (store: Store, isFilled = true) => {
  if (isFilled) await fillWithDemo(store, { users: 12, days: 40 }, () => NOW)
  for (const role of ROLES) await store.keys.put(role, keyOf(role))
  let ids = 0
  const app = createApp(store, { now: () => NOW, newId: () => `id-${ids++}` })
  const call = async (path: string, init: RequestInit = {}): Promise<TestReply> =>
    app.request(path, { ...init, headers: { authorization: `Bearer ${keyOf('owner')}`, ...init.headers } })
  return { store, call, text: async (path: string) => (await call(path)).text() }
}

const range = 'startDate=2026-09-15&endDate=2026-10-20'
const reads = [
  ...['tokens', 'tokens?group_by=model', 'tools', 'tools?group_by=tool_name', 'activity', 'activity?group_by=client'],
  ...['productivity', 'users?limit=100', 'users?limit=3', 'users?limit=3&cursor=user_5'],
].map((path) => `/api/v1/analytics/${path}${path.includes('?') ? '&' : '?'}${range}`)
reads.push(
  ...['days=30', 'days=7&limit=3', 'days=14&sort=git_commits', 'days=90&limit=100'].map(
    (query) => `/api/v1/analytics/top-users?${query}`,
  ),
  ...['?limit=100', '?limit=3', '?repoId=northwind%2Fcheckout'].map(
    (query) => `/api/organization/maturity-level-reports${query}`,
  ),
  ...['?limit=100', '?limit=2'].map((query) => `/api/v0/organization/enterprise-controls/history${query}`),
  ...['computers?includeProvisioningSteps=true', 'automations/ci/jobs', 'service-accounts/sa_ci-bot/api-keys'].map(
    (path) => `/api/v0/${path}`,
  ),
  ...['users?limit=100', 'users?limit=3', 'usage/limits/global', 'usage/limits/users', 'audit-events?limit=7'].map(
    (path) => `/api/v0/organization/${path}`,
  ),
  '/api/v0/service-accounts',
)

withServer('each read endpoint answers exactly as with SQLite', async ({ createDatabase }) => {
  const postgres = await appOf(await openStore(await createDatabase()))
  const sqlite = await appOf(createStore())
  for (const path of reads) expect(await postgres.text(path), path).toBe(await sqlite.text(path))
  expect(await postgres.store.isEmpty()).toBe(false)
  await postgres.store.close()
})

/** The pages of a list, one row each. */
const pagesOf = async (text: (path: string) => Promise<string>, path: string): Promise<string[]> => {
  const pages: string[] = []
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    pages.push(await text(`${path}?limit=1${cursor}`))
    const next: string | undefined = JSON.parse(pages.at(-1) ?? '').pagination.nextCursor
    cursor = next === undefined ? undefined : `&cursor=${next}`
  }
  return pages
}

withServer(
  'users and events have the same pages as with SQLite, and limits change alike',
  async ({ createDatabase }) => {
    const apps = [await appOf(await openStore(await createDatabase())), await appOf(createStore())]
    const answers = apps.map(async ({ store, call, text }) => {
      const hostile = ['Z', 'a', "'; --", 'é', '\uffee', '😀'].map((id) => ({ id, email: `${id}@x.example` }))
      await store.seats.put(hostile.map((user) => ({ user, row: JSON.stringify(user) })))
      const users = [...hostile, { email: 'unknown' }].map(({ email }) => ({ email, limit: 2_000_000 }))
      const init = (body: object) => ({
        method: 'PUT',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      })
      const limits = '/api/v0/organization/usage/limits'
      return [
        await (await call(`${limits}/users`, init({ users }))).text(),
        await (
          await call(`${limits}/users`, init({ users: users.map(({ email }) => ({ email, limit: null })) }))
        ).text(),
        await (await call(`${limits}/global`, init({ limit: null }))).text(),
        ...(await pagesOf(text, '/api/v0/organization/users')),
        ...(await pagesOf(text, '/api/v0/organization/audit-events')),
        await text(`${limits}/users`),
      ]
    })
    const [postgres, sqlite] = await Promise.all(answers)
    expect(postgres).toEqual(sqlite)
    expect(sqlite?.length).toBeGreaterThan(70)
    for (const { store } of apps) await store.close()
  },
)

withServer('changes are stored, and another instance sees them within a second', async ({ createDatabase }) => {
  const url = await createDatabase()
  const first = await appOf(await openStore(url))
  const second = await appOf(await openStore(url), false)
  const path = `/api/v1/analytics/users?${range}&limit=100`
  const before = await second.text(path)
  await first.store.personDays.put([{ day: '2026-10-20', user_id: 'zz', row: '{"user_id":"zz","date":"2026-10-20"}' }])
  expect(await first.text(path)).toContain('"zz"')
  await expect.poll(() => second.text(path), { timeout: 10_000 }).not.toBe(before)
  const body = JSON.stringify({ name: 'renamed', later: [1] })
  const { computers } = await (await first.call('/api/v0/computers')).json()
  const init = { method: 'PATCH', body, headers: { 'content-type': 'application/json' } }
  expect((await first.call(`/api/v0/computers/${computers[0].id}`, init)).status).toBe(200)
  expect(await second.text('/api/v0/computers')).toContain('renamed')
  await first.store.close()
  await second.store.close()
})

withServer('instances that start at once on an empty database agree on the keys', async ({ createDatabase }) => {
  const url = await createDatabase()
  const stores = [await openStore(url), await openStore(url)]
  const keys = await Promise.all(stores.map((store) => ensureKeys(store, {}, false)))
  const printed = keys.flatMap((one) => Object.entries(one))
  expect(printed.map(([role]) => role).sort()).toEqual([...ROLES].sort())
  for (const store of stores) {
    for (const [role, key] of printed) expect((await store.keys.find(key))?.role).toBe(role)
    await store.close()
  }
})

withServer(
  'a NUL is refused with a sentence, in a request and in a row, and so is an id that is too long',
  async ({ createDatabase }) => {
    const { call, store } = await appOf(await openStore(await createDatabase()), false)
    const reply = await call(`/api/v1/analytics/users?${range}&cursor=a%00b`)
    expect([reply.status, (await reply.json()).detail]).toEqual([
      400,
      'A text contains the character U+0000, which PostgreSQL cannot store.',
    ])
    await expect(store.wikis.put({ wikiRunId: 'w' }, '{}', [{ path: 'a', markdown: 'x\0' }])).rejects.toThrow('U+0000')
    const id = Array.from({ length: 999 }, (_, at) => String.fromCodePoint(0x10000 + at * 7)).join('')
    await expect(store.serviceAccounts.putAccount(id)).rejects.toThrow('An id is longer than PostgreSQL can store.')
    await store.close()
  },
)

withServer('a stopped database gives 503 with a sentence, and works again after its start', async (started) => {
  const { call, store } = await appOf(await openStore(await started.createDatabase()), false)
  const path = '/api/v0/automations/ci/jobs'
  expect((await call(path)).status).toBe(200)
  await started.stop()
  const reply = await call(path)
  expect([reply.status, reply.headers.get('retry-after'), (await reply.json()).detail]).toEqual([
    503,
    '5',
    'The database cannot be reached. Try again in a few seconds.',
  ])
  await started.start()
  // PgBouncer refuses connections for a while after it could not log in.
  if (started.isPgBouncer) await expect.poll(async () => (await call(path)).status).toBe(200)
  else expect((await call(path)).status).toBe(200)
  await store.close()
})

withServer('a statement beyond its time limit is canceled, and its connection is used again', async (started) => {
  const db = await openPostgres(await started.createDatabase(), { maxConnections: 1, statementTimeoutMs: 1_000 })
  const [{ pid } = { pid: 0 }] = await db.all<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  await expect(db.all('SELECT pg_sleep(60)')).rejects.toThrow('took too long')
  expect(await db.all('SELECT pg_backend_pid() AS pid')).toEqual([{ pid }])
  await db.close()
})

withServer('the statement of a client that disconnects is canceled', async (started) => {
  const db = await openPostgres(await started.createDatabase(), { maxConnections: 2 })
  const client = new AbortController()
  const sleeping = expect(db.withSignal(client.signal).all('SELECT pg_sleep(61)')).rejects.toThrow('disconnected')
  const running = "SELECT 1 FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(61)' AND state = 'active'"
  await expect.poll(() => db.all(running), { timeout: 10_000 }).toHaveLength(1)
  client.abort()
  await sleeping
  expect(await db.all(running)).toEqual([])
  await expect(db.withSignal(client.signal).all('SELECT 1')).rejects.toThrow('The client has disconnected.')
  await db.close()
})

withServer('a request that finds no free connection in time fails, and the next one works', async (started) => {
  const db = await openPostgres(await started.createDatabase(), { maxConnections: 1, connectTimeoutMs: 1_000 })
  const end = Promise.withResolvers<void>()
  const holding = db.write(() => end.promise)
  await expect(db.all('SELECT 1')).rejects.toThrow('The database cannot be reached.')
  end.resolve()
  await holding
  expect(await db.all('SELECT 1 AS one')).toEqual([{ one: 1 }])
  await db.close()
})

withServer('eight instances that start at once create one schema', async ({ createDatabase }) => {
  const url = await createDatabase()
  const all = await Promise.all(Array.from({ length: 8 }, () => openPostgres(url)))
  expect(await all[0]?.all('SELECT version FROM schema_versions')).toEqual(
    versions.map((_, at) => ({ version: at + 1 })),
  )
  for (const db of all) await db.close()
})

withServer('instances that store the first rows of a month at once all succeed', async ({ createDatabase }) => {
  const url = await createDatabase()
  const stores = await Promise.all(Array.from({ length: 6 }, () => openStore(url)))
  const put = (store: Store, at: number) =>
    store.personDays.put([{ day: '2026-02-03', user_id: `u_${at}`, row: `{"user_id":"u_${at}"}` }])
  expect(await Promise.all(stores.map(put))).toEqual([1, 1, 1, 1, 1, 1])
  for (const store of stores) await store.close()
})

withServer(
  'two transactions that wait for each other: one succeeds, the other fails with one sentence',
  async ({ createDatabase }) => {
    const url = await createDatabase()
    const [first, second] = [await openPostgres(url), await openPostgres(url)]
    const locks = { a: Promise.withResolvers<void>(), b: Promise.withResolvers<void>() }
    const change = (db: typeof first, own: 'a' | 'b', other: 'a' | 'b') =>
      db.write(async (transaction) => {
        await transaction.upsert('facts', [{ name: own, value: own }])
        locks[own].resolve()
        await locks[other].promise
        await transaction.upsert('facts', [{ name: other, value: own }])
      })
    const ended = await Promise.allSettled([change(first, 'a', 'b'), change(second, 'b', 'a')])
    expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const failed = ended.find((one) => one.status === 'rejected')
    expect(String(failed?.reason)).toContain('Another program changed the same rows. Nothing was stored; try again.')
    for (const db of [first, second]) await db.close()
  },
)

withServer('a database of a newer version is left alone', async ({ createDatabase }) => {
  const url = await createDatabase()
  const db = await openPostgres(url)
  await db.run('INSERT INTO schema_versions (version) VALUES ($1)', [versions.length + 1])
  await db.close()
  await expect(openPostgres(url)).rejects.toThrow('A newer version of quarterdeck wrote this database.')
})

withServer('an unusable database is named, with the reason', async ({ createDatabase }) => {
  const url = new URL(await createDatabase())
  url.pathname = '/missing'
  // PgBouncer words the reason in its own way.
  const error = await openStore(url.href).catch((error: Error) => error)
  expect(String(error).replace('database "missing" does', 'this database does')).toBe(
    `AppError: Can't use the database missing on ${url.host}: this database does not exist. Check --data.`,
  )
  url.port = '1'
  await expect(openStore(url.href)).rejects.toMatchObject({
    kind: 'unreachable',
    message: `Can't use the database missing on ${url.host}: nothing listens at this address. Check --data.`,
  })
})

withServer('the password comes from PGPASSWORD or .pgpass', async (started) => {
  if (started.isPgBouncer) return
  const url = new URL(await started.createDatabase())
  await runSql(url.href, "CREATE ROLE ann LOGIN SUPERUSER PASSWORD 's3cret:x'")
  const rules = join(started.data, 'pg_hba.conf')
  writeFileSync(rules, `host all ann 127.0.0.1/32 scram-sha-256\n${readFileSync(rules, 'utf8')}`)
  await runSql(url.href, 'SELECT pg_reload_conf()')
  url.username = 'ann'
  const file = join(makeFolder(), 'pgpass')
  vi.stubEnv('PGPASSFILE', file)
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  const opens = (): Promise<string> =>
    openPostgres(url.href).then(
      async (db) => {
        await db.close()
        return 'opened'
      },
      (error: Error) => error.message,
    )
  expect(await opens()).toContain('the password is missing or wrong')
  writeFileSync(file, `127.0.0.1:${url.port}:*:ann:s3cret\\:x\n`, { mode: 0o600 })
  expect(await opens()).toBe('opened')
  vi.stubEnv('PGPASSWORD', 'other')
  expect(await opens()).toContain('the user or the password is wrong')
  vi.stubEnv('PGPASSWORD', 's3cret:x')
  expect(await opens()).toBe('opened')
})

withServer('importing an unchanged day writes almost no log', async ({ createDatabase }) => {
  const url = await createDatabase()
  const store = await openStore(url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // Neither a vacuum nor a checkpoint in between may write log of its own.
  await client.query('ALTER SYSTEM SET autovacuum = off')
  await client.query('SELECT pg_reload_conf()')
  await client.query('CHECKPOINT')
  const written = async (work: () => Promise<unknown>): Promise<number> => {
    const read = async () =>
      Number((await client.query("SELECT pg_current_wal_insert_lsn() - '0/0' AS bytes")).rows[0].bytes)
    const before = await read()
    await work()
    return (await read()) - before
  }
  const row = (id: number) => JSON.stringify({ user_id: `u${id}`, date: '2026-10-20', filler: `${id} `.repeat(120) })
  const day = Array.from({ length: 5_000 }, (_, id) => ({ day: '2026-10-20', user_id: `u${id}`, row: row(id) }))
  const first = await written(() => store.personDays.put(day))
  const again = await written(() => store.personDays.put(day))
  expect(again / first).toBeLessThan(0.15)
  await client.end()
  await store.close()
})

test('the partition of December ends with the year', () => {
  expect(createMonth('2026-12')).toContain("FROM ('2026-12-01') TO ('2027-01-01')")
  expect(createMonth('2026-09')).toContain('person_days_2026_09')
})

withServer(
  'keys with names are added, used, expire by the clock of the database, and are revoked',
  async ({ createDatabase }) => {
    const url = await createDatabase()
    const [own, other] = [await openStore(url), await openStore(url)]
    const now = await own.now()
    await other.keys.add('the-value-of-the-key-ann', { name: 'ann', role: 'manager', expiresAt: now + 86_400_000 })
    await other.keys.add('the-value-of-an-old-key', { name: 'old', role: 'owner', expiresAt: now - 1 })
    expect(await other.keys.add('another-value-of-a-key', { name: 'ann', role: 'owner' })).toBe(false)
    expect(await own.keys.find('the-value-of-the-key-ann')).toEqual({ name: 'ann', role: 'manager', state: 'active' })
    expect((await own.keys.find('the-value-of-an-old-key'))?.state).toBe('expired')
    await own.keys.flushUses()
    expect((await other.keys.readNamed()).map(({ last_used_at: used }) => used !== null)).toEqual([true, false])
    expect(await other.keys.revoke('ann')).toBe(true)
    expect(await other.keys.revoke('ann')).toBe(false)
    const revoked = async () => expect((await own.keys.find('the-value-of-the-key-ann'))?.state).toBe('revoked')
    await vi.waitFor(revoked, { timeout: 15_000, interval: 200 })
    await own.auditLog.add({ id: 'x', key_name: 'ann', role: 'owner', action: 'createKey', target: null })
    expect(await other.auditLog.readNewest(5)).toMatchObject([{ id: 'x', target: null }])
    await Promise.all([own.close(), other.close()])
  },
)
