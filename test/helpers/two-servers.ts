import { onTestFinished } from 'vitest'
import { type Client, type ClientOptions, createClient } from '../../src/client/client.ts'
import type { Credentials } from '../../src/config/credentials.ts'
import { type MadeUp, NOW, startDemo } from './demos.ts'
import type { Front } from './front-server.ts'
import { testFront } from './test-server.ts'

export type TwoServers = {
  vendor: Front
  /** The team's server, with other people and another key. */
  team: Front
  /** The organisation of the vendor, with its ids. */
  ids: MadeUp['ids']
  credentials: Credentials
}

/**
 * A vendor and a team's server, as a profile with both names them. They are closed after the test.
 *
 * @param own - The vendor's organisation. @default a demo with all extensions
 * @param teams - The organisation of the team's server. @default another demo
 */
export const startTwoServers = async (own?: MadeUp, teams?: MadeUp): Promise<TwoServers> => {
  const organisation = own ?? (await startDemo())
  const vendor = await testFront(organisation)
  const team = await testFront(teams ?? (await startDemo({ users: 9, days: 70, seed: 2 })))
  const credentials = {
    baseUrl: vendor.url,
    appUrl: vendor.url,
    apiKey: vendor.key,
    keySource: 'QUARTERDECK_API_KEY',
    history: { url: team.url, apiKey: team.key, keySource: 'QUARTERDECK_HISTORY_API_KEY' },
  }
  return { vendor, team, ids: organisation.ids, credentials }
}

/** A client for both servers, closed after the test. */
export const clientOfBoth = ({ credentials }: TwoServers, options: Partial<ClientOptions> = {}): Client => {
  const client = createClient({ credentials, now: () => NOW, sleep: async () => {}, env: {}, ...options })
  onTestFinished(() => client.close())
  return client
}
