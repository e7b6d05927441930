import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { endpoints } from '../../src/contract/endpoints.ts'
import { openApiDocument } from '../../src/service/routes/openapi.ts'

/** A received request. */
type Received = {
  method: string
  /** Path with its query. */
  path: string
  headers: IncomingMessage['headers']
  body: string
}

/** Handles one request. */
export type Behaviour = (received: Received, response: ServerResponse, socket: Socket) => void | Promise<void>

export type FaultyServer = {
  url: string
  /** All requests with a complete body, oldest first. */
  received: Received[]
  /** Number of opened connections. */
  readonly connections: number
  /** Sets the next behaviours, one per request; the last one is used for all further requests. */
  play(...behaviours: Behaviour[]): void
  close(): Promise<void>
}

/** Sends a response; an object becomes JSON. */
export const answer =
  (status: number, body: unknown = '', headers: Record<string, string> = {}): Behaviour =>
  (_, response) => {
    const isText = typeof body === 'string' || body instanceof Uint8Array
    response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json', ...headers })
    response.end(isText ? body : JSON.stringify(body))
  }

/** Resets the connection before any byte of a response. */
export const reset: Behaviour = (_received, _response, socket) => void socket.resetAndDestroy()

/** Sends the head and a part of a longer announced body, then resets the connection. */
export const resetAfter =
  (part: string, announced: number, status = 200): Behaviour =>
  (_, response, socket) => {
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': String(announced) })
    response.write(part, () => void setTimeout(() => socket.resetAndDestroy(), 20))
  }

/** Never responds. */
export const hang: Behaviour = () => {}

/** Sends the head and this text, then nothing. */
export const hangAfter =
  (part: string): Behaviour =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write(part)
  }

/** Sends a body byte by byte, endlessly. */
export const trickle =
  (everyMs: number, byte = ' '): Behaviour =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write(byte)
    const timer = setInterval(() => response.write(byte), everyMs)
    response.on('close', () => clearInterval(timer))
  }

/** Writes bytes to the socket that need not be HTTP, then ends it. */
export const rawBytes =
  (bytes: string | Uint8Array): Behaviour =>
  (_received, _response, socket) =>
    void socket.end(bytes)

export const redirect = (status: number, location: string): Behaviour => answer(status, '', { location })

/**
 * Responds to some requests with the description of the whole API, and to the others with `behaviour`.
 *
 * @param isDescribed @default every GET
 */
export const describing = (
  behaviour: Behaviour,
  isDescribed = ({ method }: Received): boolean => method === 'GET',
): Behaviour => {
  const description = answer(200, JSON.stringify(openApiDocument(endpoints)))
  return (received, response, socket) => (isDescribed(received) ? description : behaviour)(received, response, socket)
}

/** A local server with scripted behaviour, which records its requests. */
export const startFaultyServer = (...behaviours: Behaviour[]): Promise<FaultyServer> =>
  startFaultyServerOn(0, ...behaviours)

/** Like {@link startFaultyServer}, on a given port; 0 picks a free one. */
export const startFaultyServerOn = async (port: number, ...behaviours: Behaviour[]): Promise<FaultyServer> => {
  let script = behaviours
  let connections = 0
  const received: Received[] = []
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    response.on('error', () => {})
    request.on('error', () => {})
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const one: Received = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts).toString(),
      }
      received.push(one)
      const behaviour = script.length > 1 ? script.shift() : script[0]
      void behaviour?.(one, response, request.socket)
    })
  })
  server.on('connection', (socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    get connections() {
      return connections
    },
    play: (...next) => {
      script = next
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
