import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Raw } from './server.ts'

/** What each change picks from; each number is another one, the same for the same seed. */
const createPick = (seed: number) => {
  let state = seed >>> 0
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T
}

const LEVELS = ['off', 'low', 'medium', 'high'] as const
const COMMANDS = [
  'docker *',
  'docker build',
  'docker build -t x',
  'gh *',
  'gh pr *',
  'gh pr view',
  'ls',
  'npm test',
  '*',
]

const start = (): Raw => ({
  commandAllowlist: ['ls'],
  commandDenylist: ['gh *'],
  commandBlocklist: ['docker build'],
  maxAutonomyLevel: 'medium',
  sandbox: { enabled: true, mode: 'per-command' },
  builtInToolAutonomyOverrides: { Execute: 'medium', Edit: 'low' },
  mcpAutonomyOverrides: { github: 'medium' },
  mcpAutonomyUrlOverrides: [{ urlPattern: 'https://mcp.example/*', defaultLevel: 'medium' }],
  mcpPolicy: { enabled: true, allowlist: ['linear'] },
  sessionDefaultSettings: { model: 'sonnet', autonomyMode: 'auto-low' },
})

/** Settings that came one out of the other, by a change of one documented member each; the oldest first. */
export const madeUpSettings = (count: number, seed: number): Raw[] => {
  const pick = createPick(seed)
  const toggled = (list: readonly string[], entry: string) =>
    list.includes(entry) ? list.filter((one) => one !== entry) : [...list, entry]
  const changes: readonly ((settings: Raw) => void)[] = [
    ...['commandAllowlist', 'commandDenylist', 'commandBlocklist'].map((name) => (settings: Raw) => {
      settings[name] = toggled(settings[name], pick(COMMANDS))
    }),
    (settings) => {
      const level = pick([...LEVELS, undefined])
      if (level === undefined) delete settings.maxAutonomyLevel
      else settings.maxAutonomyLevel = level
    },
    (settings) => {
      settings.sandbox.mode = pick(['off', 'per-command', 'whole-process'])
    },
    (settings) => {
      settings.builtInToolAutonomyOverrides[pick(['Execute', 'Edit'])] = pick(LEVELS)
    },
    (settings) => {
      settings.mcpAutonomyOverrides.github = pick(LEVELS)
    },
    (settings) => {
      settings.mcpAutonomyUrlOverrides[0].defaultLevel = pick(LEVELS)
    },
    (settings) => {
      const list = toggled(settings.mcpPolicy.allowlist ?? [], pick(['linear', 'github', 'sentry']))
      settings.mcpPolicy = list.length === 0 ? { enabled: true } : { enabled: true, allowlist: list }
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
export const serveHistory = async (settings: readonly Raw[]): Promise<{ url: string; close: () => void }> => {
  const changes = settings
    .map((own, at) => ({
      revision: at + 1,
      settings: own,
      user: { id: 'user_1', email: 'ada@x.example', name: 'Ada' },
      updatedAt: new Date(Date.UTC(2026, 1, 1) + at * 3_600_000).toISOString(),
    }))
    .toReversed()
  const server = createServer(({ url = '/' }, answer) => {
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
