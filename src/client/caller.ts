import type { IncomingHttpHeaders } from 'node:http'
import { AppError, type FailedRequest } from '../base/errors.ts'
import { DAY_MS } from '../base/time.ts'
import type { Dispatchers } from './dispatchers.ts'
import { exchange, type Head, isRead, type WireRequest } from './exchange.ts'
import type { Limits } from './limits.ts'
import { type Fault, networkErrorMessage } from './network-faults.ts'
import { readBody, readLongBody } from './read-body.ts'
import type { ListOptions, ListReader } from './read-lists.ts'
import type { WritableLog } from './request-log.ts'
import { allowanceFor, jitterMs, type RetryBudget, type RetryFailure, retryFailureOf } from './retry-policy.ts'
import { parseHttpDate, retryAfterMs, type ServerClock } from './server-clock.ts'

/** A wait before the next try, passed to callbacks so that it can be shown. */
export type RetryWait = {
  /** One sentence without secrets. */
  why: string
  /** The number of the next try: 2 or more. */
  attempt: number
  waitMs: number
  status: number | undefined
}

export type CallOptions = {
  /**
   * Cancels a read at any time, including waits. Cancels a write only until it may have been sent; after that the
   * response is awaited.
   */
  signal?: AbortSignal | undefined
  /**
   * Called before every wait. A caller that sets it must show a countdown and allow cancelling by `signal`. The call
   * then also makes waits that the server requested and that exceed {@link Limits.allWaitsMs}. Without the callback it
   * fails immediately instead, with an error that states when to retry.
   */
  onRetry?: ((wait: RetryWait) => void) | undefined
  /**
   * Asks the user whether to retry a request that may not be repeated automatically (a POST that got 429). @default no
   * retry
   */
  askRetry?: ((wait: RetryWait) => Promise<boolean>) | undefined
  /** Maximum number of tries, 1 or more, if it is below the client's limit. */
  tries?: number | undefined
  /** Reads long lists in parts: {@link Reply.longLists}. @default the whole response at once */
  longLists?: ListOptions | undefined
  /** Path of the endpoint on this server, if it differs from the contract's: see `offeredPath`. */
  path?: string | undefined
  /** Page of a walk, counted from 1, for the request log. */
  page?: number | undefined
  /**
   * Sends a request for an endpoint that both servers have to the team's server, if there is one.
   * @default the server of the endpoint
   */
  isHistory?: boolean | undefined
}

/** A request with its properties for the log and the errors. */
export type Plan = {
  endpoint: string | undefined
  wire: WireRequest
  /** With `stream` and `events`, the body of a success is not read. */
  takes: 'json' | 'stream' | 'events'
  /** Creates a reader of the long lists for each try. */
  createLists?: (() => ListReader | undefined) | undefined
}

/** A response of any status. */
export type Answer = Omit<Head, 'body'> & {
  /** The decompressed body in pieces; empty for a stream. */
  parts: readonly Uint8Array[]
  cut: 'tooLarge' | 'unknownEncoding' | 'brokenEncoding' | undefined
  /** Size of the body as sent. */
  sizeBytes: number
  stream: Head['body'] | undefined
  /** The long lists that are not in `parts`, if there are any. */
  lists: ListReader | undefined
  /** The address that responded, after redirects. */
  url: URL
  /** From a response header. */
  requestId: string | undefined
  serverDate: number | undefined
  retryAfterMs: number | undefined
  /** Duration of the last try only. */
  durationMs: number
  logId: number
}

export type CallerDeps = {
  limits: Limits
  dispatchers: Dispatchers
  log: WritableLog
  clock: ServerClock
  budget: RetryBudget
  /** This machine's clock, Unix milliseconds. */
  now: () => number
  /** A clock that never jumps, in milliseconds. */
  monotonicNow: () => number
  /** A number from 0 up to 1, exclusive. */
  random: () => number
  /** Waits; rejects when the signal is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  redact: (text: string) => string
  /** Whether the requests go to the team's server, for the log. */
  isHistory: boolean
  /** Aborted when the client closes. */
  closing: AbortSignal
}

// Maximum duration of a countdown, ms.
const MAX_COUNTDOWN_MS = DAY_MS

export const headerText = (headers: IncomingHttpHeaders, name: string): string | undefined => {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status)
const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** Resolves to false when the signal is aborted. */
const aborted = (signal: AbortSignal): Promise<false> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(false)
    signal.addEventListener('abort', () => resolve(false), { once: true })
  })

type Redact = CallerDeps['redact']

/**
 * Sends a request until it gets a response or may not be retried. retry-policy.ts defines which failures allow a retry.
 *
 * @returns A response of any status except redirects.
 * @throws AppError if there was no response (`unreachable`, `outcomeUnknown`), a redirect must not be followed
 * (`failed`) or the request was cancelled (`interrupted`).
 */
export const sendWithRetries = async (deps: CallerDeps, plan: Plan, options: CallOptions): Promise<Answer> => {
  const { limits } = deps
  let wire = plan.wire
  let deadline = deps.monotonicNow() + limits.wholeCallMs
  let waitedMs = 0
  let redirects = 0
  let attempt = 1
  const retried: Partial<Record<RetryFailure, number>> = {}
  const tries = Math.min(limits.tries, options.tries ?? limits.tries)

  for (;;) {
    const outcome = await once(deps, plan, wire, attempt, deadline - deps.monotonicNow(), options)
    if (outcome.is === 'cancelled') throw cancelled(deps, wire)
    const answer = outcome.is === 'answered' ? outcome.value : undefined
    if (answer !== undefined && isRedirect(answer.status)) {
      if (plan.takes === 'stream') return answer
      wire = { ...wire, url: redirected(deps, answer, wire, redirects) }
      redirects += 1
      continue
    }

    let trouble = answer === undefined ? undefined : retryFailureOf(answer.status)
    let failure: AppError | undefined
    if (outcome.is === 'fault') {
      failure = faultError(deps, outcome.fault, wire)
      if (outcome.fault.isTransient) trouble = outcome.fault.sent ? 'broken' : 'neverSent'
    }
    const giveUp = (): Answer => {
      if (answer !== undefined) return answer
      throw failure
    }
    if (trouble === undefined || attempt >= tries) return giveUp()

    const allowance = allowanceFor(wire.method, trouble)
    const serverWaitMs = answer?.retryAfterMs
    const waitMs = serverWaitMs ?? jitterMs(attempt + 1, limits, deps.random)
    const isLong = waitedMs + waitMs > limits.allWaitsMs
    const mayWaitLong = serverWaitMs !== undefined && options.onRetry !== undefined && waitMs <= MAX_COUNTDOWN_MS
    if (isLong && !mayWaitLong) return giveUp()
    if (!isLong && deps.monotonicNow() + waitMs >= deadline) return giveUp()
    const wait: RetryWait = {
      why: failure?.message ?? (answer ? await reasonOf(answer, wire.url.host, deps.redact) : ''),
      attempt: attempt + 1,
      waitMs,
      status: answer?.status,
    }
    if (allowance === 'ask') {
      const promptedAt = deps.monotonicNow()
      if (options.askRetry === undefined) return giveUp()
      // Closing the client ends the question.
      const isAgreed = await Promise.race([options.askRetry(wait), aborted(deps.closing)])
      if (!isAgreed) return giveUp()
      // The time that the user takes to answer does not count.
      deadline += deps.monotonicNow() - promptedAt
    } else if ((retried[trouble] ?? 0) >= allowance) return giveUp()
    if (!deps.budget.take()) return giveUp()

    retried[trouble] = (retried[trouble] ?? 0) + 1
    if (isLong) deadline += waitMs
    else waitedMs += waitMs
    options.onRetry?.(wait)
    const signal = options.signal === undefined ? deps.closing : AbortSignal.any([options.signal, deps.closing])
    try {
      await deps.sleep(waitMs, signal)
    } catch {
      throw cancelled(deps, wire)
    }
    if (signal.aborted) throw cancelled(deps, wire)
    attempt += 1
  }
}

const reasonOf = async (answer: Answer, host: string, redact: Redact): Promise<string> => {
  const { reasonToWait } = await import('./status-error.ts')
  return reasonToWait({ ...answer, contentType: headerText(answer.headers, 'content-type') }, host, redact)
}

// A request without the key follows a signed link, whose query is a secret and must not be logged.
const hasKey = (wire: WireRequest): boolean => wire.headers.authorization !== undefined
const shownUrl = (redact: Redact, wire: WireRequest): string =>
  redact(hasKey(wire) ? wire.url.href : wire.url.origin + wire.url.pathname)
const failedRequest = (redact: Redact, wire: WireRequest): FailedRequest => ({
  method: wire.method,
  url: shownUrl(redact, wire),
})

const cancelled = ({ redact }: CallerDeps, wire: WireRequest): AppError =>
  new AppError('interrupted', `The request to ${wire.url.host} was cancelled.`, {
    request: failedRequest(redact, wire),
  })

const faultError = ({ redact, dispatchers }: CallerDeps, fault: Fault, wire: WireRequest): AppError => {
  const proxy = fault.sent ? undefined : dispatchers.proxyOf(wire.url)
  const sentence = networkErrorMessage(fault.code, wire.url.host, proxy)
  const request = failedRequest(redact, wire)
  if (!fault.sent || isRead(wire.method)) {
    return new AppError('unreachable', redact(`${sentence}.`), { request, status: fault.status })
  }
  const doubt = 'the request was sent and may have been applied; check before retrying'
  return new AppError('outcomeUnknown', redact(`${sentence.split(': ')[0]}; ${doubt}.`), {
    request,
    status: fault.status,
  })
}

/** One try. */
const once = async (
  deps: CallerDeps,
  plan: Plan,
  wire: WireRequest,
  attempt: number,
  leftMs: number,
  options: CallOptions,
) => {
  const { limits, log, clock, redact } = deps
  const kind = plan.takes === 'stream' ? 'download' : isRead(wire.method) ? 'read' : 'write'
  const dispatcher = deps.dispatchers.to(wire.url.origin, kind)
  const startedAt = deps.monotonicNow()
  const logId = log.start({
    at: deps.now(),
    endpoint: plan.endpoint ?? 'other',
    method: wire.method,
    url: shownUrl(redact, wire),
    hasKey: hasKey(wire),
    ...(deps.isHistory && { isHistory: true }),
    sent: wire.body === undefined ? undefined : redact(wire.body),
    attempt,
    page: options.page,
  })
  const read = async (head: Head): Promise<Answer> => {
    const { status, statusText, headers } = head
    const date = headerText(headers, 'date')
    const serverDate = hasKey(wire) ? clock.observe(date) : parseHttpDate(date)
    const requestId = headerText(headers, 'x-request-id') ?? headerText(headers, 'request-id')
    const streams = plan.takes !== 'json' && isSuccess(status)
    const limit = isSuccess(status) ? limits.jsonBytes : limits.errorBytes
    const encoding = headerText(headers, 'content-encoding')
    const lists = isSuccess(status) ? plan.createLists?.() : undefined
    const body = streams
      ? { parts: [], sizeBytes: 0 }
      : lists
        ? await readLongBody(head.body, encoding, limit, lists)
        : await readBody(head.body, encoding, limit)
    return {
      status,
      statusText: redact(statusText),
      headers,
      parts: body.parts,
      cut: 'cut' in body ? body.cut : undefined,
      sizeBytes: body.sizeBytes,
      stream: streams ? head.body : undefined,
      lists: 'hasLists' in body && body.hasLists ? lists : undefined,
      url: wire.url,
      requestId: requestId === undefined ? undefined : redact(requestId),
      serverDate,
      retryAfterMs: retryAfterMs(headerText(headers, 'retry-after'), serverDate ?? clock.now() ?? deps.now()),
      durationMs: deps.monotonicNow() - startedAt,
      logId,
    }
  }
  const outcome = await exchange(
    wire,
    {
      dispatcher,
      headersMs: limits.headersMs,
      silenceMs: plan.takes === 'stream' ? limits.downloadSilenceMs : limits.silenceMs,
      leftMs,
      signals: options.signal === undefined ? [deps.closing] : [options.signal, deps.closing],
    },
    read,
  )
  const durationMs = deps.monotonicNow() - startedAt
  if (outcome.is === 'cancelled') log.update(logId, { state: 'cancelled', durationMs })
  else if (outcome.is === 'fault') {
    const error = faultError(deps, outcome.fault, wire).message
    log.update(logId, { state: 'failed', durationMs, error, status: outcome.fault.status })
  } else if (outcome.value.stream !== undefined) {
    // The reader of the stream completes the log entry.
    log.update(logId, { status: outcome.value.status, requestId: outcome.value.requestId })
  } else {
    const { status, sizeBytes, requestId } = outcome.value
    log.update(logId, { state: 'answered', durationMs, status, sizeBytes, requestId })
  }
  return outcome
}

/** The target of a redirect. @throws AppError if it must not be followed. */
const redirected = ({ redact, limits }: CallerDeps, answer: Answer, wire: WireRequest, redirects: number): URL => {
  const stop = (why: string): never => {
    throw new AppError('failed', redact(`${wire.url.host} redirects (${answer.status}) ${why}.`), {
      request: failedRequest(redact, wire),
      status: answer.status,
      requestId: answer.requestId,
    })
  }
  const location = headerText(answer.headers, 'location')
  if (!isRead(wire.method)) return stop('a change, which is never sent twice; check the address')
  if (location === undefined) return stop('without a target; check the address')
  if (!URL.canParse(location, wire.url.href)) return stop('to an invalid address; check the address')
  const next = new URL(location, wire.url)
  next.hash = ''
  if (next.origin === wire.url.origin && (next.username !== '' || next.password !== ''))
    return stop('to an address with a user name or password, which is not followed; check the address')
  if (next.origin !== wire.url.origin) {
    // The origin of addresses that are not http, such as file addresses, is null.
    const where = next.origin === 'null' ? `an address that begins with ${next.protocol}` : next.origin
    return stop(`to ${where}, which must not receive the key: check the address, or use the new one if you trust it`)
  }
  if (redirects >= limits.redirects) return stop(`more than ${limits.redirects} times: check the address`)
  return next
}
