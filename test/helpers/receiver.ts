import type { ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { type FaultyServer, startFaultyServer } from './faulty-server.ts'

/** Handles a request, counted from 1. @default replies with 200 */
export type Reply = (response: ServerResponse, count: number) => void

/** A local server that receives messages, closed after the test. */
export const startReceiver = async (reply: Reply = (response) => response.end('ok')) => {
  const server: FaultyServer = await startFaultyServer((_, response) => reply(response, server.received.length))
  onTestFinished(() => server.close())
  const { url, received: arrived } = server
  return { url, arrived, bodies: () => arrived.map(({ body }) => JSON.parse(body) as Record<string, unknown>) }
}
