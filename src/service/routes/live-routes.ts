import * as z from 'zod'
import { DAY_MS } from '../../base/time.ts'
import { USERS_LIMIT } from '../../contract/constants.ts'
import type { HookEvent, Live, LiveUser } from '../../contract/live.ts'
import { fromCursor, invalidCursor, toCursor } from '../http/cursor.ts'
import type { Route } from '../http/route.ts'
import { isTooOld, type LiveFigures, type LiveRow, type StoredLiveUser } from '../store/live-store.ts'
import type { Stores } from '../store/store.ts'

const MINUTE_MS = 60_000
const QUARTER_MS = 15 * MINUTE_MS
const QUARTERS_A_DAY = DAY_MS / QUARTER_MS
/** Users seen in this time are active now. */
const NOW_MS = 5 * MINUTE_MS
/** Minutes over which the rate of a tool is averaged. */
const RATE_MINUTES = 10
const MAX_USERS = 100

const iso = (ms: number): string => new Date(Math.round(ms)).toISOString()

const figuresOf = (row: LiveFigures | undefined) => ({
  active_users: row?.active_users ?? 0,
  // Metrics of some agents count sessions without their ids.
  sessions: Math.max(row?.sessions ?? 0, row?.counted_sessions ?? 0),
  tool_calls: row?.tool_calls ?? 0,
  commits: row?.commits ?? null,
  pull_requests: row?.pull_requests ?? null,
  tokens:
    row?.tokens == null
      ? null
      : {
          input: row.input ?? 0,
          output: row.output ?? 0,
          cache_read: row.cache_read ?? 0,
          cache_creation: row.cache_creation ?? 0,
        },
})

const userOf = ({ last_seen, ...user }: StoredLiveUser): LiveUser => ({
  ...user,
  last_seen: iso(last_seen),
})

/** Today so far. @param now - Unix ms. */
export const readLive = async (
  { live, fillLive, rollups }: Pick<Stores, 'live' | 'fillLive' | 'rollups'>,
  now: number,
): Promise<Live> => {
  await fillLive(now)
  const asOf = iso(now)
  const day = asOf.slice(0, 10)
  const recentFrom = now - RATE_MINUTES * MINUTE_MS
  const users = await live.userCounts(day, now - NOW_MS)
  const known = await rollups.readTop({ days: 30, sort: 'billable_tokens', limit: 1, after: undefined })
  const figures = await live.figures(day)
  const totals = figuresOf(figures.find(({ minutes }) => minutes * MINUTE_MS === DAY_MS))
  return {
    asOf,
    day,
    coverage: {
      reportingUsers: users.active,
      knownUsers: known?.totals.users ?? 0,
      otlpUsers: users.otlp,
      hookUsers: users.hooks,
    },
    totals: { ...totals, active_users: users.active, active_now: users.recent },
    quarters: allQuarters(figures, now),
    users: (await live.users(day, MAX_USERS)).map(userOf),
    tools: (await live.tools(day, recentFrom)).map(({ name, calls, recent }) => ({
      name,
      calls,
      perMinute: Math.round((10 * recent) / RATE_MINUTES) / 10,
    })),
    models: await live.models(day),
    recent: (await live.recent(day)).map(({ at, ...event }) => ({ at: iso(at), ...event })),
    otherMetrics: await live.otherMetrics(day),
  }
}

/** All quarters of an hour of the day so far, also those without activity. */
const allQuarters = (found: readonly (LiveFigures & { start: number })[], now: number): Live['quarters'] => {
  const rows = new Map(found.map((row) => [row.start / QUARTER_MS, row]))
  const first = Math.floor(now / DAY_MS) * QUARTERS_A_DAY
  const count = Math.floor(now / QUARTER_MS) - first + 1
  return Array.from({ length: count }, (_, at) => ({
    start: iso((first + at) * QUARTER_MS),
    ...figuresOf(rows.get(first + at)),
  }))
}

export const live: Route<'live'> = (_request, { store, now }) => readLive(store, now())

const Cursor = z.object({ at: z.number(), id: z.string() })
const LIST = 'live users'

export const liveUsers: Route<'liveUsers'> = async ({ query = {} }, { store, now }) => {
  const { limit = USERS_LIMIT.default, cursor } = query
  const after = cursor === undefined ? undefined : cursorOf(cursor)
  await store.fillLive(now())
  const found = await store.live.users(iso(now()).slice(0, 10), limit + 1, after)
  const users = found.slice(0, limit)
  const last = users.at(-1)
  const hasMore = found.length > limit
  return {
    users: users.map(userOf),
    pagination: {
      hasMore,
      nextCursor: hasMore && last ? toCursor(LIST, JSON.stringify({ at: last.last_seen, id: last.user_id })) : null,
    },
  }
}

const cursorOf = (text: string): z.infer<typeof Cursor> => {
  try {
    return Cursor.parse(JSON.parse(fromCursor(LIST, text)))
  } catch {
    throw invalidCursor(text)
  }
}

const KINDS: Readonly<Record<string, LiveRow['kind']>> = {
  PostToolUse: 'tool',
  SessionStart: 'session',
  UserPromptSubmit: 'prompt',
}

/** Clocks that are fast by at most this count as correct. */
const MAX_AHEAD_MS = 5 * MINUTE_MS

/** The time of an event; the time of its arrival if the clock of its machine is fast. */
const timeOf = ({ at }: HookEvent, now: number): number => {
  const time = Date.parse(at)
  return time > now + MAX_AHEAD_MS ? now : time
}

const rowOf = (event: HookEvent, sender: string, now: number): LiveRow => ({
  id: event.eventId,
  at: timeOf(event, now),
  source: 'hooks',
  kind: KINDS[event.event] ?? 'event',
  name: event.tool ?? event.event,
  user_id: event.userId ?? event.userEmail ?? sender,
  user_email: event.userEmail ?? null,
  session: event.sessionId,
  model: event.model ?? null,
  value: 1,
})

export const sendHookEvents: Route<'sendHookEvents'> = async ({ body: { events } }, { store, caller, now }) => {
  const all = events.map((event) => rowOf(event, caller.name, now()))
  const rows = all.filter(({ at }) => !isTooOld(at, now()))
  const tooOld = all.length - rows.length
  const accepted = await store.write((stores) => stores.live.put(rows, now()))
  return { accepted, known: rows.length - accepted, ...(tooOld > 0 && { tooOld }) }
}
