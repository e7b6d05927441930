import { afterAll, beforeEach, expect, test } from 'vitest'
import { answer } from '../../helpers/faulty-server.ts'
import { startOrganisation } from '../../helpers/organisation.ts'
import { type RunOptions, runQd } from '../../helpers/run-qd.ts'
import { testServer } from '../../helpers/test-server.ts'

const organisation = await startOrganisation()
afterAll(() => organisation.close())
beforeEach(() => {
  organisation.requests.length = 0
})

const qd = (argv: string[], options: RunOptions = {}) =>
  runQd(['api', ...argv], { url: organisation.url, key: organisation.keys.owner, ...options })

const range = ['-q', 'startDate=2026-11-20', '-q', 'endDate=2026-11-20']

const faultyOptions = ({ url }: { url: string }): RunOptions => ({ url, key: 'a-key-for-the-faulty-server' })

test('in a pipe the body is printed byte by byte', async () => {
  const body = '{ "a":1.0,\n"b": "\\u001b[2J" }'
  const server = await testServer(answer(200, body))
  expect(await qd(['/api/v0/anything'], faultyOptions(server))).toMatchObject({ code: 0, out: body })
})

test('on a terminal JSON is indented, and control characters are replaced by visible ones', async () => {
  const server = await testServer(answer(200, { name: 'x\u001b[2J' }))
  const { out } = await qd(['/api/v0/anything'], { ...faultyOptions(server), isOutputTerminal: true })
  expect(out).toBe('{\n  "name": "x\\u001b[2J"\n}\n')
  const other = await testServer(answer(200, 'plain \u001b]0;title\u0007 text'))
  const text = await qd(['/x'], { ...faultyOptions(other), isOutputTerminal: true })
  expect(text.out).toBe('plain ␛]0;title␇ text\n')
})

test('each -q becomes a query parameter', async () => {
  const { out, code } = await qd(['/api/v1/analytics/activity', ...range])
  expect(JSON.parse(out).data.map((row: { date: string }) => row.date)).toEqual(['2026-11-20'])
  expect(code).toBe(0)
})

test('a body is sent as JSON, with POST unless -X names another method', async () => {
  const server = await testServer(answer(200, {}))
  await qd(['/a', '-d', '{"x": 1}'], faultyOptions(server))
  await qd(['/b', '-X', 'patch', '-d', '[true]'], faultyOptions(server))
  expect(server.received.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/a', '{"x":1}'],
    ['PATCH', '/b', '[true]'],
  ])
})

test('for an error status, qd api prints the body and exits with the status of that kind of error', async () => {
  const missing = await qd(['/api/v0/nothing'])
  expect(JSON.parse(missing.out)).toMatchObject({ status: 404 })
  expect(missing.err).toMatch(/\n404 Not Found, request \S+\n$/)
  expect(missing.code).toBe(4)
  const wrong = await qd(['/api/v1/analytics/tokens', '-q', 'startDate=never'])
  expect([wrong.code, JSON.parse(wrong.out).status]).toEqual([2, 400])
  expect(wrong.err).toMatch(/\n400 Bad Request, request \S+\n$/)
  const refused = await qd(['/api/v1/analytics/tokens', ...range], { key: organisation.keys.guest })
  expect(refused.code).toBe(3)
})

test('--read-only refuses a request with a body (a POST) before anything is sent', async () => {
  const { err, code } = await qd(['/api/v0/wiki/1', '-d', '{}', '--read-only'])
  expect(err).toContain('POST was not sent to 127.0.0.1:')
  expect(code).toBe(2)
  expect(organisation.requests).toEqual([])
})

test('an archive is not printed', async () => {
  const server = await testServer(answer(200, 'PK', { 'content-type': 'application/zip' }))
  expect(await qd(['/api/v0/wiki/1/export'], faultyOptions(server))).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('application/zip'),
  })
})
