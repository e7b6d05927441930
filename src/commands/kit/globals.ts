import { type Env, isAsciiTerminal, isScreenReader } from '../../base/env.ts'
import { usageError } from '../../base/errors.ts'
import { THEME_NAMES } from '../../base/theme-name.ts'
import type { Command } from './command.ts'
import type { OptionRow, OptionsOf } from './option-row.ts'
import { readOptions } from './option-row.ts'
import { FORMATS, type Format } from './output-format.ts'
import { longFlag } from './usage-error.ts'

export const globalOptions = [
  { flags: '--profile <name>', help: 'use this profile; demo is a generated organisation', completes: 'profile' },
  {
    flags: '--format <format>',
    help: 'output format (default: table on a terminal, else json)',
    choices: FORMATS,
  },
  { flags: '--json', help: 'same as --format json' },
  { flags: '--csv-raw', help: "don't escape formulas in csv" },
  { flags: '--columns <members>', help: 'show only these columns: date,credits' },
  { flags: '--key-stdin', help: 'read the API key from standard input' },
  { flags: '--offline', help: 'use only cached data; send nothing' },
  { flags: '--refresh', help: 'ignore the cache' },
  { flags: '--read-only', help: 'refuse every write' },
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

type AppliesTo = (command: Command) => boolean

const hasCsv: AppliesTo = ({ formats }) => formats.includes('csv')
const hasSeveralFormats: AppliesTo = ({ formats }) => formats.length > 1
const opensExplorer: AppliesTo = (command) => command.opensExplorer === true
const sendsRequests: AppliesTo = ({ isLocal = false }) => !isLocal

/** The commands that each global option applies to. */
const applications: Record<GlobalFlag, AppliesTo> = {
  '--profile': sendsRequests,
  '--format': hasSeveralFormats,
  '--json': (command) => hasSeveralFormats(command) && command.formats.includes('json'),
  '--csv-raw': hasCsv,
  '--columns': hasCsv,
  '--key-stdin': (command) => sendsRequests(command) && !opensExplorer(command),
  '--offline': ({ cacheOptions = [] }) => cacheOptions.includes('offline'),
  '--refresh': ({ cacheOptions = [] }) => cacheOptions.includes('refresh'),
  '--read-only': sendsRequests,
  '--ascii': (command) => opensExplorer(command) || hasSeveralFormats(command),
  '--no-color': opensExplorer,
  '--theme': opensExplorer,
  '--screen-reader': sendsRequests,
  '--mouse': opensExplorer,
  '--verbose': (command) => sendsRequests(command) && !opensExplorer(command),
  '--no-restore': opensExplorer,
  '--screen': opensExplorer,
}

/** Whether a global option is for the explorer only. */
export const isExplorerOption = ({ flags }: OptionRow): boolean =>
  applications[longFlag(flags) as GlobalFlag] === opensExplorer

/** The global options that apply to a command, with its formats as the choices of `--format`. */
export const globalOptionsOf = (command: Command): readonly OptionRow[] =>
  globalOptions
    .filter(({ flags }) => {
      const flag = longFlag(flags) as GlobalFlag
      return command.globals?.[flag] ?? applications[flag](command)
    })
    .map((row) => (row.flags === '--format <format>' ? { ...row, ...formatsOf(command) } : row))

const formatsOf = (command: Command): Pick<OptionRow, 'help' | 'choices'> => {
  const [terminal, pipe] = [defaultFormat(command, true), defaultFormat(command, false)]
  const usual = terminal === pipe ? terminal : `${terminal} on a terminal, else ${pipe}`
  return { help: `output format (default: ${usual})`, choices: command.formats }
}

/** The format without --format. */
export const defaultFormat = ({ formats, pipeFormat }: Command, isTerminal: boolean): Format => {
  const [first = 'table'] = formats
  return isTerminal ? first : (pipeFormat ?? (formats.includes('json') ? 'json' : first))
}

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
    isKeyFromStdin: options.keyStdin,
    /** Sends no requests and uses only cached data. */
    isOffline: options.offline,
    /** Loads again also what is cached and settled. */
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

const formatOf = ({ json, format }: OptionsOf<typeof globalOptions>): Format | undefined => {
  if (json && format !== undefined && format !== 'json')
    throw usageError(`--json and --format ${format} cannot be used together.`)
  return json ? 'json' : format
}
