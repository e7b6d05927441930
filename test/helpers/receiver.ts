import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A request as it arrived. */
type Arrived = { path: string; headers: IncomingHttpHeaders; body: string }

/** What is done with a request, the first one being 1. @default an answer of 200 */
export type Reply = (response: ServerResponse, count: number) => void

/** A server on this machine that takes messages, until the test has ended. */
export const startReceiver = async (reply: Reply = (response) => response.end('ok')) => {
  const arrived: Arrived[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      arrived.push({ path: request.url ?? '', headers: request.headers, body })
      reply(response, arrived.length)
    })
    response.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, arrived, bodies: () => arrived.map(({ body }) => JSON.parse(body) as Record<string, unknown>) }
}
