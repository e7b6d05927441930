import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { AppError } from '../../../src/base/errors.ts'
import { yesterdayOf } from '../../../src/domain/calendar/calendar.ts'
import { startService } from '../../../src/service/start-service.ts'
import type { Store } from '../../../src/service/store/store.ts'
import { keepSyncing } from '../../../src/service/sync/sync-loop.ts'
import { syncOnce, testStore, vendorAt } from '../../helpers/mirror.ts'
import { NOW } from '../../helpers/now.ts'
import { postgresFolders, postgresServers, runSql, startPostgres, startStandby } from '../../helpers/postgres.ts'
import { startVendorProxy, type VendorProxy } from '../../helpers/vendor-proxy.ts'

const now = () => NOW
const last = yesterdayOf(NOW)
const engines = await postgresServers(1)

let store: Store
let vendor: VendorProxy
beforeEach(async () => {
  const prepare = (opened: Store): void => {
    store = opened
  }
  const behind = await startService({ demo: { users: 360, days: 30 }, now, prepare })
  vendor = await startVendorProxy({ url: behind.url, key: behind.keys.owner })
  onTestFinished(() => vendor.close())
  onTestFinished(() => behind.close())
})

const contentOf = async (of: Store) => ({
  users: (await of.personDays.readPage('2026-01-14', last, 1_000, '')).rows,
  credits: await of.days.read('credits', '2026-01-14', last, true),
  top: await of.rollups.readTop({ days: 90, sort: 'billable_tokens', limit: 500 }),
  jobs: await of.lists.ciJobs.read(),
  reports: await of.reports.read({ limit: 1_000 }),
})

test.each(engines)('$name: an instance keeps the lease during a transaction that is longer than it', async (engine) => {
  const place = await engine.createDatabase()
  await testStore(place)
  await runSql(
    place,
    `CREATE SEQUENCE slow_count;
     CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS
       'BEGIN IF nextval(''slow_count'') < 3 THEN PERFORM pg_sleep(2.5); END IF; RETURN NULL; END';
     CREATE TRIGGER slow AFTER DELETE ON user_windows FOR EACH STATEMENT EXECUTE FUNCTION slow()`,
  )
  const runs: unknown[] = []
  const stop = new AbortController()
  const loops = ['one', 'two'].map(async (holder) =>
    keepSyncing({
      store: await testStore(place),
      vendor: vendorAt(vendor, now),
      holder,
      now,
      signal: stop.signal,
      everyMs: 3_600_000,
      leaseMs: 1_000,
      heldMs: 20,
      onRun: ({ users }) => void runs.push(users.failure),
      onFailure: (error) => void runs.push(error),
    }),
  )
  await expect.poll(() => runs.length, { timeout: 60_000 }).toBeGreaterThan(0)
  stop.abort()
  await Promise.all(loops)
  expect(runs).toEqual([undefined])
  const { rows } = await runSql(place, 'SELECT (SELECT last_value FROM slow_count) AS slow, token FROM leases')
  expect(Number(rows[0].slow)).toBeGreaterThan(2)
  expect(Number(rows[0].token)).toBe(1)
})

/** Synchronises until a run succeeds, as the loop does after a minute. */
const syncUntilDone = async (mirror: Store): Promise<number> => {
  for (let runs = 1; ; runs++) {
    try {
      await syncOnce(mirror, vendor, { now, leaseMs: 1_000 })
      return runs
    } catch (error) {
      if (runs > 20 || (error instanceof AppError && error.kind !== 'unreachable')) throw error
      await sleep(500)
    }
  }
}

test.runIf(engines.length > 0)('after a failover in a walk nothing is lost or stored twice', async () => {
  const primary = await startPostgres(Object.values(postgresFolders())[0] ?? '', onTestFinished)
  const standby = await startStandby(primary, { atEnd: onTestFinished })
  const url = new URL(await primary.createDatabase())
  const mirror = await testStore(url.href.replace(url.host, `${url.host},127.0.0.1:${standby.port}`))
  const done = syncUntilDone(mirror)
  await expect
    .poll(() => vendor.requests.filter((line) => line.startsWith('users')).length, { timeout: 30_000 })
    .toBeGreaterThan(2)
  primary.signal('SIGKILL')
  await sleep(700)
  await standby.promote()
  await done
  expect(await contentOf(mirror)).toEqual(await contentOf(store))
  expect((await mirror.sync.readState())?.failures).toEqual({})
})
