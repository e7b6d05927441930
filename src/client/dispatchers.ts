import type { LookupFunction, Socket } from 'node:net'
import { Agent, buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici'
import type { Env } from '../base/env.ts'
import { AppError } from '../base/errors.ts'
import { isLoopbackHost } from '../base/requests.ts'
import type { Limits } from './limits.ts'

/** A download is a read whose buffers are returned for reuse, see {@link createReadBuffers}. */
type RequestKind = 'read' | 'write' | 'download'

const variable = (env: Env, name: string): string => env[name.toLowerCase()] || env[name.toUpperCase()] || ''

/** The value of a proxy variable. A stray `%` in its password, which cannot be decoded, is escaped. */
const proxyVariable = (env: Env, name: 'http_proxy' | 'https_proxy'): string =>
  variable(env, name).replace(/%(?![\da-f]{2})/gi, '%25')

/** Passwords in the proxy variables, to be masked in all output. */
export const proxySecrets = (env: Env): string[] =>
  (['http_proxy', 'https_proxy'] as const)
    .flatMap((name) => [variable(env, name), proxyVariable(env, name)])
    .filter((text) => URL.canParse(text))
    .map((text) => new URL(text).password)
    .flatMap((password) => (password === '' ? [] : [password, decoded(password)]))

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Whether `NO_PROXY` excludes a host, by the library's rules but ignoring ports. Used only for messages. */
const isProxyExcluded = (hostname: string, noProxy: string): boolean =>
  noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .map((entry) => entry.replaceAll(/^\*?\.|:\d+$/g, ''))
    .some((entry) => entry === '*' || (entry !== '' && (hostname === entry || hostname.endsWith(`.${entry}`))))

/** Creates pools whose connections read into reusable buffers. With a proxy, `connect` already creates the tunnel. */
const poolReadingInto =
  (buffers: ReadBuffers) =>
  (origin: string | URL, options: Pool.Options): Dispatcher => {
    const { connect } = options
    const build = (more: object) => buildConnector({ ...connect, ...more, allowH2: false })
    return new Pool(origin, {
      ...options,
      connect: typeof connect === 'function' ? connect : readingInto(buffers, build),
    })
  }

/**
 * Creates one agent per origin and kind of request, when it is first used. Proxies come from `HTTPS_PROXY`,
 * `HTTP_PROXY` and `NO_PROXY` of `env` and are never used for this machine. Throws AppError('usage') if a proxy
 * variable is not an address.
 *
 * @param lookup - Resolves host names. @default the system's resolver
 */
export const createDispatchers = (limits: Limits, env: Env, buffers: ReadBuffers, lookup?: LookupFunction) => {
  const agents = new Map<string, Dispatcher>()

  const create = (origin: string, kind: RequestKind): Dispatcher => {
    const options = {
      connect: { timeout: limits.connectMs, ...(lookup && { lookup }) },
      connectTimeout: limits.connectMs,
      // The retry rules depend on what was sent over a connection, and HTTP/2 shares connections between requests.
      allowH2: false,
      connections: limits.connections,
      // The server may close an idle connection just as it is reused. A read is then sent again, but the outcome of a
      // write would be unknown, so a write always opens a new connection.
      pipelining: kind === 'write' ? 0 : 1,
      ...(kind === 'download' && { factory: poolReadingInto(buffers) }),
    }
    if (isLoopbackHost(new URL(origin).hostname)) return new Agent(options)
    const httpProxy = proxyVariable(env, 'http_proxy')
    const httpsProxy = proxyVariable(env, 'https_proxy')
    if (httpProxy === '' && httpsProxy === '') return new Agent(options)
    try {
      return new EnvHttpProxyAgent({ ...options, httpProxy, httpsProxy, noProxy: variable(env, 'no_proxy') })
    } catch (error) {
      const why =
        error instanceof URIError
          ? 'The user name or password in HTTPS_PROXY or HTTP_PROXY is not percent-encoded UTF-8: write % as %25.'
          : 'HTTPS_PROXY or HTTP_PROXY is not a valid address. Example: http://proxy.example:8080.'
      throw new AppError('usage', why)
    }
  }

  return {
    /** The dispatcher for an origin. Writes have separate connections. */
    to: (origin: string, kind: RequestKind): Dispatcher => {
      const name = `${kind} ${origin}`
      const agent = agents.get(name) ?? create(origin, kind)
      agents.set(name, agent)
      return agent
    },
    /** Host of the proxy for an address; undefined if it has none. */
    proxyOf: ({ protocol, hostname }: URL): string | undefined => {
      if (isLoopbackHost(hostname) || isProxyExcluded(hostname, variable(env, 'no_proxy'))) return undefined
      const httpProxy = proxyVariable(env, 'http_proxy')
      const address = protocol === 'https:' ? proxyVariable(env, 'https_proxy') || httpProxy : httpProxy
      return URL.canParse(address) ? new URL(address).host : undefined
    },
    /** Closes every connection, idle or not. */
    destroy: async (): Promise<void> => {
      const open = [...agents.values()]
      agents.clear()
      await Promise.all(open.map((agent) => agent.destroy()))
    },
  }
}

export type Dispatchers = ReturnType<typeof createDispatchers>

/** Size of a read buffer, bytes. Smaller ones mean more pieces; with a megabyte, downloads take longer [measured]. */
const BUFFER_BYTES = 512 * 1024

/** Maximum number of lent buffers over all connections. Beyond it a reader gets memory of its own. */
const MAX_LENT = 24

/**
 * Reusable memory for downloads. Allocating memory for each piece costs several times more than all other processing of
 * the bytes, mostly in garbage collection [measured].
 */
export const createReadBuffers = () => {
  const free: Buffer[] = []
  /** By connection, in the order in which they were lent. */
  const lentBy = new Map<symbol, Map<ArrayBufferLike, Buffer>>()
  let lentCount = 0

  return {
    /** The buffers of one connection. */
    forConnection() {
      const lent = new Map<ArrayBufferLike, Buffer>()
      const own = Symbol()
      lentBy.set(own, lent)
      return {
        take(): Buffer {
          // Not from the shared pool, so that no other data shares the memory.
          if (lentCount >= MAX_LENT) return Buffer.allocUnsafeSlow(BUFFER_BYTES / 4)
          const buffer = free.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES)
          lent.set(buffer.buffer, buffer)
          lentCount++
          return buffer
        },
        /** Call it when the connection has ended. */
        close() {
          // Don't reuse the lent buffers: they may still be read. They are freed with the connection.
          lentCount -= lent.size
          lentBy.delete(own)
        },
      }
    },
    /** Returns the buffer of a piece, and all earlier buffers of its connection. Do not read them afterwards. */
    giveBack({ buffer }: Uint8Array): void {
      for (const lent of lentBy.values()) {
        if (!lent.has(buffer)) continue
        for (const [key, one] of lent) {
          lent.delete(key)
          lentCount--
          free.push(one)
          if (key === buffer) return
        }
      }
    },
  }
}

export type ReadBuffers = ReturnType<typeof createReadBuffers>

/**
 * Creates a connector whose connections read into reusable buffers.
 *
 * @param build Creates a connector with additional options for the socket.
 */
const readingInto =
  (buffers: ReadBuffers, build: (options: object) => buildConnector.connector): buildConnector.connector =>
  (options, callback) => {
    const own = buffers.forConnection()
    let socket: Socket | undefined
    const onread = {
      buffer: own.take,
      // Returning false stops reading until this piece is taken. Otherwise a second piece would arrive, and the stream
      // would copy both into one.
      callback: (length: number, bytes: Uint8Array) => {
        socket?.push(bytes.subarray(0, length))
        return false
      },
    }
    build({ onread })(options, (...result) => {
      const [, connected] = result
      socket = connected ?? undefined
      if (socket) socket.once('close', own.close)
      else own.close()
      callback(...result)
    })
  }
