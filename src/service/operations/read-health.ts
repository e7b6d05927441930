import type { DatabaseHealth } from '../db/db.ts'
import { withTimeLimit } from './time-limit.ts'

/** How far the mirror of the vendor's data is. */
export type SyncStatus = {
  /** End of the last run without a failure, Unix milliseconds. */
  lastSuccessAt?: number | undefined
  /** Time since then. */
  lagMs?: number | undefined
  /** The last run that failed, or in which an endpoint failed. `message` is one sentence. */
  lastFailure?: { at: number; message: string } | undefined
  endpoints: readonly {
    name: string
    /** First and last complete day; absent for lists. */
    firstDay?: string
    lastDay?: string
    /** Why it failed in the last run, as one sentence. */
    failure?: string
  }[]
}

type Engine = DatabaseHealth['database']

export type Health = {
  status: 'ok' | 'degraded'
  /** `problem` is one sentence; absent if requests can be answered. */
  database: Omit<DatabaseHealth, 'database'> & { engine?: Engine; isUp: boolean; problem?: string }
  /** Absent if nothing is mirrored. Times are ISO 8601 in UTC. */
  sync?: Omit<SyncStatus, 'lastSuccessAt' | 'lastFailure'> & {
    lastSuccessAt?: string | undefined
    lastFailure?: { at: string; message: string } | undefined
  }
}

export type HealthSources = {
  readDatabase: () => Promise<DatabaseHealth>
  readSync?: (() => Promise<SyncStatus | undefined>) | undefined
}

/** How long a result is used again, ms: it requires no key, so it must cost the database little. */
const REUSED_MS = 1_000

/** Reads the state of the service. Simultaneous callers share one read. */
export const createHealthReader = (sources: HealthSources): (() => Promise<Health>) => {
  let last: { health: Promise<Health>; at: number } | undefined
  return () => {
    const now = performance.now()
    if (last === undefined || now - last.at > REUSED_MS) last = { health: readHealth(sources), at: now }
    return last.health
  }
}

const readHealth = async ({ readDatabase, readSync }: HealthSources): Promise<Health> => {
  const [database, sync] = await Promise.all([answerInTime(readDatabase()), answerInTime(readSync?.())])
  const { database: engine, hosts = [], pool } = database ?? {}
  const problem = problemOf(engine, hosts)
  const isDegraded =
    problem !== undefined ||
    hosts.some(({ role }) => role === 'down') ||
    sync?.endpoints.some(({ failure }) => failure !== undefined) === true ||
    (sync?.lastFailure?.at ?? 0) > (sync?.lastSuccessAt ?? 0)
  return {
    status: isDegraded ? 'degraded' : 'ok',
    database: {
      ...(engine && { engine }),
      isUp: problem === undefined,
      ...(problem !== undefined && { problem }),
      ...(hosts.length > 0 && { hosts }),
      ...(pool && { pool }),
    },
    ...(sync && { sync: publicSync(sync) }),
  }
}

/** Without other members, such as the cursor of a walk, which is the id of a user. */
const publicSync = ({ lastSuccessAt, lagMs, lastFailure, endpoints }: SyncStatus): NonNullable<Health['sync']> => ({
  lastSuccessAt: lastSuccessAt === undefined ? undefined : timeText(lastSuccessAt),
  lagMs: lagMs === undefined ? undefined : Math.round(lagMs),
  ...(lastFailure && { lastFailure: { at: timeText(lastFailure.at), message: lastFailure.message } }),
  endpoints: endpoints.map(({ name, firstDay, lastDay, failure }) => ({
    name,
    ...(firstDay !== undefined && { firstDay }),
    ...(lastDay !== undefined && { lastDay }),
    ...(failure !== undefined && { failure }),
  })),
})

const timeText = (ms: number): string => new Date(ms).toISOString()

/** Why requests cannot be answered, as one sentence without addresses; undefined if they can. */
const problemOf = (engine: Engine | undefined, hosts: NonNullable<DatabaseHealth['hosts']>): string | undefined => {
  if (engine === undefined) return 'The database did not answer in time.'
  if (engine === 'sqlite' || hosts.some(({ role }) => role === 'primary')) return undefined
  return hosts.some(({ role }) => role === 'standby')
    ? 'No primary server of the database answers, only a standby.'
    : 'The database cannot be reached.'
}

/** Undefined if it fails or takes too long. */
const answerInTime = async <T>(work: Promise<T> | undefined): Promise<T | undefined> =>
  work && (await withTimeLimit(work).catch(() => undefined))
