import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { DAY_MS } from '../../../src/base/time.ts'
import { addDays, yesterdayOf } from '../../../src/domain/calendar/calendar.ts'
import { startService } from '../../../src/service/start-service.ts'
import type { Store } from '../../../src/service/store/store.ts'
import { keepSyncing } from '../../../src/service/sync/sync-loop.ts'
import { syncStatus } from '../../../src/service/sync/sync-status.ts'
import { outputOf } from '../../helpers/built-program.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { syncOnce, testStore, vendorAt } from '../../helpers/mirror.ts'
import { NOW } from '../../helpers/now.ts'
import { postgresServers } from '../../helpers/postgres.ts'
import { stopOutsideOfWrites } from '../../helpers/stop-outside-of-writes.ts'
import { startVendorProxy, type VendorProxy } from '../../helpers/vendor-proxy.ts'

const now = () => NOW
const last = yesterdayOf(NOW)
const first = addDays(last, -29)
const newest = `${first} ${last}`

let behind: { url: string; key: string; store: Store; close: () => Promise<void> }
let vendor: VendorProxy
beforeAll(async () => {
  let store: Store | undefined
  const service = await startService({
    demo: { users: 360, days: 30 },
    now,
    prepare: (opened) => {
      store = opened
    },
  })
  behind = { url: service.url, key: service.keys.owner, store: store as unknown as Store, close: service.close }
})
afterAll(() => behind.close())
beforeEach(async () => {
  vendor = await startVendorProxy(behind)
  onTestFinished(() => vendor.close())
})

const engines: { name: string; createDatabase: () => Promise<string> }[] = [
  { name: 'SQLite', createDatabase: async () => join(makeFolder(), 'mirror.db') },
  ...(await postgresServers(1)),
]

/** All rows of users on the newest 30 days. */
const rowsIn = async (store: Store) => {
  const page = await store.personDays.readPage(first, last, 1_000, '')
  return page.rows === '' ? [] : (JSON.parse(`[${page.rows}]`) as unknown[])
}
/** Requests for users since the last call. */
const userRequests = () => vendor.requests.splice(0).filter((request) => request.startsWith('users'))

/** Lets the first `count` pages of users pass, then answers with the fault. */
const faultAfter = (count: number, fault: ReturnType<NonNullable<Parameters<VendorProxy['play']>[0]>>) => {
  let seen = 0
  vendor.play((path) => {
    if (!path.endsWith('/users')) return undefined
    seen += 1
    return seen > count ? fault : undefined
  })
}

/** Synchronises in a process of its own. */
const startProcess = (to: string, lease: number) => {
  const program = fileURLToPath(new URL('../../helpers/sync-process.ts', import.meta.url))
  const settings = JSON.stringify({ url: vendor.url, key: vendor.key, to, lease })
  const child = spawn(process.execPath, ['--no-warnings', program, settings])
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, ended: outputOf(child) }
}

describe.each(engines)('with $name', ({ createDatabase }) => {
  test('after kill -9 in a walk nothing is half written, and the next run goes on at the cursor', async () => {
    const to = await createDatabase()
    faultAfter(2, 'hold')
    const { child, ended } = startProcess(to, 600_000)
    await vendor.untilHeld()
    child.kill('SIGKILL')
    await ended
    const store = await testStore(to)
    const written = await rowsIn(store)
    expect(written.length).toBeGreaterThan(200)
    const walk = (await syncStatus(store))?.endpoints.find(({ name }) => name === 'users')?.walk
    expect(walk).toMatchObject({ from: first, to: last })

    vendor.play()
    userRequests()
    await expect(syncOnce(store, vendor, { now })).rejects.toThrow('another instance')
    await store.sync.releaseLease({ holder: 'the killed one', token: 1 })
    await syncOnce(store, vendor, { now })
    const requests = userRequests()
    expect(requests[0]).toBe(`users ${newest} ${walk?.cursor}`)
    expect(requests).not.toContain(`users ${newest}`)
    expect(await rowsIn(store)).toEqual(await rowsIn(behind.store))
  })

  test('the commit of a stopped instance is refused once another has taken over', async () => {
    const to = await createDatabase()
    faultAfter(2, 'hold')
    const { child, ended } = startProcess(to, 1_000)
    await vendor.untilHeld()
    const store = await testStore(to)
    await stopOutsideOfWrites(child, store)
    await sleep(1_100)
    vendor.play()
    await syncOnce(store, vendor, { now })
    const id = "'after the takeover'"
    await store.personDays.put([{ day: last, user_id: id, row: `{"user_id":"${id}"}` }])
    const before = await rowsIn(store)
    child.kill('SIGCONT')
    vendor.release()
    expect((await ended).out).toBe('Another instance took over the synchronisation, so this one wrote nothing more.\n')
    expect(await rowsIn(store)).toEqual(before)
  })

  test('of two instances exactly one synchronises, and the other takes over when it stops', async () => {
    const to = await createDatabase()
    const runs: string[] = []
    const start = async (holder: string) => {
      const stop = new AbortController()
      const ended = keepSyncing({
        store: await testStore(to),
        vendor: vendorAt(vendor, now),
        holder,
        now,
        signal: stop.signal,
        everyMs: 300,
        leaseMs: 1_000,
        heldMs: 50,
        onRun: () => void runs.push(holder),
        onFailure: (error) => void runs.push(String(error)),
      })
      onTestFinished(() => stop.abort())
      const end = async (): Promise<void> => {
        stop.abort()
        await ended
      }
      return { stop: end }
    }
    const one = await start('one')
    await expect.poll(() => runs.length, { timeout: 40_000 }).toBeGreaterThan(0)
    const two = await start('two')
    const first = userRequests().length
    await expect.poll(() => runs.length, { timeout: 40_000 }).toBeGreaterThan(3)
    expect(userRequests().length / first).toBeLessThan(runs.length)
    await one.stop()
    const count = runs.length
    await expect.poll(() => runs.length, { timeout: 40_000 }).toBeGreaterThan(count + 1)
    expect(runs.slice(count + 1)).not.toContain('one')
    expect(new Set(runs)).toEqual(new Set(['one', 'two']))
    await two.stop()
  })
})

test('a vendor that goes down in a walk stops the run, and the next one goes on', async () => {
  const store = await testStore()
  faultAfter(3, 'reset')
  await expect(syncOnce(store, vendor, { now })).rejects.toMatchObject({ kind: 'unreachable' })
  const status = await syncStatus(store)
  expect(status?.lastFailure?.message).toMatch(/^127\.0\.0\.1:\d+ /)
  expect(status?.lastSuccessAt).toBeUndefined()
  vendor.play()
  userRequests()
  const report = await syncOnce(store, vendor, { now })
  expect(userRequests()[0]).toMatch(new RegExp(`^users ${newest} .`))
  expect(report.users.failure).toBeUndefined()
  expect(await rowsIn(store)).toEqual(await rowsIn(behind.store))
  expect((await syncStatus(store))?.endpoints.find(({ name }) => name === 'users')).toMatchObject({
    firstDay: '2026-01-14',
    lastDay: last,
    settledTo: addDays(last, -2),
  })
})

test('a page that is no JSON fails the endpoint and nothing else, and nothing of it is written', async () => {
  const store = await testStore()
  faultAfter(1, { status: 200, body: '{"data":[{"user_id":"u_1","date":"2026-11-20"},{"user_id' })
  const report = await syncOnce(store, vendor, { now })
  expect(report.users.failure).toMatch(/sent a response that is not JSON/)
  expect(report.readinessReports.failure).toBeUndefined()
  expect(JSON.stringify(await rowsIn(store))).not.toContain('"u_1"')
  vendor.play()
  expect((await syncOnce(store, vendor, { now })).users.failure).toBeUndefined()
  expect(await rowsIn(store)).toEqual(await rowsIn(behind.store))
})

test('a repeated cursor fails the endpoint, keeps the rows, and the next run starts the walk again', async () => {
  const store = await testStore()
  const page = (id: string) => ({
    status: 200,
    body: JSON.stringify({ data: [{ user_id: id, date: last }], meta: { has_more: true, next_cursor: 'x' } }),
  })
  let count = 0
  vendor.play((path) => {
    count += 1
    return path.endsWith('/users') ? page(`u_${count}`) : undefined
  })
  const report = await syncOnce(store, vendor, { now })
  expect(report.users.failure).toBe(
    'The vendor sent the same cursor of users twice, so the next page cannot be requested.',
  )
  expect(await rowsIn(store)).toHaveLength(2)
  vendor.play()
  userRequests()
  await syncOnce(store, vendor, { now })
  expect(userRequests()[0]).toBe(`users ${newest}`)
})

test('waits as long as the vendor requests, however often', async () => {
  const store = await testStore()
  const seconds = ['1', '3600', '7', '60', '1', '1']
  vendor.play((path) => {
    const wait = path.endsWith('/tools') ? seconds.shift() : undefined
    return wait === undefined ? undefined : { status: 429, headers: { 'retry-after': wait }, body: '{}' }
  })
  const waits: number[] = []
  const report = await syncOnce(store, vendor, { now, onWait: (ms) => void waits.push(ms) })
  expect(report.tools.failure).toBeUndefined()
  expect(waits).toEqual([1_000, 3_600_000, 7_000, 60_000, 1_000, 1_000])
})

test.each([26, -26])('a clock that is %i h off requests the days of the vendor', async (hours) => {
  const store = await testStore()
  const report = await syncOnce(store, vendor, { now: () => NOW + (hours * DAY_MS) / 24 })
  for (const { failure } of Object.values(report)) expect(failure).toBeUndefined()
  expect(report.users.lastDay).toBe(last)
  expect(vendor.requests.filter((request) => request.includes(addDays(last, 1)))).toEqual([])
})

test('an answer that is too large is requested in shorter ranges', async () => {
  const store = await testStore()
  const report = await syncOnce(store, vendor, { now, vendor: vendorAt(vendor, now, { jsonBytes: 300_000 }) })
  for (const { failure } of Object.values(report)) expect(failure).toBeUndefined()
  expect(await rowsIn(store)).toEqual(await rowsIn(behind.store))
  expect(await store.days.read('credits', first, last, false)).toBe(
    await behind.store.days.read('credits', first, last, false),
  )
})

test('days that are not copied yet are an error of the server, not days without usage', async () => {
  const place = join(makeFolder(), 'mirror.db')
  const store = await testStore(place)
  faultAfter(2, 'reset')
  await expect(syncOnce(store, vendor, { now })).rejects.toMatchObject({ kind: 'unreachable' })
  const keys = { owner: 'key-of-the-owner' }
  const service = await startService({ now, data: place, keys })
  onTestFinished(() => service.close())
  const get = async (path: string) => {
    const reply = await fetch(`${service.url}/api/v1/analytics/${path}`, {
      headers: { authorization: `Bearer ${keys.owner}` },
    })
    return [reply.status, ((await reply.json()) as { detail?: string }).detail]
  }
  const missing = `The team's server has not copied ${first} yet. Try again in a few minutes.`
  expect(await get(`users?startDate=${first}&endDate=${last}`)).toEqual([503, missing])
  expect(await get(`tools?startDate=${first}&endDate=${last}`)).toEqual([200, undefined])
  vendor.play()
  await syncOnce(store, vendor, { now })
  expect(await get(`users?startDate=${first}&endDate=${last}`)).toEqual([200, undefined])
})

test('a server that mirrors goes on when its vendor is down, and synchronises when it is back', async () => {
  vendor.play(() => 'reset')
  const failures: unknown[] = []
  const runs: unknown[] = []
  const service = await startService({
    now,
    keys: { owner: 'key-of-the-owner' },
    mirror: {
      vendor: vendorAt(vendor, now),
      close: async () => {},
      holder: 'server',
      everyMs: 100,
      onRun: (report) => void runs.push(report),
      onFailure: (error) => void failures.push(error),
    },
  })
  onTestFinished(() => service.close())
  await expect.poll(() => failures.length, { timeout: 40_000 }).toBeGreaterThan(1)
  const headers = { authorization: 'Bearer key-of-the-owner' }
  expect((await fetch(`${service.url}/api/v0/openapi.json`, { headers })).status).toBe(200)
  vendor.play()
  await expect.poll(() => runs.length, { timeout: 40_000 }).toBeGreaterThan(0)
  const reply = await fetch(`${service.url}/api/v1/analytics/users?startDate=${last}&endDate=${last}`, { headers })
  expect(((await reply.json()) as { data: unknown[] }).data.length).toBe(20)
})

test('a database with other data, or with another organisation, is refused', async () => {
  const filled = await testStore()
  await filled.lists.ciJobs.put({ id: 'own' })
  await expect(syncOnce(filled, vendor, { now })).rejects.toThrow('has data that is not from a mirror')
  const store = await testStore()
  await syncOnce(store, vendor, { now })
  const meta = { org_id: 'org_other' }
  vendor.play((path) =>
    path.endsWith('/activity') ? { status: 200, body: JSON.stringify({ data: [], meta }) } : undefined,
  )
  await expect(syncOnce(store, vendor, { now })).rejects.toThrow(
    'for the organisation org_other, but this mirror has org_northwind',
  )
})
