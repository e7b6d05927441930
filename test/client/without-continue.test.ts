import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createClient } from '../../src/client/client.ts'
import { KEY } from './setup.ts'

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'
const answerOf = (body: string): string =>
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
const JOBS = '{"jobs":[{"id":"a"}]}'

/** A client before a server that writes these bytes as each answer, and how many connections were opened. */
const start = async (write: (socket: Socket, nth: number) => Promise<void> | void) => {
  const counts = { connections: 0, requests: 0 }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    counts.connections += 1
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('error', () => {})
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      const [head = '', body] = text.split('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      if (body === undefined || body.length < length) return
      text = ''
      counts.requests += 1
      void write(socket, counts.requests)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = createClient({
    credentials: { baseUrl: url, appUrl: url, apiKey: KEY, keySource: 'QUARTERDECK_API_KEY' },
    sleep: async () => {},
    limits: { connections: 1 },
    env: {},
  })
  onTestFinished(async () => {
    await client.close()
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { client, counts }
}

test.each([
  ['at once with the answer', [CONTINUE + answerOf(JOBS)]],
  ['before the answer', [CONTINUE, answerOf(JOBS)]],
  ['byte by byte', [...(CONTINUE + answerOf(JOBS))]],
  ['twice, with members of its own', [CONTINUE, 'HTTP/1.0 100 \r\nx-a: b\r\n\r\n', answerOf(JOBS)]],
  ['not at all', [answerOf(JOBS)]],
  ['not at all, byte by byte', [...answerOf(JOBS)]],
  [
    'another interim answer',
    ['HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n', CONTINUE.replace('100', '102'), answerOf(JOBS)],
  ],
])('what was not asked for is dropped: 100 Continue %s', async (_, pieces) => {
  const { client, counts } = await start(async (socket) => {
    for (const piece of pieces) await new Promise((resolve) => socket.write(piece, resolve))
  })
  for (const round of [1, 2]) {
    const { body } = await client.call('ciJobs', {}, { tries: 1 })
    expect([round, body]).toEqual([round, { jobs: [{ id: 'a' }] }])
  }
  // The connection lives on.
  expect(counts).toEqual({ connections: 1, requests: 2 })
})

test('a change is sent once and answered', async () => {
  const { client, counts } = await start((socket) => void socket.write(CONTINUE + answerOf('{"id":"c","name":"new"}')))
  const { body } = await client.call('updateComputer', { params: { computerId: 'c' }, body: { name: 'new' } })
  expect(body).toEqual({ id: 'c', name: 'new' })
  expect(counts.requests).toBe(1)
})

test('the same words in a body stay', async () => {
  const text = JSON.stringify({ jobs: [], said: CONTINUE })
  const { client } = await start(async (socket) => {
    const [head = '', body = ''] = answerOf(text).split('\r\n\r\n')
    for (const piece of [`${head}\r\n\r\n`, body.slice(0, body.indexOf('HTTP')), body.slice(body.indexOf('HTTP'))])
      await new Promise((resolve) => socket.write(piece, resolve))
  })
  expect((await client.call('ciJobs', {}, { tries: 1 })).raw).toEqual({ jobs: [], said: CONTINUE })
})

test('a server that says nothing else is no answer', async () => {
  const { client } = await start((socket) => void socket.end(CONTINUE))
  await expect(client.call('ciJobs', {}, { tries: 1 })).rejects.toMatchObject({ kind: 'unreachable' })
})
