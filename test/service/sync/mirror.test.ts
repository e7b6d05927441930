import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../src/base/time.ts'
import { endpoints } from '../../../src/contract/endpoints.ts'
import { addDays, yesterdayOf } from '../../../src/domain/calendar/calendar.ts'
import { maskRevision } from '../../../src/domain/secrets/mask-settings.ts'
import { startService } from '../../../src/service/start-service.ts'
import type { Store } from '../../../src/service/store/store.ts'
import type { SyncReport } from '../../../src/service/sync/run-sync.ts'
import { secretHash } from '../../../src/service/sync/secret-hash.ts'
import { servedByMirror } from '../../../src/service/sync/served-endpoints.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { syncOnce, testStore } from '../../helpers/mirror.ts'
import { NOW } from '../../helpers/now.ts'
import { postgresServers } from '../../helpers/postgres.ts'

const USERS = 230
const DAYS = 45
const now = () => NOW
const last = yesterdayOf(NOW)
const first = addDays(last, 1 - DAYS)

/** Valid JSON that a parser would not write again in the same way. */
const ODD = '"later": {"a":[1e400, 1.0, -0, 12345678901234567890], "__proto__":{"b":null}},\n "later":"\\u00e9\\ud800"'
const SECRET = 'hunter2-of-the-canary'

const fillOdd = async (store: Store): Promise<void> => {
  await store.days.put('credits', {
    day: first,
    row: `{"date":"${first}", ${ODD}}`,
    grouped: `{"date":"${first}","group_key":"m]\\"}", ${ODD}},{"date":"${first}","group_key":"n"}`,
  })
  const users = ["'; DROP TABLE person_days; --", '../../etc', '😀\u202e', 'ＡＡ', 'zz "q"']
  const rows = users.map((id) => ({
    day: last,
    user_id: id,
    row: `{"user_id":${JSON.stringify(id)},"date":"${last}", ${ODD}}`,
  }))
  await store.personDays.put(rows)
  const report = { reportId: 'odd', createdAt: NOW + 0.5, repoUrl: 'https://h.example/a/b', apps: {}, report: {} }
  await store.reports.put(
    report,
    `{"reportId":"odd","createdAt":${report.createdAt},"repoUrl":"${report.repoUrl}", ${ODD}}`,
  )
  await store.revisions.put(9_000, `{"revision":9000,"settings":{"odd": 1.50, ${ODD}}}`)
  const settings = { env: { A: SECRET, B: SECRET }, url: `https://ann:${SECRET}@h.example/?t=${SECRET}`, limit: 5 }
  const user = { id: 'u', email: 'a@b.example', name: 'Ann' }
  const updatedAt = '2026-10-01T00:00:00Z'
  await store.revisions.put(
    9_001,
    JSON.stringify({ revision: 9_001, settings, user, updatedAt, note: `key=${SECRET}` }),
  )
}

const startVendor = async (
  size: { users: number; days: number },
  prepare: (store: Store) => Promise<void> = async () => {},
  now = () => NOW,
) => {
  let store: Store | undefined
  const service = await startService({
    demo: size,
    now,
    prepare: async (opened) => {
      store = opened
      await prepare(opened)
    },
  })
  return { url: service.url, key: service.keys.owner, store: store as unknown as Store, close: service.close }
}

const vendor = await startVendor({ users: USERS, days: DAYS }, fillOdd)
afterAll(() => vendor.close())

/** Every read that a mirror serves, with all pages. */
const sumOf = (report: SyncReport) => ({
  written: Object.values(report).reduce((sum, { written }) => sum + written, 0),
  changed: Object.values(report).reduce((sum, { changed }) => sum + changed, 0),
  removed: Object.values(report).reduce((sum, { removed }) => sum + removed, 0),
})
const range = `startDate=${first}&endDate=${last}`
const paths = [
  ...['tokens', 'tokens?group_by=model', 'tools', 'tools?group_by=tool_name', 'activity', 'activity?group_by=client'],
  'productivity',
].map((path) => `/api/v1/analytics/${path}${path.includes('?') ? '&' : '?'}${range}`)
const limits = ['global', 'users'].map((path) => `/api/v0/organization/usage/limits/${path}`)
const rankings = [7, 14, 30, 90].map((days) => `/api/v1/analytics/top-users?days=${days}&limit=100`)
const users = `/api/v1/analytics/users?${range}&limit=40`
const readiness = ['maturity-level-reports', 'agent-readiness-reports'].map((path) => `/api/organization/${path}`)
const history = '/api/v0/organization/enterprise-controls/history?limit=7'

const engines: { name: string; createDatabase: () => Promise<string> }[] = [
  { name: 'SQLite', createDatabase: async () => join(makeFolder(), 'mirror.db') },
  ...(await postgresServers(1)),
]

/** A service on a synchronised store, and its own store. */
const startMirror = async (place: string) => {
  const store = await testStore(place)
  await syncOnce(store, vendor, { now })
  const keys = { owner: 'key-of-the-owner-of-the-mirror' }
  const service = await startService({ data: place, now, keys })
  return { store, service, url: service.url, key: keys.owner }
}
type Server = { url: string; key: string }
const get = async ({ url, key }: Server, path: string): Promise<{ status: number; text: string }> => {
  const reply = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } })
  return { status: reply.status, text: await reply.text() }
}
const pagesOf = async (
  server: Server,
  path: string,
  nextOf: (body: never) => string | undefined,
): Promise<string[]> => {
  const texts: string[] = []
  for (let next: string | undefined = path; next !== undefined; ) {
    const { text } = await get(server, next)
    texts.push(text)
    const following = nextOf(JSON.parse(text) as never)
    next = following === undefined ? undefined : `${path}&${following}`
  }
  return texts
}
const nextUsers = ({ meta }: { meta: { next_cursor?: string } }) =>
  meta.next_cursor === undefined ? undefined : `cursor=${encodeURIComponent(meta.next_cursor)}`
const nextReports = ({ reports }: { reports: { reportId: string }[] }) =>
  reports.length === 0 ? undefined : `startAfter=${reports.at(-1)?.reportId}`
const nextRevisions = ({ pagination }: { pagination: { nextCursor?: string } }) =>
  pagination.nextCursor === undefined ? undefined : `cursor=${pagination.nextCursor}`

describe.each(engines)('a mirror on $name', ({ createDatabase }) => {
  test('answers every read as its vendor does, byte by byte, apart from masked secrets', async () => {
    const mirror = await startMirror(await createDatabase())
    for (const path of [
      ...paths,
      ...limits,
      ...rankings,
      '/api/v0/automations/ci/jobs',
      ...readiness.map((path) => `${path}?limit=1000`),
    ])
      expect(await get(mirror, path), path).toEqual(await get(vendor, path))
    expect((await pagesOf(vendor, users, nextUsers)).length).toBeGreaterThan(5)
    expect(await pagesOf(mirror, users, nextUsers)).toEqual(await pagesOf(vendor, users, nextUsers))
    for (const path of ['users?limit=40', 'audit-events?limit=5'].map((path) => `/api/v0/organization/${path}`))
      expect(await pagesOf(mirror, path, nextRevisions)).toEqual(await pagesOf(vendor, path, nextRevisions))
    const repository = `${readiness[0]}?limit=3&repoId=northwind/checkout`
    expect(await pagesOf(mirror, repository, nextReports)).toEqual(await pagesOf(vendor, repository, nextReports))

    const hash = secretHash(await mirror.store.sync.readSalt())
    const revisions = (texts: string[]) => texts.flatMap((text) => JSON.parse(text).changes)
    const [own, others] = [await pagesOf(mirror, history, nextRevisions), await pagesOf(vendor, history, nextRevisions)]
    expect(own.length).toBe(others.length)
    expect(revisions(own)).toEqual(revisions(others).map((revision) => maskRevision(revision, hash)))
    expect(own.join('')).not.toContain(SECRET)
    // A revision without secrets is the vendor's text.
    expect(own.join('')).toContain(`{"revision":9000,"settings":{"odd": 1.50, ${ODD}}}`)
    await mirror.service.close()
  })

  test('refuses the other endpoints, and leaves them out of its OpenAPI document', async () => {
    const mirror = await startMirror(await createDatabase())
    const { status, text } = await get(mirror, '/api/v0/computers')
    expect([status, JSON.parse(text).detail]).toEqual([
      501,
      `This server is a mirror and does not serve GET /api/v0/computers. Send the request to ${new URL(vendor.url).host}.`,
    ])
    const document = JSON.parse((await get(mirror, '/api/v0/openapi.json')).text)
    const names = await servedByMirror(mirror.store)
    expect(names?.has('auditEvents')).toBe(true)
    const served = Object.entries(endpoints).filter(([name]) => names?.has(name as keyof typeof endpoints))
    const expected = served.flatMap(([, { path, ...row }]) => ('newerPath' in row ? [path, row.newerPath] : [path]))
    // The stream is not in the table of endpoints, whose answers are JSON.
    expect(Object.keys(document.paths).toSorted()).toEqual([...expected, '/api/v1/live/stream'].toSorted())
    await mirror.service.close()
  })

  test('a second run writes nothing, and what the vendor changed or deleted since is changed or deleted', async () => {
    const clock = { now: NOW }
    const other = await startVendor({ users: 30, days: 6 }, undefined, () => clock.now)
    const store = await testStore(await createDatabase())
    const firstRun = await syncOnce(store, other, { now })
    expect(firstRun.users).toMatchObject({ changed: 0, skipped: 0, firstDay: '2026-01-14', lastDay: last })
    const secondRun = await syncOnce(store, other, { now })
    expect(sumOf(secondRun)).toEqual({ written: 0, changed: 0, removed: 0 })

    const ids = async (of: Store) => (await of.personDays.readPage(last, last, 100, '')).rows
    await other.store.personDays.put([{ day: last, user_id: 'later', row: `{"user_id":"later","date":"${last}"}` }])
    await other.store.personDays.removeOthers(last, (id) => id === 'later')
    await other.store.sync.deleteOthers('ci_jobs', new Set())
    await other.store.days.put('tools', { day: last, row: '', grouped: '' })
    const report = { reportId: 'new', createdAt: NOW, repoUrl: 'https://h.example/a/b', apps: {}, report: {} }
    await other.store.reports.put(report, JSON.stringify(report))
    const third = await syncOnce(store, other, { now })
    expect(await ids(store)).toBe(await ids(other.store))
    expect(third.users).toMatchObject({ written: 1, changed: 1 })
    expect(third.users.removed).toBeGreaterThan(10)
    expect(third.readinessReports).toMatchObject({ written: 1, removed: 0 })
    // A vendor that has no rows of a day any more may have dropped it.
    expect(await store.days.read('tools', last, last, true)).toContain(last)

    // A user whose data was erased does not come back.
    await store.write((stores) => stores.forgetting.forget({ ids: ['later'], emails: [] }))
    expect(await ids(store)).toBe('')
    expect((await syncOnce(store, other, { now })).users).toMatchObject({ written: 0, skipped: 0 })
    expect(await ids(store)).toBe('')

    // Deleted reports are found once a day. Those older than all reports of the vendor stay.
    const reports = JSON.parse(`[${await other.store.reports.read({ limit: 1_000 })}]`) as { reportId: string }[]
    await other.store.sync.deleteOthers('reports', new Set(['new', reports.at(-12)?.reportId]))
    expect((await syncOnce(store, other, { now })).readinessReports.removed).toBe(0)
    clock.now += DAY_MS
    expect((await syncOnce(store, other, { now })).readinessReports.removed).toBe(reports.length - 13)
    expect(JSON.parse(`[${await store.reports.read({ limit: 1_000 })}]`)).toEqual([reports[0], ...reports.slice(-12)])
    expect(await store.lists.ciJobs.read()).toBe('')
    await other.close()
  })
})
