import { DAY_MS } from '../../../base/time.ts'
import { dayOf, weekdayOf } from '../../../domain/calendar/calendar.ts'
import type { LiveRow } from '../../store/live-store.ts'
import type { Person } from '../kit/demo-people.ts'
import { createRandom } from '../kit/random.ts'
import { MODELS } from '../kit/vocabulary.ts'

const MINUTE_MS = 60_000
/** More people would take long to create, and look the same. */
const MAX_PEOPLE = 300
const TOOLS = ['Read', 'Edit', 'Execute', 'Grep', 'LS', 'Create', 'WebSearch']

/** How likely people work at each hour of the day, UTC. */
const hourLoad = (hour: number): number => Math.max(0.02, 1 - Math.abs(hour - 12.5) / 7)

/** What people of the demo do from one time to another of the same day, minute by minute. */
const demoLiveRows = (people: readonly Person[], seed: number, fromMs: number, toMs: number): LiveRow[] => {
  const rows: LiveRow[] = []
  for (let minute = Math.ceil(fromMs / MINUTE_MS); minute * MINUTE_MS < toMs; minute++) {
    const at = minute * MINUTE_MS
    const hour = (at % DAY_MS) / (60 * MINUTE_MS)
    const load = hourLoad(hour) * (weekdayOf(dayOf(at)) < 5 ? 0.12 : 0.02)
    for (const person of people.slice(0, MAX_PEOPLE)) {
      if (Number.isFinite(person.lastDay)) continue
      const random = createRandom(seed, 80, person.index, minute)
      if (random.chance(load * person.activity)) rows.push(...minuteOf(person, at, random))
    }
  }
  return rows
}

const minuteOf = (person: Person, minuteAt: number, random: ReturnType<typeof createRandom>): LiveRow[] => {
  const source = person.usesHooks ? 'hooks' : 'otlp'
  const model = MODELS[person.models[0] ?? 0]?.id ?? null
  // A session lasts two hours.
  const session = `demo-${person.index}-${Math.floor(minuteAt / (120 * MINUTE_MS))}`
  let count = 0
  const row = (kind: LiveRow['kind'], name: string | null, value: number): LiveRow => ({
    id: `demo ${person.index} ${minuteAt} ${count++}`,
    at: minuteAt + random.int(0, 59) * 1_000,
    source,
    kind,
    name,
    user_id: person.id,
    user_email: person.email,
    session,
    model,
    value,
  })
  const calls = random.int(1, 4)
  const tools = Array.from({ length: calls }, () => row('tool', TOOLS[random.int(0, TOOLS.length - 1)] ?? 'Read', 1))
  if (source === 'hooks') return tools
  return [
    ...tools,
    row('tokens', 'input', calls * random.int(6_000, 15_000)),
    row('tokens', 'output', calls * random.int(150, 400)),
    row('tokens', 'cache_read', calls * random.int(4_000, 9_000)),
    ...(random.chance(0.04) ? [row('commit', null, 1)] : []),
    ...(random.chance(0.01) ? [row('pull_request', null, 1)] : []),
  ]
}

/**
 * Creates a function that adds what has happened since its last call, so that the demo's activity of today continues
 * while it is read, and costs nothing otherwise.
 */
export const createDemoLive = (people: readonly Person[], seed: number) => {
  let filledTo = 0
  return (now: number): LiveRow[] => {
    const from = Math.max(filledTo, now - (now % DAY_MS))
    filledTo = now - (now % MINUTE_MS)
    return demoLiveRows(people, seed, from, filledTo)
  }
}
