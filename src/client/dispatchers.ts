import type { LookupFunction, Socket } from 'node:net'
import { Agent, buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici'
import type { Env } from '../base/env.ts'
import { AppError } from '../base/errors.ts'
import { isLoopbackHost } from '../base/requests.ts'
import type { Limits } from './limits.ts'

/** A download is a read whose bytes are given back when they are done with, see {@link createReadBuffers}. */
type RequestKind = 'read' | 'write' | 'download'

const variable = (env: Env, name: string): string => env[name.toLowerCase()] || env[name.toUpperCase()] || ''

/** A proxy variable. A stray `%` in its password, which no decoder takes, stands for itself. */
const proxyVariable = (env: Env, name: 'http_proxy' | 'https_proxy'): string =>
  variable(env, name).replace(/%(?![\da-f]{2})/gi, '%25')

/** Passwords that the proxy variables hold, to be masked wherever they would appear. */
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

/** Whether `NO_PROXY` leaves a host out, as the library reads it. For what is said only: ports are not looked at. */
const isLeftOut = (hostname: string, noProxy: string): boolean =>
  noProxy
    .split(/[\s,]+/)
    .map((entry) =>
      entry
        .replace(/:\d+$/, '')
        .replace(/^\*?\./, '')
        .toLowerCase(),
    )
    .some((entry) => entry === '*' || (entry !== '' && (hostname === entry || hostname.endsWith(`.${entry}`))))

/** Pools whose connections read into buffers that are used again. Of a proxy, `connect` makes the tunnel already. */
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
 * One agent per origin, made when first asked for. Proxies come from `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` of `env`
 * and are never used for this machine. Throws AppError('usage') when a proxy variable is no address.
 *
 * @param lookup - Finds the addresses of a name. @default the system's
 */
export const createDispatchers = (limits: Limits, env: Env, buffers: ReadBuffers, lookup?: LookupFunction) => {
  const agents = new Map<string, Dispatcher>()

  const create = (origin: string, kind: RequestKind): Dispatcher => {
    const options = {
      connect: { timeout: limits.connectMs, ...(lookup && { lookup }) },
      connectTimeout: limits.connectMs,
      // The retry table must know what went over a connection, and over HTTP/2 many requests share one.
      allowH2: false,
      connections: limits.connections,
      // A kept connection may be closed by the server at the very moment it is used again. A read is simply sent once
      // more, but of a write nobody could say whether it happened: it always opens a new one.
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
          : 'HTTPS_PROXY or HTTP_PROXY is not an address: write it like http://proxy.example:8080.'
      throw new AppError('usage', why)
    }
  }

  return {
    /** What carries a request to an origin. Writes get a connection of their own. */
    to: (origin: string, kind: RequestKind): Dispatcher => {
      const name = `${kind} ${origin}`
      const agent = agents.get(name) ?? create(origin, kind)
      agents.set(name, agent)
      return agent
    },
    /** Host of the proxy that requests to an address go through; undefined for none. */
    proxyOf: ({ protocol, hostname }: URL): string | undefined => {
      if (isLoopbackHost(hostname) || isLeftOut(hostname, variable(env, 'no_proxy'))) return undefined
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

/**
 * Memory for what is read from a connection. Bytes. Larger pieces are fewer to be handled, but with a megabyte a download over a network
 * takes longer [measured].
 */
const BUFFER_BYTES = 512 * 1024

/** Lent at once by all connections together; a reader beyond that gets memory of its own. */
const MAX_LENT = 24

/**
 * Memory that downloads read into again and again: fresh memory for each piece costs several times more than all else that is done with
 * the bytes, most of it in the collection of garbage [measured].
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
          // From slow memory, so that no other data shares it.
          if (lentCount >= MAX_LENT) return Buffer.allocUnsafeSlow(BUFFER_BYTES / 4)
          const buffer = free.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES)
          lent.set(buffer.buffer, buffer)
          lentCount++
          return buffer
        },
        /** The connection has ended. */
        close() {
          // What is still read goes with the connection.
          lentCount -= lent.size
          lentBy.delete(own)
        },
      }
    },
    /** Takes back the memory of a piece, and of all that came before it on its connection: nobody reads any of it any more. */
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
 * A connector whose connections read into buffers that are used again.
 *
 * @param build Makes a connector with more options for the socket.
 */
const readingInto =
  (buffers: ReadBuffers, build: (options: object) => buildConnector.connector): buildConnector.connector =>
  (options, callback) => {
    const own = buffers.forConnection()
    let socket: Socket | undefined
    const onread = {
      buffer: own.take,
      // Answering that it is enough for now keeps a second piece from coming before the first is taken: two would be copied into one.
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
