import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { ErrorBody } from '../../../src/contract/error-bodies.ts'
import type { LogEntry } from '../../../src/service/create-app.ts'
import { fileService } from '../../helpers/e2e.ts'
import { ownService } from '../../helpers/own-service.ts'
import { NOW } from '../test-service.ts'

const log: LogEntry[] = []
const service = fileService({ now: () => NOW, demo: { users: 2, days: 2 }, log: (entry) => log.push(entry) })

/** The answer to these bytes, until the service closes the connection. */
const send = (bytes: string): Promise<string> => {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
  socket.write(bytes)
  return text(socket)
}

const headers = (): string =>
  `Host: ${new URL(service.url).host}\r\nAuthorization: Bearer ${service.keys.owner}\r\nConnection: close\r\n`

const patch = (rest: string) => () => `PATCH /api/v0/computers/x HTTP/1.1\r\n${headers()}${rest}`

const cases: [title: string, request: () => string, status: number][] = [
  ['input that is not HTTP', () => 'GARBAGE\r\n\r\n', 400],
  ['a request without a Host', () => 'GET /nothing HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['an invalid Host', () => 'GET /nothing HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', 400],
  ['a Host given twice', () => `GET /nothing HTTP/1.1\r\nHost: evil.example\r\n${headers()}\r\n`, 403],
  ['another host in the request line', () => `GET http://evil.example/nothing HTTP/1.1\r\n${headers()}\r\n`, 403],
  ['headers of more than 16 KiB', () => `GET /nothing HTTP/1.1\r\n${headers()}X: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['a length together with chunks', patch('Content-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'), 400],
  ['an announced megabyte', patch('Content-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{'), 413],
  ['an invalid escape in an id', () => `GET /api/v0/wiki/%zz/export HTTP/1.1\r\n${headers()}\r\n`, 404],
  ['a path with ..', () => `GET /api/v0/wiki/%2e%2e/export HTTP/1.1\r\n${headers()}\r\n`, 404],
  ['TRACE', () => `TRACE /api/v0/automations/ci/jobs HTTP/1.1\r\n${headers()}\r\n`, 405],
]

for (const [title, request, status] of cases)
  test(`${title} is answered ${status} with the error body`, async () => {
    const reply = await send(request())
    expect(reply).toMatch(new RegExp(`^HTTP/1\\.[01] ${status} `))
    const json = /\{.*\}/s.exec(reply)?.[0] ?? ''
    expect(ErrorBody.parse(JSON.parse(json)).status).toBe(status)
    expect(log.filter(({ error }) => error !== undefined)).toEqual([])
  })

test('OPTIONS grants nothing to other origins, and HEAD returns the headers of GET without a body', async () => {
  const jobs = `/api/v0/automations/ci/jobs HTTP/1.1\r\n${headers()}\r\n`
  const options = await send(`OPTIONS ${jobs}`)
  expect(options).toMatch(/^HTTP\/1\.1 405 /)
  expect(options.toLowerCase()).not.toContain('access-control')
  expect(await send(`HEAD ${jobs}`)).toMatch(/^HTTP\/1\.1 200 .*\r\n\r\n$/s)
})

test('an archive that fails midway ends the connection without an error text, and is logged', async () => {
  const failures: LogEntry[] = []
  const { service: own, store } = await ownService({
    log: (entry) => {
      if (entry.error !== undefined) failures.push(entry)
    },
  })
  const large = Array.from({ length: 300_000 }, (_, at) => (at * 7919).toString(36)).join('')
  const pages = Array.from({ length: 60 }, (_, at) => ({ path: `page ${at}`, markdown: large }))
  await store.wikis.put({ wikiRunId: 'large' }, '{}', pages)
  const headers = { authorization: `Bearer ${own.keys.owner}` }
  const [reply] = (await once(get(`${own.url}/api/v0/wiki/large/export`, { headers }), 'response')) as [IncomingMessage]
  let received = ''
  reply.once('data', () => store.wikis.delete('large'))
  reply.on('data', (chunk) => {
    received += chunk.toString('latin1')
  })
  reply.on('error', () => {})
  await new Promise((resolve) => reply.on('close', resolve))
  expect([reply.complete, received.length > 0]).toEqual([false, true])
  expect(received).not.toContain('deleted during')
  expect(failures.map(({ error }) => String(error))).toEqual([
    expect.stringMatching(/page page \d+ of wiki run large was deleted during its export/),
  ])
})

const lengths = ['Content-Length: 500', 'Transfer-Encoding: chunked']
test.each(lengths)('an interrupted upload (%s) is not logged as an error of the service', async (length) => {
  log.length = 0
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
  const type = 'Content-Type: application/json'
  socket.write(`PATCH /api/v0/computers/x HTTP/1.1\r\n${headers()}${type}\r\n${length}\r\n\r\n5\r\n{"nam\r\n`)
  // Once this is answered, the bytes sent before on the other connection have arrived.
  await (await fetch(`${service.url}/nothing`)).text()
  socket.destroy()
  await expect.poll(() => log.find(({ method }) => method === 'PATCH')).toMatchObject({ status: 400 })
  expect(log.filter(({ error }) => error !== undefined)).toEqual([])
})
