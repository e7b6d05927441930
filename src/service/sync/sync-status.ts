import { addDays, type Day } from '../../domain/calendar/calendar.ts'
import { isSettled } from '../../domain/calendar/spans.ts'
import type { Store } from '../store/store.ts'
import type { MirrorState, SyncedDay } from '../store/sync-store.ts'
import { isList } from './pull-lists.ts'
import { openWalkOf } from './spans.ts'
import { MIRRORED, type MirroredName, OPTIONAL } from './vendor.ts'

type EndpointStatus = {
  name: MirroredName
  /** First and last complete day; absent for lists, and before the first. */
  firstDay?: Day
  lastDay?: Day
  /** All days from the first up to this one are complete and will not be read again. */
  settledTo?: Day
  /** When a list was read completely, by the vendor's clock, Unix ms. */
  completeAt?: number
  /** A walk over users that has not ended. `startedAt` is by the vendor's clock. */
  walk?: { from: Day; to: Day; cursor: string; startedAt: number }
  /** Why it failed in the last run, as one sentence. */
  failure?: string
}

/** How far a mirror is. Other times are Unix ms by the database's clock. */
export type SyncStatus = Pick<MirrorState, 'vendor' | 'organisation' | 'lastSuccessAt' | 'lastFailure'> & {
  endpoints: EndpointStatus[]
  /** Time since the last run without a failure, ms. */
  lagMs?: number
  /** Who synchronises now. */
  lease?: { holder: string; endsAt: number }
}

/** The status of a mirror; undefined if the store is not one. */
export const syncStatus = async (store: Store): Promise<SyncStatus | undefined> => {
  const state = await store.sync.readState()
  if (state === undefined) return undefined
  const [days, lease, now] = [await store.sync.readAllDays(), await store.sync.readLease(), await store.sync.now()]
  const { vendor, organisation, lastSuccessAt, lastFailure, failures } = state
  return {
    vendor,
    organisation,
    lastSuccessAt,
    lastFailure,
    endpoints: [...MIRRORED, ...OPTIONAL.filter((name) => days.some(({ endpoint }) => endpoint === name))].map(
      (name) => ({
        name,
        ...endpointStatus(
          name,
          days.filter(({ endpoint }) => endpoint === name),
        ),
        ...(failures[name] !== undefined && { failure: failures[name] }),
      }),
    ),
    ...(state.lastSuccessAt !== undefined && { lagMs: Math.max(0, now - state.lastSuccessAt) }),
    ...(lease && { lease }),
  }
}

const endpointStatus = (name: MirroredName, days: readonly SyncedDay[]): Omit<EndpointStatus, 'name' | 'failure'> => {
  const complete = days.filter(({ is_complete }) => is_complete === 1)
  const [first, last] = [complete[0], complete.at(-1)]
  if (isList(name)) return last ? { completeAt: last.fetched_at } : {}
  const walk = openWalkOf(days)
  const settledTo = settledDay(complete)
  return {
    ...(first && last && { firstDay: first.day, lastDay: last.day }),
    ...(settledTo !== undefined && { settledTo }),
    ...(walk && { walk: { ...walk.range, cursor: walk.cursor, startedAt: walk.startedAt } }),
  }
}

/** The last day of the settled days that follow each other from the first one on. */
const settledDay = (complete: readonly SyncedDay[]): Day | undefined => {
  let settled: Day | undefined
  for (const { day, fetched_at: fetchedAt } of complete) {
    if ((settled !== undefined && day !== addDays(settled, 1)) || !isSettled({ day, fetchedAt })) break
    settled = day
  }
  return settled
}
