import { LIVE_STREAM_PATH } from '../../src/contract/constants.ts'
import type { FrontRule } from './front-server.ts'

const NOW = '2026-11-24T10:15:07Z'

/** A user of today; the higher the number, the longer ago. */
const userAt = (number: number) => ({
  user_id: `u_${number}`,
  user_email: number === 3 ? '\u001b[31mred\u001b[0m@x.example' : `user${String(number).padStart(5, '0')}@x.example`,
  last_seen: new Date(Date.parse(NOW) - number * 1_000).toISOString(),
  sessions: 1 + (number % 3),
  tool_calls: number,
  commits: null,
  model: 'opus',
})

const tokens = { input: 1, output: 2, cache_read: 3, cache_creation: 4 }
const figures = { active_users: 1, sessions: 1, tool_calls: 1, commits: null, pull_requests: null, tokens }

/** The activity of today on a server with `count` active users, `listed` of them in the list. */
export const liveBody = (count: number, listed = Math.min(100, count)) => ({
  asOf: NOW,
  day: NOW.slice(0, 10),
  coverage: { reportingUsers: count, knownUsers: count, otlpUsers: count, hookUsers: 0 },
  totals: { ...figures, active_users: count, active_now: 300 },
  quarters: [{ start: '2026-11-24T10:00:00Z', ...figures }],
  users: Array.from({ length: listed }, (_, number) => userAt(number)),
  tools: [{ name: 'Read', calls: 12, perMinute: 1.2 }],
  models: [{ name: 'opus', tokens: 10 }],
  recent: [{ at: NOW, user_id: 'u_0', kind: 'tool', name: 'Read' }],
  otherMetrics: [],
})

/** Answers the requests for the activity of today, without a stream. */
export const liveRule =
  (count: number, onRequest: (path: string) => void = () => {}): FrontRule =>
  (path, query) => {
    if (!path.startsWith('/api/v1/live')) return undefined
    onRequest(`${path}?${query}`)
    if (path === LIVE_STREAM_PATH)
      return { status: 404, body: { status: 404, title: 'Not Found', detail: 'no stream' } }
    if (path === '/api/v1/live') return { status: 200, body: liveBody(count) }
    const from = Number(query.get('cursor') ?? 0)
    const users = Array.from({ length: Math.min(100, count - from) }, (_, at) => userAt(from + at))
    const hasMore = from + 100 < count
    return { status: 200, body: { users, pagination: { hasMore, nextCursor: hasMore ? String(from + 100) : null } } }
  }
