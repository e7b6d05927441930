import { setTimeout as sleepFor } from 'node:timers/promises'
import type { Env } from '../base/env.ts'
import { AppError, type FailedRequest } from '../base/errors.ts'
import type { Credentials } from '../config/credentials.ts'
import type { EndpointName } from '../contract/endpoints.ts'
import { type RequestLine, requestLines } from '../contract/request-lines.ts'
import { type Answer, type CallOptions, headerText, type Plan, sendWithRetries } from './caller.ts'
import { createDispatchers, createReadBuffers, proxySecrets } from './dispatchers.ts'
import { isRead } from './exchange.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { ACCEPT_ENCODING } from './read-body.ts'
import { createRedactor } from './redact.ts'
import { createRequestLog, type LogEntry } from './request-log.ts'
import { boundOrigins, endpointPath, queryText, unsafeAddressReason } from './request-url.ts'
import { createRetryBudget } from './retry-policy.ts'
import { createServerClock } from './server-clock.ts'

export type ClientOptions = {
  credentials: Credentials
  /** This machine's clock, Unix milliseconds. @default Date.now */
  now?: () => number
  /** A clock that never jumps, in milliseconds. @default performance.now */
  monotonicNow?: () => number
  /** A number from 0 up to 1, exclusive. @default Math.random */
  random?: () => number
  /** Waits between tries; rejects when the signal is aborted. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>
  limits?: Partial<Limits>
  /** Read for proxies and NODE_TLS_REJECT_UNAUTHORIZED. @default process.env */
  env?: Env
  /** Called with every request when it ends. The entry contains no secrets. */
  onLog?: (entry: LogEntry) => void
}

export type AnyRequest = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }

const checkedAddresses = ({ baseUrl, appUrl, apiKey, keySource }: OwnCredentials, env: Env) => {
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new AppError(
      'usage',
      `The key from ${keySource} contains a character that API keys never have. Copy it again.`,
    )
  }
  for (const address of [baseUrl, appUrl]) {
    const why = URL.canParse(address) ? unsafeAddressReason(new URL(address), env) : 'is not an address'
    if (why !== undefined) {
      const shown = URL.canParse(address) ? new URL(address).host : 'An address'
      throw new AppError('usage', `${shown} ${why}, so the key is not sent there.`)
    }
  }
  return { baseUrl: baseUrl.replace(/(?<!\/)\/+$/, ''), appUrl: appUrl.replace(/(?<!\/)\/+$/, '') }
}

/** The state that the requests to all servers of one client share. */
const createShared = (options: ClientOptions) => {
  const { credentials, env = process.env, now = Date.now, monotonicNow = () => performance.now() } = options
  const limits = { ...defaultLimits, ...options.limits }
  const buffers = createReadBuffers()
  const closer = new AbortController()
  return {
    env,
    limits,
    buffers,
    dispatchers: createDispatchers(limits, env, buffers),
    log: createRequestLog(options.onLog),
    now,
    monotonicNow,
    random: options.random ?? Math.random,
    sleep: options.sleep ?? ((ms: number, signal: AbortSignal) => sleepFor(ms, undefined, { signal })),
    // A server may send back the key of the other one.
    redact: createRedactor([
      credentials.apiKey,
      ...(credentials.history ? [credentials.history.apiKey] : []),
      ...proxySecrets(env),
    ]),
    /** Changes in flight. */
    writes: new Set<Promise<unknown>>(),
    /** Aborted when the client closes. */
    closer,
    closing: closer.signal,
  }
}

/** The state of the requests to one server: its addresses and key, its clock and retries. */
const createServer = (shared: ReturnType<typeof createShared>, credentials: OwnCredentials, isHistory: boolean) => {
  const { limits, env, now, monotonicNow } = shared
  return {
    ...shared,
    credentials,
    /** Whether it is the team's server. */
    isHistory,
    addresses: checkedAddresses(credentials, env),
    clock: createServerClock(now, monotonicNow),
    budget: createRetryBudget(limits.retryBudget, limits.retryRefillMs, monotonicNow),
    /** Endpoints whose newer path works. */
    newerPathEndpoints: new Set<EndpointName>(),
  }
}

/** Credentials of one server only, so that no code can send it the key of the other one. */
type OwnCredentials = Omit<Credentials, 'history'>

/** The state of all requests to one server. */
export type Requests = ReturnType<typeof createServer>

/**
 * The servers of a client: the vendor's, and the team's if the credentials have one.
 *
 * @throws AppError of kind `usage` for credentials that must not be used.
 */
export const createServers = (options: ClientOptions): { vendor: Requests; history: Requests | undefined } => {
  const { history, ...own } = options.credentials
  const shared = createShared(options)
  return {
    vendor: createServer(shared, own, false),
    history:
      history &&
      createServer(
        shared,
        { baseUrl: history.url, appUrl: history.url, ...history, whyReadOnly: own.whyReadOnly },
        true,
      ),
  }
}

export const failedRequest = ({ redact }: Requests, method: string, url: URL): FailedRequest => ({
  method,
  url: redact(url.href),
})

/** Sends a request unless the client is closed, or the request is a change and the run is read-only. */
export const sendPlan = (requests: Requests, plan: Plan, options: CallOptions): Promise<Answer> => {
  const { method, url } = plan.wire
  const { whyReadOnly } = requests.credentials
  if (requests.closing.aborted) {
    throw new AppError('interrupted', `The request to ${url.host} was not sent because the program is ending.`)
  }
  if (isRead(method)) return sendWithRetries(requests, plan, options)
  if (whyReadOnly !== undefined) {
    throw new AppError('usage', `${method} was not sent to ${url.host}: ${whyReadOnly}.`, {
      request: failedRequest(requests, method, url),
    })
  }
  const answer = sendWithRetries(requests, plan, options)
  requests.writes.add(answer)
  const done = (): void => void requests.writes.delete(answer)
  answer.then(done, done)
  return answer
}

export const wireWithKey = (
  { addresses, credentials }: Requests,
  method: string,
  url: URL,
  { accept = 'application/json', body }: { accept?: string; body?: unknown } = {},
): Plan['wire'] => {
  // The last check before the key is sent.
  if (!boundOrigins(addresses).includes(url.origin)) throw new TypeError('the key is not bound to this origin')
  return {
    method,
    url,
    headers: {
      accept,
      'accept-encoding': accept === 'application/json' ? ACCEPT_ENCODING : 'identity',
      authorization: `Bearer ${credentials.apiKey}`,
      'user-agent': 'quarterdeck',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  }
}

const endpointUrl = ({ addresses }: Requests, row: RequestLine, request: AnyRequest, newer: boolean): URL => {
  const host = row.host === 'app' ? addresses.appUrl : addresses.baseUrl
  return new URL(host + endpointPath(row, request.params, newer) + queryText(Object.entries(request.query ?? {})))
}

/** Requests the path that worked last time, then the other one if the response is 404. */
export const requestEndpoint = async (
  requests: Requests,
  name: EndpointName,
  request: AnyRequest,
  options: CallOptions,
  takes: Plan['takes'],
  createLists?: Plan['createLists'],
): Promise<Answer> => {
  const line = requestLines[name]
  const row = options.path === undefined ? line : { ...line, path: options.path }
  const { newerPathEndpoints } = requests
  const ask = (newer: boolean): Promise<Answer> => {
    const url = endpointUrl(requests, row, request, newer)
    const accept = takes === 'json' ? 'application/json' : '*/*'
    const wire = wireWithKey(requests, row.method, url, { accept, body: request.body })
    return sendPlan(requests, { endpoint: name, takes, wire, createLists }, options)
  }
  const first = newerPathEndpoints.has(name)
  const answer = await ask(first)
  if (row.newerPath === undefined || answer.status !== 404) return answer
  const other = await ask(!first)
  if (other.status === 404) return answer
  if (other.status >= 200 && other.status < 300) {
    if (first) newerPathEndpoints.delete(name)
    else newerPathEndpoints.add(name)
  }
  return other
}

/** Creates the error of a response that is not a success, and adds it to the log entry. */
export const errorOf = async (
  requests: Requests,
  endpoint: EndpointName | undefined,
  method: string,
  answer: Answer,
): Promise<AppError> => {
  const { statusError } = await import('./status-error.ts')
  const contentType = headerText(answer.headers, 'content-type')
  const error = statusError(
    { ...answer, contentType },
    {
      request: failedRequest(requests, method, answer.url),
      endpoint,
      isAnalytics: answer.url.pathname.includes('/api/v1/analytics/'),
      keySource: requests.credentials.keySource,
      retryAfterMs: answer.retryAfterMs,
      redact: requests.redact,
    },
  )
  requests.log.update(answer.logId, { error: error.message, requestId: error.requestId })
  return error
}
