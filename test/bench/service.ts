/**
 * How fast the local service is: making the demo organisation, and pages of people from the request to the bytes.
 * Run with: node test/bench/service.ts
 */
import { createApp } from '../../src/service/create-app.ts'
import { fillWithDemo } from '../../src/service/demo/fill-with-demo.ts'
import { createStore } from '../../src/service/store/store.ts'

const now = (): number => Date.UTC(2026, 10, 21, 9)
const key = 'a-key-for-measuring-only'
const ROUNDS = 15

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const made = (users: number, days?: number) => {
  const store = createStore()
  const startedAt = performance.now()
  fillWithDemo(store, { users, days }, now)
  return { store, ms: performance.now() - startedAt }
}

const say = (what: string, ms: number, goalMs: number, more = ''): void => {
  const verdict = ms <= goalMs ? 'met' : 'NOT MET'
  console.log(`${what.padEnd(56)} ${ms.toFixed(1).padStart(9)} ms   goal ${goalMs} ms ${verdict}${more}`)
}

const usual = made(60)
say('demo: 60 people, all days since 2026-01-14', usual.ms, 1_500)
usual.store.close()

const { store, ms } = made(2_000, 300)
say('demo: 2,000 people x 300 days', ms, 20_000)
store.keys.put('owner', key)
const app = createApp(store, { now })

const measure = async (what: string, query: string, goalMs: number): Promise<void> => {
  const times: number[] = []
  let size = 0
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now()
    const reply = await app.request(`/api/v1/analytics/${query}`, { headers: { authorization: `Bearer ${key}` } })
    size = (await reply.arrayBuffer()).byteLength
    times.push(performance.now() - startedAt)
    if (reply.status !== 200) throw new Error(`${query} answered ${reply.status}`)
  }
  say(what, median(times), goalMs, `   ${(size / 1024).toFixed(0)} KiB`)
}

await measure('users: 100 people, 1 day', 'users?startDate=2026-11-18&endDate=2026-11-18&limit=100', 10)
await measure('users: 100 people, 1 day at a weekend', 'users?startDate=2026-11-15&endDate=2026-11-15&limit=100', 10)
await measure('users: 100 people, 31 days', 'users?startDate=2026-10-20&endDate=2026-11-19&limit=100', 60)
await measure('tokens by model, 300 days', 'tokens?startDate=2026-01-26&endDate=2026-11-20&group_by=model', 60)
await measure('tools, 300 days', 'tools?startDate=2026-01-26&endDate=2026-11-20', 60)
await measure('tokens, 14 days', 'tokens?startDate=2026-11-07&endDate=2026-11-20', 60)
store.close()
