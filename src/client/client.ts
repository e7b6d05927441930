import { setTimeout as sleepFor } from 'node:timers/promises'
import type { Env } from '../base/env.ts'
import { AppError, type FailedRequest } from '../base/errors.ts'
import type { Credentials } from '../config/credentials.ts'
import type {
  ArchiveEndpointName,
  EndpointName,
  JsonEndpointName,
  RequestOf,
  ResponseOf,
} from '../contract/endpoints.ts'
import { type RequestLine, requestLines } from '../contract/request-lines.ts'
import { type Answer, type CallOptions, createCaller, headerText, type Plan } from './caller.ts'
import { createDispatchers, createReadBuffers, proxySecrets } from './dispatchers.ts'
import { createDownload, type Download } from './download.ts'
import { isRead } from './exchange.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { masked, maskedJson } from './masked.ts'
import { type BodyText, decodeParts, parseJsonBytes } from './parse-json-bytes.ts'
import { ACCEPT_ENCODING } from './read-body.ts'
import type { Reply } from './read-reply.ts'
import { createRedactor } from './redact.ts'
import { createRequestLog, type LogEntry, type RequestLog } from './request-log.ts'
import { boundOrigins, endpointPath, queryText, typedUrl, whyNotSafe } from './request-url.ts'
import { createRetryBudget } from './retry-policy.ts'
import { createServerClock } from './server-clock.ts'
import type { FailureContext } from './status-error.ts'

export type { CallOptions, RetryWait } from './caller.ts'
export type { Download } from './download.ts'
export type { Reply } from './read-reply.ts'

/** An answer to a request by path, of any status. */
export type SendReply = {
  status: number
  statusText: string
  /** Names in lower case, repeated ones joined by a comma. */
  headers: Record<string, string>
  /** Body as text; bytes that are not UTF-8 become U+FFFD. */
  text: string
  /** The parsed body; undefined when it is not JSON. */
  json: unknown
  /** What `call` would have thrown for the status; undefined for 2xx. */
  error: AppError | undefined
  requestId: string | undefined
  durationMs: number
  sizeBytes: number
}

/** A request by path, as `qd api` makes it. `body` is sent as JSON. */
export type SendRequest = { method: string; path: string; query?: [string, string][]; body?: unknown }

export type Client = {
  /** Calls an endpoint that answers JSON. Throws AppError for everything but a usable success. */
  call<N extends JsonEndpointName, const R extends RequestOf<N>>(
    name: N,
    request: R,
    options?: CallOptions,
  ): Promise<Reply<ResponseOf<N, R>>>
  /** Any path on the two bound origins, authenticated; same limits, and retries by method. Throws only when no answer came. */
  send(request: SendRequest, options?: CallOptions): Promise<SendReply>
  /** Opens the download of an archive. Read `chunks` to the end or stop iterating, or the connection stays open. */
  download<N extends ArchiveEndpointName>(name: N, request: RequestOf<N>, options?: CallOptions): Promise<Download>
  /** The same of any path on the two bound origins. */
  downloadPath(path: string, query: [string, string][], options?: CallOptions): Promise<Download>
  /** Unix milliseconds by the last Date the server sent and what passed since; undefined before the first answer. */
  serverNow(): number | undefined
  /** Server minus own clock in milliseconds; undefined before the first answer. */
  clockSkewMs(): number | undefined
  readonly log: RequestLog
  /** Cancels reads and waits, lets writes that were sent end, then closes all connections. */
  close(): Promise<void>
}

export type ClientOptions = {
  credentials: Credentials
  /** Own clock, Unix milliseconds. @default Date.now */
  now?: () => number
  /** A clock that never jumps, milliseconds. @default performance.now */
  monotonicNow?: () => number
  /** 0 up to 1. @default Math.random */
  random?: () => number
  /** Waits between tries; rejects when the signal is aborted. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>
  limits?: Partial<Limits>
  /** Read for proxies and NODE_TLS_REJECT_UNAUTHORIZED. @default process.env */
  env?: Env
  /** Told of every request when it ends; nothing secret is in it. */
  onLog?: (entry: LogEntry) => void
}

type AnyRequest = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }

const judged = ({ baseUrl, appUrl, apiKey, keySource }: Credentials, env: Env) => {
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new AppError('usage', `The key from ${keySource} holds a character that no API key has: copy it again.`)
  }
  for (const address of [baseUrl, appUrl]) {
    const why = URL.canParse(address) ? whyNotSafe(new URL(address), env) : 'is not an address'
    if (why !== undefined) {
      const shown = URL.canParse(address) ? new URL(address).host : 'An address'
      throw new AppError('usage', `${shown} ${why}, so the key is not sent there.`)
    }
  }
  return { baseUrl: baseUrl.replace(/(?<!\/)\/+$/, ''), appUrl: appUrl.replace(/(?<!\/)\/+$/, '') }
}

const flatHeaders = (headers: Answer['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )

/** A body as text and parsed, both without secrets: JSON is written anew where it held one. */
const maskedBody = (parts: Answer['parts'], parsed: BodyText, redact: (text: string) => string) => {
  if (parsed.is !== 'json') return { text: redact(decodeParts(parts)), json: undefined }
  const json = maskedJson(parsed.text, parsed.value, redact)
  return { text: json === parsed.value && !parsed.isCut ? parsed.text : JSON.stringify(json), json }
}

/**
 * A client for one set of credentials. Throws AppError('usage') when they are refused: a key with a character no header
 * takes, an address that is neither https nor this machine.
 */
export const createClient = (options: ClientOptions): Client => {
  const env = options.env ?? process.env
  const addresses = judged(options.credentials, env)
  const { apiKey, keySource, whyReadOnly } = options.credentials
  const origins = boundOrigins(addresses)
  const now = options.now ?? Date.now
  const monotonicNow = options.monotonicNow ?? (() => performance.now())
  const limits = { ...defaultLimits, ...options.limits }
  const redact = createRedactor([apiKey, ...proxySecrets(env)])
  const log = createRequestLog(options.onLog)
  const clock = createServerClock(now, monotonicNow)
  const closing = new AbortController()
  const buffers = createReadBuffers()
  const dispatchers = createDispatchers(limits, env, buffers)
  const writes = new Set<Promise<unknown>>()
  /** Endpoints whose newer path is the one that answers. */
  const answersNewer = new Set<EndpointName>()

  const perform = createCaller({
    limits,
    dispatchers,
    log,
    clock,
    budget: createRetryBudget(limits.retryBudget, limits.retryRefillMs, monotonicNow),
    now,
    monotonicNow,
    random: options.random ?? Math.random,
    sleep: options.sleep ?? ((ms, signal) => sleepFor(ms, undefined, { signal })),
    redact,
    closing: closing.signal,
  })

  const carryOut = (plan: Plan, callOptions: CallOptions): Promise<Answer> => {
    if (closing.signal.aborted) {
      const { host } = plan.wire.url
      throw new AppError('interrupted', `The request to ${host} was not sent because the program is ending.`)
    }
    if (whyReadOnly !== undefined && !isRead(plan.wire.method)) {
      const { method, url } = plan.wire
      throw new AppError('usage', `${method} was not sent to ${url.host}, as ${whyReadOnly}.`, {
        request: failedRequest(method, url),
      })
    }
    const answer = perform(plan, callOptions)
    if (!isRead(plan.wire.method)) {
      writes.add(answer)
      const done = (): void => void writes.delete(answer)
      answer.then(done, done)
    }
    return answer
  }

  const wireFor = (method: string, url: URL, body: unknown, accept: string): Plan['wire'] => {
    // The last check before the key is sent, whatever built the address.
    if (!origins.includes(url.origin)) throw new TypeError('the key is not bound to this origin')
    return {
      method,
      url,
      headers: {
        accept,
        'accept-encoding': accept === 'application/json' ? ACCEPT_ENCODING : 'identity',
        authorization: `Bearer ${apiKey}`,
        'user-agent': 'quarterdeck',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    }
  }

  const endpointUrl = (row: RequestLine, request: AnyRequest, newer: boolean): URL => {
    const host = row.host === 'app' ? addresses.appUrl : addresses.baseUrl
    return new URL(host + endpointPath(row, request.params, newer) + queryText(Object.entries(request.query ?? {})))
  }

  const failedRequest = (method: string, url: URL): FailedRequest => ({ method, url: redact(url.href) })

  const contextOf = (name: EndpointName | undefined, method: string, answer: Answer): FailureContext => ({
    request: failedRequest(method, answer.url),
    endpoint: name,
    isAnalytics: answer.url.pathname.includes('/api/v1/analytics/'),
    keySource,
    retryAfterMs: answer.retryAfterMs,
    redact,
  })

  const errorOf = async (name: EndpointName | undefined, method: string, answer: Answer): Promise<AppError> => {
    const { statusError } = await import('./status-error.ts')
    const contentType = headerText(answer.headers, 'content-type')
    const error = statusError({ ...answer, contentType }, contextOf(name, method, answer))
    log.update(answer.logId, { error: error.message, requestId: error.requestId })
    return error
  }

  /** Asks at the path that answered last time, and at the other one when that is 404. */
  const answerOf = async (name: EndpointName, request: AnyRequest, callOptions: CallOptions, takes: Plan['takes']) => {
    const row = requestLines[name]
    const accept = takes === 'json' ? 'application/json' : '*/*'
    const ask = (newer: boolean): Promise<Answer> =>
      carryOut(
        {
          endpoint: name,
          takes,
          wire: wireFor(row.method, endpointUrl(row, request, newer), request.body, accept),
        },
        callOptions,
      )
    const first = answersNewer.has(name)
    const answer = await ask(first)
    if (row.newerPath === undefined || answer.status !== 404) return answer
    const other = await ask(!first)
    if (other.status === 404) return answer
    if (other.status >= 200 && other.status < 300) {
      if (first) answersNewer.delete(name)
      else answersNewer.add(name)
    }
    return other
  }

  const call = async <N extends JsonEndpointName, const R extends RequestOf<N>>(
    name: N,
    request: R,
    callOptions: CallOptions = {},
  ): Promise<Reply<ResponseOf<N, R>>> => {
    const { method } = requestLines[name]
    const asked = request as AnyRequest
    const answering = answerOf(name, asked, callOptions, 'json')
    // What judges the answer is loaded while that is on its way.
    const reading = import('./read-reply.ts')
    const answer = await answering
    if (answer.status < 200 || answer.status >= 300) throw await errorOf(name, method, answer)

    const { readReply } = await reading
    return readReply<ResponseOf<N, R>>(answer, {
      endpoint: name,
      groupBy: asked.query?.group_by,
      limitBytes: limits.jsonBytes,
      request: failedRequest(method, answer.url),
      redact,
      note: (change) => log.update(answer.logId, change),
    })
  }

  const send = async (request: SendRequest, callOptions: CallOptions = {}): Promise<SendReply> => {
    const method = request.method.toUpperCase()
    if (!/^[A-Z]{1,20}$/.test(method) || ['CONNECT', 'TRACE'].includes(method)) {
      throw new AppError('usage', 'The method is not one that can be sent: use GET, POST, PATCH, PUT or DELETE.')
    }
    const url = typedUrl(request.path, request.query ?? [], addresses)
    const wire = wireFor(method, url, request.body, 'application/json')
    const answer = await carryOut({ endpoint: undefined, takes: 'json', wire }, callOptions)
    const isSuccess = answer.status >= 200 && answer.status < 300
    const parsed = parseJsonBytes(answer.parts, headerText(answer.headers, 'content-type'))
    if (isSuccess && answer.cut !== undefined) {
      const why = answer.cut === 'tooLarge' ? 'is too large to hold' : 'cannot be unpacked'
      throw new AppError('failed', `The answer of ${url.host} ${why}: ask for less, or fetch it with another tool.`, {
        request: failedRequest(method, url),
        status: answer.status,
      })
    }
    return {
      status: answer.status,
      statusText: answer.statusText,
      headers: masked(flatHeaders(answer.headers), redact),
      ...maskedBody(answer.parts, parsed, redact),
      error: isSuccess ? undefined : await errorOf(undefined, method, answer),
      requestId: answer.requestId,
      durationMs: answer.durationMs,
      sizeBytes: answer.sizeBytes,
    }
  }

  const { download, downloadPath } = createDownload({
    giveBack: buffers.giveBack,
    openPath: (path, query, callOptions) => {
      const wire = wireFor('GET', typedUrl(path, query, addresses), undefined, '*/*')
      return carryOut({ endpoint: undefined, takes: 'stream', wire }, callOptions)
    },
    open: (name, request, callOptions) => answerOf(name, request as AnyRequest, callOptions, 'stream'),
    follow: (url, callOptions) =>
      carryOut(
        {
          endpoint: undefined,
          takes: 'stream',
          // A signed link or another server: no key, and nothing else of ours.
          wire: { method: 'GET', url, headers: { accept: '*/*', 'accept-encoding': 'identity' }, body: undefined },
        },
        callOptions,
      ),
    errorOf: (answer) => errorOf('exportWiki', 'GET', answer),
    noteEnd: (logId, change) => log.update(logId, change),
    whyNotSafe: (url) => whyNotSafe(url, env),
    limits,
    monotonicNow,
    redact,
    closing: closing.signal,
  })

  return {
    call,
    send,
    download: (name, request, callOptions = {}) => download(name, request, callOptions),
    downloadPath: (path, query, callOptions = {}) => downloadPath(path, query, callOptions),
    serverNow: clock.now,
    clockSkewMs: clock.skewMs,
    log,
    close: async () => {
      closing.abort()
      await Promise.allSettled([...writes])
      await dispatchers.destroy()
    },
  }
}
