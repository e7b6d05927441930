import { UnavailableError } from '../db/db.ts'
import { withTimeLimit } from './time-limit.ts'

/** What is known of the servers of a database. */
type DatabaseServers = {
  hosts?: readonly { host: string; role: string; isUp: boolean; lagSeconds?: number | undefined }[]
  /** Connections of this process. */
  pool?: { total: number; idle: number; waiting: number }
}

/** How far the mirror of the vendor's data is. */
export type SyncStatus = {
  /** End of the last pass without a failure, Unix milliseconds. */
  syncedAt?: number | undefined
  /** The newest complete day by endpoint. */
  newestDays?: Readonly<Record<string, string>>
  /** What failed in the last pass, a sentence each. */
  failures?: readonly string[]
}

export type Health = {
  status: 'ok' | 'degraded'
  /** `problem` is one sentence; absent if the database answers. */
  database: { isUp: boolean; problem?: string } & DatabaseServers
  /** Absent if nothing is mirrored. */
  sync?: SyncStatus & { lagSeconds?: number }
}

export type HealthSources = {
  /** Resolves if the database answers. */
  ping: () => Promise<unknown>
  readServers?: (() => Promise<DatabaseServers>) | undefined
  readSync?: (() => Promise<SyncStatus | undefined>) | undefined
  /** Unix milliseconds. */
  now: () => number
}

/** How long a result is used again, ms: anyone may request it, so it must cost the database little. */
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

const readHealth = async ({ ping, readServers, readSync, now }: HealthSources): Promise<Health> => {
  const [problem, servers, sync] = await Promise.all([
    problemOf(ping),
    // The pool is known even if no server answers.
    orUndefined(readServers?.()),
    orUndefined(readSync?.()),
  ])
  const { hosts = [] } = servers ?? {}
  const isDegraded = problem !== undefined || hosts.some(({ isUp }) => !isUp) || (sync?.failures ?? []).length > 0
  return {
    status: isDegraded ? 'degraded' : 'ok',
    database: { isUp: problem === undefined, ...(problem !== undefined && { problem }), ...servers },
    ...(sync && { sync: { ...sync, ...lagOf(sync, now()) } }),
  }
}

const lagOf = ({ syncedAt }: SyncStatus, now: number): { lagSeconds?: number } =>
  syncedAt === undefined ? {} : { lagSeconds: Math.max(0, (now - syncedAt) / 1_000) }

/** Why the database does not answer, as one sentence without addresses. */
const problemOf = async (ping: () => Promise<unknown>): Promise<string | undefined> => {
  try {
    await withTimeLimit(ping())
    return undefined
  } catch (error) {
    return error instanceof UnavailableError ? error.message : 'The database reports an error.'
  }
}

const orUndefined = async <T>(work: Promise<T> | undefined): Promise<T | undefined> =>
  work && (await withTimeLimit(work).catch(() => undefined))
