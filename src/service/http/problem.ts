import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'

/** Titles of the error statuses that the service sends. */
export const PROBLEM_TITLES = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
} as const
export type ProblemStatus = keyof typeof PROBLEM_TITLES

/** An error response. `detail` is one sentence for the caller and contains nothing internal. */
export class Problem extends Error {
  override name = 'Problem'
  readonly status: ProblemStatus
  readonly metadata: Record<string, unknown> | undefined
  readonly headers: Record<string, string>

  constructor(
    status: ProblemStatus,
    detail: string,
    extra: { metadata?: Record<string, unknown>; headers?: Record<string, string> } = {},
  ) {
    super(detail)
    this.status = status
    this.metadata = extra.metadata
    this.headers = extra.headers ?? {}
  }
}

/** Quotes text from a request as JSON for an error message, truncated to 80 characters. */
export const quoted = (text: string): string => {
  const characters = [...text.toWellFormed()]
  return JSON.stringify(characters.length > 80 ? `${characters.slice(0, 80).join('')}…` : characters.join(''))
}

/** A response's id, which is also in the log, and its time by the service's clock, in Unix milliseconds. */
export type Answered = { requestId: string; at: number }

/** Headers of responses with a JSON body. */
export const headersFor = (answered: Answered): Record<string, string> => ({
  'content-type': 'application/json; charset=utf-8',
  ...headersWithoutBody(answered),
})

/** Headers of all responses. */
export const headersWithoutBody = ({ requestId, at }: Answered): Record<string, string> => ({
  // The service's clock determines what yesterday is, so clients must use it.
  date: new Date(at).toUTCString(),
  'x-request-id': requestId,
  // Responses differ by key, and only the owner of the key may see them.
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
})

/** Creates an error response. For analytics errors, the body also contains the request id. */
export const problemResponse = (problem: Problem, answered: Answered, path: string): Response => {
  const status: ProblemStatus = problem.status
  const body = {
    detail: problem.message,
    status,
    title: PROBLEM_TITLES[status],
    ...(problem.metadata && { metadata: problem.metadata }),
    ...(path.startsWith('/api/v1/analytics') && { requestId: answered.requestId }),
  }
  return new Response(JSON.stringify(body), { status, headers: { ...headersFor(answered), ...problem.headers } })
}

const notHttp = 'The request is not valid HTTP, or its Host header is missing or invalid.'

/** The response to a well-formed HTTP request with an invalid URL, or with a missing or invalid Host header. */
export const malformedResponse = (): Response =>
  problemResponse(new Problem(400, notHttp), { requestId: randomUUID(), at: Date.now() }, '')

const statusOf: Record<string, ProblemStatus> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }
const details: Partial<Record<ProblemStatus, string>> = {
  408: 'The request took too long to arrive.',
  431: 'The headers are longer than 16 KiB.',
}

/** Responds to data that is not a valid HTTP request, directly on its socket, with the body of an error response. */
export const rejectMalformed = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = statusOf[error.code ?? ''] ?? 400
  const body = JSON.stringify({ detail: details[status] ?? notHttp, status, title: PROBLEM_TITLES[status] })
  const head = [
    `HTTP/1.1 ${status} ${PROBLEM_TITLES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${randomUUID()}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
