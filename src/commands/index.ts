import { CommanderError } from 'commander'
import { keysIn } from '../base/env.ts'
import { type AppError, exitCodeFor, usageError } from '../base/errors.ts'
import { buildProgram, type ParsedCommand } from './build-program.ts'
import { allCommands, commandsNamed, groups } from './command-table.ts'
import { openScreen } from './explorer/open-screen.ts'
import { globalOptionsOf } from './kit/applicable-options.ts'
import type { Command } from './kit/command.ts'
import { createDeps, createKeyRedactor } from './kit/deps.ts'
import { type GlobalFlag, type Globals, globalOptions, parseGlobals } from './kit/globals.ts'
import type { OptionRow } from './kit/option-row.ts'
import { errorLines } from './kit/report-error.ts'
import { runCommand } from './kit/run-command.ts'
import { longFlag, toUsageError } from './kit/usage-error.ts'
import type { World } from './kit/world.ts'

/** The explorer as a command, for a command line without one. */
const explorer: Command = {
  name: '',
  summary: 'Open the explorer',
  formats: ['table'],
  options: [],
  opensExplorer: true,
  cacheOptions: ['offline'],
  examples: [],
  execute: async (_input, deps) => {
    await openScreen(undefined, deps)
    return 0
  },
}

/** Runs a command line and returns its exit status. Errors go to standard error: it never throws or exits. */
export const runCommandLine = async (argv: readonly string[], world: World): Promise<number> => {
  try {
    const chosen = await parseArgv(argv, world)
    return chosen === undefined ? 0 : await run(chosen, world)
  } catch (error) {
    // The message may repeat an argument, and an argument may be the key.
    world.err(errorLines(error, createKeyRedactor(...keysIn(world.env))))
    return exitCodeFor(error)
  }
}

/** The command and its options; undefined if help or the version was requested and has been printed. */
const parseArgv = async (typed: readonly string[], world: World): Promise<ParsedCommand | undefined> => {
  let chosen: ParsedCommand | undefined
  const programOf = (commands: readonly Command[]) =>
    buildProgram({
      commands,
      world,
      choose: (choice) => {
        chosen = choice
      },
    })
  let argv = typed
  let commands: readonly Command[] = []
  try {
    let words = argv
    if (argv[0]?.startsWith('-') ?? true) {
      const options = programOf([])
      const { operands, unknown } = options.parseOptions([...argv])
      if (operands.length === 0 && unknown.length === 0)
        return { command: explorer, input: { args: [], options: {}, globals: parseGlobals(options.opts(), world.env) } }
      words = operands
    }
    commands = await commandsFor(argv[0] === 'help' ? argv.slice(1) : words)
    argv = withoutHelpWord(argv, commands)
    programOf(commands).parse(argv, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return undefined
    const name = commandNameIn(argv, commands)
    throw error.code === 'commander.help'
      ? missingSubcommand(argv, name, commands)
      : toUsageError(error, name, flagsOf(name, commands))
  }
  return chosen
}

/** The named command, or else its group: loading all commands takes much longer. */
const commandsFor = async (words: readonly string[]): Promise<readonly Command[]> => {
  const named = await commandsNamed(words[0] ?? '')
  if (named.length === 0) return allCommands()
  const exact = named.filter(({ name }) => name.includes(' ') && startsWith(words.join(' '), name))
  return exact.length > 0 ? exact : named
}

/** Whether a text starts with these words. */
const startsWith = (text: string, words: string): boolean => `${text} `.startsWith(`${words} `)

/** `help controls diff` becomes `controls diff --help`: Commander's help reads one word of the name only. */
const withoutHelpWord = (argv: readonly string[], commands: readonly Command[]): readonly string[] => {
  const [first, ...words] = argv
  if (first !== 'help' || words.length < 2 || !Object.hasOwn(groups, words[0] ?? '')) return argv
  const typed = words.join(' ')
  // For an unknown name, Commander suggests the nearest one, but not together with --help.
  const isKnown =
    Object.hasOwn(groups, typed) || commands.some(({ name }) => name.includes(' ') && startsWith(typed, name))
  return isKnown ? [...words, '--help'] : words
}

/** The part of a command's name that was typed. */
const commandNameIn = (argv: readonly string[], commands: readonly Command[]): string => {
  const words = argv.filter((word) => !word.startsWith('-'))
  const typed = [3, 2, 1].map((count) => words.slice(0, count).join(' '))
  return typed.find((name) => commands.some((command) => startsWith(command.name, name))) ?? ''
}

/** The long option names of a command, such as `--json`. */
const flagsOf = (name: string, commands: readonly Command[]): string[] => {
  const commandOptions: readonly OptionRow[] = commands.find((command) => command.name === name)?.options ?? []
  return [...globalOptions, ...commandOptions].map(({ flags }) => longFlag(flags))
}

const missingSubcommand = (argv: readonly string[], group: string, commands: readonly Command[]): AppError => {
  // `qd help tokns`: Commander treats an unknown name as a missing one.
  if (group === '') return usageError(`Unknown command '${argv.at(-1)}': see qd --help.`)
  const names = commands
    .filter(({ name }) => name.startsWith(`${group} `))
    .map(({ name }) => name.slice(group.length + 1).split(' ')[0])
  return usageError(`Missing subcommand: qd ${group} takes ${[...new Set(names)].join(', ')}.`)
}

/** @throws AppError of kind `usage` on global options that do not apply to the command. */
const validateGlobals = (
  command: Command,
  { isOffline, isRefresh, screen, isRestoring, selectedColumns, query, template }: Globals,
): void => {
  const { name, cacheOptions = [], opensExplorer } = command
  const applies = (flag: GlobalFlag) => globalOptionsOf(command).some(({ flags }) => longFlag(flags) === flag)
  const what = name === '' ? 'the explorer' : `qd ${name}`
  const notJson = `does not apply to ${what}, which prints no JSON: remove it.`
  const problems: [isWrong: boolean, sentence: string][] = [
    [screen !== undefined && !opensExplorer, `--screen applies only to the explorer, not to ${what}: remove it.`],
    [!isRestoring && !opensExplorer, `--no-restore applies only to the explorer, not to ${what}: remove it.`],
    [
      isOffline && !cacheOptions.includes('offline'),
      `--offline does not apply to ${what}, which uses no cached data: remove it.`,
    ],
    [isRefresh && !cacheOptions.includes('refresh'), `--refresh does not apply to ${what}: remove it.`],
    [isOffline && isRefresh, '--offline and --refresh cannot be used together.'],
    [selectedColumns !== undefined && !applies('--columns'), `--columns does not apply to ${what}: remove it.`],
    [query !== undefined && !applies('--query'), `--query ${notJson}`],
    [template !== undefined && !applies('--template'), `--template ${notJson}`],
  ]
  const problem = problems.find(([isWrong]) => isWrong)
  if (problem) throw usageError(problem[1])
}

const run = async ({ command, input }: ParsedCommand, world: World): Promise<number> => {
  validateGlobals(command, input.globals)
  const { query, template } = input.globals
  const isShaped = query !== undefined || (template !== undefined && command.templateHelp === undefined)
  // Loaded on demand, because most commands need neither.
  const shaped = isShaped
    ? await (await import('./output/shape-json.ts')).createShapedOutput(input.globals, world)
    : undefined
  const created = createDeps(command, input.globals, shaped ? { ...world, out: shaped.out } : world)
  return runCommand(command, input, created, shaped?.end)
}
