import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadDays } from '../../src/cache/load-days.ts'
import { type Client, createClient } from '../../src/client/client.ts'
import { daysOf } from '../../src/domain/calendar.ts'
import { type RunningService, startService } from '../../src/service/start-service.ts'

const NOW = Date.UTC(2026, 10, 21, 9)
const range = { from: '2026-10-22', to: '2026-11-20' }

let service: RunningService
const clients: Client[] = []
const clientThatTakes = (jsonBytes?: number): Client => {
  const { url, keys } = service
  const credentials = { baseUrl: url, appUrl: url, apiKey: keys.owner ?? '', keySource: 'test' }
  const client = createClient({
    credentials,
    now: () => NOW,
    ...(jsonBytes !== undefined && { limits: { jsonBytes } }),
  })
  clients.push(client)
  return client
}

beforeAll(async () => {
  service = await startService({ demo: { users: 6, days: 30, seed: 3 }, now: () => NOW })
})
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()))
  await service.close()
})

test('a range is one request where its answer fits', async () => {
  const client = clientThatTakes()
  const { data } = await loadDays(client, 'credits', range, {})
  expect(data.map(({ date }) => date)).toEqual(daysOf(range))
  expect(client.log.entries()).toHaveLength(1)
})

test('a range whose answer is too large comes in pieces, each day once and in order', async () => {
  const whole = await loadDays(clientThatTakes(), 'credits', range, {})
  const size = JSON.stringify(whole.data).length
  const client = clientThatTakes(Math.ceil(size / 3))
  const pieces = await loadDays(client, 'credits', range, {})
  expect(pieces.data).toEqual(whole.data)
  const answered = client.log.entries().filter(({ error }) => error === undefined)
  expect(answered.length).toBeGreaterThan(2)
})

test('one day that is too large alone is told, not asked for again', async () => {
  const client = clientThatTakes(64)
  const day = { from: '2026-11-20', to: '2026-11-20' }
  await expect(loadDays(client, 'credits', day, {})).rejects.toMatchObject({ kind: 'failed', isTooLarge: true })
  expect(client.log.entries()).toHaveLength(1)
})
