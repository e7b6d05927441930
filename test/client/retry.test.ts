import { expect, test } from 'vitest'
import { type CallOptions, type Client, createClient } from '../../src/client/client.ts'
import {
  answer,
  type Behaviour,
  type FaultyServer,
  hang,
  rawBytes,
  reset,
  resetAfter,
  startFaultyServerOn,
} from '../helpers/faulty-server.ts'
import { bench, errorOf, KEY } from './setup.ts'

const computer = { id: 'c1', name: 'box', providerType: 'byom', createdAt: 1 }

// One endpoint for each method, with a successful response.
const rows: Record<string, { call: (client: Client, options?: CallOptions) => Promise<unknown>; good: Behaviour }> = {
  GET: { call: (client, options) => client.call('ciJobs', {}, options), good: answer(200, { jobs: [] }) },
  PATCH: {
    call: (client, options) =>
      client.call('updateComputer', { params: { computerId: 'c1' }, body: { name: 'box' } }, options),
    good: answer(200, computer),
  },
  PUT: {
    call: (client, options) => client.call('setGlobalLimit', { body: { limit: null } }, options),
    good: answer(200, { limit: null }),
  },
  DELETE: {
    call: (client, options) => client.call('deleteWiki', { params: { wikiRunId: 'w1' } }, options),
    good: answer(200, { deleted: true }),
  },
  POST: {
    call: (client, options) => client.call('installDependencies', { params: { computerId: 'c1' } }, options),
    good: answer(202, computer),
  },
}

const rowOf = (method: string) => {
  const row = rows[method]
  if (row === undefined) throw new TypeError(`no row ${method}`)
  return row
}

const error = (status: number): Behaviour => answer(status, { detail: 'no', status, title: 'No' })
const troubles: Record<string, Behaviour> = {
  reset,
  'a timeout': hang,
  'a body that breaks off': resetAfter('{"jobs"', 100),
  'an unexpected 100 Continue': rawBytes('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'),
  '429': error(429),
  '500': error(500),
  '502': error(502),
  '503': error(503),
  '504': error(504),
}

/** How often each request reaches the server if every try fails in this way. */
const counts: Record<string, Record<string, number>> = {
  reset: { GET: 3, PATCH: 1, PUT: 1, DELETE: 1, POST: 1 },
  'an unexpected 100 Continue': { GET: 3, PATCH: 1, PUT: 1 },
  'a timeout': { GET: 3, PATCH: 1, PUT: 1, DELETE: 1, POST: 1 },
  'a body that breaks off': { GET: 3, PATCH: 1, PUT: 1, DELETE: 1, POST: 1 },
  '429': { GET: 3, PATCH: 2, PUT: 2, DELETE: 2, POST: 1 },
  '500': { GET: 2, PATCH: 1, PUT: 1, DELETE: 1, POST: 1 },
  ...Object.fromEntries(
    ['502', '503', '504'].map((status) => [status, { GET: 3, PATCH: 1, PUT: 1, DELETE: 1, POST: 1 }]),
  ),
}
const kindOf = (trouble: string, method: string): string => {
  if (/^\d/.test(trouble)) return 'failed'
  return method === 'GET' ? 'unreachable' : 'outcomeUnknown'
}
const table = Object.entries(counts).flatMap(([trouble, methods]) =>
  Object.entries(methods).map(([method, requests]) => [trouble, method, requests, kindOf(trouble, method)] as const),
)

/** Short limits are used only where no response arrives, because a busy machine responds slowly. */
const limitsFor = (trouble: string) => (trouble === 'a timeout' ? { headersMs: 500 } : {})

test.each(table)('after %s a %s is sent %i times in total and fails as %s', async (trouble, method, requests, kind) => {
  const { client, server, waits } = await bench([troubles[trouble] as Behaviour], { limits: limitsFor(trouble) })
  expect(await errorOf(rowOf(method).call(client))).toMatchObject({ name: 'AppError', kind })
  expect(server.received).toHaveLength(requests)
  expect(waits).toHaveLength(requests - 1)
  expect(client.log.entries().map(({ attempt }) => attempt)).toEqual(server.received.map((_, at) => at + 1))
  expect(client.log.inFlight).toBe(0)
})

const retried = table.filter(([, , requests]) => requests > 1)
test.each(retried)('if %s does not recur, a %s succeeds', async (trouble, method) => {
  const { client, server } = await bench([troubles[trouble] as Behaviour, rowOf(method).good], {
    limits: limitsFor(trouble),
  })
  await rowOf(method).call(client)
  expect(server.received).toHaveLength(2)
})

test.each(Object.keys(rows))('a %s that could not be sent is tried three times in total', async (method) => {
  const { client, server, waits } = await bench([])
  await server.close()
  const thrown = await errorOf(rowOf(method).call(client))
  expect(thrown).toMatchObject({ kind: 'unreachable', message: expect.stringContaining('ECONNREFUSED') })
  expect(waits).toHaveLength(2)
  let back: FaultyServer | undefined
  // The service is available again before the second try.
  const sleep = async () => {
    back = await startFaultyServerOn(Number(new URL(server.url).port), rowOf(method).good)
  }
  const credentials = { baseUrl: server.url, appUrl: server.url, apiKey: KEY, keySource: 'test' }
  const later = createClient({ credentials, env: {}, sleep })
  await rowOf(method).call(later)
  expect(back?.received).toHaveLength(1)
  await later.close()
  await back?.close()
})

test.each([true, false])('a POST is sent again after a 429 only when a person confirms it: %s', async (isAgreed) => {
  const { client, server } = await bench([error(429), rowOf('POST').good])
  const questions: number[] = []
  const askRetry = async ({ attempt }: { attempt: number }) => {
    questions.push(attempt)
    return isAgreed
  }
  await rowOf('POST')
    .call(client, { askRetry })
    .catch(() => {})
  expect([questions, server.received.length]).toEqual([[2], isAgreed ? 2 : 1])
})

test('other statuses are never retried, and neither is a 503 if only one try is allowed', async () => {
  for (const status of [400, 401, 402, 403, 404, 409, 422, 501, 505, 503]) {
    const { client, server } = await bench([error(status)])
    const options = status === 503 ? { tries: 1 } : {}
    expect(await errorOf(client.call('ciJobs', {}, options))).toMatchObject({ status })
    expect([status, server.received.length]).toEqual([status, 1])
  }
})

test('waits are between 300 ms and 2 s, then between 300 ms and 8 s', async () => {
  for (const [random, expected] of [
    [0, [300, 300]],
    [0.5, [1150, 4150]],
    [1, [2000, 8000]],
  ] as const) {
    const { client, waits } = await bench([error(503)], { random: () => random })
    await errorOf(client.call('ciJobs', {}))
    expect(waits).toEqual(expected)
  }
})

const date = 'Tue, 03 Feb 2026 10:00:00 GMT'
test.each([
  ['7', 7000],
  ['-5', 0],
  ['1.5', 1500],
  ['Tue, 03 Feb 2026 10:00:09 GMT', 9000],
  ['Tue, 03 Feb 2026 09:00:00 GMT', 0],
  ['soon', 1150],
  ['1e3', 1150],
  ['99999999999999', 1150],
])('Retry-After "%s" is %i ms', async (header, waitMs) => {
  const { client, waits } = await bench([answer(429, '', { 'retry-after': header, date }), answer(200, { jobs: [] })])
  await client.call('ciJobs', {})
  expect(waits).toEqual([waitMs])
})

test('without a countdown, waits of more than 20 s in all end the tries, and the error says when to retry', async () => {
  const { client, server, waits } = await bench([answer(429, '', { 'retry-after': '90' })])
  const thrown = await errorOf(client.call('ciJobs', {}))
  expect(thrown.message).toBe(`${new URL(server.url).host} rate limit reached (429): try again in 90 seconds.`)
  expect(waits).toEqual([])
  expect(server.received).toHaveLength(1)
  // Shorter waits are added up.
  const short = await bench([answer(429, '', { 'retry-after': '15' })])
  await errorOf(short.client.call('ciJobs', {}))
  expect(short.waits).toEqual([15_000])
})

test('a Retry-After above 20 s is respected if a countdown is shown', async () => {
  const { client, waits } = await bench([answer(503, '', { 'retry-after': '900' }), answer(200, { jobs: [] })])
  const waitsShown: unknown[] = []
  await client.call('ciJobs', {}, { onRetry: (wait) => waitsShown.push(wait) })
  expect(waits).toEqual([900_000])
  expect(waitsShown).toMatchObject([{ attempt: 2, waitMs: 900_000, status: 503 }])
})

test('a countdown can be cancelled', async () => {
  const stop = new AbortController()
  const { client, server } = await bench([answer(429, '', { 'retry-after': '900' })], {
    sleep: (_, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')))),
  })
  const call = client.call('ciJobs', {}, { signal: stop.signal, onRetry: () => setTimeout(() => stop.abort(), 5) })
  expect(await errorOf(call)).toMatchObject({ kind: 'interrupted' })
  expect(server.received).toHaveLength(1)
})

test('all calls share twenty retries, and one is restored every ten seconds', async () => {
  let nowMs = 0
  const { client, waits } = await bench([error(503)], { monotonicNow: () => nowMs })
  for (let call = 0; call < 15; call += 1) await errorOf(client.call('ciJobs', {}))
  expect(waits).toHaveLength(20)
  nowMs += 10_000
  await errorOf(client.call('ciJobs', {}))
  expect(waits).toHaveLength(21)
  nowMs += 1_000_000
  for (let call = 0; call < 15; call += 1) await errorOf(client.call('ciJobs', {}))
  expect(waits).toHaveLength(41)
})

test('before a wait the server of a 503 says why; of other statuses only the status is shown', async () => {
  const shown: string[] = []
  const detail = "The team's server has not copied 2026-11-20 yet."
  const busy = (status: number) => answer(status, { detail, status })
  const { client, server } = await bench([busy(503), busy(502), answer(200, { jobs: [] })])
  await client.call('ciJobs', {}, { onRetry: ({ why }) => void shown.push(why) })
  const { host } = new URL(server.url)
  expect(shown).toEqual([`${host}: ${detail}`, `${host} responded with 502 Bad Gateway.`])
})
