import { STATUS_CODES } from 'node:http'
import { AppError, type ErrorKind, type FailedRequest } from '../base/errors.ts'
import { LooseErrorBody } from '../contract/error-bodies.ts'
import { isRead } from './exchange.ts'
import { pageTitle, parseJsonBytes } from './parse-json-bytes.ts'
import { waitWords } from './server-clock.ts'

/** The context of a call that got an error response. */
export type FailureContext = {
  request: FailedRequest
  /** Endpoint name; undefined for a request by path. */
  endpoint: string | undefined
  /** Whether it is an analytics endpoint. Those require a role. */
  isAnalytics: boolean
  /** Where the key came from. */
  keySource: string
  /** The wait that the server requested. */
  retryAfterMs: number | undefined
  /** Masks secrets in the server's text. */
  redact: (text: string) => string
}

type ErrorAnswer = {
  status: number
  statusText: string
  parts: readonly Uint8Array[]
  requestId: string | undefined
  contentType: string | undefined
}

type Body = { title?: string | undefined; detail?: string | undefined; requestId?: string | undefined; page?: boolean }

/** Maximum length of the server's text in a message, in characters. `detail` has the whole text. */
const DETAIL_SHOWN = 300

const parseError = (answer: ErrorAnswer, redact: FailureContext['redact']): Body => {
  const body = parseJsonBytes(answer.parts, answer.contentType)
  if (body.is === 'page') return { page: true, title: body.title }
  if (body.is === 'text') return { detail: redact(body.text.trim()).slice(0, 4096) }
  // An error page that was cut at the limit, or has an old encoding, is still a page.
  if (body.is === 'notUtf8') {
    const text = Buffer.concat(answer.parts).toString('latin1')
    return /<html/i.test(text) ? { page: true, title: pageTitle(text) } : {}
  }
  if (body.is === 'empty') return {}
  const loose = LooseErrorBody.safeParse(body.value)
  if (!loose.success) return {}
  const { detail, title, requestId, errors } = loose.data
  const messages = (errors ?? []).flatMap(({ message }) => (message ? [message] : [])).slice(0, 10)
  return { title, requestId, detail: detail || messages.join('; ') || undefined }
}

/** Why a server is not available now, in its own words if it sends any. */
export const reasonToWait = (answer: ErrorAnswer, host: string, redact: FailureContext['redact']): string => {
  const { detail } = parseError(answer, redact)
  if (answer.status === 503 && detail) return `${host}: ${redact(detail).slice(0, DETAIL_SHOWN)}`
  return `${host} responded with ${[answer.status, answer.statusText].join(' ').trim()}.`
}

const kindOf = (status: number): ErrorKind => {
  if (status === 401 || status === 402 || status === 403) return 'refused'
  return status === 404 ? 'notFound' : 'failed'
}

const again = (waitMs: number | undefined): string =>
  waitMs === undefined || waitMs === 0 ? 'try again later' : `try again in ${waitWords(waitMs)}`

const advice = (status: number, host: string, context: FailureContext): string => {
  const { endpoint, keySource, request, retryAfterMs } = context
  switch (status) {
    case 400:
    case 422:
      return `${host} rejected the request (${status}): check its values`
    case 401:
      return `${host} rejected the key from ${keySource} (401): check that it is complete, not revoked, and for ${host}`
    case 402:
      return `The organisation's plan does not include this at ${host} (402): ask the organisation's owner`
    case 403:
      return context.isAnalytics
        ? `The key from ${keySource} can't read analytics on ${host} (403): its user needs the role Manager or Owner`
        : `The key from ${keySource} is not allowed to do this on ${host} (403): ask an owner of the organisation`
    case 404:
      return `Not found on ${host}: ${new URL(request.url).pathname} (404); check the id and the address`
    case 409:
      return endpoint === 'installDependencies'
        ? 'Dependencies are already being installed on this computer (409): wait until the installation has finished'
        : `${host} can't do this in the current state (409): refresh, then retry`
    case 429:
      return `${host} rate limit reached (429): ${again(retryAfterMs)}`
    case 502:
    case 503:
    case 504:
      return `${host} is not available (${status}): ${again(retryAfterMs)}`
    default:
      return status >= 500
        ? `${host} failed (${status}): try again; if it persists, report the request id`
        : `${host} refused the request (${status}): check it and try again`
  }
}

// After a 5xx, in particular from a gateway, the change may have been made.
const doubtOf = (status: number, method: string): string =>
  !isRead(method) && status >= 500 ? 'the change may have been applied; check before retrying' : ''

/** The error for an error response, as one sentence with advice. */
export const statusError = (answer: ErrorAnswer, context: FailureContext): AppError => {
  const { redact, request } = context
  const { status } = answer
  const words = parseError(answer, redact)
  const { host } = new URL(request.url)
  const detail = words.detail === undefined ? undefined : redact(words.detail)
  const title = redact(words.title || answer.statusText || STATUS_CODES[status] || '') || undefined
  const page = `${host} answered with a web page (${[status, title].filter(Boolean).join(', ')})`
  const mayBeKey = status === 401 || status === 403
  const doubts = mayBeKey
    ? `is the address wrong, or was the key from ${context.keySource} refused`
    : 'or is the address wrong'
  const quoted =
    detail === undefined ? '' : `; details: ${detail.slice(0, DETAIL_SHOWN).replace(/(?<![.\s])[.\s]+$/, '')}`
  const doubt = doubtOf(status, request.method)
  const message = words.page
    ? `${page}: is there a proxy or a sign-in page in between, ${doubts}${doubt && ` (${doubt})`}?`
    : `${advice(status, host, context)}${doubt && `; ${doubt}`}${quoted}.`
  return new AppError(kindOf(status), redact(message), {
    request,
    status,
    title,
    detail,
    requestId: redact(words.requestId || answer.requestId || '') || undefined,
  })
}
