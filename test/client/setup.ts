import { onTestFinished } from 'vitest'
import { type Client, type ClientOptions, createClient } from '../../src/client/client.ts'
import { type Behaviour, type FaultyServer, startFaultyServer } from '../helpers/faulty-server.ts'

/** Has characters that percent-encoding and JSON write differently. */
export const KEY = 'qd-live/Key+0123456789"secret\\%zz'

export { failureOf as errorOf } from '../helpers/make-folder.ts'

export type Bench = {
  client: Client
  server: FaultyServer
  /** Requested waits between tries, in milliseconds. No time passes. */
  waits: number[]
}

/** A faulty server and a client for it that does not wait between tries. Both end with the test. */
export const bench = async (
  behaviours: Behaviour[],
  options: Partial<ClientOptions> = {},
  apiKey = KEY,
): Promise<Bench> => {
  const server = await startFaultyServer(...behaviours)
  const waits: number[] = []
  const client = createClient({
    credentials: { baseUrl: server.url, appUrl: server.url, apiKey, keySource: 'QUARTERDECK_API_KEY' },
    random: () => 0.5,
    sleep: async (ms) => void waits.push(ms),
    env: {},
    ...options,
  })
  onTestFinished(async () => {
    await client.close()
    await server.close()
  })
  return { client, server, waits }
}
