import { type DatabaseHealth, type HostHealth, UnavailableError } from './db.ts'
import { destroyConnection, PostgresClient } from './postgres-client.ts'
import { isFailoverError, openReason } from './postgres-errors.ts'
import { createServer, type PostgresServer, type ServerLimits } from './postgres-server.ts'
import type { PostgresAddress } from './postgres-url.ts'

/** How long a server may take to report its role, ms. */
const PROBE_MS = 2_000
/** Age at which the roles are read again, in the background, ms. A server that hangs is left after this and PROBE_MS. */
const ROLES_MS = 2_000
/** How long a missing primary is reported without reading the roles again, ms. */
const RETRY_MS = 100
/** Age at which `health` reads the roles again, ms: it requires no key. */
const HEALTH_MS = 1_000
/** A standby that is further behind is not read, ms. */
const MAX_LAG_MS = 60_000

/**
 * A standby that has replayed everything, and is still receiving, is not behind: the time of its last transaction shows
 * how long nothing was written. A promotion raises the timeline.
 */
const ROLE = `SELECT pg_is_in_recovery() AS is_standby,
  CASE WHEN NOT pg_is_in_recovery() THEN left(pg_walfile_name(pg_current_wal_lsn()), 8) END AS timeline,
  CASE WHEN pg_last_wal_replay_lsn() >= pg_last_wal_receive_lsn() AND EXISTS (SELECT FROM pg_stat_wal_receiver) THEN 0
    ELSE extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000 END::float8 AS lag_ms`

type Role =
  | { role: 'primary'; timeline: string }
  | { role: 'standby'; lagMs: number | undefined }
  | { role: 'down'; error: unknown }

/** Reads the role of a server, over a separate connection: those of the pool may all be in use, or hang. */
const readRole = async ({ url }: PostgresServer): Promise<Role> => {
  const client = new PostgresClient({ connectionString: url })
  const timer = setTimeout(() => destroyConnection(client), PROBE_MS)
  try {
    await client.connect()
    const { rows } = await client.query(ROLE)
    const { is_standby: isStandby, timeline, lag_ms: lagMs } = rows[0]
    if (!isStandby) return { role: 'primary', timeline }
    // The clocks of two machines may differ.
    return { role: 'standby', lagMs: lagMs === null ? undefined : Math.max(0, Math.round(lagMs)) }
  } catch (error) {
    return { role: 'down', error }
  } finally {
    await client.end().catch(() => {})
    clearTimeout(timer)
  }
}

/** The server with the newest timeline. A former primary that is started again accepts connections, but is older. */
const newestPrimary = (roles: ReadonlyMap<PostgresServer, Role>): PostgresServer | undefined => {
  let [newest, newestTimeline]: [PostgresServer | undefined, string] = [undefined, '']
  for (const [server, role] of roles)
    if (role.role === 'primary' && role.timeline > newestTimeline) [newest, newestTimeline] = [server, role.timeline]
  return newest
}

/**
 * Chooses among the servers of a database: the primary, or a standby for reads that tolerate its lag. Their roles are
 * read again after an error that a failover causes, and from time to time while the database is used.
 */
export const createHosts = ({ servers: addresses }: PostgresAddress, limits: ServerLimits) => {
  let isLost = false
  const servers = addresses.map((address) =>
    createServer(address, limits, () => {
      isLost = true
    }),
  )
  const [only] = servers.length === 1 ? servers : []
  let roles: ReadonlyMap<PostgresServer, Role> = new Map()
  let rolesReadAt = Number.NEGATIVE_INFINITY
  let primary = only
  let reading: Promise<void> | undefined

  const readRoles = async (): Promise<void> => {
    roles = new Map(await Promise.all(servers.map(async (server) => [server, await readRole(server)] as const)))
    rolesReadAt = performance.now()
    const newest = newestPrimary(roles)
    if (newest === undefined) return
    isLost = false
    if (newest === primary) return
    // Statements on a server that hangs would run until their time limit.
    primary?.disconnect()
    primary = newest
  }
  const refresh = (): Promise<void> => {
    reading ??= readRoles().finally(() => {
      reading = undefined
    })
    return reading
  }
  const isOlderThan = (ms: number): boolean => performance.now() - rolesReadAt > ms
  /** The role of a single server is not read: errors of its statements are more precise. */
  const findPrimary = async (): Promise<PostgresServer> => {
    if (only) return only
    if (primary === undefined || isLost) {
      if (isOlderThan(RETRY_MS)) await refresh()
    } else if (isOlderThan(ROLES_MS)) void refresh()
    if (primary !== undefined && !isLost) return primary
    throw new UnavailableError('No server of the database accepts writes now. Try again in a few seconds.', undefined)
  }
  return {
    servers,
    findPrimary,
    /** A standby that is at most a minute behind; undefined if there is none. */
    findStandby: async (): Promise<PostgresServer | undefined> => {
      if (roles.size === 0) await refresh()
      else if (isOlderThan(ROLES_MS)) void refresh()
      return servers.find((server) => {
        const role = roles.get(server)
        return role?.role === 'standby' && (role.lagMs ?? Number.POSITIVE_INFINITY) <= MAX_LAG_MS
      })
    },
    /** Reads the roles before the next use, if a server is not what it was. */
    reportError: (server: PostgresServer, error: unknown): void => {
      if (isFailoverError(error)) {
        rolesReadAt = Number.NEGATIVE_INFINITY
        isLost ||= server === primary
      }
    },
    /** Why no server can be used, for each. */
    reasons: async (): Promise<string> => {
      await refresh()
      return servers.map((server) => `${server.name}: ${reasonOf(roles.get(server))}`).join('; ')
    },
    health: async (): Promise<DatabaseHealth> => {
      if (isOlderThan(HEALTH_MS)) await refresh()
      const hosts = servers.map((server) => ({ host: server.name, ...hostHealth(roles.get(server)) }))
      return { database: 'postgres', hosts, pool: poolOf(servers) }
    },
    close: async (): Promise<void> => {
      await reading
      await Promise.all(servers.map(({ close }) => close()))
    },
  }
}
export type Hosts = ReturnType<typeof createHosts>

const reasonOf = (role: Role | undefined): string =>
  role?.role === 'down' ? openReason(role.error) : 'it is a standby'

/** The connections to all servers. */
const poolOf = (servers: readonly PostgresServer[]): NonNullable<DatabaseHealth['pool']> => {
  const sum = (name: 'total' | 'idle' | 'waiting'): number =>
    servers.reduce((total, { counts }) => total + counts()[name], 0)
  return { total: sum('total'), idle: sum('idle'), waiting: sum('waiting') }
}

const hostHealth = (role: Role | undefined): Omit<HostHealth, 'host'> => {
  if (role?.role !== 'standby') return { role: role?.role ?? 'down' }
  return role.lagMs === undefined ? { role: 'standby' } : { role: 'standby', lagMs: role.lagMs }
}
