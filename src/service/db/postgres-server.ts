import pg from 'pg'
import { once } from '../../base/memoize.ts'
import { cancelStatement, destroyConnection, PostgresClient } from './postgres-client.ts'
import { isConnectionError, isFailoverError, unconfirmedError } from './postgres-errors.ts'
import type { ServerAddress } from './postgres-url.ts'

export type ServerLimits = {
  maxConnections: number
  connectTimeoutMs: number
  statementTimeoutMs: number
  commitTimeoutMs: number
}

type Query = (sql: string, values?: readonly unknown[]) => Promise<pg.QueryResult>

/** A connection that one caller uses. */
export type Connection = {
  /** Fails if the statement takes longer than the limit, or when the signal aborts. */
  query: Query
  /** The same with a limit for statements over the data of all users. */
  longQuery: Query
  /** Without a time limit, for changes of the schema. */
  unlimitedQuery: Query
  /** @throws OutcomeUnknownError if the server has not confirmed in time, or at all, that the transaction is stored. */
  commit: () => Promise<void>
}

/** Time limit of a statement over the data of all users, ms. */
const LONG_STATEMENT_MS = 600_000
/** How long a canceled statement may go on before its connection is closed, ms. */
const GRACE_MS = 2_000

/**
 * The connections of this process to one server.
 *
 * @param onCut Called when an idle connection is cut.
 */
export const createServer = ({ name, url }: ServerAddress, limits: ServerLimits, onCut: () => void) => {
  const pool = new pg.Pool({
    Client: PostgresClient,
    connectionString: url,
    max: limits.maxConnections,
    connectionTimeoutMillis: limits.connectTimeoutMs,
    keepAlive: true,
  })
  const clients = new Set<pg.PoolClient>()
  pool.on('connect', (client) => clients.add(client))
  pool.on('remove', (client) => clients.delete(client))
  // Without a listener, an idle connection that is cut ends the process.
  pool.on('error', onCut)
  return {
    name,
    url,
    counts: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    /** Runs `work` with a connection. A broken connection is closed, and the next call opens another. */
    use: async <T>(work: (connection: Connection) => Promise<T>, signal?: AbortSignal): Promise<T> => {
      let failure: Error | undefined
      const onError = (error: Error): void => {
        failure = error
      }
      const client = await pool.connect()
      client.on('error', onError)
      try {
        return await work(connectionOf(client, url, limits, signal))
      } catch (error) {
        if (isFailoverError(error)) failure = error as Error
        throw error
      } finally {
        client.off('error', onError)
        client.release(failure)
      }
    },
    /** Closes all connections at once; their statements fail. Later calls open others. */
    disconnect: (): void => {
      for (const client of clients) destroyConnection(client)
    },
    close: once((): Promise<void> => pool.end()),
  }
}
export type PostgresServer = ReturnType<typeof createServer>

const connectionOf = (
  client: pg.PoolClient,
  url: string,
  { statementTimeoutMs, commitTimeoutMs }: ServerLimits,
  signal: AbortSignal | undefined,
): Connection => {
  const query: Query = (sql, values = []) => client.query(sql, [...values])
  const limitedQuery =
    (timeoutMs: number): Query =>
    async (sql, values) => {
      try {
        signal?.throwIfAborted()
        return await limited(client, url, { timeoutMs, signal }, () => query(sql, values))
      } catch (error) {
        signal?.throwIfAborted()
        throw error
      }
    }
  return {
    query: limitedQuery(statementTimeoutMs),
    longQuery: limitedQuery(LONG_STATEMENT_MS),
    unlimitedQuery: query,
    commit: async () => {
      let warning: unknown
      const onNotice = (notice: unknown): void => {
        warning = notice
      }
      client.on('notice', onNotice)
      try {
        const { command } = await limited(client, url, { timeoutMs: commitTimeoutMs }, () => query('COMMIT'))
        // The answer to COMMIT in a transaction in which a statement has failed.
        if (command === 'ROLLBACK') throw new Error('A failed statement was ignored, so nothing was stored.')
        // A canceled COMMIT that waits for a synchronous standby is stored on this server only, and succeeds with a warning.
        if (warning !== undefined) throw unconfirmedError(warning)
      } catch (error) {
        if (isConnectionError(error)) throw unconfirmedError(error)
        throw error
      } finally {
        client.off('notice', onNotice)
      }
    },
  }
}

type Limits = { timeoutMs: number; signal?: AbortSignal | undefined }

/**
 * Runs a statement that is canceled after a time, or by the signal. Neither is left to the server: PgBouncer refuses
 * statement_timeout at connect, a SET would outlive the transaction there, and a server may not answer at all.
 */
const limited = async <T>(
  client: pg.PoolClient,
  url: string,
  { timeoutMs, signal }: Limits,
  run: () => Promise<T>,
): Promise<T> => {
  let canceling: Promise<void> | undefined
  let grace: NodeJS.Timeout | undefined
  const onEnd = (): void => {
    canceling ??= cancelStatement(url, client)
    grace ??= setTimeout(() => destroyConnection(client), GRACE_MS)
  }
  const timer = setTimeout(onEnd, timeoutMs)
  signal?.addEventListener('abort', onEnd)
  try {
    return await run()
  } finally {
    clearTimeout(timer)
    clearTimeout(grace)
    signal?.removeEventListener('abort', onEnd)
    // A late cancellation would end the next statement of this connection.
    await canceling
  }
}
