import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createRequestLog, type LogEntry, MAX_LOG_ENTRIES } from '../../src/client/request-log.ts'
import { answer } from '../helpers/faulty-server.ts'
import { bench, KEY } from './setup.ts'

const start = {
  at: 1,
  endpoint: 'ciJobs',
  method: 'GET',
  url: 'http://x/',
  hasKey: true,
  sent: undefined,
  attempt: 1,
  page: undefined,
}

test('the log has the last 500 requests and counts those in flight', () => {
  const log = createRequestLog()
  const first = log.start(start)
  for (let count = 0; count < MAX_LOG_ENTRIES; count += 1)
    log.update(log.start(start), { state: 'answered', status: 200 })
  expect(log.entries()).toHaveLength(MAX_LOG_ENTRIES)
  expect(log.entries()[0]?.id).toBe(first + 1)
  expect(log.inFlight).toBe(1)
  log.update(first, { state: 'failed' })
  expect(log.inFlight).toBe(0)
  expect(log.entries()).toHaveLength(MAX_LOG_ENTRIES)
})

test('each change makes a new list and calls subscribers, and entries are logged when they end', () => {
  const done: LogEntry[] = []
  const log = createRequestLog((entry) => done.push(entry))
  let calls = 0
  const stop = log.subscribe(() => {
    calls += 1
  })
  const id = log.start(start)
  const during = log.entries()
  expect(log.entries()).toBe(during)
  log.update(id, { state: 'answered', status: 200 })
  log.update(id, { problems: 3 })
  expect(during[0]?.state).toBe('inFlight')
  expect(log.entries()[0]).toMatchObject({ state: 'answered', status: 200, problems: 3 })
  stop()
  log.start(start)
  expect([calls, done.map(({ status }) => status)]).toEqual([3, [200]])
})

test('a call is in the log with its size, time and problems', async () => {
  let monotonicMs = 0
  const { client } = await bench([answer(200, { jobs: [{ id: 5 }] })], {
    now: () => 1_770_000_000_000,
    monotonicNow: () => (monotonicMs += 10),
  })
  await client.call('ciJobs', {})
  const request = { id: 1, at: 1_770_000_000_000, endpoint: 'ciJobs', method: 'GET', hasKey: true, attempt: 1 }
  const came = { state: 'answered', status: 200, sizeBytes: 19, error: undefined }
  const violations = [{ path: 'jobs[0].id', expected: 'string' }]
  expect(client.log.entries()).toMatchObject([{ ...request, ...came, problems: 1, violations }])
  expect(client.log.entries()[0]?.durationMs).toBeGreaterThan(0)
})

test('the first of many violations are listed, and a long name is cut', async () => {
  const jobs = Array.from({ length: 50 }, () => ({ id: 5 }))
  const { client } = await bench([answer(200, { jobs }), answer(200, `{"jobs":[{"${'x'.repeat(5_000)}":1e999}]}`)])
  await client.call('ciJobs', {})
  const [entry] = client.log.entries()
  expect([entry?.problems, entry?.violations.length]).toEqual([50, 20])
  await client.call('ciJobs', {})
  expect(client.log.entries()[1]?.violations).toEqual([
    { path: `jobs[0].${'x'.repeat(192)}…`, expected: expect.any(String) },
  ])
})

test('the body that was sent is in the log with the key masked', async () => {
  const { client } = await bench([answer(200, {})])
  await client.send({ method: 'patch', path: '/api/x', body: { name: `of ${KEY}`, note: 'new' } })
  expect(client.log.entries()[0]).toMatchObject({ method: 'PATCH', sent: '{"name":"of ••••••","note":"new"}' })
})

test('a program ends after it closes the client', async () => {
  const { server } = await bench([answer(200, { jobs: [] })])
  const code = `
    import { createClient } from ${JSON.stringify(new URL('../../src/client/client.ts', import.meta.url).href)}
    const url = ${JSON.stringify(server.url)}
    const client = createClient({ credentials: { baseUrl: url, appUrl: url, apiKey: 'k', keySource: 't' } })
    await client.call('ciJobs', {})
    await client.close()
    console.log('closed')
  `
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code])
  expect(stdout).toBe('closed\n')
})
