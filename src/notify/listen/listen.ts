import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isObject } from '../../base/json.ts'
import { limitDepth } from '../../base/limit-depth.ts'
import { signatureProblem, TIMESTAMP_TOLERANCE_S, WEBHOOK_HEADERS } from '../channels/webhook.ts'
import { MAX_DEPTH } from '../event/parse-event.ts'

/** Maximum size of a request, bytes. Events are smaller. */
const MAX_BYTES = 2 * 1024 * 1024
/** Time limit of a request, with its head and body, ms. */
const REQUEST_MS = 10_000
/** Time for a client to read the response while it is still sending, ms. */
const RESPONSE_GRACE_MS = 1_000

type ListenOptions = {
  /** 0 selects a free port. */
  port: number
  secret: string
  /** @default 10_000 */
  requestMs?: number
  /** Unix ms. */
  now: () => number
  /** Called once for each valid signed request. */
  onEvent: (event: Record<string, unknown>) => void
  /** Called with the reason for each rejected request, as a sentence. */
  onRejection: (sentence: string) => void
}

/** Why a request is rejected, as the end of a sentence, and its status. */
type Rejection = { status: 400 | 401 | 409 | 413; why: string }

/** Starts a server on this machine for signed webhooks. @throws the system's error, such as for a port in use. */
export const listen = async ({ port, secret, requestMs = REQUEST_MS, now, onEvent, onRejection }: ListenOptions) => {
  /** Ids of received requests, with the time when they arrived. A second request with the same id is a replay. */
  const seen = new Map<string, number>()
  const handle = ({ headers }: IncomingMessage, body: Buffer): Rejection | undefined => {
    // Node joins repeated headers.
    const header = (name: keyof typeof WEBHOOK_HEADERS) => headers[WEBHOOK_HEADERS[name]]?.toString()
    const signed = { id: header('id'), timestamp: header('timestamp'), signature: header('signature') }
    const problem = signatureProblem(signed, body, secret, now())
    if (problem) return { status: 401, why: problem }
    const id = signed.id ?? ''
    for (const [old, at] of seen) if (now() - at > 2 * TIMESTAMP_TOLERANCE_S * 1000) seen.delete(old)
    if (seen.has(id)) return { status: 409, why: 'was received before' }
    const event = parseObject(body)
    if (!event) return { status: 400, why: 'is not a JSON object' }
    seen.set(id, now())
    onEvent(event)
    return undefined
  }
  const server = createServer(
    // Node's default interval for checking the two limits is 30 s.
    { requestTimeout: requestMs, headersTimeout: requestMs, connectionsCheckingInterval: requestMs / 10 },
    (request, response) => {
      if (request.method !== 'POST') return respond(response, 405)
      readBody(request, (body) => {
        const rejection: Rejection | undefined = body ? handle(request, body) : { status: 413, why: 'is too long' }
        if (rejection) onRejection(`Rejected a request that ${rejection.why}.`)
        if (rejection?.status === 413) respondAndClose(request, response, 413)
        else respond(response, rejection?.status ?? 204)
      })
    },
  )
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject)
    // Listen only on this machine. Other machines need a proxy.
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

const parseObject = (body: Buffer): Record<string, unknown> | undefined => {
  try {
    const value = limitDepth(JSON.parse(body.toString()), MAX_DEPTH)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * Reads a body. @param onBody - Called once. If the body is too long, it is called immediately with undefined and the
 * rest is discarded.
 */
const readBody = (request: IncomingMessage, onBody: (body: Buffer | undefined) => void): void => {
  const chunks: Buffer[] = []
  let size = 0
  const add = (bytes: number): boolean => {
    const wasTooLong = size > MAX_BYTES
    size += bytes
    if (size > MAX_BYTES && !wasTooLong) onBody(undefined)
    return size <= MAX_BYTES
  }
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > MAX_BYTES) add(announced)
  request.on('data', (chunk: Buffer) => {
    if (add(chunk.length)) chunks.push(chunk)
    else chunks.length = 0
  })
  request.on('error', () => {})
  request.on('end', () => {
    if (size <= MAX_BYTES) onBody(Buffer.concat(chunks))
  })
}

/**
 * Responds while the client is still sending, and closes the connection later. If it closed immediately, the client
 * could lose the response.
 */
const respondAndClose = (request: IncomingMessage, response: ServerResponse, status: number): void => {
  response.writeHead(status, { connection: 'close', 'content-length': 0 }).flushHeaders()
  const close = (): void => {
    response.end()
    request.socket.destroy()
  }
  const timer = setTimeout(close, RESPONSE_GRACE_MS)
  request.on('end', close).on('close', () => clearTimeout(timer))
}

const respond = (response: ServerResponse, status: number): void => {
  response.writeHead(status).end()
}
