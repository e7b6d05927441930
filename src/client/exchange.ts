import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import type { Fault } from './network-faults.ts'
import { isTransient, networkErrorCode } from './network-faults.ts'

/** One request in its transmitted form. */
export type WireRequest = {
  method: string
  url: URL
  headers: Record<string, string>
  body: string | undefined
}

/** The head of a response whose body is not read yet. */
export type Head = {
  status: number
  statusText: string
  headers: IncomingHttpHeaders
  body: Dispatcher.ResponseData['body']
}

export type ExchangeOptions = {
  dispatcher: Dispatcher
  headersMs: number
  silenceMs: number
  /** Remaining time for the whole exchange, including `read`; no limit if undefined. */
  leftMs: number | undefined
  /** Cancel a read at any time, a write only until it may have been sent. */
  signals: readonly AbortSignal[]
  /** Called right before the first byte is written. If it throws, nothing is sent. */
  onSend?: () => void
}

export type Outcome<T> =
  | { is: 'answered'; value: T }
  | { is: 'fault'; fault: Fault }
  /** A signal cancelled it before a write could take effect. */
  | { is: 'cancelled' }

// undici calls onRequestStart right before it writes the first byte. After that a write may take effect.
const watching = (dispatcher: Dispatcher, onSend: () => void): Dispatcher =>
  dispatcher.compose(
    (dispatch) => (options, handler) =>
      dispatch(
        options,
        new Proxy(handler, {
          get: (target, name) => {
            const member: unknown = Reflect.get(target, name, target)
            if (typeof member !== 'function') return member
            return (...args: unknown[]): unknown => {
              if (name === 'onRequestStart') onSend()
              return member.apply(target, args)
            }
          },
        }),
      ),
  )

/** Whether cancelling the request has no side effects. */
export const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'

/**
 * Sends one request and passes the response to `read`, which reads the body. Never throws. Errors become faults without
 * any text from the library, and an error thrown by `read` counts as a fault of the connection.
 */
export const exchange = async <T>(
  wire: WireRequest,
  options: ExchangeOptions,
  read: (head: Head) => Promise<T>,
): Promise<Outcome<T>> => {
  const stop = new AbortController()
  let sent = false
  let status: number | undefined
  let ended: 'signal' | 'wholeCall' | 'UND_ERR_HEADERS_TIMEOUT' | undefined
  let headersTimer: NodeJS.Timeout | undefined

  const end = (why: NonNullable<typeof ended>): void => {
    ended ??= why
    stop.abort()
  }
  const onSignal = (): void => {
    if (!sent || isRead(wire.method)) end('signal')
  }
  const timer =
    options.leftMs === undefined ? undefined : setTimeout(() => end('wholeCall'), Math.max(0, options.leftMs))
  for (const signal of options.signals) {
    if (signal.aborted) onSignal()
    signal.addEventListener('abort', onSignal)
  }

  try {
    const { origin, pathname, search } = wire.url
    const dispatcher = watching(options.dispatcher, () => {
      options.onSend?.()
      sent = true
      headersTimer = setTimeout(() => end('UND_ERR_HEADERS_TIMEOUT'), options.headersMs)
    })
    const { statusCode, statusText, headers, body } = await dispatcher.request({
      origin,
      path: pathname + search,
      method: wire.method,
      headers: wire.headers,
      body: wire.body ?? null,
      // The library's own timer may be up to a second late.
      headersTimeout: 0,
      bodyTimeout: options.silenceMs,
      signal: stop.signal,
    })
    status = statusCode
    clearTimeout(headersTimer)
    return { is: 'answered', value: await read({ status: statusCode, statusText, headers, body }) }
  } catch (thrown) {
    if (ended === 'signal') return { is: 'cancelled' }
    const code = ended ?? networkErrorCode(thrown)
    return { is: 'fault', fault: { code, sent, isTransient: isTransient(code), status } }
  } finally {
    clearTimeout(timer)
    clearTimeout(headersTimer)
    for (const signal of options.signals) signal.removeEventListener('abort', onSignal)
  }
}
