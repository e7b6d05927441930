import { CommanderError } from 'commander'
import { AppError, exitCodeFor } from '../base/errors.ts'
import { activity, productivity, tokens, tools } from './analytics/days.ts'
import { users } from './analytics/users.ts'
import { api } from './api/api.ts'
import { buildProgram, type Chosen } from './build-program.ts'
import { cacheClear } from './cache/cache-clear.ts'
import { cacheStatus } from './cache/cache-status.ts'
import { ciJobs } from './ci/ci-jobs.ts'
import { completionCommand } from './completion/completion-command.ts'
import { completionTable } from './completion/completion-table.ts'
import { computersCreate } from './computers/computers-create.ts'
import { computersInstallDeps } from './computers/computers-install-deps.ts'
import { computersList } from './computers/computers-list.ts'
import { computersDelete, computersRestart } from './computers/computers-restart-and-delete.ts'
import { computersShow } from './computers/computers-show.ts'
import { computersUpdate } from './computers/computers-update.ts'
import { blame } from './controls/controls-blame.ts'
import { diff } from './controls/controls-diff.ts'
import { history } from './controls/controls-history.ts'
import { open } from './controls/controls-open.ts'
import { rules } from './controls/controls-rules.ts'
import { show } from './controls/controls-show.ts'
import { doctor } from './doctor/doctor.ts'
import { demo } from './explorer/demo.ts'
import { openLink } from './explorer/open-link.ts'
import { openScreen } from './explorer/open-screen.ts'
import { hooksInstall, hooksUninstall } from './hooks/hooks-install.ts'
import { hooksListen } from './hooks/hooks-listen.ts'
import { hooksLog } from './hooks/hooks-log.ts'
import { hooksNotify } from './hooks/hooks-notify-command.ts'
import { hooksPrintSettings } from './hooks/hooks-print-settings.ts'
import { hooksTest } from './hooks/hooks-test.ts'
import { keyboard } from './keys/keyboard.ts'
import { keysCreate } from './keys/keys-create.ts'
import { keysList } from './keys/keys-list.ts'
import { keysRevoke } from './keys/keys-revoke.ts'
import type { Command } from './kit/command.ts'
import { createDeps, createKeyRedactor } from './kit/deps.ts'
import { type Globals, globalOptions, parseGlobals } from './kit/globals.ts'
import type { OptionRow } from './kit/option-row.ts'
import { toUsageError } from './kit/usage-error.ts'
import type { World } from './kit/world.ts'
import { knownIdCommands } from './known-ids/known-id-commands.ts'
import { manualCommand } from './manual/manual-command.ts'
import { overview } from './overview/overview-command.ts'
import { watch } from './overview/watch/watch-command.ts'
import { login } from './profiles/login.ts'
import { logout } from './profiles/logout.ts'
import { profileAdd } from './profiles/profile-add.ts'
import { profileList } from './profiles/profile-list.ts'
import { profileRemove } from './profiles/profile-remove.ts'
import { profileSchema } from './profiles/profile-schema.ts'
import { profileShow } from './profiles/profile-show.ts'
import { profileUse } from './profiles/profile-use.ts'
import { compare } from './readiness/readiness-compare.ts'
import { list } from './readiness/readiness-list.ts'
import { show as showReport } from './readiness/readiness-show.ts'
import { report } from './report/report-command.ts'
import { errorLines } from './report-error.ts'
import { serve } from './serve/serve.ts'
import { wikiAdd, wikiForget } from './wiki/wiki-add.ts'
import { wikiDelete } from './wiki/wiki-delete.ts'
import { wikiExport } from './wiki/wiki-export.ts'
import { wikiExtract } from './wiki/wiki-extract.ts'
import { wikiList } from './wiki/wiki-list.ts'
import { wikiPages } from './wiki/wiki-pages.ts'
import { wikiShow } from './wiki/wiki-show.ts'

export const COMMAND_NAMES = [
  'demo',
  'open',
  'overview',
  'watch',
  'report',
  'analytics tokens',
  'analytics tools',
  'analytics activity',
  'analytics productivity',
  'analytics users',
  'readiness list',
  'readiness show',
  'readiness compare',
  'controls history',
  'controls show',
  'controls diff',
  'controls blame',
  'controls open',
  'controls rules',
  'computers list',
  'computers show',
  'computers add',
  'computers forget',
  'computers update',
  'computers install-deps',
  'computers create',
  'computers restart',
  'computers delete',
  'keys',
  'keys list',
  'keys add',
  'keys forget',
  'keys create',
  'keys revoke',
  'wiki list',
  'wiki show',
  'wiki add',
  'wiki forget',
  'wiki export',
  'wiki pages',
  'wiki extract',
  'wiki delete',
  'ci jobs',
  'hooks notify',
  'hooks test',
  'hooks log',
  'hooks listen',
  'hooks print-settings',
  'hooks install',
  'hooks uninstall',
  'profile add',
  'profile list',
  'profile use',
  'profile show',
  'profile remove',
  'profile schema',
  'login',
  'logout',
  'cache status',
  'cache clear',
  'doctor',
  'completion',
  'man',
  'api',
  'serve',
] as const
export type CommandName = (typeof COMMAND_NAMES)[number]

const knownComputers = knownIdCommands({ group: 'computers', kind: 'computers', what: 'computer' })
const knownAccounts = knownIdCommands({ group: 'keys', kind: 'serviceAccounts', what: 'service account' })

/** Every subcommand there is. */
export const commands: Record<CommandName, Command> = {
  demo,
  open: openLink,
  overview,
  watch,
  report,
  'analytics tokens': tokens,
  'analytics tools': tools,
  'analytics activity': activity,
  'analytics productivity': productivity,
  'analytics users': users,
  'readiness list': list,
  'readiness show': showReport,
  'readiness compare': compare,
  'controls history': history,
  'controls show': show,
  'controls diff': diff,
  'controls blame': blame,
  'controls open': open,
  'controls rules': rules,
  'computers list': computersList,
  'computers show': computersShow,
  'computers add': knownComputers.add,
  'computers forget': knownComputers.forget,
  'computers update': computersUpdate,
  'computers install-deps': computersInstallDeps,
  'computers create': computersCreate,
  'computers restart': computersRestart,
  'computers delete': computersDelete,
  keys: keyboard,
  'keys list': keysList,
  'keys add': knownAccounts.add,
  'keys forget': knownAccounts.forget,
  'keys create': keysCreate,
  'keys revoke': keysRevoke,
  'wiki list': wikiList,
  'wiki show': wikiShow,
  'wiki add': wikiAdd,
  'wiki forget': wikiForget,
  'wiki export': wikiExport,
  'wiki pages': wikiPages,
  'wiki extract': wikiExtract,
  'wiki delete': wikiDelete,
  'ci jobs': ciJobs,
  'hooks notify': hooksNotify,
  'hooks test': hooksTest,
  'hooks log': hooksLog,
  'hooks listen': hooksListen,
  'hooks print-settings': hooksPrintSettings,
  'hooks install': hooksInstall,
  'hooks uninstall': hooksUninstall,
  'profile add': profileAdd,
  'profile list': profileList,
  'profile use': profileUse,
  'profile show': profileShow,
  'profile remove': profileRemove,
  'profile schema': profileSchema,
  login,
  logout,
  'cache status': cacheStatus,
  'cache clear': cacheClear,
  doctor,
  completion: completionCommand(() => completionTable(Object.values(commands), groups)),
  man: manualCommand(() => Object.values(commands)),
  api,
  serve,
}

const groups = {
  analytics: 'Usage by day',
  readiness: 'Which repositories are ready for agents',
  controls: 'Who changed which enterprise control, and when',
  computers: 'The machines that agents work on',
  keys: 'Keys of service accounts',
  ci: 'Changes to CI workflows by the platform',
  wiki: 'Wikis of repositories: their runs and archives',
  hooks: "Notices of the agent's events: desktop, sound, chat, mail, webhooks",
  profile: 'Organisations by name: their addresses and where their keys come from',
  cache: 'What is kept on disk',
}

/** What stands above the commands in the help, each before the first of its own. */
const headings = {
  demo: 'The explorer:',
  overview: 'The organisation:',
  hooks: 'This machine:',
  api: 'More:',
} as const satisfies Partial<Record<CommandName | keyof typeof groups, string>>

/** What opening the explorer is as a command: the one that is not typed. */
const explorer: Command = {
  name: '',
  summary: 'Open the explorer',
  formats: ['table'],
  pipeFormat: 'table',
  takesScreen: true,
  options: [],
  cacheOptions: ['offline'],
  examples: [],
  execute: async (_input, deps) => {
    await openScreen(undefined, deps)
    return 0
  },
}

/**
 * Does what the words after the program's name say and answers the exit status. Errors are told on standard error;
 * nothing is thrown and the process is not ended.
 */
export const runCommandLine = async (argv: readonly string[], world: World): Promise<number> => {
  try {
    const chosen = parseArgv(argv, world)
    return chosen === undefined ? 0 : await run(chosen, world)
  } catch (error) {
    // What was typed is repeated, and it may be the key.
    world.err(errorLines(error, createKeyRedactor(world.env.QUARTERDECK_API_KEY)))
    return exitCodeFor(error)
  }
}

/** The command and its options; undefined when help or the version was asked for and has been printed. */
const parseArgv = (typed: readonly string[], world: World): Chosen | undefined => {
  const argv = withoutHelpWord(typed)
  let chosen: Chosen | undefined
  const program = buildProgram({
    commands: commandsFor(argv),
    groups,
    headings,
    world,
    choose: (choice) => {
      chosen = choice
    },
  })
  try {
    const { operands, unknown } = program.parseOptions([...argv])
    if (operands.length === 0 && unknown.length === 0)
      return { command: explorer, input: { args: [], options: {}, globals: parseGlobals(program.opts(), world.env) } }
    program.parse(argv, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return undefined
    throw error.code === 'commander.help'
      ? missingSubcommand(argv)
      : toUsageError(error, typedName(argv), flagsOf(typedName(argv)))
  }
  return chosen
}

/** The one command that was typed, where the words begin with its name: describing all of them to commander takes far longer. */
const commandsFor = ([first = '', second = '']: readonly string[]): readonly Command[] => {
  const name =
    COMMAND_NAMES.find((each) => each === `${first} ${second}`) ?? COMMAND_NAMES.find((each) => each === first)
  return name === undefined || Object.hasOwn(groups, name) ? Object.values(commands) : [commands[name]]
}

/** `help controls diff` is `controls diff --help`: commander's own looks at one word of the name only. */
const withoutHelpWord = (argv: readonly string[]): readonly string[] => {
  const [first, group, name, ...others] = argv
  const isOfTwo = first === 'help' && group !== undefined && name !== undefined
  if (!isOfTwo || !Object.hasOwn(groups, group)) return argv
  // Of an unknown name, without its help, commander says which was meant.
  const isKnown = COMMAND_NAMES.some((each) => each === `${group} ${name}`)
  return isKnown ? [group, name, '--help', ...others] : [group, name]
}

/** As much of a command's name as was typed. */
const typedName = (argv: readonly string[]): string => {
  const [first = '', second = ''] = argv.filter((word) => !word.startsWith('-'))
  const known = (name: string): boolean => COMMAND_NAMES.some((each) => each === name || each.startsWith(`${name} `))
  if (known(`${first} ${second}`)) return `${first} ${second}`
  return known(first) ? first : ''
}

/** The options of a command, such as `--json`. */
const flagsOf = (name: string): string[] => {
  const own: readonly OptionRow[] = Object.values(commands).find((command) => command.name === name)?.options ?? []
  return [...globalOptions, ...own].flatMap(({ flags }) => /--[\w-]+/.exec(flags)?.[0] ?? [])
}

const missingSubcommand = (argv: readonly string[]): AppError => {
  const group = typedName(argv)
  // `qd help tokns`: commander takes a name it does not know for none at all.
  if (group === '') return new AppError('usage', `Unknown command '${argv.at(-1)}': qd --help says what there is.`)
  const names = COMMAND_NAMES.filter((name) => name.startsWith(`${group} `)).map((name) => name.slice(group.length + 1))
  return new AppError('usage', `qd ${group} needs one more word: ${names.join(', ')}.`)
}

const judgeCacheOptions = ({ name, cacheOptions = [] }: Command, { isOffline, isRefresh }: Globals): void => {
  const what = name === '' ? 'the explorer' : `qd ${name}`
  if (isOffline && !cacheOptions.includes('offline'))
    throw new AppError(
      'usage',
      `--offline has no meaning for ${what}, which shows nothing that is on disk: leave it out.`,
    )
  if (isRefresh && !cacheOptions.includes('refresh'))
    throw new AppError('usage', `--refresh has no meaning for ${what}: leave it out.`)
  if (isOffline && isRefresh)
    throw new AppError(
      'usage',
      '--offline and --refresh exclude each other: one asks for nothing, the other for everything.',
    )
}

const run = async ({ command, input }: Chosen, world: World): Promise<number> => {
  if (input.globals.screen !== undefined && !command.takesScreen)
    throw new AppError('usage', `--screen opens the explorer and qd ${command.name} does not: leave one of them out.`)
  if (!input.globals.isRestoring && !command.takesScreen)
    throw new AppError('usage', `--no-restore is for the explorer and qd ${command.name} opens none: leave it out.`)
  judgeCacheOptions(command, input.globals)
  if (input.globals.shownMembers !== undefined && !command.formats.includes('csv'))
    throw new AppError('usage', `qd ${command.name} prints no rows of columns: leave --columns out.`)
  const { deps, close } = createDeps(command, input.globals, world)
  try {
    return (await command.execute(input, deps)) ?? 0
  } catch (error) {
    // Whatever an interrupted command stumbled over, it is the interruption that the caller asked for.
    const isInterruption = world.signal.aborted && !(error instanceof AppError && error.kind === 'interrupted')
    const told = isInterruption ? new AppError('interrupted', 'Interrupted.', { cause: error }) : error
    deps.err(errorLines(told, deps.redact))
    return exitCodeFor(told)
  } finally {
    await close()
  }
}
