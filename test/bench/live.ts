/**
 * Measures how many hook events a service stores per second, in SQLite and in PostgreSQL, and the time of GET /live with
 * that many. Agents of 10,000 users send batches of 100; each event must be counted exactly once.
 * Run with: npm run bench -- --live
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { postgresFolders, startPostgres } from '../helpers/postgres.ts'
import { at, home, node } from './bench-kit.ts'
import { keepSection } from './results.ts'

const PROGRAM = fileURLToPath(new URL('../helpers/live-process.ts', import.meta.url))
const KEYS = { owner: 'an-owner-key-of-the-bench', ingest: 'an-ingest-key-of-the-bench' }
const SECONDS = 10
const USERS = 10_000
const BATCH = 100
const AT_ONCE = 8
const READS = 20
/** Events per second; maximum time of GET /live, ms. */
const GOALS = { SQLite: 2_000, PostgreSQL: 10_000, readMs: 100 }

/** Bodies of requests of agents, each with events of one user, or of a collector, with those of many. */
const bodies = (count: number, isMixed: boolean, now: number): string[] =>
  Array.from({ length: count / BATCH }, (_, batch) =>
    JSON.stringify({
      events: Array.from({ length: BATCH }, (_, n) => {
        const user = isMixed ? (batch * BATCH + n) % USERS : (batch * 7) % USERS
        const tool = ['Read', 'Edit', 'Bash', 'Grep', 'Write'][n % 5]
        const event = { eventId: randomUUID(), at: new Date(now - n * 50).toISOString(), event: 'PostToolUse' }
        return { ...event, tool, sessionId: `s${user}`, userId: `u${user}` }
      }),
    }),
  )

const measure = async (data: string, rate: number, isMixed: boolean) => {
  const now = Date.now()
  const child = spawn(node, ['--no-warnings', PROGRAM, JSON.stringify({ data, ...KEYS, now: String(now) })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const url = String(line).trim()
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const post = (body: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${KEYS.ingest}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      }
      request(`${url}/api/v1/hook-events`, { method: 'POST', agent, headers }, (reply) => {
        reply.resume().on('end', () => resolve(reply.statusCode ?? 0))
      })
        .on('error', reject)
        .end(body)
    })
  const all = bodies(rate * SECONDS, isMixed, now)
  let next = 0
  const lane = async (): Promise<void> => {
    for (let body = all[next++]; body !== undefined; body = all[next++]) {
      const status = await post(body)
      if (status !== 200) throw new Error(`The service answered ${status}.`)
    }
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  const perSecond = (rate * SECONDS * 1_000) / (performance.now() - start)
  agent.destroy()
  const times: number[] = []
  let calls = 0
  for (let n = 0; n < READS; n++) {
    const startedAt = performance.now()
    const reply = await fetch(`${url}/api/v1/live`, { headers: { authorization: `Bearer ${KEYS.owner}` } })
    calls = ((await reply.json()) as { totals: { tool_calls: number } }).totals.tool_calls
    times.push(performance.now() - startedAt)
  }
  child.kill()
  await once(child, 'exit')
  if (calls !== rate * SECONDS) throw new Error(`Counted ${calls} of ${rate * SECONDS} events.`)
  return { perSecond, times }
}

const rows: string[][] = []
const report = async (engine: 'SQLite' | 'PostgreSQL', isMixed: boolean, data: string): Promise<void> => {
  const goal = GOALS[engine]
  const { perSecond, times } = await measure(data, goal, isMixed)
  const isMet = perSecond >= goal && at(times, 0.9) <= GOALS.readMs
  const row = [
    engine,
    isMixed ? 'many users' : 'one user',
    `${Math.round(perSecond).toLocaleString('en')} events/s`,
    (goal * SECONDS).toLocaleString('en'),
    `${at(times, 0.5).toFixed(1)} / ${at(times, 0.9).toFixed(1)} ms`,
    `${goal.toLocaleString('en')} events/s, ${GOALS.readMs} ms ${isMet ? 'met' : 'NOT met'}`,
  ]
  rows.push(row)
  console.log(row.join('   '))
}

for (const isMixed of [false, true]) await report('SQLite', isMixed, `${home}/live-${isMixed}.db`)
const [folder] = Object.values(postgresFolders())
if (folder !== undefined) {
  const ends: (() => Promise<void>)[] = []
  try {
    const { createDatabase } = await startPostgres(folder, (stop) => ends.push(stop))
    for (const isMixed of [false, true]) await report('PostgreSQL', isMixed, await createDatabase())
  } finally {
    for (const end of ends) await end()
  }
}
keepSection({
  title: 'Activity of today',
  by: 'npm run bench -- --live',
  note: `Hook events in batches of ${BATCH} over ${AT_ONCE} connections, each counted exactly once, with the sender on the same machine. PostgreSQL runs without fsync. GET /live: median / 90 %.`,
  heads: ['database', 'a batch is of', 'stored', 'events', 'GET /live', 'goal'],
  rows,
})
