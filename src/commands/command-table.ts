import type { Command } from './kit/command.ts'

/** What is loaded together: all of these take longer to load than most commands take to run. */
const parts = {
  usage: async () => (await import('./usage-commands.ts')).usageCommands,
  audit: async () => (await import('./audit-commands.ts')).auditCommands,
  management: async () => (await import('./management-commands.ts')).managementCommands,
  machine: async () => (await import('./machine-commands.ts')).machineCommands(allCommands, groups),
}

/** Some commands of one part; those with a first word in common are a group. */
type Section = {
  part: keyof typeof parts
  /** Printed above this section in the help. */
  heading?: string
  group?: string
  /** Describes the group. */
  help?: string
  commands: readonly string[]
}

/** Every command, in the order of the help. */
const sections = [
  { part: 'machine', heading: 'The explorer:', commands: ['demo', 'open'] },
  { part: 'usage', heading: 'The organisation:', commands: ['overview', 'watch', 'report'] },
  {
    part: 'usage',
    group: 'analytics',
    help: 'Usage by day',
    commands: ['tokens', 'tools', 'activity', 'productivity', 'users'],
  },
  {
    part: 'audit',
    group: 'readiness',
    help: 'Which repositories are ready for agents',
    commands: ['list', 'show', 'compare'],
  },
  {
    part: 'audit',
    group: 'controls',
    help: 'Who changed which enterprise control, and when',
    commands: ['history', 'show', 'diff', 'blame', 'open', 'rules'],
  },
  {
    part: 'management',
    group: 'computers',
    help: 'The machines that agents work on',
    commands: ['list', 'show', 'add', 'forget', 'update', 'install-deps', 'create', 'restart', 'delete'],
  },
  { part: 'machine', commands: ['keys'] },
  {
    part: 'management',
    group: 'keys',
    help: 'Keys of service accounts',
    commands: ['list', 'add', 'forget', 'create', 'revoke'],
  },
  {
    part: 'management',
    group: 'wiki',
    help: 'Wikis of repositories: their runs and archives',
    commands: ['list', 'show', 'add', 'forget', 'export', 'pages', 'extract', 'delete'],
  },
  { part: 'management', group: 'ci', help: 'Changes to CI workflows by the platform', commands: ['jobs'] },
  {
    part: 'machine',
    heading: 'This machine:',
    group: 'hooks',
    help: "Notices of the agent's events: desktop, sound, chat, mail, webhooks",
    commands: ['notify', 'test', 'log', 'channels', 'rules', 'listen', 'print-settings', 'install', 'uninstall'],
  },
  {
    part: 'machine',
    group: 'profile',
    help: 'Organisations by name: their addresses and where their keys come from',
    commands: ['add', 'list', 'use', 'show', 'remove', 'schema'],
  },
  { part: 'machine', commands: ['login', 'logout'] },
  { part: 'machine', group: 'cache', help: 'What is kept on disk', commands: ['status', 'clear'] },
  { part: 'machine', commands: ['doctor', 'completion', 'man'] },
  { part: 'management', heading: 'More:', commands: ['api'] },
  { part: 'machine', commands: ['serve'] },
] as const satisfies readonly Section[]

type NameIn<One> = One extends { group: infer Group extends string; commands: readonly (infer Word extends string)[] }
  ? `${Group} ${Word}`
  : One extends { commands: readonly (infer Word extends string)[] }
    ? Word
    : never

export type CommandName = NameIn<(typeof sections)[number]>

const namesIn = ({ group, commands }: Section): CommandName[] =>
  commands.map((word) => (group === undefined ? word : `${group} ${word}`) as CommandName)

export const COMMAND_NAMES: readonly CommandName[] = sections.flatMap(namesIn)

/** The first words of groups, and what each group is about. */
export const groups: Readonly<Record<string, string>> = Object.fromEntries(
  sections.flatMap(({ group, help }: Section) => (group === undefined ? [] : [[group, help ?? '']])),
)

/** Headings in the help, by the first word below each. */
export const headings: Readonly<Record<string, string>> = Object.fromEntries(
  sections.flatMap(({ heading, group, commands }: Section) =>
    heading === undefined ? [] : [[group ?? commands[0] ?? '', heading]],
  ),
)

export const loadCommand = async (name: CommandName): Promise<Command> => {
  const section = sections.find((one) => namesIn(one).includes(name))
  const part: Partial<Record<CommandName, Command>> = section ? await parts[section.part]() : {}
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

/** All commands, in the order of the help. */
export const allCommands = async (): Promise<Command[]> => {
  const commands = await commandsByName()
  return COMMAND_NAMES.map((name) => commands[name])
}
