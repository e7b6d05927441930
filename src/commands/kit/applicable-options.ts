import type { Command } from './command.ts'
import { FORMAT_FLAGS, type GlobalFlag, globalOptions } from './globals.ts'
import type { OptionRow } from './option-row.ts'
import type { Format } from './output-format.ts'
import { longFlag } from './usage-error.ts'

const explorerFlags: readonly GlobalFlag[] = ['--no-color', '--theme', '--mouse', '--no-restore', '--screen']

/** Whether a global option is for the explorer only. */
export const isExplorerOption = ({ flags }: OptionRow): boolean => explorerFlags.includes(longFlag(flags) as GlobalFlag)

/** The global options that apply to commands like this one. */
const flagsFor = ({ formats, isLocal, opensExplorer, cacheOptions = [] }: Command): readonly GlobalFlag[] => {
  const hasSeveralFormats = formats.length > 1
  return [
    ...(isLocal ? [] : (['--profile', '--read-only', '--screen-reader'] as const)),
    ...(isLocal || opensExplorer ? [] : (['--key-stdin', '--verbose'] as const)),
    ...(opensExplorer ? explorerFlags : []),
    ...(opensExplorer || hasSeveralFormats ? (['--ascii'] as const) : []),
    ...(hasSeveralFormats ? (['--format'] as const) : []),
    ...(hasSeveralFormats && formats.includes('json') ? (['--json'] as const) : []),
    ...(formats.includes('json') ? (['--query', '--template'] as const) : []),
    ...(formats.includes('csv') ? (['--csv-raw', '--columns'] as const) : []),
    ...cacheOptions.map((option) => `--${option}` as const),
  ]
}

/** The global options that apply to a command, with its formats as the choices of `--format`. */
export const globalOptionsOf = (command: Command): readonly OptionRow[] => {
  const usual = flagsFor(command)
  return globalOptions
    .filter(({ flags }) => {
      const flag = longFlag(flags) as GlobalFlag
      return command.globals?.[flag] ?? usual.includes(flag)
    })
    .map((row) => {
      if (row.flags === FORMAT_FLAGS) return { ...row, ...formatsOf(command) }
      if (row.flags === '--template <text>') return { ...row, help: command.templateHelp ?? row.help }
      return row
    })
}

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
