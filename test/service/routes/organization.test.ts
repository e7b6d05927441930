import { expect, test } from 'vitest'
import type { AuditEvent, OrganizationUser } from '../../../src/contract/organization.ts'
import { demoIds } from '../../../src/service/demo/kit/repositories.ts'
import type { Store } from '../../../src/service/store/store.ts'
import { createTestService, NOW } from '../test-service.ts'

const users = '/api/v0/organization/users'
const globalLimit = '/api/v0/organization/usage/limits/global'
const userLimits = '/api/v0/organization/usage/limits/users'
const auditEvents = '/api/v0/organization/audit-events'

const putSeat = async (store: Store, id: string, email = `${id}@x.example`): Promise<void> => {
  const user: OrganizationUser = { id, email, createdAt: '2026-01-01T00:00:00Z', metadata: {} }
  await store.seats.put([{ user, row: JSON.stringify(user) }])
}

const eventAt = (createdAt: string, target: string): AuditEvent => ({ eventType: 'x', actor: null, target, createdAt })

type Json = Awaited<ReturnType<typeof createTestService>>['json']

/** All rows of a list with pages, and the sizes of the pages. */
const walk = async (json: Json, path: string, rows: string, between: () => Promise<unknown> = async () => {}) => {
  const all: Record<string, unknown>[] = []
  const sizes: number[] = []
  for (let cursor = ''; ; ) {
    const page = await json(`${path}?limit=2${cursor}`)
    all.push(...page[rows])
    sizes.push(page[rows].length)
    if (!page.pagination.hasMore) return { all, sizes, last: page.pagination }
    cursor = `&cursor=${page.pagination.nextCursor}`
    await between()
  }
}

test('users are in the order of their ids by code points, and none is lost or repeated while users come and go', async () => {
  const { store, json } = await createTestService(null)
  const ids = ['Z', 'a', "b'); --", 'c/..', 'é', '陈', '\uffee', '😀']
  for (const id of ids) await putSeat(store, id)
  let changes = 0
  const { all, last } = await walk(json, users, 'users', async () => {
    changes++
    await putSeat(store, `0 ${changes}`)
    await putSeat(store, `😀 ${Math.min(changes, 2)}`)
    if (changes === 1) await store.seats.delete('a')
  })
  expect(all.map(({ id }) => id)).toEqual([...ids, '😀 1', '😀 2'])
  expect(last).toEqual({ hasMore: false })
  for (let at = 0; at < 30; at++) await putSeat(store, `more ${at}`)
  expect((await json(users)).users).toHaveLength(20)
})

test('events are newest first, and events of the same time have a fixed order', async () => {
  const { store, json } = await createTestService(null)
  const events = ['2026-01-02T00:00:00Z', '2026-01-01T23:00:00-02:00', '2026-01-01T00:00:00.5Z'].flatMap((at) =>
    ['a', 'b'].map((target) => eventAt(at, target)),
  )
  for (const event of events) await store.auditEvents.append(event)
  // The same event again is not another one.
  for (const event of events.slice(0, 2)) await store.auditEvents.append(event)
  let added = 0
  const { all, sizes } = await walk(json, auditEvents, 'events', () =>
    store.auditEvents.append(eventAt('2026-01-03T00:00:00Z', String(added++))),
  )
  const times = all.map(({ createdAt }) => Date.parse(String(createdAt)))
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  expect(new Set(all.map((event) => JSON.stringify(event)))).toEqual(
    new Set(events.map((event) => JSON.stringify(event))),
  )
  expect(sizes).toEqual([2, 2, 2])
})

const { json, call } = await createTestService({ users: 3, days: 3 })
const cursorOf = (text: string): string => Buffer.from(text).toString('base64url')
const noCursor = (cursor: string) => `cursor must be a pagination.nextCursor of this endpoint, but is "${cursor}".`
const noLimit = 'must be a whole number of at least 1000000 or null'

test.each([
  [`${users}?limit=0`, 'limit must be a whole number from 1 to 100, but is 0.'],
  [`${users}?limit=101`, 'limit must be a whole number from 1 to 100, but is 101.'],
  [`${users}?cursor=u1`, noCursor('u1')],
  [`${users}?cursor=${cursorOf('event:5')}`, noCursor(cursorOf('event:5'))],
  [`${users}?cursor=${cursorOf('user:u')}!`, noCursor(`${cursorOf('user:u')}!`)],
  [`${auditEvents}?cursor=${cursorOf('event:5 x')}`, noCursor(cursorOf('event:5 x'))],
  [`${auditEvents}?limit=ten`, 'limit must be a whole number from 1 to 100, but is "ten".'],
  [
    `/api/v0/computers/${demoIds.computers.active}/metrics?start=yesterday`,
    'start must be a time (RFC 3339), but is "yesterday".',
  ],
])('GET %s is answered 400', async (path, detail) => {
  expect(await json(path)).toMatchObject({ status: 400, detail })
})

const one = { email: 'a@x.example', limit: 1_000_000 }
test.each<[path: string, body: unknown, detail: string]>([
  [globalLimit, {}, `limit ${noLimit}, but is missing.`],
  [globalLimit, { limit: 999_999 }, `limit ${noLimit}, but is 999999.`],
  [globalLimit, { limit: 1_000_000.5 }, `limit ${noLimit}, but is 1000000.5.`],
  [globalLimit, { limit: '2000000' }, `limit ${noLimit}, but is "2000000".`],
  [userLimits, { users: [] }, 'users must be a list of 1 to 100 items, but is a list of 0 items.'],
  [
    userLimits,
    { users: Array.from({ length: 101 }, () => one) },
    'users must be a list of 1 to 100 items, but is a list of 101 items.',
  ],
  [userLimits, { users: one }, 'users must be a list of 1 to 100 items, but is an object.'],
  [userLimits, { users: [one, 7] }, 'users[1] must be an object, but is 7.'],
  [userLimits, { users: [one, { limit: null }] }, 'users[1].email must be non-empty text, but is missing.'],
  [userLimits, { users: [one, { ...one, limit: 5 }] }, `users[1].limit ${noLimit}, but is 5.`],
])('PUT %s with %j is answered 400 and changes nothing', async (path, body, detail) => {
  const before = await json(userLimits)
  const reply = await call(path, { method: 'PUT', body })
  expect(await reply.json()).toMatchObject({ status: 400, detail })
  expect(await json(userLimits)).toEqual(before)
})

test('limits are set and removed one by one, unknown users are errors, and each change is one event', async () => {
  const { store, json: ask } = await createTestService(null)
  for (const [id, email] of Object.entries({ u1: 'a@x.example', u2: 'o\'b"+@x.example', u3: '=cmd|x' }))
    await putSeat(store, id, email)
  const put = (...changes: [email: string, limit: number | null][]) =>
    ask(userLimits, { method: 'PUT', body: { users: changes.map(([email, limit]) => ({ email, limit })) } })
  expect(
    await put(['a@x.example', 1_000_000], ['no@x.example', 2_000_000], ['o\'b"+@x.example', null], ['=cmd|x', 3e6]),
  ).toEqual({
    updated: [
      { email: 'a@x.example', limit: 1_000_000 },
      { email: 'o\'b"+@x.example', limit: null },
      { email: '=cmd|x', limit: 3e6 },
    ],
    errors: [{ email: 'no@x.example', error: 'No user has this e-mail address.' }],
  })
  // A member that only a later version writes survives a change.
  await store.limits.putOwn([{ email: 'a@x.example', row: '{"email":"a@x.example","limit":1000000,"note":"x"}' }])
  const { updated, errors } = await put(
    ['a@x.example', 2e6],
    ['a@x.example', 4e6],
    ['=cmd|x', null],
    ['A@x.example', 1e6],
  )
  expect([updated.length, errors.map(({ email }: { email: string }) => email)]).toEqual([
    2,
    ['a@x.example', 'A@x.example'],
  ])
  expect(await ask(globalLimit, { method: 'PUT', body: { limit: 5e6 } })).toEqual({ limit: 5e6 })
  for (const _ of ['again', 'and again']) await put(['a@x.example', 2e6])
  await ask(globalLimit, { method: 'PUT', body: { limit: 5e6 }, role: 'manager' })
  expect(await ask(userLimits)).toEqual({
    globalLimit: 5e6,
    userLimits: [{ email: 'a@x.example', limit: 2e6, note: 'x' }],
  })
  const { events } = await ask(auditEvents)
  const changes = events.map(({ eventType, target, payload }: AuditEvent) => [eventType, target, payload])
  expect(new Set(changes.map((change: unknown) => JSON.stringify(change)))).toEqual(
    new Set(
      [
        ['a@x.example', { before: null, after: 1e6 }],
        ['=cmd|x', { before: null, after: 3e6 }],
        ['a@x.example', { before: 1e6, after: 2e6 }],
        ['=cmd|x', { before: 3e6, after: null }],
        ['organization', { before: null, after: 5e6 }],
      ].map((change) => JSON.stringify(['user_limit_change', ...change])),
    ),
  )
  expect(events[0]).toMatchObject({
    actor: { principalKind: 'service', role: 'owner' },
    source: 'api',
    createdAt: new Date(NOW).toISOString(),
  })
})

test('a new key and its revocation are events, without the value of the key', async () => {
  const { json: ask, call: send } = await createTestService({ users: 1, days: 1 })
  const account = demoIds.serviceAccounts.unused
  const path = `/api/v0/service-accounts/${account}/api-keys`
  const { apiKey } = await ask(path, { method: 'POST', body: { name: 'new' }, role: 'manager' })
  for (const _ of ['revokes it', 'changes nothing']) await send(`${path}/${apiKey.id}/revoke`, { method: 'POST' })
  const reply = await (await send(`${auditEvents}?limit=100`)).text()
  expect(reply).not.toContain(apiKey.value)
  const events = (JSON.parse(reply).events as AuditEvent[]).filter(({ target }) => target === apiKey.id)
  expect(
    new Set(events.map(({ actor, payload }) => `${payload?.action} ${payload?.serviceAccountId} ${actor?.role}`)),
  ).toEqual(new Set([`create ${account} manager`, `revoke ${account} owner`]))
  expect(events).toHaveLength(2)
})

test('an account without other members is listed by its id', async () => {
  const { store, json: ask } = await createTestService(null)
  await store.serviceAccounts.putAccount('sa"1')
  await store.serviceAccounts.putDetails({ id: 'sa2' }, '{"id":"sa2","name":"Two","team":"core"}')
  expect(await ask('/api/v0/service-accounts')).toEqual({
    serviceAccounts: [
      { id: 'sa"1', name: 'sa"1' },
      { id: 'sa2', name: 'Two', team: 'core' },
    ],
  })
})

test('only computers that run have metrics, up to now, and only those of the demo', async () => {
  const { json: ask, clock, store } = await createTestService({ users: 1, days: 1 })
  const metrics = (id: string, start = '') => ask(`/api/v0/computers/${id}/metrics${start}`)
  const before = await metrics(demoIds.computers.active)
  clock.now += 10 * 60_000
  const after = await metrics(demoIds.computers.active)
  expect(after.slice(0, -10)).toEqual(before.slice(10))
  for (const metric of after) {
    expect(metric.cpuUsedPct).toBeGreaterThanOrEqual(0)
    expect(metric.cpuUsedPct).toBeLessThanOrEqual(100)
    expect(metric.memUsed).toBeLessThan(metric.memTotal)
    expect(metric.diskUsed).toBeLessThan(metric.diskTotal)
  }
  const { byom, copied, paused, bare } = demoIds.computers
  const [full] = await metrics(byom)
  expect(full.diskUsed / full.diskTotal).toBeGreaterThan(0.9)
  const week: { cpuUsedPct: number }[] = await metrics(copied, '?start=2026-10-14T09:00:00Z')
  expect(week.length).toBe(7 * 24 * 4 + 1)
  expect(Math.max(...week.map(({ cpuUsedPct }) => cpuUsedPct))).toBeLessThan(2)
  for (const id of [paused, bare]) expect(await metrics(id)).toEqual([])
  expect(await metrics('cmp_none')).toMatchObject({ status: 404 })
  const other = await createTestService(null)
  const computer = (await store.computers.readAll(NOW)).find(({ id }) => id === demoIds.computers.active)
  if (computer) await other.store.computers.put({ computer, plan: [] }, 0)
  expect(await other.json(`/api/v0/computers/${demoIds.computers.active}/metrics`)).toEqual([])
})
