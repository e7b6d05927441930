import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { type Client, createClient } from '../../src/client/client.ts'
import { MASK } from '../../src/client/redact.ts'
import { pathSegment, unsafeAddressReason } from '../../src/client/request-url.ts'
import { answer, type Behaviour, hang, rawBytes, redirect, reset } from '../helpers/faulty-server.ts'
import { testServer } from '../helpers/test-server.ts'
import { bench, errorOf, KEY } from './setup.ts'

const secrets = [
  KEY,
  encodeURIComponent(KEY),
  JSON.stringify(KEY).slice(1, -1),
  Buffer.from(KEY).toString('base64').slice(0, 40),
]
const everything = (value: unknown): string => inspect(value, { depth: 20, showHidden: true, maxStringLength: null })
const expectNoKey = (value: unknown): void => {
  const text = everything(value)
  for (const secret of secrets) expect(text).not.toContain(secret)
}

test('no error, log line or client shows the key, whatever the server sends', async () => {
  const echo: Behaviour = (received, response) => {
    const header = received.headers.authorization ?? ''
    response.writeHead(400, { 'content-type': 'application/json', 'x-request-id': encodeURIComponent(header) })
    response.end(JSON.stringify({ detail: `you sent ${header}`, title: header, requestId: btoa(header), status: 400 }))
  }
  const behaviours: Behaviour[] = [
    echo,
    (received, ...rest) => answer(200, `<html><title>${received.headers.authorization}</title>`)(received, ...rest),
    answer(401, { detail: KEY }),
    answer(500, KEY),
    redirect(302, `https://example.com/${encodeURIComponent(KEY)}`),
    reset,
    hang,
    rawBytes('nonsense\r\n\r\n'),
  ]
  for (const behaviour of behaviours) {
    const lines: unknown[] = []
    const { client } = await bench([behaviour], { limits: { headersMs: 30 }, onLog: (entry) => lines.push(entry) })
    const pending = client.call('serviceAccountKeys', { params: { serviceAccountId: KEY } })
    const thrown = await errorOf(pending)
    expect(thrown.name).toBe('AppError')
    expectNoKey(thrown)
    expectNoKey(lines)
    expectNoKey(client.log.entries())
    expectNoKey(client)
    expect(lines.length).toBeGreaterThan(0)
  }
})

const wrongKeys = ['a b', 'key\n', 'ké', 'k\u0000', '', '\u{1f511}']
test.each(wrongKeys)('a key that a header cannot contain (%j) is rejected without printing it', async (apiKey) => {
  const make = async (): Promise<Client> =>
    createClient({
      credentials: { baseUrl: 'http://127.0.0.1:1', appUrl: 'http://127.0.0.1:1', apiKey, keySource: 'TEST' },
      env: {},
    })
  const thrown = await errorOf(make())
  expect(thrown).toMatchObject({ name: 'AppError', kind: 'usage' })
  expect(thrown.message).toMatch(/^The key from TEST/)
  if (apiKey.length > 1) expect(everything(thrown)).not.toContain(apiKey)
})

test('a redirect to another origin is an error, and the key is not sent there', async () => {
  const other = await testServer(answer(200, { jobs: [] }))
  const { client } = await bench([redirect(302, `${other.url}/api`)])
  const thrown = await errorOf(client.call('ciJobs', {}))
  expect(thrown).toMatchObject({ kind: 'failed', status: 302 })
  expect(thrown.message).toContain(`to ${other.url}, which must not receive the key`)
  expect(other.received).toEqual([])
})

test('a GET follows three redirects on its own origin, not four', async () => {
  const to = redirect(307, '/next?x=1')
  const three = await bench([to, to, to, answer(200, { jobs: [] })])
  await three.client.call('ciJobs', {})
  expect(three.server.received.map(({ path }) => path)).toEqual([
    '/api/v0/automations/ci/jobs',
    ...Array(3).fill('/next?x=1'),
  ])
  expect(three.server.received.at(-1)?.headers.authorization).toContain('Bearer ')
  const endless = await bench([to])
  expect((await errorOf(endless.client.call('ciJobs', {}))).message).toContain('more than 3 times')
  expect(endless.server.received).toHaveLength(4)
})

test.each([301, 302, 303, 307, 308])('a %i on a change is an error', async (status) => {
  const { client, server } = await bench([redirect(status, '/elsewhere')])
  const thrown = await errorOf(client.call('deleteWiki', { params: { wikiRunId: 'w' } }))
  expect(thrown).toMatchObject({ kind: 'failed', status })
  expect(server.received).toHaveLength(1)
})

test.each([
  [
    'a file',
    redirect(302, 'file:///etc/passwd'),
    '(302) to an address that begins with file:, which must not receive the key',
  ],
  ['an invalid address', redirect(302, 'http://['), '(302) to an invalid address; check the address'],
  ['nowhere', answer(302), '(302) without a target; check the address'],
  ['nowhere, as 304', answer(304), '(304)'],
])('a redirect to %s is an error that says so', async (_, behaviour, words) => {
  const { client } = await bench([behaviour])
  expect(await errorOf(client.call('ciJobs', {}))).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining(words),
  })
})

const wrongIds = ['', '.', '..', 'a\nb', 'a\u007fb', 'a\u0085', 'a\ud800', '\udc00']
test.each(wrongIds)('the path id %j is refused before anything is sent', async (id) => {
  const { client, server } = await bench([answer(200, {})])
  const thrown = await errorOf(client.call('deleteWiki', { params: { wikiRunId: id } }))
  expect(thrown).toMatchObject({ kind: 'usage' })
  expect(server.received).toEqual([])
})

test('every other id is a single segment of the path', async () => {
  for (const id of ['../x', 'a/b', 'a?b#c', '%2e%2e', '...', 'ü💥', 'a b', '\\..\\']) {
    const { client, server } = await bench([answer(200, {})])
    await client.call('deleteWiki', { params: { wikiRunId: id } })
    expect(server.received[0]?.path).toBe(`/api/v0/wiki/${pathSegment(id, 'id')}`)
    expect(decodeURIComponent(pathSegment(id, 'id'))).toBe(id)
  }
})

test.each(['cancelling', 'closing'])('%s ends a read immediately, and nothing is sent afterwards', async (how) => {
  const stop = new AbortController()
  const { client, server } = await bench([hang])
  const call = errorOf(client.call('ciJobs', {}, { signal: stop.signal }))
  await expect.poll(() => server.received.length).toBe(1)
  if (how === 'cancelling') stop.abort()
  else await client.close()
  expect(await call).toMatchObject({ name: 'AppError', kind: 'interrupted' })
  expect(client.log.entries().at(-1)?.state).toBe('cancelled')
  expect(client.log.inFlight).toBe(0)
  const request = { params: { wikiRunId: 'w' } }
  for (const later of [
    client.call('ciJobs', {}, { signal: stop.signal }),
    client.call('deleteWiki', request, { signal: stop.signal }),
  ])
    expect(await errorOf(later)).toMatchObject({ kind: 'interrupted' })
  expect(server.received).toHaveLength(1)
})

test('a write that was sent is not cancelled, and close waits for it', async () => {
  const stop = new AbortController()
  const closing = Promise.withResolvers<void>()
  const slow: Behaviour = async (received, response, socket) => {
    stop.abort()
    await closing.promise
    answer(200, { deleted: true })(received, response, socket)
  }
  const { client, server } = await bench([slow])
  const call = client.call('deleteWiki', { params: { wikiRunId: 'w' } }, { signal: stop.signal })
  await expect.poll(() => server.received.length).toBe(1)
  const closed = client.close()
  closing.resolve()
  const [reply] = await Promise.all([call, closed])
  expect(reply.body.deleted).toBe(true)
})

test('closing does not wait for a confirmation, and nothing is sent afterwards', async () => {
  const { client, server } = await bench([answer(429)])
  const params = { computerId: 'c' }
  const pending = Promise.withResolvers<void>()
  const call = errorOf(
    client.call('installDependencies', { params }, { askRetry: () => new Promise(() => pending.resolve()) }),
  )
  await pending.promise
  await client.close()
  expect(await call).toMatchObject({ status: 429 })
  expect(await errorOf(client.call('ciJobs', {}))).toMatchObject({ name: 'AppError', kind: 'interrupted' })
  expect(server.received).toHaveLength(1)
})

test('reads share a connection, and each write has a new one', async () => {
  const { client, server } = await bench([answer(200, { jobs: [] })])
  for (let count = 0; count < 10; count += 1) await client.call('ciJobs', {})
  const { connections } = server
  expect(connections).toBeLessThanOrEqual(2)
  for (let count = 0; count < 3; count += 1) await client.call('deleteWiki', { params: { wikiRunId: 'w' } })
  expect(server.connections).toBe(connections + 3)
})

test('send takes a path or an address of the two origins, and masks the key in an error response', async () => {
  const { client, server } = await bench([answer(200, { ok: true })])
  const reply = await client.send({ method: 'get', path: '/api/v0/thing?a=1', query: [['b', 'x y']] })
  expect(reply).toMatchObject({ status: 200, json: { ok: true }, text: '{"ok":true}', error: undefined })
  await client.send({ method: 'PATCH', path: `${server.url}/api/x`, body: { n: 1 } })
  expect(server.received.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['GET', '/api/v0/thing?a=1&b=x+y', ''],
    ['PATCH', '/api/x', '{"n":1}'],
  ])
  const withUser = `http://u:p@${new URL(server.url).host}/`
  for (const path of ['https://example.com/', '//example.com/', 'api', '/a\nb', withUser, ''])
    expect(await errorOf(client.send({ method: 'GET', path }))).toMatchObject({ kind: 'usage' })
  expect(await errorOf(client.send({ method: 'CONNECT', path: '/' }))).toMatchObject({ kind: 'usage' })
  expect(server.received).toHaveLength(2)
  server.play(answer(404, { detail: `gone with ${KEY}` }))
  const detail = `gone with ${MASK}`
  const failed = { status: 404, json: { detail }, error: { kind: 'notFound', detail } }
  expect(await client.send({ method: 'GET', path: '/api/v0/thing' })).toMatchObject(failed)
})

test.each([
  ['https://api.example.com', {}, true],
  ['http://api.example.com', {}, false],
  ['http://localhost:1', {}, true],
  ['http://127.9.9.9', {}, true],
  ['http://[::1]:4', {}, true],
  ['http://127.0.0.1.example.com', {}, false],
  ['http://localhost.example.com', {}, false],
  ['ftp://localhost', {}, false],
  ['https://u:p@api.example.com', {}, false],
  ['https://api.example.com', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }, false],
  ['https://localhost', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }, true],
])('the address %s is safe with the environment %j: %s', (address, env, isSafe) => {
  expect(unsafeAddressReason(new URL(address), env) === undefined).toBe(isSafe)
})

test('a call to this machine never uses the proxy', async () => {
  const proxy = await testServer(answer(200, {}))
  const { client } = await bench([answer(200, { jobs: [] })], {
    env: { HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url },
  })
  await client.call('ciJobs', {})
  expect(proxy.connections).toBe(0)
})
