import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { AppError } from '../base/errors.ts'
import { isLoopbackHost } from '../base/requests.ts'
import { type AccessKeys, settleKeys } from './access/access-keys.ts'
import { allowedHosts, urlHost } from './access/guard.ts'
import { createApp, type LogEntry } from './create-app.ts'
import { type DemoOptions, fillWithDemo } from './demo/fill-with-demo.ts'
import { answerBroken, refuseBroken } from './http/problem.ts'
import { createStore, type Store } from './store/store.ts'
import { type StoredIds, storedIds } from './store/stored-ids.ts'

export type ServiceOptions = {
  /**
   * Address or name to listen on. Other than loopback only with `keys`.
   * @default '127.0.0.1'
   */
  host?: string | undefined
  /**
   * 0 takes a free one.
   * @default 0
   */
  port?: number | undefined
  /** Path of the data file; in memory when left out. */
  data?: string | undefined
  /** Fills an empty store with the made-up organisation; a store that holds anything stays as it is. */
  demo?: DemoOptions | undefined
  /** Called before each day of the demo is made up; what it throws ends the start. */
  onDay?: (() => void) | undefined
  /** Keys somebody chose. Roles left out get a random one, unless the data file has one for them already. */
  keys?: Partial<AccessKeys> | undefined
  /** Whether roles of an existing data file get new keys. */
  renewKeys?: boolean | undefined
  /** Unix milliseconds; the machine's clock when left out. */
  now?: (() => number) | undefined
  /**
   * Serves the endpoints that all servers have, and none of the extensions.
   * @default false
   */
  isStrict?: boolean | undefined
  log?: ((entry: LogEntry) => void) | undefined
  /** Called with the opened store before anybody is answered, for instance to import into it. */
  prepare?: ((store: Store) => void) | undefined
}

export type RunningService<Keys = AccessKeys> = {
  /** Without a slash at its end. */
  url: string
  /** The keys that are known in plain text: all of them unless an existing data file brought its own. */
  keys: Keys
  /** Ids that were there when it started, by what they are of: of service accounts no server has a list. */
  ids: StoredIds
  /** Ends all connections and closes the database. May be called again. */
  close: () => Promise<void>
}

/** A client that sends its headers more slowly than this is cut off. */
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000
/** How long answers under way may go on after `close`. */
const GRACE_MS = 2_000

/**
 * Starts the service and resolves once it listens.
 *
 * @throws AppError when the data file, the keys or the address cannot be used.
 */
export function startService(options?: ServiceOptions & { data?: undefined }): Promise<RunningService>
export function startService(options: ServiceOptions): Promise<RunningService<Partial<AccessKeys>>>
export async function startService(options: ServiceOptions = {}): Promise<RunningService<Partial<AccessKeys>>> {
  const { host = '127.0.0.1', port = 0, now = Date.now } = options
  if (!isLoopbackHost(urlHost(host)) && Object.keys(options.keys ?? {}).length === 0)
    throw new AppError(
      'usage',
      `The service listens on ${host}, which others can reach, only with keys of your own: set QUARTERDECK_SERVE_KEY_OWNER and the like, see qd serve --help.`,
    )
  const store = createStore(options.data)
  try {
    const keys = settleKeys(store, options.keys ?? {}, options.renewKeys ?? false)
    const mayWait = options.data === undefined && options.prepare === undefined
    if (options.demo !== undefined && store.isEmpty())
      fillWithDemo(store, options.demo, now, { onDay: options.onDay, mayWait })
    options.prepare?.(store)
    const ids = storedIds(store, now())
    const server = createServer({
      // A missing Host header is answered like every other broken request.
      requireHostHeader: false,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      // How often the two limits are looked at; Node's own 30 s would let a slow client have four times as long.
      connectionsCheckingInterval: 2_000,
    })
    const address = await listen(server, host, port)
    const app = createApp(store, {
      now,
      hosts: allowedHosts(host, address.port),
      isStrict: options.isStrict,
      log: options.log,
    })
    server.on('request', getRequestListener(app.fetch, { overrideGlobalObjects: false, errorHandler: answerBroken }))
    server.on('clientError', refuseBroken)
    return { url: `http://${urlHost(host)}:${address.port}`, keys, ids, close: () => close(server, store) }
  } catch (error) {
    store.close()
    throw error
  }
}

const listen = (server: Server, host: string, port: number): Promise<AddressInfo> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'it is in use already' : error.message
      reject(
        new AppError('failed', `${host}:${port} cannot be listened on, as ${why}: choose another.`, { cause: error }),
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
  store.close()
}
