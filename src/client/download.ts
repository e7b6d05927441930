import type { Readable } from 'node:stream'
import { AppError } from '../base/errors.ts'
import { type Answer, type CallOptions, headerText } from './caller.ts'
import { networkErrorCode, networkErrorMessage } from './network-faults.ts'
import { parseJsonBytes } from './parse-json-bytes.ts'
import { unsafeAddressReason } from './request-url.ts'
import { errorOf, type Requests, sendPlan } from './requests.ts'

/** An archive that is being downloaded. */
export type Download = {
  /**
   * The bytes, to be read once. Throws AppError: `unreachable` if the download breaks off, stalls or is too slow,
   * `interrupted` if the call was cancelled. Stopping early closes the connection. A piece is valid until the next one
   * is requested, because its memory is reused.
   */
  chunks: AsyncIterable<Uint8Array>
  /** Total size in bytes; undefined if the server did not send it. */
  sizeBytes: number | undefined
  requestId: string | undefined
}

const ZIP_MAGIC = Buffer.from('PK')

/** The address of the archive in a JSON response. Few servers send one, so zod is loaded only then. */
const linkIn = async (body: unknown): Promise<string | undefined> => {
  const { WikiArchiveLink } = await import('../contract/wiki.ts')
  return WikiArchiveLink.safeParse(body).data?.url
}

/** Address without its query: in a signed link the query is a secret. */
const shown = (url: URL): string => url.origin + url.pathname

/** Reads a stream with the limits of a download. Completes the log entry in every case. */
const limitedBytes = (answer: Answer, signal: AbortSignal | undefined, requests: Requests) => {
  const body = answer.stream
  if (body === undefined) throw new TypeError('no stream to read')
  const { limits, monotonicNow, redact, closing, buffers, log } = requests
  const startedAt = monotonicNow()
  const signals = signal === undefined ? [closing] : [signal, closing]
  const isCancelled = (): boolean => signals.some(({ aborted }) => aborted)
  const stop = (): void => void body.destroy()
  // Cancelling makes the stream emit an error, possibly while it has no reader.
  body.on('error', () => {})
  for (const each of signals) each.addEventListener('abort', stop)
  if (isCancelled()) stop()

  const fail = (code: string): AppError => {
    const request = { method: 'GET', url: redact(shown(answer.url)) }
    if (isCancelled()) {
      return new AppError('interrupted', `The download from ${answer.url.host} was cancelled.`, { request })
    }
    return new AppError('unreachable', redact(`${networkErrorMessage(code, answer.url.host)}.`), {
      request,
      status: answer.status,
      requestId: answer.requestId,
    })
  }

  return async function* (): AsyncGenerator<Uint8Array, void> {
    let sizeBytes = 0
    let spanMs = 0
    let spanBytes = 0
    let error: AppError | undefined
    let finished = false
    let last: Uint8Array | undefined
    const pieces = piecesOf(body)
    try {
      for (;;) {
        // Count only the time spent waiting for the server, not the time for writing the bytes.
        const readAt = monotonicNow()
        const next = await pieces.next()
        spanMs += monotonicNow() - readAt
        if (next.done) break
        const chunk: Uint8Array = next.value
        // Pieces of one read share a buffer.
        if (last && last.buffer !== chunk.buffer) buffers.giveBack(last)
        last = chunk
        sizeBytes += chunk.length
        spanBytes += chunk.length
        if (spanMs >= limits.downloadRateMs) {
          if (spanBytes < (limits.downloadBytesPerSecond * spanMs) / 1000) throw fail('slow')
          spanMs = 0
          spanBytes = 0
        }
        yield chunk
      }
      finished = true
      if (isCancelled()) throw fail('closed')
    } catch (thrown) {
      error = thrown instanceof AppError ? thrown : fail(networkErrorCode(thrown))
      throw error
    } finally {
      stop()
      for (const each of signals) each.removeEventListener('abort', stop)
      log.update(answer.logId, {
        state: error === undefined && finished ? 'answered' : isCancelled() || !error ? 'cancelled' : 'failed',
        durationMs: monotonicNow() - startedAt,
        sizeBytes,
        error: error?.message,
      })
    }
  }
}

const failed = ({ redact }: Requests, answer: Answer, why: string): AppError =>
  new AppError('failed', redact(why), {
    request: { method: 'GET', url: redact(shown(answer.url)) },
    status: answer.status,
    title: answer.statusText || undefined,
    requestId: answer.requestId,
  })

/**
 * Opens the archive in a response: the response's own bytes, or those at a redirect or a `{url}`. One link is followed,
 * only to https or this machine, without the key or any other header of ours.
 *
 * @throws AppError `failed` if there is no archive.
 */
export const openDownload = async (requests: Requests, answer: Answer, options: CallOptions): Promise<Download> => {
  const location = headerText(answer.headers, 'location')
  const isRedirect = answer.status >= 300 && answer.status < 400
  if (isRedirect && location !== undefined) return followLink(requests, answer, location, options)
  if (answer.status < 200 || answer.status >= 300) throw await errorOf(requests, 'exportWiki', 'GET', answer)
  const archive = await archiveIn(requests, answer, options)
  return 'link' in archive ? followLink(requests, answer, archive.link, options) : archive
}

const followLink = async (requests: Requests, from: Answer, link: string, options: CallOptions): Promise<Download> => {
  const { host } = from.url
  if (!URL.canParse(link, from.url.href)) {
    throw failed(requests, from, `${host} sent an invalid address for the archive. Try again later.`)
  }
  const url = new URL(link, from.url)
  url.hash = ''
  const unsafe = unsafeAddressReason(url, requests.env)
  if (unsafe !== undefined) {
    throw failed(requests, from, `${host} says the archive is at ${url.host}, which ${unsafe}; it was not fetched.`)
  }
  // The target is a signed link or another server: send no key and none of our other headers.
  const wire = { method: 'GET', url, headers: { accept: '*/*', 'accept-encoding': 'identity' }, body: undefined }
  const answer = await sendPlan(requests, { endpoint: undefined, takes: 'stream', wire }, options)
  if (answer.status >= 300) {
    const why = `refused it (${answer.status}); the link may have expired. Export it again.`
    throw failed(requests, answer, `${answer.url.host}, the server of the archive, ${why}`)
  }
  if (answer.status < 200) throw await errorOf(requests, 'exportWiki', 'GET', answer)
  const archive = await archiveIn(requests, answer, options)
  if ('link' in archive) throw noArchive(requests, answer)
  return archive
}

const noArchive = (requests: Requests, answer: Answer): AppError => {
  const why = `did not send an archive (${answer.status}). Try again later.`
  return failed(requests, answer, `${answer.url.host} ${why}`)
}

/** The archive in a response, or the address of the archive that it contains. */
const archiveIn = async (
  requests: Requests,
  answer: Answer,
  options: CallOptions,
): Promise<Download | { link: string }> => {
  const { host } = answer.url
  const bytes = limitedBytes(answer, options.signal, requests)()
  const refuse = async (why: string): Promise<never> => {
    await bytes.return()
    throw failed(requests, answer, why)
  }
  const encoding = headerText(answer.headers, 'content-encoding')?.toLowerCase() ?? 'identity'
  const first = await bytes.next()
  if (encoding !== 'identity')
    return refuse(`${host} sent the archive with an unsupported encoding (${encoding}). Try again later.`)
  if (first.done) return refuse(`${host} sent an empty response instead of an archive. Try again later.`)
  const head = Buffer.from(first.value)
  // Detect the type by the first bytes: servers send all kinds of content types.
  const isZip = head.subarray(0, ZIP_MAGIC.length).equals(ZIP_MAGIC.subarray(0, head.length))
  const start = head.toString('latin1').trimStart()[0]
  if (!isZip && (start === '{' || start === '<')) return { link: await linkAfter(requests, answer, head, bytes) }

  const length = headerText(answer.headers, 'content-length')
  const chunks = async function* (): AsyncGenerator<Uint8Array, void> {
    try {
      yield first.value
      yield* bytes
    } finally {
      await bytes.return()
    }
  }
  return {
    chunks: chunks(),
    sizeBytes: length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : undefined,
    requestId: answer.requestId,
  }
}

/** The address in a JSON response that begins with `head`. Throws an error that describes any other response. */
const linkAfter = async (
  requests: Requests,
  answer: Answer,
  head: Buffer,
  bytes: AsyncGenerator<Uint8Array, void>,
): Promise<string> => {
  const parts = [head]
  for (let size = head.length; size <= requests.limits.errorBytes; ) {
    const more = await bytes.next()
    if (more.done) break
    parts.push(Buffer.from(more.value))
    size += more.value.length
  }
  await bytes.return()
  const body = parseJsonBytes(parts, headerText(answer.headers, 'content-type'))
  const link = body.is === 'json' ? await linkIn(body.value) : undefined
  if (link !== undefined) return link
  if (body.is !== 'page') throw noArchive(requests, answer)
  const title = [answer.status, body.title].filter((part) => part !== undefined).join(', ')
  const question = 'is there a proxy or a sign-in page, or is the address wrong?'
  throw failed(requests, answer, `${answer.url.host} answered with a web page (${title}): ${question}`)
}

/**
 * The pieces of a stream as they arrived. The stream's own iterator would copy buffered pieces into one. Throws the
 * error that ended the stream early.
 */
async function* piecesOf(stream: Readable): AsyncGenerator<Uint8Array, void> {
  let piece: Uint8Array | undefined
  let isEnded = false
  let error: unknown
  let wake = () => {}
  stream.on('data', (next: Uint8Array) => {
    stream.pause()
    piece = next
    wake()
  })
  stream.on('end', () => {
    isEnded = true
    wake()
  })
  stream.on('error', (cause) => {
    error = cause
    wake()
  })
  stream.on('close', () => {
    if (!isEnded) error ??= Object.assign(new Error('closed before its end'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })
    wake()
  })
  for (;;) {
    const woken = new Promise<void>((resolve) => {
      wake = resolve
    })
    if (!error && !isEnded) {
      stream.resume()
      await woken
    }
    if (error) throw error
    if (!piece) return
    const taken = piece
    piece = undefined
    yield taken
  }
}
