import { AppError } from '../base/errors.ts'
import type {
  ArchiveEndpointName,
  EndpointName,
  JsonEndpointName,
  RequestOf,
  ResponseOf,
} from '../contract/endpoints.ts'
import type { Live } from '../contract/live.ts'
import { requestLines } from '../contract/request-lines.ts'
import { type Answer, type CallOptions, headerText } from './caller.ts'
import { type Download, openDownload } from './download.ts'
import { masked, maskedJson } from './masked.ts'
import { type BodyText, decodeParts, parseJsonBytes } from './parse-json-bytes.ts'
import type { Reply, ReplyText } from './read-reply.ts'
import type { LogEntry, RequestLog } from './request-log.ts'
import { isHistoryUrl, typedUrl } from './request-url.ts'
import {
  type AnyRequest,
  type ClientOptions,
  createServers,
  errorOf,
  failedRequest,
  type Requests,
  requestEndpoint,
  sendPlan,
  wireWithKey,
} from './requests.ts'

export type { CallOptions, RetryWait } from './caller.ts'
export type { Download } from './download.ts'
export type { Reply } from './read-reply.ts'
export type { ClientOptions } from './requests.ts'

/** A response to a request by path, of any status. */
export type SendReply = {
  status: number
  statusText: string
  /** Names in lower case; repeated headers are joined by a comma. */
  headers: Record<string, string>
  /** Body as text; bytes that are not UTF-8 become U+FFFD. */
  text: string
  /** The parsed body; undefined if it is not JSON. */
  json: unknown
  /** The error that `call` would throw for this status; undefined for 2xx. */
  error: AppError | undefined
  requestId: string | undefined
  durationMs: number
  sizeBytes: number
}

/** A request by path, for `qd api`. `body` is sent as JSON. */
export type SendRequest = { method: string; path: string; query?: [string, string][]; body?: unknown }

export type Client = {
  /** Calls an endpoint with a JSON response. Throws AppError unless the response is a success with a usable body. */
  call<N extends JsonEndpointName, const R extends RequestOf<N>>(
    name: N,
    request: R,
    options?: CallOptions,
  ): Promise<Reply<ResponseOf<N, R>>>
  /** Calls a read endpoint and returns its response as text, without validating it. Throws AppError as `call` does. */
  text<N extends JsonEndpointName>(name: N, request: RequestOf<N>, options?: CallOptions): Promise<ReplyText>
  /**
   * Calls any path on the configured origins, with the key of the origin, the same limits, and retries that depend on
   * the method. Throws only if there is no response.
   */
  send(request: SendRequest, options?: CallOptions): Promise<SendReply>
  /**
   * Opens the download of an archive. Read `chunks` to the end or stop iterating, otherwise the connection stays open.
   */
  download<N extends ArchiveEndpointName>(name: N, request: RequestOf<N>, options?: CallOptions): Promise<Download>
  /** Like `download`, for any path on the configured origins. */
  downloadPath(path: string, query: [string, string][], options?: CallOptions): Promise<Download>
  /** The activity of today, again with each change: see {@link readLiveStream}. Stop iterating to close the stream. */
  liveStream(options?: CallOptions): AsyncGenerator<Reply<Live>, void>
  /**
   * The last Date from the server that answers the analytics plus the time since, Unix milliseconds; undefined before its
   * first response.
   */
  serverNow(): number | undefined
  /**
   * The server's clock minus this machine's clock, in milliseconds; undefined before the first response. Of two servers,
   * the one that answers the analytics counts once it has responded.
   */
  clockSkewMs(): number | undefined
  /** Whether a team's server answers the history endpoints. */
  readonly isSplit: boolean
  readonly log: RequestLog
  /** Cancels reads and waits, completes writes that were sent, then closes all connections. */
  close(): Promise<void>
}

const flatHeaders = (headers: Answer['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )

/** A body as text and parsed, with secrets masked in both. JSON that contained a secret is serialized again. */
const maskedBody = (parts: Answer['parts'], parsed: BodyText, redact: (text: string) => string) => {
  if (parsed.is !== 'json') return { text: redact(decodeParts(parts)), json: undefined }
  const json = maskedJson(parsed.text, parsed.value, redact)
  return { text: json === parsed.value && !parsed.isCut ? parsed.text : JSON.stringify(json), json }
}

/** Sends a request. @returns Its successful response, and how to read it. */
const succeed = async (requests: Requests, name: JsonEndpointName, request: AnyRequest, options: CallOptions) => {
  const { method } = requestLines[name]
  const { longLists } = options
  const readers = longLists && (await import('./read-lists.ts'))
  const createLists = () =>
    longLists && readers?.createListReader(name, longLists, requests.limits.jsonBytes, requests.redact)
  const answer = await requestEndpoint(requests, name, request, options, 'json', createLists)
  if (answer.status < 200 || answer.status >= 300) throw await errorOf(requests, name, method, answer)
  const context = {
    limitBytes: Math.max(requests.limits.jsonBytes, longLists?.maxBytes ?? 0),
    request: failedRequest(requests, method, answer.url),
    redact: requests.redact,
    note: (change: Partial<LogEntry>) => requests.log.update(answer.logId, change),
  }
  return { answer, context }
}

const call = async <Body>(
  requests: Requests,
  name: JsonEndpointName,
  request: AnyRequest,
  options: CallOptions,
): Promise<Reply<Body>> => {
  const answering = succeed(requests, name, request, options)
  // Load the parser while the request is in flight.
  const reading = import('./read-reply.ts')
  const { answer, context } = await answering
  const { readReply } = await reading
  return readReply<Body>(answer, { ...context, endpoint: name, groupBy: request.query?.group_by })
}

const text = async (
  requests: Requests,
  name: JsonEndpointName,
  request: AnyRequest,
  options: CallOptions,
): Promise<ReplyText> => {
  const { answer, context } = await succeed(requests, name, request, { ...options, longLists: undefined })
  const { readText } = await import('./read-reply.ts')
  return readText(answer, context)
}

const send = async (requests: Requests, request: SendRequest, options: CallOptions): Promise<SendReply> => {
  const { addresses, redact } = requests
  const method = request.method.toUpperCase()
  if (!/^[A-Z]{1,20}$/.test(method) || ['CONNECT', 'TRACE'].includes(method)) {
    throw new AppError('usage', 'Unsupported method. Use GET, POST, PATCH, PUT or DELETE.')
  }
  const url = typedUrl(request.path, request.query ?? [], addresses)
  const wire = wireWithKey(requests, method, url, { body: request.body })
  const answer = await sendPlan(requests, { endpoint: undefined, takes: 'json', wire }, options)
  const isSuccess = answer.status >= 200 && answer.status < 300
  const parsed = parseJsonBytes(answer.parts, headerText(answer.headers, 'content-type'))
  if (isSuccess && answer.cut !== undefined) {
    const why = answer.cut === 'tooLarge' ? 'is too large' : "can't be decompressed"
    throw new AppError('failed', `The response of ${url.host} ${why}. Request less data or use another tool.`, {
      request: failedRequest(requests, method, url),
      status: answer.status,
    })
  }
  return {
    status: answer.status,
    statusText: answer.statusText,
    headers: masked(flatHeaders(answer.headers), redact),
    ...maskedBody(answer.parts, parsed, redact),
    error: isSuccess ? undefined : await errorOf(requests, undefined, method, answer),
    requestId: answer.requestId,
    durationMs: answer.durationMs,
    sizeBytes: answer.sizeBytes,
  }
}

/**
 * Creates a client for one set of credentials. Throws AppError('usage') if they are invalid: a key with a character
 * that headers cannot contain, or an address that is neither https nor on this machine.
 */
export const createClient = (options: ClientOptions): Client => {
  const { vendor, history } = createServers(options)
  const { log, writes, dispatchers, closer } = vendor
  const serverOf = (name: EndpointName, isHistory: boolean | undefined = requestLines[name].isHistory): Requests =>
    (isHistory && history) || vendor
  const serverAt = (method: string, typed: string): Requests =>
    history && isHistoryUrl(method, typed, vendor.addresses, history.addresses) ? history : vendor
  // The days end by the clock of the server that answers the analytics. Dates of the other one would mix two clocks.
  const { clock } = history ?? vendor
  return {
    call: async (name, request, callOptions = {}) => {
      const requests = serverOf(name, callOptions.isHistory)
      const reply = await call<ResponseOf<typeof name, typeof request>>(
        requests,
        name,
        request as AnyRequest,
        callOptions,
      )
      return requests.clock === clock ? reply : { ...reply, serverDate: clock.now() }
    },
    text: (name, request, callOptions = {}) =>
      text(serverOf(name, callOptions.isHistory), name, request as AnyRequest, callOptions),
    send: (request, callOptions = {}) => send(serverAt(request.method, request.path), request, callOptions),
    download: async (name, request, callOptions = {}) => {
      const requests = serverOf(name)
      const answer = await requestEndpoint(requests, name, request as AnyRequest, callOptions, 'stream')
      return openDownload(requests, answer, callOptions)
    },
    downloadPath: async (path, query, callOptions = {}) => {
      const requests = serverAt('GET', path)
      const wire = wireWithKey(requests, 'GET', typedUrl(path, query, requests.addresses), { accept: '*/*' })
      const answer = await sendPlan(requests, { endpoint: undefined, takes: 'stream', wire }, callOptions)
      return openDownload(requests, answer, callOptions)
    },
    liveStream: async function* (callOptions = {}) {
      const { readLiveStream } = await import('./live-stream.ts')
      yield* readLiveStream(serverOf('live'), callOptions)
    },
    serverNow: clock.now,
    clockSkewMs: () => clock.skewMs() ?? vendor.clock.skewMs(),
    isSplit: history !== undefined,
    log,
    close: async () => {
      closer.abort()
      await Promise.allSettled([...writes])
      await dispatchers.destroy()
    },
  }
}
