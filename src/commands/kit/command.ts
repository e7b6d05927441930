import type { Source } from '../../cache/load/source.ts'
import type { Client } from '../../client/client.ts'
import type { Credentials } from '../../config/credentials.ts'
import type { WhereField } from '../../domain/filter/where-terms.ts'
import type { Globals } from './globals.ts'
import type { ArgumentRow, OptionRow, OptionsOf, ValueKind } from './option-row.ts'
import { readOptions } from './option-row.ts'
import type { Format } from './output-format.ts'
import type { ServerDay } from './server-day.ts'
import type { World } from './world.ts'

/** What was typed for a command with a table of options, judged no further than their choices. */
export type CommandInput<Rows extends readonly OptionRow[]> = {
  args: readonly (string | undefined)[]
  options: OptionsOf<Rows>
  globals: Globals
}

/** The same as commander hands it over. */
export type RawInput = Omit<CommandInput<[]>, 'options'> & { options: Readonly<Record<string, unknown>> }

/** What a command works with. */
export type Deps = Omit<World, 'startDemo' | 'openLedger'> & {
  globals: Globals
  /** From now on this key is masked in all that is written. */
  hide: (key: string) => void
  /** Writes what was made of masked values for a program to read: masking its text could break it. */
  outMasked: (text: string) => void
  /** Masks the key in a text that is cut or escaped before it is printed; `out` and `err` mask by themselves. */
  redact: (text: string) => string
  /** The format that was asked for, or the default for a terminal or a pipe. */
  format: Format
  /**
   * The addresses and the key.
   * @throws AppError of kind `usage` when there are none.
   */
  credentials: () => Promise<Credentials>
  /**
   * The client, made at its first use; closed when the command is done.
   * @throws AppError of kind `usage` when no organisation is configured.
   */
  client: () => Promise<Client>
  /**
   * What loads through the ledger on disk; made at its first use, and with --offline without a client.
   * @throws AppError of kind `usage` when no organisation is configured.
   */
  source: () => Promise<Source>
  serverDay: ServerDay
  /** The machine's salt in hexadecimal, for pseudonyms. */
  salt: () => Promise<string>
}

export type CommandSpec<Options, Rows extends readonly OptionRow[]> = {
  /** With the group it belongs to: `analytics tokens`. */
  name: string
  /** One line, no full stop. */
  summary: string
  /** Further lines of help. */
  description?: string
  arguments?: readonly ArgumentRow[]
  options: Rows
  /** Formats that it prints; the first one on a terminal. */
  formats: readonly Format[]
  /**
   * The format in a pipe.
   * @default 'json'
   */
  pipeFormat?: Format
  /** Whether it opens the explorer, so that `--screen` means something. */
  takesScreen?: boolean
  /**
   * Which of these mean something for it; with any other one it is refused.
   * @default []
   */
  cacheOptions?: readonly ('offline' | 'refresh')[]
  /** Whether it reports a wrong clock, and what the environment stands in for, itself. */
  tellsTrouble?: boolean
  /** What --where of it can be about, for shells. */
  fields?: readonly Pick<WhereField, 'name' | 'kind'>[]
  /** Fields of which this machine knows values, for shells. */
  fieldValues?: Readonly<Record<string, ValueKind>>
  /** Members of its rows, of which --columns chooses, for shells. */
  members?: readonly string[]
  /** Without the program's name. */
  examples: readonly string[]
  /**
   * Judges what was typed, before anything is sent.
   * @param now Unix milliseconds.
   * @throws AppError of kind `usage`.
   */
  parse: (input: CommandInput<Rows>, now: number) => Options
  /** Does the work and may answer an exit status; 0 when it answers none. */
  run: (options: Options, deps: Deps) => Promise<number | undefined>
}

/** A command of the table, whatever its options are. */
export type Command = Omit<CommandSpec<unknown, readonly OptionRow[]>, 'parse' | 'run'> & {
  execute: (input: RawInput, deps: Deps) => Promise<number | undefined>
}

/** Makes a row of the table from a command's parts. */
export const command = <Options, const Rows extends readonly OptionRow[]>({
  parse,
  run,
  ...rest
}: CommandSpec<Options, Rows>): Command => ({
  ...rest,
  execute: async ({ options, ...input }, deps) => {
    const typed = { ...input, options: readOptions(rest.options, options) }
    const parseAt = (now: number): Options => parse(typed, now)
    if (!takesRange(rest.options)) return run(parseAt(deps.now()), deps)
    return deps.serverDay.run(parseAt, (parsed) => run(parsed, deps), input.globals.isOffline ? undefined : deps.client)
  },
})

const takesRange = (rows: readonly OptionRow[]): boolean => rows.some(({ flags }) => flags.startsWith('--last '))
