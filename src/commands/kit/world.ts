import type { Readable, Writable } from 'node:stream'
import type { Env } from '../../base/env.ts'
import type { KnownKind } from '../../cache/ledger/ledger.ts'
import type { Ledger } from '../../cache/ledger/open-ledger.ts'
import type { Client, ClientOptions } from '../../client/client.ts'
import type { Credentials } from '../../config/credentials.ts'
import type { Keychain } from '../../config/keys/keychain.ts'
import type { MachineSalt } from '../../config/machine-salt.ts'
import type { ClipboardPlan } from '../../domain/clipboard/clipboard-plan.ts'
import type { Notifier } from '../../notify/notifier.ts'
import type { Globals } from './globals.ts'
import type { OpenServerData } from './server-data.ts'

export type ExplorerOptions = {
  /** A link to open instead of a screen. @default none */
  link?: string | undefined
  /** Size and seed of a demo organisation; undefined: the configured organisation. */
  demo: DemoSize | undefined
} & Pick<Globals, 'screen' | 'isRestoring' | 'profile' | 'isReadOnly' | 'isAscii' | 'hasColor' | 'isOffline'> &
  // Undefined members come from the environment and config.json.
  Partial<Pick<Globals, 'isMouse' | 'theme' | 'isScreenReader'>>

/** Size of a demo organisation; the service has a default for each member. */
export type DemoSize = {
  users?: number | undefined
  /** Days of data, up to yesterday. */
  days?: number | undefined
  seed?: number | undefined
}

/** A demo organisation with its own service. */
export type Demo = {
  credentials: Credentials
  /** Ids of objects that a server need not list. */
  ids: Readonly<Record<KnownKind, readonly string[]>>
  stop: () => Promise<void>
}

/** The cache of a key, and the salt for pseudonyms and for hashes of secrets. */
export type OpenedLedger = MachineSalt & { ledger: Ledger }

/** Options of `qd serve`. */
export type ServeOptions = {
  host: string | undefined
  /** 0 selects a free port. */
  port: number | undefined
  /** Path of the data file; undefined: in memory. */
  data: string | undefined
  /** Whether a standby of the database may answer analytics. */
  hasReplica: boolean
  /** Folder of JSON files to import first. */
  importFrom: string | undefined
  /** Fill an empty store with a demo organisation. */
  demo: DemoSize | undefined
  /** Serve only the core endpoints, without extensions. */
  isStrict: boolean
  /** Address of a proxy in front of the service. */
  publicUrl: string | undefined
  /** Requests that a key may make in a minute; 0 is no limit. */
  requestsPerMinute: number | undefined
  /** Hide names and e-mail addresses from callers who are not owners. */
  hasPseudonyms: boolean
  /** Name users in the activity of today. */
  hasLiveNames: boolean
  /** Generate a new key for every role, even if the data file has keys. */
  newKeys: boolean
  /** Print one JSON line with the address and the keys instead of sentences. */
  json: boolean
  /** Print one line on standard error for each response. */
  verbose: boolean
  /** Profile of the vendor to mirror; undefined: no mirror. */
  mirror: string | undefined
  /** Exit when standard input closes, as it does when the parent process ends. */
  endWithParent: boolean
}

/** What a run of a mirror did with an endpoint. */
export type SyncedEndpoint = {
  /** Rows that were new or different; of these `changed` belong to days or lists that were complete before. */
  written: number
  changed: number
  /** Rows that the vendor no longer has. */
  removed: number
  /** Rows that cannot be stored. */
  skipped: number
  firstDay?: string | undefined
  lastDay?: string | undefined
  /** Why it failed, as one sentence. */
  failure?: string | undefined
}

/** The results of a run by the name of the endpoint. */
export type SyncReport = Readonly<Record<string, SyncedEndpoint>>

/** Options of `qd sync`. */
export type SyncSettings = {
  /** A client of the vendor, which the caller closes. */
  client: Pick<Client, 'text' | 'serverNow'>
  /** Host of the vendor. */
  host: string
  /** SQLite file, or URL of a PostgreSQL database. */
  to: string
  /** Time between two runs, ms; undefined: one run. */
  everyMs: number | undefined
  /** Time without a renewal after which another instance takes over, ms. */
  leaseMs: number | undefined
}

/** Functions that are called while a mirror synchronises. */
export type SyncProgress = {
  onProgress: (endpoint: string, counts: SyncedEndpoint, progress: string) => void
  /** Before a wait that the vendor requested. */
  onWait: (waitMs: number) => void
  /** Before waiting for another instance, which may have been killed. */
  onHeld: (holder: string) => void
  onRun: (report: SyncReport) => void
  /** After a run that stopped, if there will be another. */
  onFailure: (error: unknown) => void
}

/** The effective key bindings of the explorer. */
export type Keyboard = {
  /** `action` is the name that config.json binds other keys to. */
  rows: readonly { where: string; keys: string; does: string; action: string }[]
  /** All actions that can have other keys. */
  actions: readonly string[]
  /** Number of the user's own bindings in effect, and the problems of the others. */
  own: number
  problems: readonly string[]
}

/** The outside world of commands. main passes it down; tests pass their own. */
export type World = {
  env: Env
  /** Unix milliseconds. */
  now: () => number
  /** Writes results to standard output. */
  out: (text: string) => void
  /** Resolves when the buffer of standard output has drained, and other events have been handled. */
  drained: () => Promise<void>
  /** Called before a command processes rows that may not fit into memory. */
  tuneGcForStreaming: () => void
  err: (text: string) => void
  isOutputTerminal: boolean
  isErrorTerminal: boolean
  /** Size of the terminal in cells; undefined without a terminal or if it reports none. */
  columns: number | undefined
  rows: number | undefined
  /** Standard input and output, for a protocol that sends messages in both directions. */
  messageStreams: () => { input: Readable; output: Writable }
  /** Reads all of standard input as text. */
  readInput: () => Promise<string>
  /**
   * Asks a question on the terminal, even if standard input and output are redirected. Returns one line, or undefined
   * without a terminal or an answer.
   * @throws AppError of kind `interrupted`.
   */
  ask: (question: string) => Promise<string | undefined>
  /** As `ask`, without echoing the answer. */
  askSecret: (question: string) => Promise<string | undefined>
  keychain: Keychain
  /** Aborted when the user interrupts the program. */
  signal: AbortSignal
  /** Version of this program. */
  version: string
  /** Version of Node, without a v. */
  nodeVersion: string
  connect: (credentials: Credentials, options?: Pick<ClientOptions, 'limits'>) => Promise<Client>
  /** Generates the organisation of the profile demo and starts its service. */
  startDemo: () => Promise<Demo>
  /** Opens the cache of a key. Never fails: without a usable file, the cache is in memory and has a notice. */
  openLedger: (credentials: Credentials) => Promise<OpenedLedger>
  /**
   * Writes a text file, all of it or nothing, and returns its path.
   * @throws AppError of kind `refused` if the file exists.
   */
  saveFile: (path: string, text: string, options: { isForced: boolean }) => Promise<string>
  notifier: () => Promise<Notifier>
  keyboard: () => Promise<Keyboard>
  /** How the explorer copies here. */
  clipboardPlan: () => Promise<ClipboardPlan>
  /** Names that `--screen` accepts. */
  screens: readonly string[]
  /**
   * The profile that a link names; undefined: the current one.
   * @throws AppError of kind `usage` for an invalid link.
   */
  readLink: (link: string) => Promise<string | undefined>
  /** Opens the explorer and resolves when the user quits it. */
  openExplorer: (options: ExplorerOptions) => Promise<void>
  /** Runs the local service until it is stopped. It prints its address and keys with `out`. */
  serve: (options: ServeOptions, out: World['out']) => Promise<void>
  openServerData: OpenServerData
  /** A Grafana dashboard of a server's data in PostgreSQL, and the SQL that creates its read-only role. */
  serverDashboard: () => Promise<{ dashboard: object; roleSql: string }>
  /** Synchronises a mirror: once, or until the program is interrupted. */
  sync: (settings: SyncSettings, progress: SyncProgress) => Promise<void>
}
