import type { Source } from '../../cache/load/source.ts'
import type { Client } from '../../client/client.ts'
import type { Credentials } from '../../config/credentials.ts'
import type { WhereField } from '../../domain/filter/where-terms.ts'
import type { GlobalFlag, Globals } from './globals.ts'
import type { ArgumentRow, OptionRow, OptionsOf, ValueKind } from './option-row.ts'
import { readOptions } from './option-row.ts'
import { FORMATS, type Format } from './output-format.ts'
import type { ServerDay } from './server-day.ts'
import type { World } from './world.ts'

/** The input of a command with a table of options. Only choices are validated. */
export type CommandInput<Rows extends readonly OptionRow[]> = {
  args: readonly (string | undefined)[]
  options: OptionsOf<Rows>
  globals: Globals
}

/** The input as Commander returns it. */
export type RawInput = Omit<CommandInput<[]>, 'options'> & { options: Readonly<Record<string, unknown>> }

export type Deps = Omit<World, 'startDemo' | 'openLedger'> & {
  globals: Globals
  /** Masks this key in all further output. */
  hide: (key: string) => void
  /** Writes text without masking it: the caller has masked its values, and masking the whole text could make it invalid. */
  outMasked: (text: string) => void
  /** Masks the key in a text that is cut or escaped before it is printed. `out` and `err` mask other texts. */
  redact: (text: string) => string
  /** The requested format, or the default for a terminal or a pipe. */
  format: Format
  /**
   * The addresses and the key.
   * @throws AppError of kind `usage` if no organisation is configured.
   */
  credentials: () => Promise<Credentials>
  /**
   * The client, created at its first use and closed after the command.
   * @throws AppError of kind `usage` if no organisation is configured.
   */
  client: () => Promise<Client>
  /**
   * Loads data through the cache on disk; created at its first use, with --offline without a client.
   * @throws AppError of kind `usage` if no organisation is configured.
   */
  source: () => Promise<Source>
  serverDay: ServerDay
  /** The machine's salt for pseudonyms, in hexadecimal. */
  salt: () => Promise<string>
  /**
   * Dependencies of a read-only command that runs inside this one, with its own output. They share the key, the cache
   * and one connection of this command, and refuse every change.
   */
  inner: (command: Command, globals: Globals, io: Pick<World, 'out' | 'err' | 'signal'>) => CreatedDeps
}

/** Dependencies, and a function that closes what they have opened. */
export type CreatedDeps = { deps: Deps; close: () => Promise<void> }

export type CommandSpec<Rows extends readonly OptionRow[], Options> = {
  /** With its group: `analytics tokens`. */
  name: string
  /** One line, no full stop. */
  summary: string
  /** Further paragraphs of help. */
  description?: string
  arguments?: readonly ArgumentRow[]
  /** @default none */
  options?: Rows
  /** Formats that it prints; the first one is the default on a terminal. @default all */
  formats?: readonly Format[]
  /** The default format in a pipe. @default json if it is among the formats, else the first */
  pipeFormat?: Format
  /** Whether it opens the explorer, so that `--screen` applies. */
  opensExplorer?: boolean
  /**
   * Which of these options apply to it; the others are usage errors.
   * @default []
   */
  cacheOptions?: readonly ('offline' | 'refresh')[]
  /**
   * Whether it uses no organisation, so that `--profile`, `--key-stdin` and others do not apply.
   * @default false
   */
  isLocal?: boolean
  /** Exceptions to the rules of `globalOptionsOf`: whether a global option applies to it. */
  globals?: Readonly<Partial<Record<GlobalFlag, boolean>>>
  /** The help of `--template`, if the command fills the template itself. @default a Go template of its JSON */
  templateHelp?: string
  /** Whether its own output reports a wrong clock and overriding environment variables, so that no note repeats it. */
  reportsProblems?: boolean
  /** Whether it only reads, so that `qd mcp` offers it to agents as a tool. @default false */
  reads?: boolean
  /** Fields of --where, for shell completion. */
  fields?: readonly Pick<WhereField, 'name' | 'kind'>[]
  /** Fields whose values this machine stores, for shell completion. */
  fieldValues?: Readonly<Record<string, ValueKind>>
  /** Members of its rows, which --columns selects, for shell completion. */
  members?: readonly string[]
  /** Without the program's name. */
  examples: readonly string[]
  /**
   * Validates the input before anything is sent.
   * @param now Unix milliseconds.
   * @throws AppError of kind `usage`.
   * @default the input, unchanged
   */
  parse?: (input: CommandInput<Rows>, now: number) => Options
  /** Runs the command and may return an exit status. @default 0 */
  run: (options: Options, deps: Deps) => Promise<number | undefined>
}

/** A command with any options. */
export type Command = Omit<CommandSpec<readonly OptionRow[], unknown>, 'options' | 'formats' | 'parse' | 'run'> & {
  options: readonly OptionRow[]
  formats: readonly Format[]
  execute: (input: RawInput, deps: Deps) => Promise<number | undefined>
}

/** Formats of a command that prints text, also in a pipe, and json on request. */
export const textFormats = { formats: ['table', 'json'], pipeFormat: 'table' } as const

/** Creates a command from its parts. If it has a range, its options are parsed by the server's clock. */
export const command = <const Rows extends readonly OptionRow[] = [], Options = CommandInput<Rows>>({
  options: rows = [] as unknown as Rows,
  formats = FORMATS,
  parse = (input) => input as Options,
  run,
  ...rest
}: CommandSpec<Rows, Options>): Command => ({
  ...rest,
  options: rows,
  formats,
  execute: async ({ options, ...input }, deps) => {
    const parseAt = (now: number): Options => parse({ ...input, options: readOptions(rows, options) }, now)
    if (!hasRange(rows)) return run(parseAt(deps.now()), deps)
    return deps.serverDay.run(parseAt, (parsed) => run(parsed, deps), input.globals.isOffline ? undefined : deps.client)
  },
})

/** Whether a command takes a range of days, which ends yesterday by the server's clock. */
export const hasRange = (rows: readonly OptionRow[]): boolean => rows.some(({ flags }) => flags.startsWith('--last '))
