import type { Source } from '../../cache/load/source.ts'
import type { Client } from '../../client/client.ts'
import type { Credentials } from '../../config/credentials.ts'
import type { WhereField } from '../../domain/filter/where-terms.ts'
import type { Globals } from './globals.ts'
import type { ArgumentRow, OptionRow, OptionsOf, ValueKind } from './option-row.ts'
import { readOptions } from './option-row.ts'
import { FORMATS, type Format } from './output-format.ts'
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

export type CommandSpec<Rows extends readonly OptionRow[], Options> = {
  /** With the group it belongs to: `analytics tokens`. */
  name: string
  /** One line, no full stop. */
  summary: string
  /** Further lines of help. */
  description?: string
  arguments?: readonly ArgumentRow[]
  /** @default none */
  options?: Rows
  /** Formats that it prints; the first one on a terminal. @default all */
  formats?: readonly Format[]
  /** The format in a pipe. @default json, where it prints that */
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
   * @default what was typed, as it is
   */
  parse?: (input: CommandInput<Rows>, now: number) => Options
  /** Does the work and may return an exit status. @default 0 */
  run: (options: Options, deps: Deps) => Promise<number | undefined>
}

/** A command of the table, whatever its options are. */
export type Command = Omit<CommandSpec<readonly OptionRow[], unknown>, 'options' | 'formats' | 'parse' | 'run'> & {
  options: readonly OptionRow[]
  formats: readonly Format[]
  execute: (input: RawInput, deps: Deps) => Promise<number | undefined>
}

/** Formats of a command that prints text for people, in a pipe too, and json where that is asked for. */
export const textFormats = { formats: ['table', 'json'], pipeFormat: 'table' } as const

/** Makes a row of the table from a command's parts. */
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
    if (!takesRange(rows)) return run(parseAt(deps.now()), deps)
    return deps.serverDay.run(parseAt, (parsed) => run(parsed, deps), input.globals.isOffline ? undefined : deps.client)
  },
})

const takesRange = (rows: readonly OptionRow[]): boolean => rows.some(({ flags }) => flags.startsWith('--last '))
