import { AppError } from '../base/errors.ts'
import { LIVE_STREAM_PATH } from '../contract/constants.ts'
import type { Live } from '../contract/live.ts'
import { type Answer, type CallOptions, headerText } from './caller.ts'
import { createEventParser } from './event-stream.ts'
import { networkErrorCode, networkErrorMessage } from './network-faults.ts'
import { type Reply, readReply } from './read-reply.ts'
import { errorOf, failedRequest, type Requests, sendPlan, wireWithKey } from './requests.ts'

/** Name of the stream in the request log. */
const NAME = 'liveStream'
const EVENT = 'live'

/**
 * Reads the stream of the activity of today until the server ends it. Each event is validated as the response of the
 * endpoint `live` is. The request is sent once: the caller decides when to try again.
 *
 * @throws AppError if there is no stream, an event is unusable, or nothing arrives for {@link Limits.silenceMs}.
 */
export async function* readLiveStream(requests: Requests, options: CallOptions): AsyncGenerator<Reply<Live>, void> {
  const url = new URL(requests.addresses.baseUrl + LIVE_STREAM_PATH)
  const wire = wireWithKey(requests, 'GET', url, { accept: 'text/event-stream' })
  const answer = await sendPlan(requests, { endpoint: NAME, takes: 'events', wire }, { ...options, tries: 1 })
  if (answer.status < 200 || answer.status >= 300) throw await errorOf(requests, 'live', 'GET', answer)
  // An open stream is idle most of the time. It must not count as a request in flight.
  requests.log.update(answer.logId, { state: 'answered', durationMs: answer.durationMs })
  yield* eventsOf(requests, answer, options.signal)
}

/** The events in a response. Completes the log entry in every case. */
async function* eventsOf(
  requests: Requests,
  answer: Answer,
  signal: AbortSignal | undefined,
): AsyncGenerator<Reply<Live>, void> {
  const { limits, log, closing, monotonicNow, redact } = requests
  const body = answer.stream
  if (body === undefined) throw new TypeError('no stream to read')
  const startedAt = monotonicNow()
  const signals = signal ? [signal, closing] : [closing]
  const stop = (): void => void body.destroy()
  // Cancelling makes the stream emit an error, possibly while it has no reader.
  body.on('error', () => {})
  for (const each of signals) each.addEventListener('abort', stop)
  let isSilent = false
  const silence = setTimeout(() => {
    isSilent = true
    stop()
  }, limits.silenceMs)
  const parser = createEventParser(limits.eventLength)
  let sizeBytes = 0
  let error: AppError | undefined
  try {
    if (signals.some(({ aborted }) => aborted)) stop()
    checkHead(requests, answer)
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      sizeBytes += chunk.length
      const found = parser.write(chunk)
      if (!found) throw failed(requests, answer, `sent an event of more than ${limits.eventLength} characters`)
      for (const { name, data } of found.events) if (name === EVENT) yield replyOf(requests, answer, data)
      // A server that only begins a line now and then counts as silent.
      if (found.lines > 0) silence.refresh()
    }
  } catch (thrown) {
    const code = isSilent ? 'UND_ERR_BODY_TIMEOUT' : networkErrorCode(thrown)
    error = thrown instanceof AppError ? thrown : lost(requests, answer, code, signals)
    throw error
  } finally {
    clearTimeout(silence)
    stop()
    for (const each of signals) each.removeEventListener('abort', stop)
    log.update(answer.logId, {
      state: error && error.kind !== 'interrupted' ? 'failed' : 'answered',
      durationMs: answer.durationMs + monotonicNow() - startedAt,
      sizeBytes,
      error: error && redact(error.message),
    })
  }
}

const failed = (requests: Requests, answer: Answer, what: string): AppError =>
  new AppError('failed', `${answer.url.host} ${what} in the stream of today: check the address.`, {
    request: failedRequest(requests, 'GET', answer.url),
    status: answer.status,
    requestId: answer.requestId,
  })

const lost = (requests: Requests, { url, status }: Answer, code: string, signals: readonly AbortSignal[]): AppError => {
  const request = failedRequest(requests, 'GET', url)
  if (signals.some(({ aborted }) => aborted))
    return new AppError('interrupted', `The stream of ${url.host} was closed.`, { request })
  return new AppError('unreachable', requests.redact(`${networkErrorMessage(code, url.host)}.`), { request, status })
}

const checkHead = (requests: Requests, answer: Answer): void => {
  const type = headerText(answer.headers, 'content-type')?.split(';')[0]?.trim().toLowerCase()
  const encoding = headerText(answer.headers, 'content-encoding')?.toLowerCase() ?? 'identity'
  if (type !== 'text/event-stream') throw failed(requests, answer, 'sent no events')
  if (encoding !== 'identity') throw failed(requests, answer, 'sent compressed events')
}

const replyOf = (requests: Requests, answer: Answer, data: string): Reply<Live> => {
  const { limits, log, redact } = requests
  const bytes = Buffer.from(data)
  const headers = { ...answer.headers, 'content-type': 'application/json' }
  // The Date of the head is that of the first event at best.
  const event = { ...answer, headers, parts: [bytes], sizeBytes: bytes.length, serverDate: undefined }
  return readReply<Live>(event, {
    endpoint: 'live',
    groupBy: undefined,
    limitBytes: limits.jsonBytes,
    request: failedRequest(requests, 'GET', answer.url),
    redact,
    // A change of the log is shown, so an event without problems makes none.
    note: (change) => (change.problems ?? 1) > 0 && log.update(answer.logId, change),
  })
}
