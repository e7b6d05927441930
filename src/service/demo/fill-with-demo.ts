import { addDays, daysBetween, EARLIEST_DAY, yesterdayOf } from '../../domain/calendar/calendar.ts'
import type { Store } from '../store/store.ts'
import { createAnalytics } from './analytics/create-analytics.ts'
import { createDemoLive } from './analytics/live-rows.ts'
import { fillControls } from './controls/fill-controls.ts'
import { fillLists, fillServiceAccounts } from './fill-automation.ts'
import { fillComputers } from './fill-computers.ts'
import { createDemoPeople } from './kit/demo-people.ts'
import { fillAuditEvents } from './organization/fill-audit-events.ts'
import { fillSeats } from './organization/fill-seats.ts'
import { fillTeams } from './organization/fill-teams.ts'
import { fillReadiness } from './readiness/fill-readiness.ts'
import { fillWikis } from './wiki/fill-wikis.ts'

export type DemoOptions = {
  /**
   * Number of people in the organisation, 1 or more.
   * @default 60
   */
  users?: number | undefined
  /**
   * Number of days. The last one is yesterday.
   * @default all since 2026-01-14
   */
  days?: number | undefined
  /**
   * Random seed. The same seed, users, days and clock produce the same bytes.
   * @default 1
   */
  seed?: number | undefined
}

const DEFAULT_USERS = 60

/** Maximum number of people whose days are created on the first request: a year of their days takes half a second. */
const FEW_USERS = 100

/**
 * Fills a store with the demo organisation, in one transaction.
 *
 * @param onDay Called before each day is created. With thousands of people all days take seconds. If it throws, filling
 * stops.
 * @param mayWait Whether days may be created when they are first read. Set it only if no other process uses the store.
 */
export const fillWithDemo = async (
  store: Store,
  options: DemoOptions,
  now: () => number,
  { onDay, mayWait = false }: { onDay?: (() => void) | undefined; mayWait?: boolean } = {},
): Promise<void> => {
  const { users = DEFAULT_USERS, seed = 1 } = options
  const nowMs = now()
  const last = yesterdayOf(nowMs)
  const dayCount = Math.max(0, daysBetween(EARLIEST_DAY, last) + 1)
  const first = addDays(last, 1 - Math.min(dayCount, options.days ?? dayCount))
  const people = createDemoPeople(seed, users, dayCount)
  store.beforeLive(createDemoLive(people, seed))
  await store.write(async (stores) => {
    await stores.putOrganisation('org_northwind')
    const fillDays = createAnalytics(people, { from: first, to: last }, seed)
    if (mayWait && users <= FEW_USERS) store.beforeDays({ fill: fillDays, lastDay: last })
    else await fillDays(stores, first, onDay)
    await fillReadiness(stores, last, seed)
    await fillControls(stores, people, last, seed)
    await fillComputers(stores, people, nowMs, seed)
    await fillServiceAccounts(stores, nowMs, seed)
    await fillWikis(stores, nowMs, seed, users)
    await fillLists(stores, nowMs)
    await fillSeats(stores, people, { nowMs, lastDay: last, seed })
    await fillTeams(stores, people, last, seed)
    await fillAuditEvents(stores, people, nowMs, seed)
  })
}
