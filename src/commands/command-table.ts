import type { Command } from './kit/command.ts'

/** The modules that are loaded together. Loading all of them takes longer than most commands take to run. */
const parts = {
  usage: async () => (await import('./usage-commands.ts')).usageCommands,
  audit: async () => (await import('./audit-commands.ts')).auditCommands,
  management: async () => (await import('./management-commands.ts')).managementCommands,
  machine: async () => (await import('./machine-commands.ts')).machineCommands(allCommands, groups),
  server: async () => (await import('./serve/server-commands.ts')).serverCommands,
}

/** The commands of one part whose names start with the same word, in the order of the part. */
type Section = {
  first: string
  part: keyof typeof parts
  /** Heading above the section in the help. */
  heading?: string
  /** Description of a group, whose commands have a second word. */
  group?: string
  /** Descriptions of groups inside it, by second word. Their commands have a third word. */
  inner?: Readonly<Record<string, string>>
}

/** Every command, in the order of the help. */
const sections: readonly Section[] = [
  { first: 'demo', part: 'machine', heading: 'Explorer:' },
  { first: 'open', part: 'machine' },
  { first: 'overview', part: 'usage', heading: 'Organisation:' },
  { first: 'status', part: 'usage' },
  { first: 'watch', part: 'usage' },
  { first: 'report', part: 'usage' },
  { first: 'savings', part: 'usage' },
  { first: 'live', part: 'usage' },
  { first: 'budget', part: 'usage' },
  { first: 'check', part: 'usage' },
  { first: 'export', part: 'usage' },
  { first: 'analytics', part: 'usage', group: 'Show usage by day or by user' },
  { first: 'users', part: 'usage', group: 'Show who has a seat, and who uses it' },
  { first: 'limits', part: 'usage', group: 'Show and change credit limits' },
  { first: 'readiness', part: 'audit', group: 'Show which repositories are ready for agents' },
  { first: 'controls', part: 'audit', group: 'Show who changed which enterprise control, and when' },
  { first: 'audit', part: 'audit', group: 'Show the audit log of the organisation' },
  { first: 'computers', part: 'management', group: 'Manage the computers that agents work on' },
  { first: 'keys', part: 'machine' },
  { first: 'keys', part: 'management', group: 'Manage service-account keys' },
  { first: 'wiki', part: 'management', group: 'Manage wiki runs and their archives' },
  { first: 'ci', part: 'management', group: 'Show CI workflow changes made by the platform' },
  {
    first: 'hooks',
    part: 'machine',
    heading: 'This machine:',
    group: 'Send notifications for agent events',
  },
  { first: 'mcp', part: 'machine', group: 'Let agents read with the Model Context Protocol' },
  { first: 'profile', part: 'machine', group: 'Manage profiles: addresses and key sources' },
  { first: 'login', part: 'machine' },
  { first: 'logout', part: 'machine' },
  { first: 'cache', part: 'machine', group: 'Show or clear the cache on disk' },
  { first: 'doctor', part: 'machine' },
  { first: 'completion', part: 'machine' },
  { first: 'man', part: 'machine' },
  { first: 'schema', part: 'machine' },
  { first: 'api', part: 'management', heading: 'More:' },
  {
    first: 'serve',
    part: 'server',
    group: 'Serve the API, and manage the data of a server',
    inner: {
      keys: 'Manage the access keys of a server',
      teams: 'Manage the teams of a server',
      budgets: 'Manage the budgets of a server',
    },
  },
  { first: 'sync', part: 'server' },
]

/** The descriptions of groups, by their words: `controls`, `serve keys`. */
export const groups: Readonly<Record<string, string>> = Object.fromEntries(
  sections.flatMap(({ first, group, inner = {} }) => [
    ...(group === undefined ? [] : [[first, group]]),
    ...Object.entries(inner).map(([second, about]) => [`${first} ${second}`, about]),
  ]),
)

/** The headings in the help, by the first word below each. */
export const headings: Readonly<Record<string, string>> = Object.fromEntries(
  sections.flatMap(({ first, heading }) => (heading === undefined ? [] : [[first, heading]])),
)

const commandsIn = async (chosen: readonly Section[]): Promise<Command[]> => {
  const found = chosen.map(async ({ first, part }) =>
    (await parts[part]()).filter(({ name }) => name.split(' ')[0] === first),
  )
  return (await Promise.all(found)).flat()
}

/** The commands whose names start with this word. */
export const commandsNamed = (word: string): Promise<Command[]> =>
  commandsIn(sections.filter(({ first }) => first === word))

export const allCommands = (): Promise<Command[]> => commandsIn(sections)
