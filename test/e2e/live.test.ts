import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startService } from '../../src/service/start-service.ts'
import { open } from '../helpers/e2e.ts'
import { makeFolder } from '../helpers/make-folder.ts'
import { envOf } from '../helpers/pty.ts'

const KEYS = { owner: 'an-owner-key-of-a-test', ingest: 'an-ingest-key-of-a-test' }

/** Far above the polling interval, which is the next best way to notice an event. */
const MAX_MS = 20_000

/** Raise it to measure: the times are printed. */
const ROUNDS = Number(process.env.LIVE_ROUNDS ?? 3)

test('an event is on the screen Live soon after it was sent, without polling', async () => {
  const service = await startService({
    data: join(makeFolder(), 'server.db'),
    keys: { owner: KEYS.owner },
    prepare: async (store) => {
      await store.keys.add(KEYS.ingest, { name: 'agents', role: 'ingest' })
    },
  })
  onTestFinished(service.close)
  const post = async (tool: string): Promise<void> => {
    const at = new Date(Date.now()).toISOString()
    const event = { eventId: randomUUID(), at, event: 'PostToolUse', tool, sessionId: 's1', userEmail: 'ada@x.example' }
    const reply = await fetch(`${service.url}/api/v1/hook-events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEYS.ingest}`, 'content-type': 'application/json' },
      body: JSON.stringify({ events: [event] }),
    })
    expect(await reply.json()).toEqual({ accepted: 1, known: 0 })
  }
  const program = open({ env: envOf(service.url, KEYS.owner) })
  await program.waitFor('Nothing needs attention')
  await program.pressUntil('g l', 'measured here')
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await post(`Tool${round}x`)
    const from = performance.now()
    await program.waitFor(`Tool${round}x`, { timeoutMs: MAX_MS })
    times.push(performance.now() - from)
    // At any time between two ticks of the server.
    await new Promise((resolve) => setTimeout(resolve, (round * 370) % 1_000))
  }
  if (ROUNDS > 3) {
    const sorted = times.toSorted((a, b) => a - b).map(Math.round)
    console.log({ median: sorted[ROUNDS >> 1], p95: sorted[Math.floor(0.95 * ROUNDS)], max: sorted.at(-1) })
  }
  await program.pressUntil('@', '/api/v1/live/stream')
  const requested = program.screen().map((line) => line.trim().split(' ').at(-1))
  // Overview and Live each load it once before they follow the stream.
  expect(requested.filter((path) => path === '/api/v1/live').length).toBeLessThan(3)
})
