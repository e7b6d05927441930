import { expect, test } from 'vitest'
import { createRateLimit } from '../../../src/service/access/rate-limit.ts'
import { createApp } from '../../../src/service/create-app.ts'
import { createTestService, keyOf, NOW } from '../test-service.ts'

const { store } = await createTestService({ users: 3, days: 3 })

test('a key may send a burst of one minute, and then as many as refill', () => {
  let now = 0
  const count = createRateLimit(60, () => now)
  for (let sent = 0; sent < 60; sent++) count('alice')
  expect(() => count('alice')).toThrow('The key alice reached its rate limit: try again in 6 s.')
  // Another key has its own bucket.
  count('bob')
  now += 6_000
  for (let sent = 0; sent < 6; sent++) count('alice')
  expect(() => count('alice')).toThrow('try again in 6 s')
  now += 3_600_000
  for (let sent = 0; sent < 60; sent++) count('alice')
  expect(() => count('alice')).toThrow('try again')
})

test('0 is no limit, and a limit of 1 waits a whole minute', () => {
  const unlimited = createRateLimit(0, () => 0)
  for (let sent = 0; sent < 10_000; sent++) unlimited('alice')
  const once = createRateLimit(1, () => 0)
  once('alice')
  expect(() => once('alice')).toThrow('try again in 60 s')
})

test('a key of agents may send ten times as many requests', async () => {
  const app = createApp(store, { now: () => NOW, requestsPerMinute: 1 })
  await store.keys.add('an-ingest-key-of-a-test', { name: 'agents', role: 'ingest' })
  const headers = { authorization: 'Bearer an-ingest-key-of-a-test', 'content-type': 'application/json' }
  const send = async (path: string) => (await app.request(path, { method: 'POST', headers, body: '{}' })).status
  for (let sent = 0; sent < 5; sent++)
    expect([await send('/v1/metrics'), await send('/api/v1/hook-events')]).toEqual([200, 400])
  expect([await send('/v1/metrics'), await send('/api/v1/hook-events')]).toEqual([429, 429])
})

test('too many requests get 429 with Retry-After, and an invalid key does not use up the limit of another', async () => {
  const app = createApp(store, { now: () => NOW, requestsPerMinute: 2 })
  const send = (key: string) => app.request('/api/v0/openapi.json', { headers: { authorization: `Bearer ${key}` } })
  expect((await send('not-a-key-of-this-service')).status).toBe(401)
  expect((await send(keyOf('owner'))).status).toBe(200)
  expect((await send(keyOf('owner'))).status).toBe(200)
  const limited = await send(keyOf('owner'))
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '30'])
  expect(await limited.json()).toEqual({
    status: 429,
    title: 'Too Many Requests',
    detail: 'The key owner reached its rate limit: try again in 30 s.',
    metadata: { requestsPerMinute: 2 },
  })
  expect((await send(keyOf('manager'))).status).toBe(200)
})
