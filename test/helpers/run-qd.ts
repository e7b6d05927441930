import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { parsePlaceLink } from '../../screens/app/navigation/linked-place.ts'
import { saveFile } from '../../src/app/create-outside.ts'
import { demoCredentials } from '../../src/app/demo-service.ts'
import { openLedger } from '../../src/cache/ledger/open-ledger.ts'
import { ownerOf } from '../../src/cache/ledger/partition.ts'
import { type Client, type ClientOptions, createClient } from '../../src/client/client.ts'
import { runCommandLine } from '../../src/commands/index.ts'
import type { ExplorerOptions, ServeOptions, World } from '../../src/commands/kit/world.ts'
import { createEnteredStore } from '../../src/config/entered-file.ts'
import { foldersOf } from '../../src/config/folders.ts'
import { clipboardPlan } from '../../src/domain/clipboard/clipboard-plan.ts'
import { dashboard, roleSql } from '../../src/service/operations/dashboard.ts'
import { openServerData } from '../../src/service/server-data.ts'
import { NOW, startDemo } from './demos.ts'
import { memoryKeychain } from './memory-keychain.ts'
import { testNotifier } from './test-notifier.ts'

export type Ran = {
  code: number
  out: string
  err: string
  /** The options that the explorer was opened with. */
  opened: ExplorerOptions[]
  /** The options that the service was started with. */
  served: ServeOptions[]
}

export type RunOptions = Partial<World> & {
  /** The address and the key in the environment. */
  url?: string
  key?: string
  client?: Partial<ClientOptions>
  /**
   * Folder of the configuration, its keys and the cache. If it is set, the environment has an organisation only with `url` and `key`.
   * @default one that can neither be read nor created
   */
  home?: string
  /** The server's clock minus ours. */
  skewMs?: number
  /**
   * File of the ledger, which is kept after the run.
   * @default ':memory:'
   */
  cache?: string
}

/** The machine's salt in tests. */
export const SALT = new Uint8Array(32).fill(7)

const NOWHERE = '/dev/null/nowhere'

/** Runs the program with these arguments. By default its output goes to a pipe. */
export const runQd = async (
  argv: string[],
  { url, key, client, skewMs = 0, home, cache = ':memory:', ...world }: RunOptions = {},
): Promise<Ran> => {
  const ran: Ran = { code: -1, out: '', err: '', opened: [], served: [] }
  const env = {
    XDG_CACHE_HOME: home ?? '/nowhere',
    ...(url !== undefined && { QUARTERDECK_BASE_URL: url }),
    ...(key !== undefined && { QUARTERDECK_API_KEY: key }),
  }
  const code = await runCommandLine(argv, {
    now: () => NOW,
    out: (text) => (ran.out += text),
    drained: async () => {},
    tuneGcForStreaming: () => {},
    err: (text) => (ran.err += text),
    isOutputTerminal: false,
    isErrorTerminal: false,
    columns: undefined,
    rows: undefined,
    messageStreams: () => ({ input: Readable.from([]), output: new PassThrough() }),
    readInput: async () => '',
    ask: async () => undefined,
    askSecret: async () => undefined,
    keychain: memoryKeychain(),
    readLink: async (link) => parsePlaceLink(link, NOW).profile,
    startDemo: async () => {
      const demo = await startDemo()
      return { credentials: demoCredentials(demo.url, demo.key), ids: demo.ids, stop: async () => {} }
    },
    signal: new AbortController().signal,
    version: '1.2.3',
    nodeVersion: '24.0.0',
    connect: async (credentials, options) => {
      // Retries immediately; the tests of the client check the delays.
      const made = createClient({ credentials, sleep: async () => {}, env: {}, ...client, ...options })
      // Node would send the machine's date instead of the date of the tests.
      let hasAnswered = false
      const dateOfServer = () => (world.now?.() ?? NOW) + skewMs
      const call = async (...request: Parameters<Client['call']>) => {
        try {
          return { ...(await made.call(...request)), serverDate: dateOfServer() }
        } finally {
          hasAnswered ||= made.serverNow() !== undefined
        }
      }
      return {
        ...made,
        call: call as Client['call'],
        serverNow: () => (hasAnswered ? dateOfServer() : undefined),
        clockSkewMs: () => (hasAnswered ? skewMs : undefined),
      }
    },
    openLedger: async (tenant) => {
      const now = world.now ?? (() => NOW)
      if (cache === ':memory:') return { ledger: openLedger({ path: cache, salt: SALT, tenant }), salt: SALT }
      const path =
        home === undefined ? join(dirname(cache), 'entered.json') : foldersOf({ XDG_STATE_HOME: home }).enteredFile
      const entered = createEnteredStore({ path, owner: ownerOf(SALT, tenant), now })
      return { ledger: openLedger({ path: cache, salt: SALT, tenant, entered }), salt: SALT }
    },
    saveFile,
    notifier: async () =>
      testNotifier({ folder: join(home ?? join(tmpdir(), 'quarterdeck-without-home'), 'notifier') }).notifier,
    keyboard: async () => {
      // Imported on demand: it imports every screen, and `npm run faults` runs without JSX.
      const { ownKeyboard } = await import('../../src/app/own-keyboard.ts')
      return ownKeyboard({ XDG_CONFIG_HOME: home ?? NOWHERE })
    },
    clipboardPlan: async () => clipboardPlan({ env: world.env ?? {}, platform: 'linux', isInstalled: () => true }),
    screens: ['overview', 'usage'],
    openExplorer: async (options) => void ran.opened.push(options),
    serve: async (options) => void ran.served.push(options),
    openServerData,
    serverDashboard: async () => ({ dashboard: dashboard(), roleSql: roleSql() }),
    sync: async (settings, progress) => {
      const { runMirror } = await import('../../src/app/mirror.ts')
      const { now = () => NOW, signal = new AbortController().signal } = world
      await runMirror(settings, progress, { now, signal })
    },
    ...world,
    // Without the profiles of the machine.
    env: { XDG_CONFIG_HOME: home ?? NOWHERE, XDG_STATE_HOME: home ?? NOWHERE, ...(world.env ?? env) },
  })
  return { ...ran, code }
}
