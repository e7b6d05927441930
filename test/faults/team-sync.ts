import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { addDays, yesterdayOf } from '../../src/domain/calendar/calendar.ts'
import type { Db } from '../../src/service/db/db.ts'
import { openDatabase } from '../../src/service/db/open-store-file.ts'
import { openPostgres } from '../../src/service/db/postgres-db.ts'
import { isPostgresUrl } from '../../src/service/db/postgres-url.ts'
import { createSqliteDb } from '../../src/service/db/sqlite-db.ts'
import { keyOf, type TableName } from '../../src/service/db/tables.ts'
import { startService } from '../../src/service/start-service.ts'
import { builtProgram, outputOf, type Ran, withFolder } from '../helpers/built-program.ts'
import { startVendorProxy, type VendorProxy } from '../helpers/vendor-proxy.ts'
import type { Outcome } from './fault.ts'
import { onEachServer, sumOf } from './team-servers.ts'

const USERS = 260
const DAYS = 30
/** The vendor's time, which is also that of the databases. */
const NOW = Date.now()
export const lastDay = yesterdayOf(NOW)
export const firstDay = addDays(lastDay, 1 - DAYS)

/** Shifts the clock of a program of Node before it starts. */
const shiftedClock = (ms: number): string => {
  const script = `const Own = Date, shift = ${ms}; globalThis.Date = class extends Own {
    constructor(...args) { args.length === 0 ? super(Own.now() + shift) : super(...args) }
    static now() { return Own.now() + shift } }`
  return `--import=data:text/javascript,${encodeURIComponent(script)}`
}

export type SyncStart = {
  /** Time without a sign of life after which another one takes over, s. @default 1 */
  lease?: number
  /** How far its clock is from that of the vendor and the database, ms. @default 0 */
  skewMs?: number
}

export type SyncProgram = { child: ChildProcess; ended: Promise<Ran> }

/** A vendor, programs that mirror it, and what a complete mirror has. */
export type SyncLab = {
  vendor: VendorProxy
  /** The rows of each table of a complete mirror. */
  expected: MirroredRows
  /** How long a run on an empty database takes, ms. */
  runMs: number
  /** Starts `qd sync`. */
  start: (to: string, options?: SyncStart) => SyncProgram
  /** Lets the first `count` pages of the users of the newest days pass, and holds the next. */
  holdAfter: (count: number) => void
}

/** The text of all rows of each table. Secrets are masked with a salt of each database, so only revisions' numbers count. */
export type MirroredRows = Partial<Record<TableName, string>>

const columnsToRead: Partial<Record<TableName, string>> = {
  person_days: '*',
  user_facts: '*',
  model_days: '*',
  user_windows: '*',
  window_totals: '*',
  analytics_days: '*',
  reports: '*',
  ci_jobs: '*',
  seats: '*',
  user_limits: '*',
  audit_events: '*',
  revisions: 'revision',
}

/** Opens the database of a mirror for `work`. */
export const withDb = async <T>(data: string, work: (db: Db) => Promise<T>): Promise<T> => {
  const db = isPostgresUrl(data) ? await openPostgres(data) : createSqliteDb(openDatabase(data), true)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

export const mirroredRows = (data: string): Promise<MirroredRows> =>
  withDb(data, async (db) => {
    const found: MirroredRows = {}
    for (const [table, columns] of Object.entries(columnsToRead) as [TableName, string][]) {
      const rows = await db.all<object>(`SELECT ${columns} FROM ${table} ORDER BY ${keyOf(table).join(', ')}`)
      found[table] = rows.map((row) => JSON.stringify(row)).join('\n')
    }
    return found
  })

/** How the rows differ from the expected ones; undefined if they are equal. */
export const differenceOf = (rows: MirroredRows, expected: MirroredRows): string | undefined => {
  const wrong = (Object.keys(columnsToRead) as TableName[]).filter((table) => rows[table] !== expected[table])
  if (wrong.length === 0) return undefined
  const count = (text = ''): number => (text === '' ? 0 : text.split('\n').length)
  return wrong.map((table) => `${table} has ${count(rows[table])} rows of ${count(expected[table])}`).join(', ')
}

const createLab = async (vendor: VendorProxy, folder: string): Promise<SyncLab> => {
  let homes = 0
  const start: SyncLab['start'] = (to, { lease = 1, skewMs } = {}) => {
    const home = join(folder, `home-${homes++}`)
    const env = {
      PATH: process.env.PATH,
      QUARTERDECK_BASE_URL: vendor.url,
      QUARTERDECK_API_KEY: vendor.key,
      ...{ XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home, XDG_STATE_HOME: home, HOME: home },
      ...(skewMs !== undefined && { NODE_OPTIONS: shiftedClock(skewMs) }),
    }
    const args = [builtProgram, 'sync', '--to', to, '--lease', String(lease), '--json']
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    return { child, ended: outputOf(child) }
  }
  const file = join(folder, 'expected.db')
  const startedAt = performance.now()
  const { code, err } = await start(file).ended
  if (code !== 0) throw new Error(`the first run ended with ${code}: ${err}`)
  const holdAfter = (count: number): void => {
    let seen = 0
    vendor.play((path, query) => {
      if (!path.endsWith('/users') || query.get('endDate') !== lastDay) return undefined
      seen++
      return seen > count ? 'hold' : undefined
    })
  }
  return { vendor, start, holdAfter, runMs: performance.now() - startedAt, expected: await mirroredRows(file) }
}

/** Runs the attempts of a row on SQLite and on each PostgreSQL. */
export const onEachMirror =
  (run: (lab: SyncLab, createDatabase: () => Promise<string>, count: number) => Promise<Outcome>) =>
  (count: number): Promise<Outcome> =>
    withFolder(async (folder) => {
      const service = await startService({ demo: { users: USERS, days: DAYS }, now: () => NOW })
      const vendor = await startVendorProxy({ url: service.url, key: service.keys.owner })
      try {
        const lab = await createLab(vendor, folder)
        let files = 0
        const { notes, ...sqlite } = await run(lab, async () => join(folder, `mirror-${files++}.db`), count)
        const named = { ...sqlite, notes: notes.map((note) => `SQLite: ${note}`) }
        const onServer = async (): Promise<Outcome> =>
          onEachServer((server, times) => run(lab, async () => (await server.createDatabase()).url, times))(count)
        return sumOf([named, await onServer()])
      } finally {
        vendor.release()
        await vendor.close()
        await service.close()
      }
    })

/** Ends programs that an attempt has left, also stopped ones. */
export const endAll = async (programs: readonly SyncProgram[]): Promise<void> => {
  for (const { child, ended } of programs) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await Promise.race([ended, once(child, 'close')])
    }
  }
}
