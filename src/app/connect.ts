import { fork } from 'node:child_process'
import { type Env, withoutKey } from '../base/env.ts'
import type { KnownKind } from '../cache/ledger/ledger.ts'
import { createProcessLoader, type LoaderProcess } from '../cache/process/process-loader.ts'
import type { Peek } from '../cache/query/peek.ts'
import { createQueries } from '../cache/query/query-client.ts'
import type { Credentials } from '../config/credentials.ts'

type ConnectOptions = LoaderProcessData & {
  env: Env
  /** This machine's clock, Unix ms. */
  now: () => number
  /** Provides data before anything is loaded. */
  peek: Peek | undefined
  /** Called when the server responds with 401 or 403. */
  onRefused: () => void
}

/** Creates the queries. A loader process executes them, so that reading the ledger delays no frame. */
export const connect = async ({ env, now, peek, onRefused, ...data }: ConnectOptions) => {
  const isSplit = data.credentials.history !== undefined
  const loader = createProcessLoader(() => startLoader(data, env), now, data.isOffline ?? false, isSplit)
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

/** The connection of the screens. */
export type Connected = Awaited<ReturnType<typeof connect>>

/** The first message to the loader process. */
export type LoaderProcessData = {
  credentials: Credentials
  /** Whether it sends no requests. @default false */
  isOffline?: boolean
  /** Name of the run that starts it. */
  run?: string
  /** Whether it rejects every change. @default false */
  isReadOnly?: boolean
  /** Known ids, for a server that cannot list them. @default none */
  ids?: Partial<Record<KnownKind, readonly string[]>> | undefined
}

/**
 * Returns large freed blocks to the system immediately. By default glibc keeps more memory the larger the blocks were,
 * and a process that has read one response of 20 MB keeps 50 MB unused [measured]. Other systems ignore it.
 */
const GLIBC_TUNABLES = 'glibc.malloc.mmap_threshold=131072:glibc.malloc.arena_max=2'

const flags = [
  // In MB. V8 would fill a larger space with garbage before collecting it.
  '--max-semi-space-size=4',
  // Nothing reads its standard error.
  '--no-warnings',
]

/** The program of the process. It is in the same folder, both as source and in the bundle. */
const PROGRAM = new URL(`./loader-process.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url)

/**
 * Starts the process in which the explorer loads data. Its options, including the key, are sent as a message, because
 * other users can read arguments and environments.
 *
 * @param env Its environment: folders, proxies.
 * @param program Another file of the same program. @default the one next to this file
 */
export const startLoader = (data: LoaderProcessData, env: Env, program = PROGRAM): LoaderProcess => {
  const child = fork(program, [], {
    env: { ...withoutKey(env), GLIBC_TUNABLES },
    execArgv: flags,
    // Structured clone keeps typed arrays.
    serialization: 'advanced',
    // Its output would be printed over the screen.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()))
  // The `exit` event reports the death of the process, so errors of sending can be ignored.
  const send = (message: object) => void child.send(message, () => {})
  send(data)
  return {
    on: (event, listener) => child.on(event, listener),
    send,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
