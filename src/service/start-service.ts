import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { AppError } from '../base/errors.ts'
import { isLoopbackHost } from '../base/requests.ts'
import { type AccessKeys, ensureKeys } from './access/access-keys.ts'
import { allowedHosts, urlHost } from './access/guard.ts'
import { withoutLiveNames } from './access/live-names.ts'
import { createPseudonyms } from './access/pseudonyms.ts'
import { createApp, type LogEntry } from './create-app.ts'
import type { PostgresOptions } from './db/postgres-db.ts'
import { isPostgresUrl } from './db/postgres-url.ts'
import { type DemoOptions, fillWithDemo } from './demo/fill-with-demo.ts'
import { malformedResponse, rejectMalformed } from './http/problem.ts'
import type { OperationsOptions } from './operations/operations.ts'
import { openStore, type Store } from './store/store.ts'
import { openMirror } from './sync/run-sync.ts'
import { keepSyncing, type LoopOptions } from './sync/sync-loop.ts'
import { syncStatus } from './sync/sync-status.ts'

/** `version` and `syncStatus` are shown by `/health` and `/metrics`. */
export type ServiceOptions = OperationsOptions & {
  /**
   * Address or host name to listen on. An address other than loopback requires `keys`, or keys with names in the data.
   * @default '127.0.0.1'
   */
  host?: string | undefined
  /**
   * 0 selects a free port.
   * @default 0
   */
  port?: number | undefined
  /** Path of the data file, or the URL of a PostgreSQL database. @default in memory */
  data?: string | undefined
  /** Whether a standby of the database may answer analytics. @default false */
  hasReplica?: boolean | undefined
  /** Limits of a PostgreSQL database. */
  limits?: PostgresOptions | undefined
  /** Fills an empty store with the demo organisation. A store with data stays unchanged. */
  demo?: DemoOptions | undefined
  /** Called before each day of the demo is created. If it throws, the start fails. */
  onDay?: (() => void) | undefined
  /** Keys chosen by the user. Other roles get a random key, unless the data file has one. */
  keys?: Partial<AccessKeys> | undefined
  /** Whether to replace the keys of an existing data file. */
  renewKeys?: boolean | undefined
  /** Unix milliseconds. @default this machine's clock */
  now?: (() => number) | undefined
  /**
   * Whether to serve only the endpoints that all servers have, without the extensions and `/health`, `/ready` and
   * `/metrics`.
   * @default false
   */
  isStrict?: boolean | undefined
  /** Address of a proxy in front of this service, whose host and origin are permitted. */
  publicUrl?: string | undefined
  /**
   * Requests that a key may make in a minute; 0 is no limit.
   * @default 1,200 for a service that several users share, else no limit
   */
  requestsPerMinute?: number | undefined
  /**
   * Whether to hide names and e-mail addresses from callers who are not owners.
   * @default false
   */
  hasPseudonyms?: boolean | undefined
  /**
   * Whether the activity of today names users. If not, all callers get pseudonyms, also owners.
   * @default true
   */
  hasLiveNames?: boolean | undefined
  log?: ((entry: LogEntry) => void) | undefined
  /** The vendor that the store mirrors. A store that mirrors another one, or has other data, is refused. */
  mirror?: MirrorSource | undefined
  /** Called with the open store before requests are accepted, for example to import data. */
  prepare?: ((store: Store) => Promise<void> | void) | undefined
}

/** Where a mirror inside the service comes from. */
export type MirrorSource = Pick<LoopOptions, 'vendor' | 'holder'> & {
  close: () => Promise<void>
} & Partial<Pick<LoopOptions, 'everyMs' | 'leaseMs' | 'onRun' | 'onFailure'>>

/** Default time between two runs of a mirror, ms. */
const MIRROR_MS = 3_600_000

export type RunningService<Keys = AccessKeys> = {
  /** Without a trailing slash. */
  url: string
  /** The keys that are known in plain text: all keys, except those of an existing data file. */
  keys: Keys
  /** Ids that existed at the start, by kind. Users need them because not every server lists service accounts. */
  ids: StoredIds
  /** Ends all connections and closes the database. May be called again. */
  close: () => Promise<void>
}

/** Time limit for a client's headers, ms. A slower client is disconnected. */
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000
/** Grace period for responses in progress after `close`, ms. */
const GRACE_MS = 2_000

/**
 * Starts the service and resolves once it listens.
 *
 * @throws AppError if the data file, the keys or the address cannot be used.
 */
export function startService(options?: ServiceOptions & { data?: undefined }): Promise<RunningService>
export function startService(options: ServiceOptions): Promise<RunningService<Partial<AccessKeys>>>
export async function startService(options: ServiceOptions = {}): Promise<RunningService<Partial<AccessKeys>>> {
  const { host = '127.0.0.1', port = 0, now = Date.now } = options
  const publicUrl = options.publicUrl === undefined ? undefined : new URL(options.publicUrl)
  const store = await openStore(options.data, { ...options.limits, hasReplica: options.hasReplica })
  try {
    await checkOwnKeys(store, host, options)
    const keys = await ensureKeys(store, options.keys ?? {}, options.renewKeys ?? false)
    const mayWait = options.data === undefined && options.prepare === undefined
    if (options.demo !== undefined && (await store.isEmpty()))
      await fillWithDemo(store, options.demo, now, { onDay: options.onDay, mayWait })
    await options.prepare?.(store)
    if (options.mirror) await openMirror(store, options.mirror.vendor)
    const ids = await storedIds(store, now())
    const server = createServer({
      // The app itself responds to a missing Host header, as to other invalid requests.
      requireHostHeader: false,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      // Interval at which the two limits are checked. With Node's default of 30 s a slow client would have four times
      // as long.
      connectionsCheckingInterval: 2_000,
    })
    const salt = async (): Promise<string> => store.readSalt('pseudonyms')
    const address = await listen(server, host, port)
    const closer = new AbortController()
    const app = createApp(store, {
      now,
      hosts: allowedHosts(host, address.port, publicUrl),
      publicUrl,
      requestsPerMinute: options.requestsPerMinute ?? (isShared(host, options) ? SHARED_RATE : 0),
      pseudonyms: options.hasPseudonyms ? createPseudonyms(await salt()) : undefined,
      livePseudonyms: options.hasLiveNames === false ? withoutLiveNames(await salt()) : undefined,
      isStrict: options.isStrict,
      closing: closer.signal,
      log: options.log,
      version: options.version,
      syncStatus: options.syncStatus ?? (() => syncStatus(store)),
    })
    server.on(
      'request',
      getRequestListener(app.fetch, { overrideGlobalObjects: false, errorHandler: malformedResponse }),
    )
    server.on('clientError', rejectMalformed)
    const stopMirror = options.mirror && startMirror(store, options.mirror, now)
    return {
      url: `http://${urlHost(host)}:${address.port}`,
      keys,
      ids,
      close: async () => {
        closer.abort()
        await stopMirror?.()
        await close(server, store)
      },
    }
  } catch (error) {
    await store.close()
    throw error
  }
}

/** @throws AppError if other machines can reach the service and its only keys are generated ones. */
const checkOwnKeys = async (store: Store, host: string, { keys = {} }: ServiceOptions): Promise<void> => {
  if (isLoopbackHost(urlHost(host)) || Object.keys(keys).length > 0 || (await store.keys.hasNamed())) return
  throw new AppError(
    'usage',
    `Other machines can reach ${host}, so the service requires your own keys: create one with qd serve keys add, or set QUARTERDECK_SERVE_KEY_OWNER. It has no TLS: put a proxy with TLS in front of it.`,
  )
}

/** Requests per minute of a key where several users share the service. A walk over 100,000 users makes 1,000. */
const SHARED_RATE = 1_200

const isShared = (host: string, { data, publicUrl }: ServiceOptions): boolean =>
  publicUrl !== undefined || !isLoopbackHost(urlHost(host)) || (data !== undefined && isPostgresUrl(data))

/** Synchronises in the background. Returns a function that stops it. */
const startMirror = (store: Store, { close: closeVendor, ...mirror }: MirrorSource, now: () => number) => {
  const stop = new AbortController()
  const { everyMs = MIRROR_MS, onRun = () => {}, onFailure = () => {}, ...rest } = mirror
  const ended = keepSyncing({ store, now, signal: stop.signal, everyMs, onRun, onFailure, ...rest })
  return async (): Promise<void> => {
    stop.abort()
    await ended
    await closeVendor()
  }
}

const listen = (server: Server, host: string, port: number): Promise<AddressInfo> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'the address is already in use' : error.message
      reject(
        new AppError('failed', `Can't listen on ${host}:${port}: ${why}. Choose another address or port.`, {
          cause: error,
        }),
      )
    })
    server.listen(port, host, () => resolve(server.address() as AddressInfo))
  })

const close = async (server: Server, store: Store): Promise<void> => {
  if (server.listening) {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeIdleConnections()
    const grace = setTimeout(() => server.closeAllConnections(), GRACE_MS)
    await closed
    clearTimeout(grace)
  }
  await store.close()
}

/** Ids of the resources that users request by id. */
export type StoredIds = { computers: string[]; serviceAccounts: string[]; wikiRuns: string[] }

/** @param nowMs Unix milliseconds. */
const storedIds = async (store: Store, nowMs: number): Promise<StoredIds> => ({
  computers: (await store.computers.readAll(nowMs)).map(({ id }) => id),
  serviceAccounts: await store.serviceAccounts.readIds(),
  wikiRuns: (await store.wikis.readAll()).map(({ run }) => run.wikiRunId),
})
