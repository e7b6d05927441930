import { type Env, isAsciiTerminal, isScreenReader } from '../../base/env.ts'
import { usageError } from '../../base/errors.ts'
import { THEME_NAMES } from '../../base/theme-name.ts'
import type { OptionRow, OptionsOf } from './option-row.ts'
import { readOptions } from './option-row.ts'
import { ALL_FORMATS, type Format } from './output-format.ts'

export const FORMAT_FLAGS = '--format <format>'

export const globalOptions = [
  { flags: '--profile <name>', help: 'use this profile ("demo": generated data)', completes: 'profile' },
  {
    flags: FORMAT_FLAGS,
    help: 'output format (default: table on a terminal, else json)',
    choices: ALL_FORMATS,
  },
  { flags: '--json', help: 'same as --format json' },
  { flags: '--query <expression>', help: 'JMESPath expression for JSON, such as data[].date' },
  { flags: '--template <text>', help: 'print JSON by a Go template, such as {{.data}}' },
  { flags: '--csv-raw', help: "don't escape formulas in csv" },
  { flags: '--columns <names>', help: 'show only these columns, such as date,credits' },
  { flags: '--key-stdin', help: 'read the API key from standard input' },
  { flags: '--offline', help: 'use only cached data; send nothing' },
  { flags: '--refresh', help: 'ignore the cache' },
  { flags: '--read-only', help: 'send no request that changes data' },
  { flags: '--ascii', help: 'use only ASCII characters' },
  { flags: '--no-color', help: 'disable colours' },
  {
    flags: '--theme <name>',
    help: 'colour theme; auto detects the background',
    choices: THEME_NAMES,
  },
  { flags: '--screen-reader', help: 'plain lines of text for a screen reader' },
  { flags: '--mouse', help: 'enable the mouse (hold Shift to select text)' },
  { flags: '--verbose', help: 'print requests, without keys, to standard error' },
  { flags: '--no-restore', help: 'start with the default view' },
  { flags: '--screen <name>', help: 'open the explorer on this screen', completes: 'screen' },
] as const satisfies readonly OptionRow[]

type FlagOf<Flags extends string> = Flags extends `${infer Name} ${string}` ? Name : Flags

/** `--profile`, `--json`, `--no-color` and so on. */
export type GlobalFlag = FlagOf<(typeof globalOptions)[number]['flags']>

export type Globals = ReturnType<typeof parseGlobals>

/**
 * Reads the global options as Commander returns them.
 *
 * @throws AppError of kind `usage` on two formats.
 */
export const parseGlobals = (given: Readonly<Record<string, unknown>>, env: Env) => {
  const options = readOptions(globalOptions, given)
  return {
    /** Name of the profile; undefined: from the environment or the current one. */
    profile: options.profile,
    /** Undefined: a table on a terminal, json in a pipe. */
    format: formatOf(options),
    /** JMESPath expression that is applied to the JSON output. */
    query: options.query,
    /** Template that prints the JSON output, or the result of the query. */
    template: options.template,
    isKeyFromStdin: options.keyStdin,
    /** Sends no requests and uses only cached data. */
    isOffline: options.offline,
    /** Ignores the cache, even for days that the server will not change any more. */
    isRefresh: options.refresh,
    isReadOnly: options.readOnly,
    /** Uses only ASCII characters: --ascii is set, or the terminal supports no others. */
    isAscii: options.ascii || isAsciiTerminal(env),
    hasColor: options.color && (env.NO_COLOR ?? '') === '',
    /** The colour theme of the explorer; undefined: from config.json, else auto. */
    theme: options.theme,
    /** Plain lines for a screen reader or a braille display: nothing is drawn, and no line is overwritten. */
    isScreenReader: options.screenReader || isScreenReader(env),
    isMouse: options.mouse,
    /** Prints requests on standard error. */
    isVerbose: options.verbose,
    /** Does not escape csv cells that a spreadsheet would read as formulas. */
    isCsvRaw: options.csvRaw,
    /** The members of rows to print, in this order; undefined: all, or those that fit into a table. */
    selectedColumns: parseColumns(options.columns),
    /** Whether the explorer restores the view of its last run. */
    isRestoring: options.restore,
    /** The first screen of the explorer. */
    screen: options.screen,
  }
}

const parseColumns = (text: string | undefined): readonly string[] | undefined => {
  if (text === undefined) return undefined
  const names = text.split(',').map((name) => name.trim())
  if (names.includes('')) throw usageError('--columns takes comma-separated names: --columns date,sessions.')
  return [...new Set(names)]
}

const formatOf = ({ json, format, query, template }: OptionsOf<typeof globalOptions>): Format | undefined => {
  const shape = query !== undefined ? '--query' : template !== undefined ? '--template' : undefined
  if (shape !== undefined && format !== undefined && format !== 'json')
    throw usageError(`${shape} applies to JSON: remove --format ${format}.`)
  if (shape !== undefined) return 'json'
  if (json && format !== undefined && format !== 'json')
    throw usageError(`--json and --format ${format} cannot be used together.`)
  return json ? 'json' : format
}
