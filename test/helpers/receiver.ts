import type { ServerResponse } from 'node:http'
import type { FaultyServer } from './faulty-server.ts'
import { testServer } from './test-server.ts'

/** Handles a request, counted from 1. @default replies with 200 */
export type Reply = (response: ServerResponse, count: number) => void

/** A local server that receives messages, closed after the test. */
export const startReceiver = async (reply: Reply = (response) => response.end('ok')) => {
  const server: FaultyServer = await testServer((_, response) => reply(response, server.received.length))
  const { url, received: arrived } = server
  return { url, arrived, bodies: () => arrived.map(({ body }) => JSON.parse(body) as Record<string, unknown>) }
}
