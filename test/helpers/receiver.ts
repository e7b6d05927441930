import type { ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { type FaultyServer, startFaultyServer } from './faulty-server.ts'

/** What is done with a request, the first one being 1. @default an answer of 200 */
export type Reply = (response: ServerResponse, count: number) => void

/** A server on this machine that takes messages, until the test has ended. */
export const startReceiver = async (reply: Reply = (response) => response.end('ok')) => {
  const server: FaultyServer = await startFaultyServer((_, response) => reply(response, server.received.length))
  onTestFinished(() => server.close())
  const { url, received: arrived } = server
  return { url, arrived, bodies: () => arrived.map(({ body }) => JSON.parse(body) as Record<string, unknown>) }
}
