import { AppError, usageError } from '../../base/errors.ts'
import { type Db, OutcomeUnknownError, UnavailableError } from './db.ts'
import { codeOf, isConnectionError, openReason, reportedError } from './postgres-errors.ts'
import { createHosts, type Hosts } from './postgres-hosts.ts'
import { migrate } from './postgres-migrate.ts'
import type { Connection, PostgresServer, ServerLimits } from './postgres-server.ts'
import { connectedDb, inTransaction } from './postgres-statements.ts'
import { parsePostgresUrl, postgresPlace } from './postgres-url.ts'

export type PostgresOptions = {
  /** Whether a standby runs reads that may be some seconds old. The URL must name several hosts. @default false */
  hasReplica?: boolean | undefined
  /** Connections of this process to each server; requests beyond them wait. @default 10 */
  maxConnections?: number
  /** How long a request waits for a connection, ms. @default 5_000 */
  connectTimeoutMs?: number
  /** Time limit of a statement, ms. @default 30_000 */
  statementTimeoutMs?: number
  /** Time limit for the confirmation of a transaction, ms: without its synchronous standby, a primary never sends it. @default 10_000 */
  commitTimeoutMs?: number
}

/** How long a write by another instance may stay unnoticed, ms. */
const VERSION_MS = 1_000
/** A statement that was canceled. */
const CANCELED = '57014'

/**
 * Opens a PostgreSQL database and migrates it to the newest version. PgBouncer in transaction mode may be in between.
 *
 * @param url `postgres://user@host,other-host/database`. The password is in PGPASSWORD or `.pgpass`.
 * @throws AppError if it cannot be used.
 */
export const openPostgres = async (url: string, options: PostgresOptions = {}): Promise<Db> => {
  const { hasReplica = false, ...limits } = options
  const hosts = await openHosts(url, hasReplica, {
    maxConnections: 10,
    connectTimeoutMs: 5_000,
    statementTimeoutMs: 30_000,
    commitTimeoutMs: 10_000,
    ...limits,
  })
  const versions = createVersionCache()
  const primary = primaryReader(hosts)
  // A write is not canceled: its client may not know whether it happened.
  const write: Db['write'] = async (work) => {
    try {
      return await primary.run((connection) => inTransaction(connection, work))
    } finally {
      versions.clear()
    }
  }
  const dbOn = (reader: Reader, signal?: AbortSignal): Db => ({
    dialect: 'postgres',
    all: (sql, values) => reader.run((connection) => connectedDb(connection).all(sql, values), signal),
    run: (sql, values) => write((db) => db.run(sql, values)),
    runLong: (sql, values) => write((db) => db.runLong(sql, values)),
    upsert: (table, rows) => write((db) => db.upsert(table, rows)),
    insertNew: (table, rows) => write((db) => db.insertNew(table, rows)),
    write,
    version: () => versions.read(reader, signal),
    withSignal: (newSignal) => dbOn(reader, newSignal),
    replica: () => dbOn(hasReplica ? replicaReader(hosts, primary) : primary, signal),
    health: hosts.health,
    close: hosts.close,
  })
  return dbOn(primary)
}

type Work<T> = (connection: Connection, server: PostgresServer) => Promise<T>

/** Runs reads on one of the servers. */
type Reader = {
  server: () => Promise<PostgresServer>
  run: <T>(work: Work<T>, signal?: AbortSignal) => Promise<T>
}

const primaryReader = (hosts: Hosts): Reader => ({
  server: hosts.findPrimary,
  run: async (work, signal) => {
    const server = await hosts.findPrimary()
    try {
      return await server.use((connection) => work(connection, server), signal)
    } catch (error) {
      hosts.reportError(server, error)
      throw reportedError(error)
    }
  },
})

/** Runs all reads of a request on one server: a standby, or else the primary, also once the standby has failed. */
const replicaReader = (hosts: Hosts, primary: Reader): Reader => {
  let choice: Promise<PostgresServer | undefined> | undefined
  const findStandby = (): Promise<PostgresServer | undefined> => {
    choice ??= hosts.findStandby()
    return choice
  }
  return {
    server: async () => (await findStandby()) ?? primary.server(),
    run: async (work, signal) => {
      const standby = await findStandby()
      if (standby === undefined) return primary.run(work, signal)
      try {
        return await standby.use((connection) => work(connection, standby), signal)
      } catch (error) {
        hosts.reportError(standby, error)
        // A statement that takes too long on a standby takes too long on the primary.
        if (signal?.aborted || codeOf(error) === CANCELED) throw reportedError(error)
        choice = Promise.resolve(undefined)
        return primary.run(work, signal)
      }
    },
  }
}

/** The version of the database on each server. Each request needs one, so it is cached for a moment. */
const createVersionCache = () => {
  let versions = new Map<PostgresServer, { text: string; readAt: number }>()
  return {
    read: async (reader: Reader, signal: AbortSignal | undefined): Promise<string> => {
      const known = versions.get(await reader.server())
      if (known && performance.now() - known.readAt <= VERSION_MS) return known.text
      // A version that was read before a write must not be stored after it.
      const current = versions
      return reader.run(async ({ query }, server) => {
        const { rows } = await query('SELECT pg_current_snapshot()::text AS version')
        const text = `${server.name} ${rows[0]?.version}`
        current.set(server, { text, readAt: performance.now() })
        return text
      }, signal)
    },
    clear: (): void => {
      versions = new Map()
    },
  }
}

/** Connects to the servers and migrates the database. */
const openHosts = async (url: string, hasReplica: boolean, limits: ServerLimits): Promise<Hosts> => {
  const address = parsePostgresUrl(url)
  if (hasReplica && address.servers.length === 1)
    throw usageError('--replica requires several hosts in --data, as in postgres://user@a,b/acme.')
  const hosts = createHosts(address, limits)
  try {
    await migrate(await hosts.findPrimary())
    return hosts
  } catch (error) {
    const isUnavailable = error instanceof UnavailableError && !(error instanceof OutcomeUnknownError)
    const reason = isUnavailable ? await hosts.reasons() : openReason(error)
    await hosts.close()
    if (error instanceof AppError && !isUnavailable) throw error
    const kind = isUnavailable || isConnectionError(error) ? 'unreachable' : 'failed'
    throw new AppError(kind, `Can't use ${postgresPlace(url)}: ${reason}. Check --data.`, { cause: error })
  }
}
