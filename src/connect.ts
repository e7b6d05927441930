import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { createOwnLoader } from './cache/own-loader.ts'
import type { Peek } from './cache/peek.ts'
import { createQueries, type Queries } from './cache/query-client.ts'
import { createWorkerLoader } from './cache/worker/worker-loader.ts'
import type { Credentials } from './config/credentials.ts'
import type { LoaderThreadData } from './loader-thread.ts'
import { isDemo } from './open-own-ledger.ts'
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

/** Longer than people rest between two moves down a list; then the thread's memory is worth more than the 0.2 s of its start. */
const REST_AFTER_MS = 10_000

/** MB for young objects of the thread that loads. */
const YOUNG_MB = 8

/** The cached layer over a thread that loads; offline nothing is loaded, and the ledger is read where it is shown. */
export const connect = async ({ credentials, isOffline, env, now, peek }: ConnectOptions): Promise<Connected> => {
  const startThread = (aheadMs: number) => {
    // Threads that start from now on can run their collector, see collectWhenIdle.
    setFlagsFromString('--expose-gc')
    // The bundle's files stand side by side, as the sources do.
    const file = new URL(`./loader-thread.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url)
    return new Worker(file, {
      workerData: { credentials, aheadMs } satisfies LoaderThreadData,
      env: env as NodeJS.ProcessEnv,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    })
  }
  const loader = isOffline
    ? createOwnLoader(await openSource(credentials, { isOffline, env, now }))
    : createWorkerLoader(startThread, now, { restAfterMs: isDemo(credentials) ? undefined : REST_AFTER_MS })
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
