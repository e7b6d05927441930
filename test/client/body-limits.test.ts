import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { answer, type Behaviour, hangAfter, rawBytes, trickle } from '../helpers/faulty-server.ts'
import { bench, errorOf } from './setup.ts'

const jobs = { jobs: [{ id: 'o/r::ci.yml', status: 'done' }] }
const json = Buffer.from(JSON.stringify(jobs))

const packed = (bytes: Uint8Array, encoding: string, status = 200): Behaviour =>
  answer(status, bytes, { 'content-encoding': encoding, 'content-type': 'application/json' })

test.each([
  ['gzip', gzipSync(json)],
  ['x-gzip', gzipSync(json)],
  ['deflate', deflateSync(json)],
  ['deflate', deflateRawSync(json)],
  ['br', brotliCompressSync(json)],
  ['zstd', zstdCompressSync(json)],
  ['identity', json],
])('a body with the encoding %s is decompressed', async (encoding, bytes) => {
  const { client, server } = await bench([packed(bytes, encoding)])
  const reply = await client.call('ciJobs', {})
  expect(reply.raw).toEqual(jobs)
  expect(reply.sizeBytes).toBe(bytes.length)
  expect(server.received[0]?.headers['accept-encoding']).toBe('gzip, deflate, br, zstd')
})

test.each([
  ['gzip', gzipSync(Buffer.alloc(2_000_000, 32))],
  ['br', brotliCompressSync(Buffer.alloc(2_000_000, 32))],
  ['deflate', deflateSync(Buffer.alloc(2_000_000, 32))],
  ['zstd', zstdCompressSync(Buffer.alloc(2_000_000, 32))],
])('a small %s body that decompresses to more than the limit is rejected', async (encoding, bomb) => {
  expect(bomb.length).toBeLessThan(100_000)
  const { client, server } = await bench([packed(bomb, encoding)], { limits: { jsonBytes: 1024 * 1024 } })
  expect((await errorOf(client.call('ciJobs', {}))).message).toContain('sent more than 1 MiB')
  expect(server.received).toHaveLength(1)
})

test('a body as large as the limit is read, and a larger one is rejected before it ends', async () => {
  const endless: Behaviour = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, 32))) {}
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  }
  const { client } = await bench([endless], { limits: { jsonBytes: 1024 * 1024 } })
  expect((await errorOf(client.call('ciJobs', {}))).message).toContain('sent more than 1 MiB')
  const whole = await bench([answer(200, json)], { limits: { jsonBytes: json.length } })
  expect((await whole.client.call('ciJobs', {})).raw).toEqual(jobs)
})

test('an error body is cut at its limit and the status still counts', async () => {
  const { client } = await bench([answer(404, `no such thing ${'x'.repeat(200_000)}`)])
  const thrown = await errorOf(client.call('ciJobs', {}))
  expect(thrown).toMatchObject({ kind: 'notFound', status: 404 })
  expect(thrown.message.length).toBeLessThan(600)
})

test.each([
  ['silence in a body', hangAfter('{"jobs"'), { silenceMs: 60, tries: 1 }, 'stopped sending'],
  ['a trickle without silence', trickle(10), { wholeCallMs: 300 }, 'timed out'],
])('%s ends the call', async (_, behaviour, limits, words) => {
  const { client, server } = await bench([behaviour], { limits })
  const thrown = await errorOf(client.call('ciJobs', {}))
  expect(thrown).toMatchObject({ kind: 'unreachable', message: expect.stringContaining(words) })
  expect(server.received).toHaveLength(1)
})

test('the limit on the whole call covers all tries', async () => {
  let nowMs = 0
  const { client, server } = await bench([answer(503)], {
    monotonicNow: () => nowMs,
    sleep: async () => {
      nowMs += 59_000
    },
  })
  await errorOf(client.call('ciJobs', {}))
  expect(server.received).toHaveLength(2)
})

test.each([
  ['an unrequested encoding', packed(json, 'compress'), 'failed', "can't be decompressed"],
  ['a broken gzip body', packed(gzipSync(json).subarray(0, 20), 'gzip'), 'failed', "can't be decompressed"],
  ['a service that does not speak HTTP', rawBytes('SSH-2.0-OpenSSH_9.6\r\n'), 'unreachable', 'did not respond in HTTP'],
  ['a body that is cut', rawBytes(`HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{}`), 'unreachable', ''],
  [
    'headers without end',
    rawBytes(`HTTP/1.1 200 OK\r\nx-long: ${'a'.repeat(200_000)}\r\n\r\n`),
    'unreachable',
    'sent too many headers',
  ],
])('%s is refused', async (what, behaviour, kind, words) => {
  const { client, server } = await bench([behaviour])
  const thrown = await errorOf(client.call('ciJobs', {}))
  expect(thrown).toMatchObject({ kind, message: expect.stringContaining(words) })
  expect(server.received).toHaveLength(what === 'a body that is cut' ? 3 : 1)
})
