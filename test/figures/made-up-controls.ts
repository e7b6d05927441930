import { createRandom, type Raw, serveRaw } from './server.ts'

/** Picks from lists, the same for the same seed. */
const createPick = (seed: number) => {
  const next = createRandom(seed)
  return <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T
}

const LEVELS = ['off', 'low', 'medium', 'high'] as const
const COMMANDS = 'docker *|docker build|docker build -t x|gh *|gh pr *|gh pr view|ls|npm test|*'.split('|')

const start = (): Raw => ({
  commandAllowlist: ['ls'],
  commandDenylist: ['gh *'],
  commandBlocklist: ['docker build'],
  maxAutonomyLevel: 'medium',
  subagentAutonomyLevel: 'low',
  sandbox: {
    enabled: true,
    mode: 'per-command',
    filesystem: { denyRead: ['~/.ssh'] },
    network: { allowedDomains: ['a.example'] },
  },
  builtInToolAutonomyOverrides: { Execute: 'medium', Edit: 'low' },
  mcpAutonomyOverrides: { github: 'medium' },
  mcpAutonomyUrlOverrides: [
    { urlPattern: 'https://mcp.example/*', defaultLevel: 'medium' },
    { urlPattern: 'https://mcp.example/a/*', defaultLevel: 'low' },
    { urlPattern: 'https://other.example/*', defaultLevel: 'high' },
  ],
  mcpPolicy: { enabled: true, allowlist: ['linear'] },
  missionPolicy: { restrictedAccess: true, allowedUserIds: ['u1'] },
  sessionDefaultSettings: { model: 'sonnet', autonomyMode: 'auto-low' },
})

const COMMAND_LISTS = ['commandAllowlist', 'commandDenylist', 'commandBlocklist'] as const
const HOSTS = ['*', '*.a.example', 'a.example', 'x.a.example', 'y.x.a.example', 'b.example']

/** A list as newer servers write it: an emptied one is absent. */
const put = (holder: Raw, name: string, list: readonly string[]): void => {
  if (list.length > 0) holder[name] = list
  else delete holder[name]
}

/** Settings that came one out of the other, by a change of one documented part each; the oldest first. */
export const madeUpSettings = (count: number, seed: number): Raw[] => {
  const pick = createPick(seed)
  const toggled = (list: readonly string[], entry: string) =>
    list.includes(entry) ? list.filter((one) => one !== entry) : [...list, entry]
  const changes: readonly ((settings: Raw) => void)[] = [
    ...COMMAND_LISTS.map((name) => (settings: Raw) => {
      put(settings, name, toggled(settings[name] ?? [], pick(COMMANDS)))
    }),
    (settings) => {
      // Moved from one list to another, or swapped for another command.
      const [from, to, other] = [pick(COMMAND_LISTS), pick(COMMAND_LISTS), pick(COMMANDS)]
      const [moved, ...rest] = settings[from] ?? []
      if (moved === undefined) return
      put(settings, from, rest)
      put(settings, to, [...new Set([...(settings[to] ?? []), from === to ? other : moved])])
    },
    (settings) => {
      settings.subagentAutonomyLevel = pick([...LEVELS, 'inherit'])
    },
    (settings) => {
      settings.sandbox.enabled = pick([true, false])
    },
    (settings) => {
      const { network } = settings.sandbox
      put(network, 'allowedDomains', toggled(network.allowedDomains ?? [], pick(HOSTS)))
    },
    (settings) => {
      const { network } = settings.sandbox
      put(network, 'allowedDomains', [pick(HOSTS), pick(HOSTS)])
    },
    (settings) => {
      const { filesystem } = settings.sandbox
      put(filesystem, 'denyRead', toggled(filesystem.denyRead ?? [], pick(['~/.ssh', '~/.aws', '*'])))
    },
    (settings) => {
      settings.missionPolicy.restrictedAccess = pick([true, false])
    },
    (settings) => {
      put(
        settings.missionPolicy,
        'allowedUserIds',
        toggled(settings.missionPolicy.allowedUserIds ?? [], pick(['u1', 'u2'])),
      )
    },
    (settings) => {
      settings.mcpPolicy.enabled = pick([true, false])
    },
    (settings) => {
      const [first, second, third] = settings.mcpAutonomyUrlOverrides
      settings.mcpAutonomyUrlOverrides = pick([
        [second, first, third],
        [third, first, second],
        [first, third, second],
      ])
    },
    (settings) => {
      const level = pick([...LEVELS, undefined])
      if (level === undefined) delete settings.maxAutonomyLevel
      else settings.maxAutonomyLevel = level
    },
    (settings) => {
      const mode = pick(['off', 'per-command', 'whole-process', undefined])
      if (mode === undefined) delete settings.sandbox.mode
      else settings.sandbox.mode = mode
    },
    (settings) => {
      const [tool, level] = [pick(['Execute', 'Edit']), pick([...LEVELS, undefined])]
      if (level === undefined) delete settings.builtInToolAutonomyOverrides[tool]
      else settings.builtInToolAutonomyOverrides[tool] = level
    },
    (settings) => {
      settings.mcpAutonomyOverrides.github = pick(LEVELS)
    },
    (settings) => {
      pick<Raw>(settings.mcpAutonomyUrlOverrides).defaultLevel = pick(LEVELS)
    },
    (settings) => {
      put(settings.mcpPolicy, 'allowlist', toggled(settings.mcpPolicy.allowlist ?? [], pick(['linear', ...HOSTS])))
    },
    (settings) => {
      const { model, autonomyMode = 'auto-low' } = settings.sessionDefaultSettings
      settings.sessionDefaultSettings = pick([
        { model, autonomyMode: pick(['normal', 'auto-low', 'auto-medium', 'auto-high']) },
        { model, autonomyLevel: autonomyMode === 'normal' ? 'off' : autonomyMode.replace('auto-', '') },
        { model, autonomyMode },
      ])
    },
  ]
  const all = [start()]
  while (all.length < count) {
    const next = structuredClone(all.at(-1))
    pick(changes)(next)
    if (JSON.stringify(next) !== JSON.stringify(all.at(-1))) all.push(next)
  }
  return all
}

/** A server that has a history of the controls and nothing else, newest first, as api.md has it. */
export const serveHistory = (settings: readonly Raw[]) => {
  const changes = settings
    .map((own, at) => ({
      revision: at + 1,
      settings: own,
      user: { id: 'user_1', email: 'ada@x.example', name: 'Ada' },
      updatedAt: new Date(Date.UTC(2026, 1, 1) + at * 3_600_000).toISOString(),
    }))
    .toReversed()
  return serveRaw(({ url = '/' }, answer) => {
    const { pathname, searchParams } = new URL(url, 'http://x')
    const isThere = pathname === '/api/v0/organization/enterprise-controls/history'
    const limit = Number(searchParams.get('limit') ?? 20)
    const from = Number(searchParams.get('cursor') ?? 0)
    const page = changes.slice(from, from + limit)
    const hasMore = from + limit < changes.length
    const pagination = { hasMore, nextCursor: hasMore ? String(from + limit) : null }
    answer.writeHead(isThere ? 200 : 404, { 'content-type': 'application/json' })
    answer.end(
      JSON.stringify(isThere ? { changes: page, pagination } : { status: 404, title: 'Not Found', detail: 'x' }),
    )
  })
}
