import type { RequestListener } from 'node:http'
import { createRandom, type Raw } from './server.ts'

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

/** Settings, oldest first; each changes one documented part of its predecessor. */
export const generatedSettings = (count: number, seed: number): Raw[] => {
  const pick = createPick(seed)
  /** Sets a member, or removes it. */
  const set = (holder: Raw, name: string, value: unknown): void => {
    if (value === undefined) delete holder[name]
    else holder[name] = value
  }
  /** Sets a list; newer servers leave out an empty one. */
  const put = (holder: Raw, name: string, list: readonly string[]): void =>
    set(holder, name, list.length > 0 ? list : undefined)
  /** Adds an entry to a list, or removes it. */
  const toggle = (holder: Raw, name: string, entry: string): void => {
    const list: string[] = holder[name] ?? []
    put(holder, name, list.includes(entry) ? list.filter((one) => one !== entry) : [...list, entry])
  }
  const changes: readonly ((settings: Raw) => void)[] = [
    ...COMMAND_LISTS.map((name) => (settings: Raw) => toggle(settings, name, pick(COMMANDS))),
    (settings) => {
      // Moves a command to another list, or replaces it by another command.
      const [from, to, other] = [pick(COMMAND_LISTS), pick(COMMAND_LISTS), pick(COMMANDS)]
      const [moved, ...rest] = settings[from] ?? []
      if (moved === undefined) return
      put(settings, from, rest)
      put(settings, to, [...new Set([...(settings[to] ?? []), from === to ? other : moved])])
    },
    (settings) => set(settings, 'subagentAutonomyLevel', pick([...LEVELS, 'inherit'])),
    ({ sandbox }) => set(sandbox, 'enabled', pick([true, false])),
    ({ sandbox }) => toggle(sandbox.network, 'allowedDomains', pick(HOSTS)),
    ({ sandbox }) => put(sandbox.network, 'allowedDomains', [pick(HOSTS), pick(HOSTS)]),
    ({ sandbox }) => toggle(sandbox.filesystem, 'denyRead', pick(['~/.ssh', '~/.aws', '*'])),
    ({ missionPolicy }) => set(missionPolicy, 'restrictedAccess', pick([true, false])),
    ({ missionPolicy }) => toggle(missionPolicy, 'allowedUserIds', pick(['u1', 'u2'])),
    ({ mcpPolicy }) => set(mcpPolicy, 'enabled', pick([true, false])),
    (settings) => {
      const [first, second, third] = settings.mcpAutonomyUrlOverrides
      settings.mcpAutonomyUrlOverrides = pick([
        [second, first, third],
        [third, first, second],
        [first, third, second],
      ])
    },
    (settings) => set(settings, 'maxAutonomyLevel', pick([...LEVELS, undefined])),
    ({ sandbox }) => set(sandbox, 'mode', pick(['off', 'per-command', 'whole-process', undefined])),
    ({ builtInToolAutonomyOverrides: own }) => set(own, pick(['Execute', 'Edit']), pick([...LEVELS, undefined])),
    ({ mcpAutonomyOverrides }) => set(mcpAutonomyOverrides, 'github', pick(LEVELS)),
    ({ mcpAutonomyUrlOverrides }) => set(pick<Raw>(mcpAutonomyUrlOverrides), 'defaultLevel', pick(LEVELS)),
    ({ mcpPolicy }) => toggle(mcpPolicy, 'allowlist', pick(['linear', ...HOSTS])),
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

/** Serves a history of the controls and nothing else, newest first, as documented. */
export const historyListener = (settings: readonly Raw[]): RequestListener => {
  const changes = settings
    .map((own, at) => ({
      revision: at + 1,
      settings: own,
      user: { id: 'user_1', email: 'ada@x.example', name: 'Ada' },
      updatedAt: new Date(Date.UTC(2026, 1, 1) + at * 3_600_000).toISOString(),
    }))
    .toReversed()
  return ({ url = '/' }, answer) => {
    const { pathname, searchParams } = new URL(url, 'http://x')
    const isThere = pathname === '/api/v0/organization/enterprise-controls/history'
    const limit = Number(searchParams.get('limit') ?? 20)
    const from = Number(searchParams.get('cursor') ?? 0)
    const hasMore = from + limit < changes.length
    const pagination = { hasMore, nextCursor: hasMore ? String(from + limit) : null }
    const page = { changes: changes.slice(from, from + limit), pagination }
    answer.writeHead(isThere ? 200 : 404, { 'content-type': 'application/json' })
    answer.end(JSON.stringify(isThere ? page : { status: 404, title: 'Not Found', detail: 'x' }))
  }
}
