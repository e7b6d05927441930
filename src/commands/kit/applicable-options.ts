import type { Command } from './command.ts'
import { type GlobalFlag, globalOptions } from './globals.ts'
import type { OptionRow } from './option-row.ts'
import type { Format } from './output-format.ts'
import { longFlag } from './usage-error.ts'

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
