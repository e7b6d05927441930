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
  /** What can be shown before anything is loaded. */
  peek: Peek | undefined
  /** Called when the server refuses the key something. */
  onRefused: () => void
}

/** The cached layer over a process that loads, offline too: reading the ledger there delays no frame. */
export const connect = async ({ env, now, peek, onRefused, ...data }: ConnectOptions) => {
  const loader = createProcessLoader(() => startLoader(data, env), now, data.isOffline ?? false)
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

/** The cached layer as screens hold it. */
export type Connected = Awaited<ReturnType<typeof connect>>

/** The first message to the process that loads. */
export type LoaderProcessData = {
  credentials: Credentials
  /** Whether it sends nothing. @default false */
  isOffline?: boolean
  /** Name of the run that starts it. */
  run?: string
  /** Whether it refuses every change. @default false */
  isReadOnly?: boolean
  /** Ids that were given with the data, where no list tells them. @default none */
  ids?: Partial<Record<KnownKind, readonly string[]>> | undefined
}

/**
 * Large blocks go straight back to the system when they are freed. By default glibc keeps more of them the larger they were,
 * and a process that has read one answer of 20 MB keeps 50 MB unused from then on [measured]. Other systems ignore it.
 */
const GLIBC_TUNABLES = 'glibc.malloc.mmap_threshold=131072:glibc.malloc.arena_max=2'

const flags = [
  // MB for young objects: V8 fills a larger space with garbage before it collects.
  '--max-semi-space-size=4',
  // Nobody reads its standard error.
  '--no-warnings',
]

/** What the process runs. The bundle's files stand side by side, as the sources do. */
const PROGRAM = new URL(`./loader-process.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url)

/**
 * Starts the process where the explorer's loading runs. What it is to load, the key too, is sent to it: arguments and
 * environments can be read by others.
 *
 * @param env Its environment: folders, proxies.
 * @param program Another file of the same program. @default the one beside this
 */
export const startLoader = (data: LoaderProcessData, env: Env, program = PROGRAM): LoaderProcess => {
  const child = fork(program, [], {
    env: { ...withoutKey(env), GLIBC_TUNABLES },
    execArgv: flags,
    // By structured clone: typed arrays arrive as typed arrays.
    serialization: 'advanced',
    // Nothing of it may reach the screen.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()))
  // The `exit` event tells of a process that has died; failing to send to it needs no second word.
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
