import { expect, test } from 'vitest'
import { answer, rawBytes } from '../helpers/faulty-server.ts'
import { bench, errorOf } from './setup.ts'

const html = '<!DOCTYPE html><html><head><title>Sign in\n to Example</title></head><body>…</body></html>'
const ask = { query: { startDate: '2026-02-01', endDate: '2026-02-02' } }

test.each([
  [200, { kind: 'failed', status: 200 }, 1, 'is there a proxy or a sign-in page, or is the address wrong?'],
  [502, { kind: 'failed', status: 502, title: 'Sign in to Example' }, 3, 'or is the address wrong?'],
  [403, { kind: 'refused', status: 403 }, 1, 'is the address wrong, or was the key from QUARTERDECK_API_KEY refused?'],
])('a web page (%i) instead of JSON is reported, and only a 403 blames the key', async (status, error, tries, end) => {
  const { client, server } = await bench([answer(status, html, { 'content-type': 'text/html' })])
  const thrown = await errorOf(client.call('ciJobs', {}))
  expect(thrown).toMatchObject(error)
  const start = `${new URL(server.url).host} answered with a web page (${status}, Sign in to Example): `
  expect(thrown.message.startsWith(start) && thrown.message.endsWith(end)).toBe(true)
  expect(thrown.message.includes('key')).toBe(status === 403)
  expect(server.received).toHaveLength(tries)
})

test.each([
  ['nothing', '', 'sent an empty response'],
  ['text', 'hello', 'not JSON'],
  ['null', 'null', 'is not an object'],
  ['no list', '{"apiKeys": {}}', 'has no list "apiKeys"'],
])('%s is an invalid response', async (_, body, words) => {
  const { client } = await bench([answer(200, body)])
  const thrown = await errorOf(client.call('serviceAccountKeys', { params: { serviceAccountId: 'sa' } }))
  expect(thrown).toMatchObject({ kind: 'failed', status: 200 })
  expect(thrown.message).toContain(words)
})

test.each([
  ['a list', '[{"id":1}]', [{ id: 1 }]],
  ['null', 'null', null],
  ['no list', '{"jobs":{"__proto__":{}},"items":[]}', { jobs: {}, items: [] }],
])('%s is returned unchanged by an endpoint without a guaranteed shape', async (_, body, other) => {
  const { client } = await bench([answer(200, body)])
  expect(await client.call('ciJobs', {})).toMatchObject({ body: {}, other, problemCount: 0 })
})

test('__proto__ stays in the raw answer and in settings, and is gone from the rest of the body', async () => {
  const text = '{"jobs":[{"id":"a","__proto__":{"polluted":1},"x":{"\\u005f_proto__":{"polluted":1}}}]}'
  const { client } = await bench([answer(200, text)])
  const { body, raw } = await client.call('ciJobs', {})
  const careless = Object.assign({}, body.jobs?.[0]) as Record<string, unknown>
  expect(careless.polluted).toBeUndefined()
  expect(JSON.stringify(body)).toBe('{"jobs":[{"id":"a","x":{}}]}')
  expect(JSON.stringify(raw)).toBe('{"jobs":[{"id":"a","__proto__":{"polluted":1},"x":{"__proto__":{"polluted":1}}}]}')
  const settings = '{"__proto__":{"a":1},"env":{"__proto__":"x"}}'
  const changes = `{"changes":[{"revision":2,"__proto__":1,"settings":${settings}}],"pagination":{"hasMore":false}}`
  const history = await (await bench([answer(200, changes)])).client.call('controlsHistory', {})
  expect(JSON.stringify(history.body.changes)).toBe(`[{"revision":2,"settings":${settings}}]`)
})

test('numbers that are not finite are reported as problems, and deep nesting is cut', async () => {
  const { client } = await bench([answer(200, '{"jobs":[{"id":"a","createdAt":1e999,"other":[-1e400,2]}]}')])
  const reply = await client.call('ciJobs', {})
  expect(reply.body.jobs).toEqual([{ id: 'a', createdAt: undefined, other: [undefined, 2] }])
  expect(reply.problems.map(({ path }) => path)).toEqual(['jobs[0].createdAt', 'jobs[0].other[0]'])
  const deep = `{"jobs":[{"id":"a","n":1e999,"x":${'['.repeat(200_000)}${']'.repeat(200_000)}}]}`
  const cut = await bench([answer(200, deep)])
  const { body, problemCount } = await cut.client.call('ciJobs', {})
  expect([body.jobs?.[0]?.id, problemCount]).toEqual(['a', 2])
})

test('a DELETE with an empty response succeeds, and one with a web page has an unknown outcome', async () => {
  const empty = await bench([rawBytes('HTTP/1.1 204 No Content\r\n\r\n'), answer(200, '')])
  const request = { params: { wikiRunId: 'w' } }
  expect(await empty.client.call('deleteWiki', request)).toMatchObject({ status: 204, body: {}, raw: undefined })
  expect(await empty.client.call('deleteWiki', request)).toMatchObject({ status: 200, body: {} })
  const { client } = await bench([answer(200, html)])
  const thrown = await errorOf(client.call('deleteWiki', request))
  expect(thrown).toMatchObject({ kind: 'outcomeUnknown' })
  const gateway = await bench([answer(502, html)])
  const other = await errorOf(gateway.client.call('deleteWiki', request))
  expect(other.message).toMatch(/web page \(502, .*\): .* \(the change may have been applied; check before retrying/)
})

const shapes: [string, unknown, object][] = [
  [
    'the documented body',
    { status: 400, title: 'Bad Request', detail: 'startDate is not a day.', requestId: 'b-1' },
    { detail: 'startDate is not a day.', title: 'Bad Request', requestId: 'b-1' },
  ],
  [
    'a list of messages',
    { status: 400, title: 'Bad Request', errors: [{ message: 'one' }, { message: 'two' }] },
    { detail: 'one; two', requestId: 'h-1' },
  ],
  ['a bare detail', { detail: 'no' }, { detail: 'no', title: 'Bad Request', requestId: 'h-1' }],
  ['wrong types', { detail: 5, title: [], errors: 'x', requestId: {} }, { detail: undefined, requestId: 'h-1' }],
  ['plain text', 'upstream said no', { detail: 'upstream said no' }],
  ['a list', [1, 2], { detail: undefined, title: 'Bad Request' }],
  ['nothing', '', { detail: undefined, title: 'Bad Request' }],
]

test.each(shapes)('an error with %s is understood', async (_, body, expected) => {
  const { client, server } = await bench([answer(400, body, { 'x-request-id': 'h-1' })])
  const thrown = await errorOf(client.call('credits', ask))
  expect(thrown).toMatchObject({
    kind: 'failed',
    status: 400,
    request: { method: 'GET', url: `${server.url}/api/v1/analytics/tokens?startDate=2026-02-01&endDate=2026-02-02` },
    ...expected,
  })
})

test.each([
  [401, 'refused', 'rejected the key from QUARTERDECK_API_KEY'],
  [402, 'refused', 'plan does not include this'],
  [403, 'refused', 'needs the role Manager or Owner'],
  [404, 'notFound', 'check the id and the address'],
  [429, 'failed', 'try again later'],
  [500, 'failed', 'report the request id'],
  [503, 'failed', 'not available'],
  [418, 'failed', 'refused the request (418)'],
])('the status %i is an error of kind %s that says what to do', async (status, kind, words) => {
  const { client } = await bench([answer(status, { detail: 'because.' })])
  const thrown = await errorOf(client.call('credits', ask))
  expect(thrown).toMatchObject({ kind, status, detail: 'because.' })
  expect(thrown.message).toContain(words)
  expect(thrown.message).toMatch(/; details: because\.$/)
})

test('the error of a 403 outside analytics does not mention roles, and that of a 409 says that an installation is running', async () => {
  const { client } = await bench([answer(403), answer(409, { detail: 'session s1 runs' })])
  expect((await errorOf(client.call('controlsHistory', {}))).message).not.toContain('Manager')
  const thrown = await errorOf(client.call('installDependencies', { params: { computerId: 'c' } }))
  expect(thrown).toMatchObject({ kind: 'failed', status: 409 })
  expect(thrown.message).toContain('already being installed')
})

test('the newer path of readiness is used after a 404, and where both are 404 the first is reported', async () => {
  const { client, server } = await bench([answer(404), answer(200, { reports: [] }), answer(200, { reports: [] })])
  await client.call('readinessReports', {})
  await client.call('readinessReports', { query: { limit: 2 } })
  expect(server.received.map(({ path }) => path)).toEqual([
    '/api/organization/maturity-level-reports',
    '/api/organization/agent-readiness-reports',
    '/api/organization/agent-readiness-reports?limit=2',
  ])
  const neither = await bench([answer(404)])
  const thrown = await errorOf(neither.client.call('readinessReports', {}))
  expect(thrown).toMatchObject({ kind: 'notFound', message: expect.stringContaining('maturity-level-reports') })
})

test('readiness goes to the application host, the rest to the API host, each under its prefix', async () => {
  const { server } = await bench([answer(200, { jobs: [], reports: [] })])
  const credentials = { baseUrl: `${server.url}/gate/`, appUrl: `${server.url}/app`, apiKey: 'k', keySource: 't' }
  const { client } = await bench([], { credentials })
  await client.call('readinessReports', {})
  await client.call('ciJobs', {})
  expect(server.received.map(({ path }) => path)).toEqual([
    '/app/api/organization/maturity-level-reports',
    '/gate/api/v0/automations/ci/jobs',
  ])
})

test('the server clock follows the Date header', async () => {
  let nowMs = Date.parse('2026-02-03T10:10:00Z')
  let monotonicMs = 0
  const { client } = await bench(
    ['Tue, 03 Feb 2026 10:00:00 GMT', 'yesterday'].map((date) => answer(200, { jobs: [] }, { date })),
    { now: () => nowMs, monotonicNow: () => monotonicMs },
  )
  expect(client.serverNow()).toBeUndefined()
  expect(client.clockSkewMs()).toBeUndefined()
  const reply = await client.call('ciJobs', {})
  expect(reply.serverDate).toBe(Date.parse('2026-02-03T10:00:00Z'))
  nowMs += 5000
  monotonicMs += 5000
  expect(client.serverNow()).toBe(Date.parse('2026-02-03T10:00:05Z'))
  expect(client.clockSkewMs()).toBe(-600_000)
  await client.call('ciJobs', {})
  expect(client.serverNow()).toBe(Date.parse('2026-02-03T10:00:05Z'))
})

const account = { id: 'sa_1', name: 'CI' }
test.each([
  ['under its name', { serviceAccounts: [account], total: 1 }],
  ['under another name', { data: [account], names: ['x'] }],
  ['alone', [account]],
])('a list of service accounts is read %s', async (_, body) => {
  const { client } = await bench([answer(200, body)])
  const reply = await client.call('serviceAccounts', {})
  expect([reply.body.serviceAccounts, reply.other, reply.problemCount]).toEqual([[account], undefined, 0])
})

test('a response without a list of service accounts is returned as it is', async () => {
  const body = { accounts: { sa_1: account } }
  const { client } = await bench([answer(200, body)])
  expect(await client.call('serviceAccounts', {})).toMatchObject({ body: {}, raw: body, other: body })
})

test('the metrics of a computer are a list without an object, and a value of a wrong type is missing', async () => {
  const metric = { timestamp: '2026-02-01T00:00:00Z', cpuUsedPct: 5, cpuCount: 4, later: 1 }
  const sizes = { memUsed: 1, memTotal: 2, diskUsed: 3, diskTotal: 4 }
  const { client } = await bench([answer(200, [{ ...metric, ...sizes }, 7, { ...metric, ...sizes, diskUsed: 'full' }])])
  const { body, problems } = await client.call('computerMetrics', { params: { computerId: 'c' } })
  expect(body.metrics).toEqual([
    { ...metric, ...sizes },
    { ...metric, ...sizes, diskUsed: undefined },
  ])
  expect(problems.map(({ path }) => path)).toEqual(['metrics[1]', 'metrics[2].diskUsed'])
})
