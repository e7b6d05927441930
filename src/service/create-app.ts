import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono } from 'hono'
import { AppError } from '../base/errors.ts'
import { apiEndpoints } from '../contract/api-endpoints.ts'
import { LIVE_STREAM_PATH } from '../contract/constants.ts'
import { type Endpoint, type EndpointName, endpoints } from '../contract/endpoints.ts'
import { targetOf, withAuditRow } from './access/audited-store.ts'
import { checkHost, checkOrigin, checkRole } from './access/guard.ts'
import type { Pseudonyms } from './access/pseudonyms.ts'
import { createRateLimit } from './access/rate-limit.ts'
import { OutcomeUnknownError, UnavailableError } from './db/db.ts'
import { abortOnError, createResponseCache, piecesOf } from './http/answer-bytes.ts'
import { type Answered, headersFor, headersWithoutBody, Problem, problemResponse, quoted } from './http/problem.ts'
import { readBody, readRequest } from './http/read-request.ts'
import { type ArchiveReply, type Caller, JsonStream, type RouteContext } from './http/route.ts'
import { createLiveStreams } from './live/live-stream.ts'
import { MAX_LIVE_BYTES, receiveMetrics } from './live/receive-metrics.ts'
import { createOperations, OPERATIONS, type OperationName, type OperationsOptions } from './operations/operations.ts'
import { createRequestMetrics, NO_ROUTE } from './operations/request-metrics.ts'
import { readLive } from './routes/live-routes.ts'
import { routes } from './routes/routes.ts'
import type { Store } from './store/store.ts'
import { isAlwaysServed, servedByMirror } from './sync/served-endpoints.ts'

/** One handled request. Contains no key and no body. */
export type LogEntry = { requestId: string; method: string; path: string; status: number; error?: unknown }

export type AppOptions = OperationsOptions & {
  /** Unix milliseconds. */
  now: () => number
  /**
   * Permitted Host headers.
   * @default localhost, for requests without a socket
   */
  hosts?: ReadonlySet<string>
  /**
   * Whether to serve only the endpoints that all servers have, without the extensions and `/health`, `/ready` and
   * `/metrics`.
   * @default false
   */
  isStrict?: boolean | undefined
  /** Address of a proxy in front of this service, whose host and origin are permitted. */
  publicUrl?: URL | undefined
  /**
   * Requests that a key may make in a minute, ten times as many for keys of agents; 0 is no limit.
   * @default 0
   */
  requestsPerMinute?: number | undefined
  /** Hides names and e-mail addresses from callers who are not owners. @default nothing is hidden */
  pseudonyms?: Pseudonyms | undefined
  /** Hides users in the activity of today from everybody. @default as in other responses */
  livePseudonyms?: Pseudonyms | undefined
  /** Ends the streams of events. @default they end with their connections */
  closing?: AbortSignal | undefined
  /** Creates request ids and session ids. @default random UUIDs */
  newId?: () => string
  log?: ((entry: LogEntry) => void) | undefined
}

type Environment = {
  /** `route` is the name of the endpoint; `startedAt` is a time of `performance.now()`. */
  Variables: { requestId: string; route: string; startedAt: number }
  /** Absent if there is no socket. */
  Bindings: Partial<HttpBindings>
}
type AppContext = Context<Environment>

/** Keys of agents may send this many times as many requests as other keys: 10,000 events a second are 6,000 requests a minute. */
const INGEST_RATE = 10
/** Where agents send OpenTelemetry metrics. */
const METRICS_PATH = '/v1/metrics'

/** The service without a socket: every endpoint of the contract, and the extensions, backed by a store. */
export const createApp = (store: Store, options: AppOptions): Hono<Environment> => {
  const { now, hosts = new Set(['localhost']), isStrict = false, newId = randomUUID, log, publicUrl } = options
  const table: Record<string, Endpoint> = isStrict ? apiEndpoints : endpoints
  const app = new Hono<Environment>()
  const context: Shared = { store, now, newId, isStrict, cached: createResponseCache() }
  const { requestsPerMinute = 0 } = options
  const access: Access = {
    countRequest: createRateLimit(requestsPerMinute),
    countIngest: createRateLimit(requestsPerMinute * INGEST_RATE),
    pseudonymsFor: (name, { role }) =>
      (LIVE.has(name) ? options.livePseudonyms : undefined) ?? (role === 'owner' ? undefined : options.pseudonyms),
  }
  const requests = createRequestMetrics()

  // No middleware: a single handler per path avoids a chain of promises.
  const checked = (c: AppContext, route: string): URL => {
    c.set('requestId', newId())
    c.set('route', route)
    c.set('startedAt', performance.now())
    // The request line may name a host too, which then takes precedence over the Host header.
    const url = new URL(c.req.url)
    checkHost(url.host, hosts)
    checkHost(c.req.header('host') ?? url.host, hosts)
    checkOrigin(c.req.header('origin'), url.host, publicUrl)
    return url
  }
  const logged = (c: AppContext, status: number, failure?: { error: unknown }): void =>
    log?.({ requestId: c.get('requestId'), method: c.req.method, path: c.req.path, status, ...failure })
  const finished = (c: AppContext, status: number, failure?: { error: unknown }): void => {
    requests.count(c.get('route'), status, performance.now() - c.get('startedAt'))
    logged(c, status, failure)
  }
  for (const [name, endpoint] of Object.entries(table) as [EndpointName, Endpoint][])
    for (const path of pathsOf(endpoint))
      app.on(endpoint.method, honoPath(path), async (c) => {
        const url = checked(c, name)
        const onFailure = (error: unknown): boolean => {
          requests.countAborted(name)
          logged(c, endpoint.status, { error })
          return c.env?.outgoing?.destroy() !== undefined
        }
        const reply = await answer(name, endpoint, { c, url, access }, context, onFailure)
        finished(c, endpoint.status)
        return reply
      })
  const operations = createOperations(store, requests, options)
  const paths = isStrict ? [] : (Object.entries(OPERATIONS) as [OperationName, string][])
  for (const [name, path] of paths)
    app.get(path, async (c) => {
      checked(c, name)
      const answered = { requestId: c.get('requestId'), at: now() }
      const reply = await operations[name](c.req.header('authorization'), answered)
      finished(c, reply.status)
      return reply
    })
  if (!isStrict)
    app.post(METRICS_PATH, async (c) => {
      checked(c, 'metrics')
      const caller = await checkRole({ roles: [], isIngest: true }, c.req.header('authorization'), store)
      access.countIngest(caller.name)
      const request = {
        body: await readBody(c.req.raw, MAX_LIVE_BYTES),
        contentType: c.req.header('content-type'),
        encoding: c.req.header('content-encoding')?.toLowerCase(),
      }
      const { body, contentType } = await receiveMetrics(request, store, caller.name, now())
      finished(c, 200)
      const answered = { requestId: c.get('requestId'), at: now() }
      return new Response(body, { headers: { ...headersFor(answered), 'content-type': contentType } })
    })
  const streams = createLiveStreams({
    read: () => readLive(store, now()),
    version: async () => {
      // The demo has no agents: its activity is created when it is read.
      await store.fillLive(now())
      return store.version()
    },
    closing: options.closing ?? new AbortController().signal,
    onFailure: (error) => log?.({ requestId: newId(), method: 'GET', path: LIVE_STREAM_PATH, status: 200, error }),
  })
  if (!isStrict)
    app.get(LIVE_STREAM_PATH, async (c) => {
      checked(c, 'liveStream')
      const authorization = c.req.header('authorization')
      const caller = await checkRole(endpoints.live, authorization, store)
      access.countRequest(caller.name)
      const pseudonyms = access.pseudonymsFor('live', caller)
      const body = streams.open(
        {
          keyName: caller.name,
          hide: pseudonyms?.hide ?? ((text) => text),
          isPermitted: () =>
            checkRole(endpoints.live, authorization, store).then(
              () => true,
              (error: unknown) => !(error instanceof Problem),
            ),
        },
        whenClosed(c.env?.outgoing),
      )
      finished(c, 200)
      const answered = { requestId: c.get('requestId'), at: now() }
      return new Response(body, {
        // Some proxies buffer responses.
        headers: { ...headersFor(answered), 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' },
      })
    })
  app.notFound((c) => {
    checked(c, NO_ROUTE)
    throw notFound([...Object.values(table), ...paths.map(([, path]) => ({ path, method: 'GET' as const }))], c.req)
  })
  app.onError((error, c) => {
    const problem = problemOf(error)
    finished(c, problem.status, problem === error ? undefined : { error })
    return problemResponse(problem, { requestId: c.get('requestId'), at: now() }, c.req.path)
  })
  return app
}

type Access = Record<'countRequest' | 'countIngest', (keyName: string) => void> & {
  /** Hides names and e-mail addresses in the response of an endpoint; undefined if the caller may read them. */
  pseudonymsFor: (name: EndpointName, caller: Caller) => Pseudonyms | undefined
}

/** The endpoints with the activity of today. */
const LIVE: ReadonlySet<EndpointName> = new Set(['live', 'liveUsers'])

const problemOf = (error: unknown): Problem => {
  if (error instanceof Problem) return error
  if (error instanceof OutcomeUnknownError) return new Problem(503, error.message)
  if (error instanceof UnavailableError) return new Problem(503, error.message, { headers: { 'retry-after': '5' } })
  if (error instanceof AppError && error.kind === 'usage') return new Problem(400, error.message)
  return new Problem(500, "Internal error. See the service's log.")
}

/** What all requests share. */
type Shared = Omit<RouteContext, 'store' | 'caller' | 'responseBytes'> & {
  store: Store
  cached: ReturnType<typeof createResponseCache>
}

const answer = async (
  name: EndpointName,
  endpoint: Endpoint,
  { c, url, access }: { c: AppContext; url: URL; access: Access },
  { store: wholeStore, cached, ...shared }: Shared,
  onFailure: (error: unknown) => boolean,
): Promise<Response> => {
  const caller = await checkRole(endpoint, c.req.header('authorization'), wholeStore)
  const { countRequest, countIngest } = access
  if (endpoint.isIngest) countIngest(caller.name)
  else countRequest(caller.name)
  const pseudonyms = access.pseudonymsFor(name, caller)
  await checkMirrored(name, endpoint, wholeStore)
  const outgoing = c.env?.outgoing
  const store = wholeStore.withSignal(whenClosed(outgoing))
  const responseBytes: RouteContext['responseBytes'] = (key, make) => cached(store, key, make)
  const context: RouteContext = {
    ...shared,
    caller,
    store,
    responseBytes: pseudonyms ? hiddenResponses(responseBytes, pseudonyms) : responseBytes,
  }
  const request = readRequest(endpoint, {
    params: c.req.param(),
    query: pseudonyms?.openCursors(url.searchParams) ?? url.searchParams,
    contentType: c.req.header('content-type'),
    // Access `raw` only for requests with a body: creating the Request takes longer than the other checks.
    body: hasBody(c) ? await readBody(c.req.raw, endpoint.isIngest ? MAX_LIVE_BYTES : undefined) : new Uint8Array(),
  })
  // The contract has validated the request. The compiler cannot relate the request to the name.
  const route = routes[name] as (request: unknown, context: RouteContext) => unknown
  const run = async (own: RouteContext): Promise<unknown> => route(request, own)
  const reply =
    // Events of hooks change no data that people manage.
    endpoint.method === 'GET' || endpoint.isIngest
      ? await run(context)
      : await withAuditRow({ id: c.get('requestId'), action: name, target: targetOf(request) }, context, run)
  const answered = { requestId: c.get('requestId'), at: context.now() }
  if (endpoint.response === 'archive') {
    const { fileName, stream, isSmall } = reply as ArchiveReply
    const bytes = isSmall ? Buffer.concat(await stream.toArray()) : abortOnError(Readable.toWeb(stream), onFailure)
    return archiveResponse(fileName, bytes, endpoint.status, answered)
  }
  if (endpoint.status === 204) return new Response(null, { status: 204, headers: headersWithoutBody(answered) })
  if (reply instanceof JsonStream) {
    const chunks = pseudonyms?.hideParts(reply.chunks) ?? reply.chunks
    const bytes = ReadableStream.from(piecesOf(chunks))
    return new Response(abortOnError(bytes, onFailure), { headers: headersFor(answered) })
  }
  const body = reply instanceof Uint8Array ? reply : bytesOf(reply, pseudonyms)
  const headers = headersFor(answered)
  if (!outgoing) return new Response(body, { status: endpoint.status, headers })
  sendJson(outgoing as ServerResponse, body, endpoint.status, headers)
  return RESPONSE_ALREADY_SENT
}

const bytesOf = (reply: unknown, pseudonyms: Pseudonyms | undefined): Uint8Array => {
  const text = typeof reply === 'string' ? reply : JSON.stringify(reply)
  return Buffer.from(pseudonyms?.hide(text) ?? text)
}

/** The cache of responses for callers from whom users are hidden. */
const hiddenResponses =
  (responseBytes: RouteContext['responseBytes'], { hide }: Pseudonyms): RouteContext['responseBytes'] =>
  (key, make) =>
    responseBytes(`hidden ${key}`, async () => hide(await make()))

/** @throws Problem 501 if the store mirrors a vendor that this endpoint has to be requested from. */
const checkMirrored = async (name: EndpointName, { method, path }: Endpoint, store: Store): Promise<void> => {
  if (isAlwaysServed(name)) return
  const served = await servedByMirror(store)
  if (served === undefined || served.has(name)) return
  const { vendor = 'another server' } = (await store.sync.readState()) ?? {}
  throw new Problem(501, `This server is a mirror and does not serve ${method} ${path}. Send the request to ${vendor}.`)
}

/** A signal that aborts when a connection is closed before or after its response. */
const whenClosed = (outgoing: Environment['Bindings']['outgoing']): AbortSignal => {
  const controller = new AbortController()
  // The client may have disconnected while its key was checked.
  if (outgoing?.destroyed) controller.abort()
  outgoing?.once('close', () => controller.abort())
  return controller.signal
}

const hasBody = ({ req }: AppContext): boolean =>
  req.method !== 'GET' || req.header('content-length') !== undefined || req.header('transfer-encoding') !== undefined

/** Writes directly to the socket: creating a Response with its stream takes longer than most handlers. */
const sendJson = (
  outgoing: ServerResponse,
  body: Uint8Array,
  status: number,
  headers: Record<string, string>,
): void => {
  outgoing.writeHead(status, { ...headers, 'content-length': body.length })
  outgoing.end(body)
}

const archiveResponse = (
  fileName: string,
  bytes: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
  status: number,
  answered: Answered,
): Response => {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '-')
  const disposition = `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(fileName)}`
  return new Response(bytes, {
    status,
    headers: {
      ...headersFor(answered),
      'content-type': 'application/zip',
      'content-disposition': disposition,
      ...(bytes instanceof Uint8Array && { 'content-length': String(bytes.length) }),
    },
  })
}

type RequestLine = Pick<Endpoint, 'method' | 'path' | 'newerPath'>

const pathsOf = ({ path, newerPath }: RequestLine): string[] => (newerPath === undefined ? [path] : [path, newerPath])

const honoPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')

const notFound = (lines: readonly RequestLine[], { path, method }: { path: string; method: string }): Problem => {
  const methods = lines
    .filter((endpoint) => pathsOf(endpoint).some((known) => matches(known, path)))
    .map((endpoint) => endpoint.method)
  if (methods.length === 0) return new Problem(404, `No endpoint at ${quoted(path)}. See /api/v0/openapi.json.`)
  return new Problem(405, `${quoted(path)} does not support ${method}. Use ${methods.join(' or ')}.`, {
    headers: { allow: methods.join(', ') },
  })
}

const matches = (known: string, path: string): boolean => {
  const parts = path.split('/')
  const expected = known.split('/')
  return (
    parts.length === expected.length &&
    expected.every((part, at) => (part.startsWith('{') ? parts[at] !== '' : part === parts[at]))
  )
}
