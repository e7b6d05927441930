import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { DAY_MS } from '../../../src/base/time.ts'
import { addDays, yesterdayOf } from '../../../src/domain/calendar/calendar.ts'
import { startService } from '../../../src/service/start-service.ts'
import type { Store } from '../../../src/service/store/store.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { syncOnce, testStore } from '../../helpers/mirror.ts'
import { NOW } from '../../helpers/now.ts'
import { startVendorProxy, type VendorProxy } from '../../helpers/vendor-proxy.ts'

const HOUR_MS = DAY_MS / 24
const last = yesterdayOf(NOW)
const first = addDays(last, -29)
const next = addDays(last, 1)
const key = 'key-of-the-owner'

let clock = NOW
let store: Store
let behind: { url: string; key: string; close: () => Promise<void> }
let vendor: VendorProxy
beforeAll(async () => {
  const prepare = (opened: Store): void => {
    store = opened
  }
  const service = await startService({ demo: { users: 120, days: 30 }, now: () => clock, prepare })
  behind = { url: service.url, key: service.keys.owner, close: service.close }
  const rows = Array.from({ length: 150 }, (_, at) => `u_new_${at}`)
  await store.personDays.put(
    rows.map((id) => ({ day: next, user_id: id, row: `{"user_id":"${id}","date":"${next}","messages":1}` })),
  )
})
afterAll(() => behind.close())
beforeEach(async () => {
  clock = NOW
  vendor = await startVendorProxy(behind)
  onTestFinished(() => vendor.close())
})

const now = (): number => clock
const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** A service on the store of a mirror, with a clock of its own. */
const startMirror = async (place: string) => {
  const service = await startService({ now, data: place, keys: { owner: key } })
  onTestFinished(() => service.close())
  const get = async (path: string) => {
    const reply = await fetch(service.url + path, { headers: { authorization: `Bearer ${key}` } })
    const body = (await reply.json()) as { detail?: string; data?: { date: string }[] }
    return { status: reply.status, retryAfter: reply.headers.get('retry-after'), ...body }
  }
  /** The days with rows of a path, or the error. */
  const days = async (path: string, from: string, to: string) => {
    const { status, detail, data } = await get(`/api/v1/analytics/${path}?startDate=${from}&endDate=${to}`)
    return status === 200 ? [...new Set(data?.map(({ date }) => date))].sort() : `${status} ${detail}`
  }
  return { get, days }
}

const notCopied = (what: string): string =>
  `503 The team's server has not copied ${what} yet. Try again in a few minutes.`

test('a new day that is not copied yet has no rows, as at a vendor that has not published it', async () => {
  const place = join(makeFolder(), 'mirror.db')
  await syncOnce(await testStore(place), vendor, { now })
  const { days } = await startMirror(place)
  clock = startOf(addDays(next, 1)) + 60_000
  for (const path of ['users', 'tokens', 'tools', 'activity', 'productivity']) {
    const answer = await days(path, addDays(last, -1), next)
    expect(answer, path).toEqual([addDays(last, -1), last])
    expect(await days(path, next, next), path).toEqual([])
  }
})

test('the rows of a walk that has not ended are not shown', async () => {
  const place = join(makeFolder(), 'mirror.db')
  const mirror = await testStore(place)
  await syncOnce(mirror, vendor, { now })
  const { days } = await startMirror(place)
  clock = startOf(addDays(next, 1)) + 60_000
  let pages = 0
  vendor.play((path, query) => {
    if (!path.endsWith('/users') || query.get('startDate') !== next) return undefined
    pages += 1
    return pages > 1 ? 'reset' : undefined
  })
  await expect(syncOnce(mirror, vendor, { now })).rejects.toMatchObject({ kind: 'unreachable' })
  expect((await mirror.personDays.readPage(next, next, 1_000, '')).rows).toContain('u_new_1')
  expect(await days('users', last, next)).toEqual([last])
  vendor.play()
  await syncOnce(mirror, vendor, { now })
  expect(await days('users', next, next)).toEqual([next])
})

test('an older day that is not copied, or whose copy may be outdated, is an error of the server', async () => {
  const place = join(makeFolder(), 'mirror.db')
  await syncOnce(await testStore(place), vendor, { now })
  const { days, get } = await startMirror(place)
  // An explorer that receives the response on the next day would cache the day as settled.
  clock = startOf(addDays(last, 3)) - 2 * HOUR_MS
  expect(await days('users', addDays(last, -1), next)).toEqual([addDays(last, -1), last])
  clock += 1.5 * HOUR_MS
  expect(await days('users', addDays(last, -1), next)).toBe(notCopied(last))
  expect(await days('tokens', last, last)).toBe(notCopied(last))
  expect(await days('users', first, addDays(last, -1))).toContain(first)
  clock += DAY_MS
  expect(await days('tools', next, next)).toBe(notCopied(next))
  expect((await get(`/api/v1/analytics/users?startDate=${next}&endDate=${next}`)).retryAfter).toBe('60')
})

test('before the first copy every day and every list is an error of the server', async () => {
  const place = join(makeFolder(), 'mirror.db')
  const mirror = await testStore(place)
  vendor.play((path) => (path.endsWith('/openapi.json') ? undefined : 'reset'))
  await expect(syncOnce(mirror, vendor, { now })).rejects.toMatchObject({ kind: 'unreachable' })
  const { days, get } = await startMirror(place)
  for (const path of ['users', 'tokens', 'tools', 'activity', 'productivity'])
    expect(await days(path, last, last), path).toBe(notCopied(last))
  const lists = {
    '/api/v0/automations/ci/jobs': 'the CI jobs',
    '/api/organization/maturity-level-reports': 'the readiness reports',
    '/api/v0/organization/enterprise-controls/history': 'the history of controls',
    '/api/v1/analytics/top-users?days=7': 'the users',
  }
  for (const [path, what] of Object.entries(lists)) {
    const { status, detail } = await get(path)
    expect(`${status} ${detail}`).toBe(notCopied(what))
  }
  vendor.play()
  await syncOnce(mirror, vendor, { now })
  for (const path of Object.keys(lists)) expect((await get(path)).status, path).toBe(200)
})

test('a part of a list, or of the days of a ranking, is not shown as the whole', async () => {
  const place = join(makeFolder(), 'mirror.db')
  const mirror = await testStore(place)
  vendor.play((path, query) => {
    if (path.endsWith('/users') && (query.get('endDate') ?? '') < first) return { status: 500, body: '{}' }
    if (!path.endsWith('/history')) return undefined
    const body = { changes: [{ revision: 1, settings: {} }], pagination: { hasMore: true, nextCursor: 'x' } }
    return query.has('cursor') ? { status: 500, body: '{}' } : { status: 200, body: JSON.stringify(body) }
  })
  const report = await syncOnce(mirror, vendor, { now })
  expect(report.users.failure).toBeDefined()
  expect(report.controlsHistory).toMatchObject({ written: 1, failure: expect.any(String) })
  const { get } = await startMirror(place)
  expect((await get('/api/v1/analytics/top-users?days=30')).status).toBe(200)
  expect((await get('/api/v1/analytics/top-users?days=90')).detail).toContain('has not copied 2026-')
  expect((await get('/api/v0/organization/enterprise-controls/history')).status).toBe(503)
})
