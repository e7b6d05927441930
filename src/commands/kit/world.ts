import type { Env } from '../../base/env.ts'
import type { KnownKind } from '../../cache/ledger/ledger.ts'
import type { Ledger } from '../../cache/ledger/open-ledger.ts'
import type { Client } from '../../client/client.ts'
import type { Credentials } from '../../config/credentials.ts'
import type { Keychain } from '../../config/keys/keychain.ts'
import type { MachineSalt } from '../../config/machine-salt.ts'
import type { Notifier } from '../../notify/notifier.ts'
import type { Globals } from './globals.ts'

/** What the explorer is opened with. */
export type ExplorerOptions = {
  /** A link to what is shown first, in place of a screen. @default none */
  link?: string | undefined
  /** Size and seed of a made-up organisation to explore; the configured one when left out. */
  demo: DemoSize | undefined
} & Pick<Globals, 'screen' | 'isRestoring' | 'profile' | 'isReadOnly' | 'isAscii' | 'hasColor' | 'isOffline'> &
  // What is left out of these is as the environment and config.json say.
  Partial<Pick<Globals, 'isMouse' | 'theme' | 'isScreenReader'>>

/** How large a made-up organisation is; the service has a default for each. */
export type DemoSize = {
  users?: number | undefined
  /** Days of data, up to yesterday. */
  days?: number | undefined
  seed?: number | undefined
}

/** A made-up organisation on a service of its own. */
export type Demo = {
  credentials: Credentials
  /** What there is to ask for by id, which a server need not list. */
  ids: Readonly<Record<KnownKind, readonly string[]>>
  stop: () => Promise<void>
}

/** What is kept on disk for a key, and the salt that pseudonyms and hashes of secrets are made with. */
export type OpenedLedger = MachineSalt & { ledger: Ledger }

/** What `qd serve` was asked for. */
export type ServeOptions = {
  host: string | undefined
  /** 0 takes a free one. */
  port: number | undefined
  /** Path of the data file; in memory when left out. */
  data: string | undefined
  /** Folder of JSON files to load first. */
  importFrom: string | undefined
  /** Fill an empty store with a made-up organisation. */
  demo: DemoSize | undefined
  /** Serve the endpoints that all servers have, and none of the extensions. */
  isStrict: boolean
  /** Give every role a new key although the data file holds some. */
  newKeys: boolean
  /** One JSON line with the address and the keys instead of sentences. */
  json: boolean
  /** One line on standard error for each answer. */
  verbose: boolean
  /** End when standard input closes, as it does when the parent process dies. */
  endWithParent: boolean
}

/** The keys of the explorer, as they are in force. */
export type Keyboard = {
  /** `action` is what config.json gives another key by. */
  rows: readonly { where: string; keys: string; does: string; action: string }[]
  /** Everything that can have another key. */
  actions: readonly string[]
  /** How many keys of the user's own are in force, and what is wrong with the others. */
  own: number
  faults: readonly string[]
}

/** Everything outside that commands touch. Handed down by main; tests bring their own. */
export type World = {
  env: Env
  /** Unix milliseconds. */
  now: () => number
  /** Writes to standard output: results, nothing else. */
  out: (text: string) => void
  /** Resolves once the buffer of standard output is empty enough to write on. */
  drained: () => Promise<void>
  /** Called before a command goes through rows that may be more than fit into memory. */
  expectMuch: () => void
  /** Writes to standard error. */
  err: (text: string) => void
  isOutputTerminal: boolean
  isErrorTerminal: boolean
  /** Cells of the terminal; undefined without one and where it does not know. */
  columns: number | undefined
  rows: number | undefined
  /** All of standard input as text. */
  readInput: () => Promise<string>
  /**
   * Asks a question on the terminal, whatever standard input and output are: one line, or undefined where nobody answers.
   * @throws AppError of kind `interrupted`.
   */
  ask: (question: string) => Promise<string | undefined>
  /** The same, for what nobody may see as it is typed. */
  askSecret: (question: string) => Promise<string | undefined>
  /** The system's store of secrets. */
  keychain: Keychain
  /** Aborted when the user interrupts. */
  signal: AbortSignal
  /** Of this program. */
  version: string
  /** Of Node, without a v. */
  nodeVersion: string
  connect: (credentials: Credentials) => Promise<Client>
  /** Makes up the organisation of the profile demo. */
  startDemo: () => Promise<Demo>
  /** Opens what is kept on disk for a key; never fails: without a usable file it is kept in memory, and says so. */
  openLedger: (credentials: Credentials) => Promise<OpenedLedger>
  /** Writes a text file in whole or not at all and answers its path; throws AppError `refused` where one is there. */
  saveFile: (path: string, text: string, options: { isForced: boolean }) => Promise<string>
  /** What tells hooks of the agent. */
  notifier: () => Promise<Notifier>
  keyboard: () => Promise<Keyboard>
  /** Names that `--screen` takes. */
  screens: readonly string[]
  /**
   * The profile that a link leads to; undefined: whichever is explored.
   * @throws AppError of kind `usage` for what leads nowhere.
   */
  readLink: (link: string) => Promise<string | undefined>
  /** Opens the explorer and resolves when it was left. */
  openExplorer: (options: ExplorerOptions) => Promise<void>
  /** Runs the local service until it is told to end. */
  serve: (options: ServeOptions) => Promise<void>
}
