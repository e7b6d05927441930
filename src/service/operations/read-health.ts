import type { DatabaseHealth } from '../db/db.ts'
import { withTimeLimit } from './time-limit.ts'

/** How far the mirror of the vendor's data is. */
export type SyncStatus = {
  /** End of the last pass without a failure, Unix milliseconds. */
  syncedAt?: number | undefined
  /** The newest complete day by endpoint. */
  newestDays?: Readonly<Record<string, string>>
  /** What failed in the last pass, a sentence each. */
  failures?: readonly string[]
}

type Engine = DatabaseHealth['database']

export type Health = {
  status: 'ok' | 'degraded'
  /** `problem` is one sentence; absent if requests can be answered. */
  database: Omit<DatabaseHealth, 'database'> & { engine?: Engine; isUp: boolean; problem?: string }
  /** Absent if nothing is mirrored. */
  sync?: SyncStatus & { lagSeconds?: number }
}

export type HealthSources = {
  readDatabase: () => Promise<DatabaseHealth>
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

const readHealth = async ({ readDatabase, readSync, now }: HealthSources): Promise<Health> => {
  const [database, sync] = await Promise.all([answerInTime(readDatabase()), answerInTime(readSync?.())])
  const { database: engine, hosts = [], pool } = database ?? {}
  const problem = problemOf(engine, hosts)
  const isDegraded =
    problem !== undefined || hosts.some(({ role }) => role === 'down') || (sync?.failures ?? []).length > 0
  return {
    status: isDegraded ? 'degraded' : 'ok',
    database: {
      ...(engine && { engine }),
      isUp: problem === undefined,
      ...(problem !== undefined && { problem }),
      ...(hosts.length > 0 && { hosts }),
      ...(pool && { pool }),
    },
    ...(sync && { sync: { ...sync, ...lagOf(sync, now()) } }),
  }
}

const lagOf = ({ syncedAt }: SyncStatus, now: number): { lagSeconds?: number } =>
  syncedAt === undefined ? {} : { lagSeconds: Math.max(0, (now - syncedAt) / 1_000) }

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
