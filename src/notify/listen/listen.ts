import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signatureComplaint, TIMESTAMP_TOLERANCE_S, WEBHOOK_HEADERS } from '../channels/signature.ts'

/** Most that is read of a request, bytes; events are smaller. */
const LARGEST_BYTES = 2 * 1024 * 1024
const REQUEST_MS = 10_000

export type ListenOptions = {
  /** 0 takes a free one. */
  port: number
  secret: string
  /** Unix ms. */
  now: () => number
  /** Told of each request that is what the holder of the secret has sent, once. */
  onEvent: (event: Record<string, unknown>) => void
  /** Told why another one was refused, as a sentence. */
  onRefusal: (sentence: string) => void
}

/** A server on this machine that takes signed webhooks. */
export type Listener = { url: string; close: () => Promise<void> }

/** @throws what the system says, as where the port is taken. */
export const listen = async ({ port, secret, now, onEvent, onRefusal }: ListenOptions): Promise<Listener> => {
  /** Ids that have come, by the time they were signed at: a second one is a copy that somebody has kept. */
  const seen = new Map<string, number>()
  const judge = (request: IncomingMessage, body: Buffer): string | undefined => {
    const headers = request.headers
    const signed = {
      id: one(headers[WEBHOOK_HEADERS.id]),
      timestamp: one(headers[WEBHOOK_HEADERS.timestamp]),
      signature: one(headers[WEBHOOK_HEADERS.signature]),
    }
    const complaint = signatureComplaint(signed, body, secret, now())
    if (complaint) return complaint
    const id = signed.id ?? ''
    for (const [old, at] of seen) if (now() - at > 2 * TIMESTAMP_TOLERANCE_S * 1000) seen.delete(old)
    if (seen.has(id)) return 'came before'
    const event = parsed(body)
    if (!event) return 'holds no JSON object'
    seen.set(id, now())
    onEvent(event)
    return undefined
  }
  const server = createServer({ requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS }, (request, response) => {
    if (request.method !== 'POST') return answer(response, 405)
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= LARGEST_BYTES) chunks.push(chunk)
    })
    request.on('error', () => {})
    request.on('end', () => {
      const complaint = size > LARGEST_BYTES ? 'is too long' : judge(request, Buffer.concat(chunks))
      if (complaint) onRefusal(`A request ${complaint}: it was refused.`)
      answer(response, complaint === undefined ? 204 : complaint === 'came before' ? 409 : 401)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject)
    // This machine alone: whoever wants it elsewhere has a proxy for it.
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

const one = (header: string | string[] | undefined): string | undefined => (Array.isArray(header) ? header[0] : header)

const parsed = (body: Buffer): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(body.toString())
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

const answer = (response: ServerResponse, status: number): void => {
  response.writeHead(status).end()
}
