import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { DAY_MS } from '../../../src/base/time.ts'
import { addDays, yesterdayOf } from '../../../src/domain/calendar/calendar.ts'
import { startService } from '../../../src/service/start-service.ts'
import type { Store } from '../../../src/service/store/store.ts'
import type { SyncReport } from '../../../src/service/sync/run-sync.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { syncOnce, testStore } from '../../helpers/mirror.ts'
import { NOW } from '../../helpers/now.ts'
import { startVendorProxy, type VendorProxy } from '../../helpers/vendor-proxy.ts'

const last = yesterdayOf(NOW)
const daysAgo = (days: number): string => addDays(last, -days)
const ENDPOINTS = ['users', 'tokens', 'tools', 'activity', 'productivity']
const ANALYTICS = new RegExp(`/analytics/(?:${ENDPOINTS.join('|')})$`)

let clock = NOW
const now = (): number => clock
let store: Store
let vendor: VendorProxy
beforeEach(async () => {
  clock = NOW
  const prepare = (opened: Store): void => {
    store = opened
  }
  const behind = await startService({ demo: { users: 12, days: 100 }, now, prepare })
  vendor = await startVendorProxy({ url: behind.url, key: behind.keys.owner })
  onTestFinished(() => vendor.close())
  onTestFinished(() => behind.close())
})

const refusal = { status: 400, body: '{"detail":"no"}' }
/** Days before this one are refused. */
const keepFrom = (first: string): void =>
  vendor.play((path, query) => (ANALYTICS.test(path) && (query.get('startDate') ?? '') < first ? refusal : undefined))
const takeRequests = (): string[] =>
  vendor.requests.splice(0).filter((line) => ENDPOINTS.includes(line.split(' ')[0] ?? ''))
const endOf = ({ failure, firstDay, lastDay }: SyncReport['users']) => [failure, firstDay, lastDay]
const rowsOf = async (from: string, to: string, of: Store) => (await of.personDays.readPage(from, to, 1_000, '')).rows

test('the first day of a vendor is found with few requests, and older days are not requested again', async () => {
  const mirror = await testStore()
  const kept = daysAgo(39)
  keepFrom(kept)
  const report = await syncOnce(mirror, vendor, { now })
  for (const name of ['users', 'credits', 'tools', 'activity', 'productivity'] as const)
    expect(endOf(report[name]), name).toEqual([undefined, kept, last])
  expect(await rowsOf(kept, last, mirror)).toBe(await rowsOf(kept, last, store))
  expect(takeRequests().length).toBeLessThan(110)
  clock += DAY_MS
  keepFrom(addDays(kept, 1))
  await syncOnce(mirror, vendor, { now })
  const starts = takeRequests().flatMap((line) => line.split(' ')[1] ?? [])
  expect(starts.filter((day) => day < daysAgo(10))).toEqual([])
  // Once a week, because the vendor may keep more days by then.
  clock += 7 * DAY_MS
  vendor.play()
  expect(endOf((await syncOnce(mirror, vendor, { now })).users).slice(0, 2)).toEqual([undefined, '2026-01-14'])
  expect(await rowsOf(daysAgo(99), last, mirror)).toBe(await rowsOf(daysAgo(99), last, store))
})

test('copied days stay when the vendor refuses them or has no rows of them any more', async () => {
  const mirror = await testStore()
  await syncOnce(mirror, vendor, { now })
  const before = await rowsOf(daysAgo(99), last, mirror)
  const credits = await mirror.days.read('credits', daysAgo(99), last, false)
  keepFrom(daysAgo(0))
  clock += DAY_MS / 2
  for (const { failure } of Object.values(await syncOnce(mirror, vendor, { now }))) expect(failure).toBeUndefined()
  const none = { status: 200, body: '{"data":[],"meta":{"has_more":false}}' }
  vendor.play((path) => (ANALYTICS.test(path) ? none : undefined))
  clock += DAY_MS / 24
  for (const result of Object.values(await syncOnce(mirror, vendor, { now })))
    expect(result).toMatchObject({ removed: 0 })
  expect(await rowsOf(daysAgo(99), last, mirror)).toBe(before)
  expect(await mirror.days.read('credits', daysAgo(99), last, false)).toBe(credits)
})

test('a refusal of all days, or of one newer than others, is no end of the history', async () => {
  const mirror = await testStore()
  vendor.play((path) => (ANALYTICS.test(path) ? refusal : undefined))
  const report = await syncOnce(mirror, vendor, { now })
  expect(report.users.failure).toContain('(400)')
  const broken = daysAgo(5)
  vendor.play((path, query) => {
    const isIn = (query.get('startDate') ?? '') <= broken && (query.get('endDate') ?? '') >= broken
    return path.endsWith('/users') && isIn ? refusal : undefined
  })
  expect((await syncOnce(mirror, vendor, { now })).users.failure).toContain('(400)')
  vendor.play()
  expect(endOf((await syncOnce(mirror, vendor, { now })).users).slice(0, 2)).toEqual([undefined, '2026-01-14'])
})

test('a vendor that accepts only short ranges is read in short ranges', async () => {
  const mirror = await testStore()
  vendor.play((path, query) => {
    const [from, to] = ['startDate', 'endDate'].map((name) => Date.parse(query.get(name) ?? ''))
    return ANALYTICS.test(path) && (to ?? 0) - (from ?? 0) >= 7 * DAY_MS ? refusal : undefined
  })
  for (const { failure } of Object.values(await syncOnce(mirror, vendor, { now }))) expect(failure).toBeUndefined()
  expect(await rowsOf(daysAgo(99), last, mirror)).toBe(await rowsOf(daysAgo(99), last, store))
})

test('a day that the vendor dropped before it was copied is refused, and a ranking leaves it out', async () => {
  const place = join(makeFolder(), 'mirror.db')
  const kept = daysAgo(39)
  keepFrom(kept)
  await syncOnce(await testStore(place), vendor, { now })
  const service = await startService({ now, data: place, keys: { owner: 'key-of-the-owner' } })
  onTestFinished(() => service.close())
  const get = async (path: string) => {
    const headers = { authorization: 'Bearer key-of-the-owner' }
    const reply = await fetch(`${service.url}/api/v1/analytics/${path}`, { headers })
    return { status: reply.status, ...((await reply.json()) as { detail?: string; metadata?: object }) }
  }
  expect((await get(`users?startDate=${kept}&endDate=${last}`)).status).toBe(200)
  expect((await get('top-users?days=90')).status).toBe(200)
  expect(await get(`users?startDate=${addDays(kept, -3)}&endDate=${last}`)).toMatchObject({
    status: 400,
    detail: `The vendor had dropped ${addDays(kept, -1)} before the team's server copied it. Request later days.`,
    metadata: { parameter: 'startDate' },
  })
})
