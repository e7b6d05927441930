import { Argument, type Option, Command as Program } from 'commander'
import { usageError } from '../base/errors.ts'
import { wrapText } from '../domain/text/fit.ts'
import { safeText } from '../domain/text/safe-text.ts'
import { groups, headings } from './command-table.ts'
import { globalOptionsOf, isExplorerOption } from './kit/applicable-options.ts'
import type { Command, RawInput } from './kit/command.ts'
import { FORMAT_FLAGS, globalOptions, parseGlobals } from './kit/globals.ts'
import { choiceOf, type OptionRow, toOption, unknownValue } from './kit/option-row.ts'
import { ALL_FORMATS, FORMATS } from './kit/output-format.ts'
import { ENVIRONMENT, EXIT_STATUSES } from './kit/reference.ts'
import { helpHint } from './kit/usage-error.ts'
import type { World } from './kit/world.ts'

/** The parsed command with its input. */
export type ParsedCommand = { command: Command; input: RawInput }

type ProgramOptions = {
  commands: readonly Command[]
  world: Pick<World, 'env' | 'out' | 'columns' | 'version'>
  /** Called with the parsed command. */
  choose: (chosen: ParsedCommand) => void
}

const GLOBAL_OPTIONS = 'Global options:'
const EXPLORER_OPTIONS = 'Explorer options:'
const HELP_OPTION = ['-h, --help', 'print help'] as const
const HELP_COMMAND = ['help [command]', 'Print the help of a command'] as const

/** Builds the Commander program, which parses the arguments and prints help. It never runs a command or exits. */
export const buildProgram = ({ commands, world, choose }: ProgramOptions): Program => {
  const program = prepare(new Program('qd'), world)
    .description("Explore an organisation's coding-agent platform. Without a command, qd opens the explorer.")
    .version(world.version, '-V, --version', 'print the version')
    .helpOption(...HELP_OPTION)
    .usage('[options] [command]')
  for (const row of globalOptions)
    program.addOption(globalOption(row, commands).helpGroup(isExplorerOption(row) ? EXPLORER_OPTIONS : GLOBAL_OPTIONS))
  program.addHelpText('after', footer)

  const parents = new Map<string, Program>()
  const parentOf = (words: readonly string[]): Program => {
    if (words.length === 0) return program
    const group = words.join(' ')
    const parent =
      parents.get(group) ??
      prepare(parentOf(words.slice(0, -1)).command(words.at(-1) ?? ''), world)
        .description(groups[group] ?? '')
        .helpOption(...HELP_OPTION)
        .helpCommand(...HELP_COMMAND)
        // An option after a subcommand belongs to the subcommand, even if the group has one with the same name.
        .enablePositionalOptions()
        // Otherwise it shows the global options of a command that it is in.
        .configureHelp({ showGlobalOptions: false })
    parents.set(group, parent)
    return parent
  }
  for (const command of commands) {
    const words = command.name.split(' ')
    const heading = headings[words[0] ?? '']
    if (heading !== undefined) program.commandsGroup(heading)
    // A command may also be a group.
    const isGroup = Object.hasOwn(groups, command.name)
    const target = isGroup ? parentOf(words) : parentOf(words.slice(0, -1)).command(words.at(-1) ?? '')
    addCommand(target, command, world, (input) => choose({ command, input }))
  }
  return program.helpCommand(...HELP_COMMAND)
}

/** A global option. An error about an unknown format lists the formats of the commands that it may apply to. */
const globalOption = (row: OptionRow, commands: readonly Command[]): Option => {
  const option = toOption(row)
  if (row.flags !== FORMAT_FLAGS) return option
  const own = new Set(commands.flatMap(({ formats }) => formats))
  // A command with one format does not have the option: it rejects every known format later.
  const listed = own.size > 1 ? ALL_FORMATS.filter((format) => own.has(format)) : FORMATS
  return option.argParser((value: string) =>
    ALL_FORMATS.some((format) => format === value) ? value : choiceOf(value, listed, unknownValue(row.flags, value)),
  )
}

const addCommand = (
  target: Program,
  command: Command,
  world: ProgramOptions['world'],
  choose: (input: RawInput) => void,
): void => {
  prepare(target, world).summary(command.summary).description(descriptionOf(command))
  target.configureHelp({
    ...target.configureHelp(),
    showGlobalOptions: true,
    visibleGlobalOptions: () => globalOptionsOf(command).map(toOption),
    styleTitle: (title) => (title === 'Global Options:' ? GLOBAL_OPTIONS : title),
  })
  for (const { name, help, choices, isOptional = false } of command.arguments ?? []) {
    const argument = new Argument(isOptional ? `[${name}]` : `<${name}>`, help)
    if (choices)
      argument
        .choices(choices)
        .argParser((value: string) => choiceOf(value, choices, `Invalid ${name} "${value}": choose from`))
    target.addArgument(argument)
  }
  for (const row of command.options) target.addOption(toOption(row))
  target.addHelpText('after', examplesOf(command))
  target.allowExcessArguments().action((...given: unknown[]) => {
    const [more] = target.args.slice(target.registeredArguments.length)
    if (more !== undefined) throw usageError(`"${more}" is not an argument of this command: ${helpHint(command.name)}`)
    if (hasGroupOptions(target))
      throw usageError(`Options of qd ${command.name} must follow its name: ${helpHint(command.name)}`)
    const args = given.slice(0, target.registeredArguments.length) as (string | undefined)[]
    choose({ args, options: target.opts(), globals: parseGlobals(target.optsWithGlobals(), world.env) })
  })
}

/** Whether options were typed before the command's name that belong to its group, so that the command would ignore them. */
const hasGroupOptions = ({ parent }: Program): boolean => {
  // The program itself has the global options.
  if (!parent?.parent) return false
  return (
    Object.keys(parent.opts()).some((name) => parent.getOptionValueSource(name) === 'cli') || hasGroupOptions(parent)
  )
}

// Commander throws its errors, which the caller prints. Help goes to standard output.
const prepare = (program: Program, { out, columns }: ProgramOptions['world']): Program =>
  program
    .exitOverride()
    .configureOutput({
      writeOut: (text) => out(safeText(text, 'text')),
      writeErr: () => {},
      getOutHelpWidth: () => columns ?? 100,
    })
    .showSuggestionAfterError(true)

const descriptionOf = ({ summary, description }: Command): string =>
  description === undefined ? `${summary}.` : `${summary}.\n\n${description}`

const examplesOf = ({ examples }: Command): string =>
  examples.length === 0 ? '' : `\nExamples:\n${examples.map((example) => `  qd ${example}\n`).join('')}`

const wrapped = (text: string, indent: string): string =>
  wrapText(text, 84 - indent.length)
    .map((line) => indent + line)
    .join('\n')

const NAME_WIDTH = Math.max(...Object.keys(ENVIRONMENT).map((name) => name.length)) + 2

const footer = `
Environment:
${Object.entries(ENVIRONMENT)
  .map(([name, help]) => `  ${name.padEnd(NAME_WIDTH)}${wrapped(help, ' '.repeat(NAME_WIDTH + 2)).trimStart()}`)
  .join('\n')}

${wrapped(
  `Exit status: ${Object.entries(EXIT_STATUSES)
    .map(([status, help]) => `${status} ${help}`)
    .join(', ')}.`,
  '',
)}
`
