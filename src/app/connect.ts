import type { Env } from '../base/env.ts'
import { createProcessLoader } from '../cache/process/process-loader.ts'
import type { Peek } from '../cache/query/peek.ts'
import { createQueries, type Queries } from '../cache/query/query-client.ts'
import type { Credentials } from '../config/credentials.ts'
import { type LoaderProcessData, startLoader } from './start-loader.ts'

/** The cached layer as screens hold it. */
export type Connected = { queries: Queries; serverNow: () => number | undefined; close: () => Promise<void> }

export type ConnectOptions = {
  credentials: Credentials
  isOffline: boolean
  /** Whether every change is refused. */
  isReadOnly: boolean
  /** Ids that were given with the data. @default none */
  ids?: LoaderProcessData['ids']
  /** Name of this run. */
  run: string
  env: Env
  /** This machine's clock, Unix ms. */
  now: () => number
  /** What can be shown before anything is loaded. */
  peek: Peek | undefined
  /** Called when the server refuses the key something. */
  onRefused: () => void
}

/** The cached layer over a process that loads, offline too: reading the ledger there delays no frame. */
export const connect = async ({ env, now, peek, onRefused, ...data }: ConnectOptions): Promise<Connected> => {
  const loader = createProcessLoader(() => startLoader(data, env), now, data.isOffline)
  const queries = createQueries(loader, now, peek, onRefused)
  return {
    queries,
    serverNow: loader.serverNow,
    close: async () => {
      queries.close()
      await loader.close()
    },
  }
}
