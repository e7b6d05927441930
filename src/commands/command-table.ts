import type { Command } from './kit/command.ts'

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
  'hooks channels',
  'hooks rules',
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

/** Those that have much in common are loaded together: all of them take longer to load than most take to run. */
const parts = {
  usage: async () => (await import('./usage-commands.ts')).usageCommands,
  audit: async () => (await import('./audit-commands.ts')).auditCommands,
  management: async () => (await import('./management-commands.ts')).managementCommands,
  machine: async () => (await import('./machine-commands.ts')).machineCommands(allCommands, groups),
}

const partOf = (name: CommandName): keyof typeof parts => {
  if (/^(analytics|overview|watch|report)/.test(name)) return 'usage'
  if (/^(readiness|controls) /.test(name)) return 'audit'
  return /^(computers|keys|wiki|ci) |^api$/.test(name) ? 'management' : 'machine'
}

export const loadCommand = async (name: CommandName): Promise<Command> => {
  const part: Partial<Record<CommandName, Command>> = await parts[partOf(name)]()
  return part[name] ?? (await commandsByName())[name]
}

const commandsByName = async (): Promise<Record<CommandName, Command>> => {
  const [usage, audit, management, machine] = await Promise.all([
    parts.usage(),
    parts.audit(),
    parts.management(),
    parts.machine(),
  ])
  return { ...usage, ...audit, ...management, ...machine }
}

/** Every subcommand there is, in the order of the help. */
export const allCommands = async (): Promise<Command[]> => {
  const commands = await commandsByName()
  return COMMAND_NAMES.map((name) => commands[name])
}

export const groups = {
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
export const headings = {
  demo: 'The explorer:',
  overview: 'The organisation:',
  hooks: 'This machine:',
  api: 'More:',
} as const satisfies Partial<Record<CommandName | keyof typeof groups, string>>
