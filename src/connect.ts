import { createQueries, type Queries } from './cache/query-client.ts'
import { createClient } from './client/client.ts'
import type { Credentials } from './config/credentials.ts'

/** The cached layer over a client. Loaded after the first frame: everything that talks HTTP hangs on it. */
export type Connected = { queries: Queries; serverNow: () => number | undefined; close: () => Promise<void> }

export const connect = (credentials: Credentials, now: () => number): Connected => {
  const client = createClient({ credentials, now })
  const queries = createQueries(client, now)
  return {
    queries,
    serverNow: client.serverNow,
    close: async () => {
      queries.close()
      await client.close()
    },
  }
}
