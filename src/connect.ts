import { createOwnLoader } from './cache/own-loader.ts'
import type { Peek } from './cache/peek.ts'
import { createQueries, type Queries } from './cache/query-client.ts'
import type { Credentials } from './config/credentials.ts'
import { openSource } from './open-source.ts'

/** The cached layer as screens hold it. */
export type Connected = { queries: Queries; serverNow: () => number | undefined; close: () => Promise<void> }

export type ConnectOptions = {
  credentials: Credentials
  isOffline: boolean
  env: Readonly<Record<string, string | undefined>>
  /** This machine's clock, Unix ms. */
  now: () => number
  /** What can be shown before anything is loaded. */
  peek: Peek | undefined
}

export const connect = async ({ credentials, isOffline, env, now, peek }: ConnectOptions): Promise<Connected> => {
  const loader = createOwnLoader(await openSource(credentials, { isOffline, env, now }))
  const queries = createQueries(loader, now, peek)
  return {
    queries,
    serverNow: loader.serverNow,
    close: async () => {
      queries.close()
      await loader.close()
    },
  }
}
