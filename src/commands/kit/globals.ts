import { type Env, isAsciiTerminal, isScreenReader } from '../../base/env.ts'
import { usageError } from '../../base/errors.ts'
import { THEME_NAMES } from '../../base/theme-name.ts'
import type { OptionRow, OptionsOf } from './option-row.ts'
import { readOptions } from './option-row.ts'
import { FORMATS, type Format } from './output-format.ts'

export const globalOptions = [
  { flags: '--profile <name>', help: 'work with this profile; demo is a made-up organisation', completes: 'profile' },
  {
    flags: '--format <format>',
    help: 'how results are printed (default: table on a terminal, json in a pipe)',
    choices: FORMATS,
  },
  { flags: '--json', help: 'short for --format json' },
  { flags: '--csv-raw', help: 'in csv, leave text that a spreadsheet would take for a formula as it is' },
  { flags: '--columns <members>', help: 'print only these members of each row, in this order: date,credits' },
  { flags: '--key-stdin', help: 'read the API key from standard input' },
  { flags: '--offline', help: 'send nothing: print what the cache on disk holds' },
  { flags: '--refresh', help: 'ask again for everything, also for days that the cache holds' },
  { flags: '--read-only', help: 'refuse every write' },
  { flags: '--ascii', help: 'only ASCII signs' },
  { flags: '--no-color', help: 'no colours' },
  {
    flags: '--theme <name>',
    help: "the explorer's colours; auto asks the terminal what it draws on",
    choices: THEME_NAMES,
  },
  { flags: '--screen-reader', help: 'lines of text for a screen reader: nothing is drawn and nothing moves' },
  { flags: '--mouse', help: 'the explorer hears the mouse; text is then marked with Shift held' },
  { flags: '--verbose', help: 'print requests, without keys, on standard error' },
  { flags: '--no-restore', help: 'open the explorer as it begins, not as it was left' },
  { flags: '--screen <name>', help: 'open the explorer on this screen', completes: 'screen' },
] as const satisfies readonly OptionRow[]

/** Options that every command takes. */
export type Globals = ReturnType<typeof parseGlobals>

/**
 * Reads the global options as commander hands them over.
 *
 * @throws AppError of kind `usage` on two formats.
 */
export const parseGlobals = (given: Readonly<Record<string, unknown>>, env: Env) => {
  const options = readOptions(globalOptions, given)
  return {
    /** Name of the profile to work with; undefined: the environment's or the chosen one. */
    profile: options.profile,
    /** Undefined: a table on a terminal, json in a pipe. */
    format: formatOf(options),
    /** Whether the key comes from standard input. */
    isKeyOnInput: options.keyStdin,
    /** Nothing is sent: what is on disk is all there is. */
    isOffline: options.offline,
    /** Asks again also for what is on disk and would not change any more. */
    isRefresh: options.refresh,
    /** Refuses every write. */
    isReadOnly: options.readOnly,
    /** Only ASCII signs, because --ascii or the terminal says so. */
    isAscii: options.ascii || isAsciiTerminal(env),
    hasColor: options.color && (env.NO_COLOR ?? '') === '',
    /** The explorer's colours; undefined: what config.json says, else auto. */
    theme: options.theme,
    /** Text that is read aloud or felt: nothing is drawn, and no line is written twice. */
    isScreenReader: options.screenReader || isScreenReader(env),
    /** The explorer hears the mouse. */
    isMouse: options.mouse,
    /** Requests on standard error. */
    isVerbose: options.verbose,
    /** Leaves cells that a spreadsheet would take for a formula as they are. */
    isCsvRaw: options.csvRaw,
    /** The members of rows that are printed, in this order; undefined: all, or those that a table has room for. */
    shownMembers: membersIn(options.columns),
    /** Whether the explorer opens what was open in its last run. */
    isRestoring: options.restore,
    /** The screen that the explorer starts on. */
    screen: options.screen,
  }
}

const membersIn = (text: string | undefined): readonly string[] | undefined => {
  if (text === undefined) return undefined
  const names = text.split(',').map((name) => name.trim())
  if (names.includes('')) throw usageError('--columns takes names with commas between them: --columns date,sessions.')
  return [...new Set(names)]
}

const formatOf = ({ json, format }: OptionsOf<typeof globalOptions>): Format | undefined => {
  if (json && format !== undefined && format !== 'json')
    throw usageError(`--json and --format ${format} exclude each other: leave one of them out.`)
  return json ? 'json' : format
}
