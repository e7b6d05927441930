import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { inspect } from 'node:util'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { type Client, createClient } from '../../src/client/client.ts'
import { answer, type Behaviour, type FaultyServer, rawBytes, redirect } from '../helpers/faulty-server.ts'
import { LOCALHOST } from '../helpers/localhost-certificate.ts'
import { testServer } from '../helpers/test-server.ts'
import { bench, errorOf, KEY } from './setup.ts'

const archive = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(300_000, 7)])
// An archive is recognized by its first bytes, not by its type.
const zip = answer(200, archive, { 'content-type': 'text/html', 'content-length': String(archive.length) })
const request = { params: { wikiRunId: 'w1' } }

/** The bytes of all pieces, copied because their memory is reused; `onPiece` runs before each copy. */
const bytesOf = async (
  chunks: AsyncIterable<Uint8Array>,
  onPiece?: (piece: Uint8Array) => Promise<void>,
): Promise<Buffer> => {
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) {
    await onPiece?.(chunk)
    parts.push(Buffer.from(chunk))
  }
  return Buffer.concat(parts)
}
const read = async (client: Client): Promise<Buffer> => bytesOf((await client.download('exportWiki', request)).chunks)

const elsewhere = (...behaviours: Behaviour[]): Promise<FaultyServer> => testServer(...behaviours)

const expectBare = (server: FaultyServer): void => {
  expect(server.received).toHaveLength(1)
  const headers = server.received[0]?.headers ?? {}
  expect(
    Object.keys(headers).filter((name) => !['host', 'connection', 'accept', 'accept-encoding'].includes(name)),
  ).toEqual([])
  expect(JSON.stringify(headers)).not.toContain('qd-live')
}

test('an archive is returned as bytes with its size', async () => {
  const { client, server } = await bench([zip])
  const { chunks, sizeBytes } = await client.download('exportWiki', request)
  expect([sizeBytes, client.log.inFlight]).toEqual([archive.length, 1])
  expect((await bytesOf(chunks)).equals(archive)).toBe(true)
  expect(server.received[0]).toMatchObject({ path: '/api/v0/wiki/w1/export' })
  expect(client.log.entries().at(-1)).toMatchObject({ state: 'answered', status: 200, sizeBytes: archive.length })
  expect(client.log.inFlight).toBe(0)
})

test.each([
  ['of a known length', { 'content-length': '3000004' }],
  ['of an unknown length', {}],
])('an archive %s is complete although its pieces share memory, at any reading speed', async (_, headers) => {
  const large = Buffer.concat([Buffer.from('PK\u0003\u0004'), randomBytes(3_000_000)])
  const { client } = await bench([answer(200, large, headers), answer(200, large, headers)])
  for (const isSlow of [false, true]) {
    const { chunks } = await client.download('exportWiki', request)
    const memory = new Set<ArrayBufferLike>()
    const bytes = await bytesOf(chunks, async ({ buffer }) => {
      // More pieces arrive during these turns.
      if (isSlow) for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
      memory.add(buffer)
    })
    expect(bytes.equals(large)).toBe(true)
    expect(memory.size).toBeLessThanOrEqual(24)
  }
})

test('two concurrent archives are complete over TLS although their pieces share memory', async () => {
  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, LOCALHOST.cert])
  const archives = [0, 1].map(() => Buffer.concat([Buffer.from('PK\u0003\u0004'), randomBytes(2_000_000)]))
  let requested = 0
  const server = createServer(LOCALHOST, (_, response) => {
    response.setHeader('content-type', 'application/zip')
    response.end(archives[requested++])
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `https://localhost:${(server.address() as AddressInfo).port}`
  const client = createClient({
    credentials: { baseUrl: url, appUrl: url, apiKey: KEY, keySource: 'QUARTERDECK_API_KEY' },
    env: {},
  })
  onTestFinished(async () => {
    setDefaultCACertificates(trusted)
    await client.close()
    server.closeAllConnections()
    server.close()
  })
  const memory = new Set<ArrayBufferLike>()
  let pieces = 0
  const readSlowly = async (): Promise<Buffer> =>
    bytesOf((await client.download('exportWiki', request)).chunks, async ({ buffer }) => {
      await new Promise(setImmediate)
      memory.add(buffer)
      pieces++
    })
  const came = await Promise.all([readSlowly(), readSlowly()])
  expect(archives.every((archive) => came.some((each) => each.equals(archive)))).toBe(true)
  // Several records arrive together, faster than their memory is returned, so pieces beyond the pool get additional memory.
  expect(memory.size).toBeLessThan(pieces)
})

test('a redirect and a link in JSON are followed without the key, on the same origin too', async () => {
  const link = (url: string) => `${url}/a.zip?signature=s3cret`
  const ways = [301, 302, 303, 307, 308].map((status) => (url: string) => redirect(status, link(url)))
  for (const way of [...ways, (url: string) => answer(200, { url: link(url) })]) {
    const store = await elsewhere(zip)
    const { client } = await bench([way(store.url)])
    expect((await read(client)).equals(archive)).toBe(true)
    expectBare(store)
    expect(store.received[0]?.path).toBe('/a.zip?signature=s3cret')
    expect(inspect(client.log.entries())).not.toContain('s3cret')
  }
  const own = await bench([redirect(302, '/signed?x=1'), zip])
  await read(own.client)
  expect(own.server.received[1]?.headers.authorization).toBeUndefined()
})

test('a link is followed once, not twice', async () => {
  const store = await elsewhere(redirect(302, '/again'))
  const { client } = await bench([redirect(302, `${store.url}/a`)])
  expect(await errorOf(read(client))).toMatchObject({ kind: 'failed', status: 302 })
  expect(store.received).toHaveLength(1)

  const second = await elsewhere(answer(200, { url: 'http://127.0.0.1:1/' }))
  const other = await bench([answer(200, { url: second.url })])
  expect(await errorOf(read(other.client))).toMatchObject({ kind: 'failed' })
  expect(second.received).toHaveLength(1)
})

test.each([
  'http://example.com/a.zip',
  'ftp://example.com/a',
  'https://user:pass@example.com/',
  'http://',
  'file:///etc/passwd',
])('a link to %s is not followed', async (link) => {
  for (const behaviour of [redirect(302, link), answer(200, { url: link })]) {
    const { client } = await bench([behaviour])
    expect(await errorOf(read(client))).toMatchObject({ name: 'AppError', kind: 'failed' })
  }
})

test('an expired link is an error that does not name the key', async () => {
  const store = await elsewhere(answer(403, '<Error><Code>AccessDenied</Code></Error>'))
  const { client } = await bench([redirect(302, `${store.url}/a?signature=s3cret`)])
  const thrown = await errorOf(read(client))
  expect(thrown).toMatchObject({ kind: 'failed', status: 403 })
  expect(thrown.message).not.toContain('key')
  expect(inspect(thrown)).not.toContain('s3cret')
})

test('bytes that are neither JSON nor a web page are returned without a check', async () => {
  const { client } = await bench([answer(200, 'no archive')])
  expect((await read(client)).toString()).toBe('no archive')
})

test('a link that ends in status 300 is an error', async () => {
  const store = await elsewhere(answer(300, archive))
  const { client } = await bench([redirect(302, `${store.url}/a`)])
  expect(await errorOf(read(client))).toMatchObject({ kind: 'failed', status: 300 })
})

test.each([
  ['a web page', answer(200, '<html><title>Sign in</title></html>'), 'web page (200, Sign in)'],
  ['an empty response', answer(200), 'sent an empty response'],
  ['other JSON', answer(200, { detail: 'later' }), 'did not send an archive'],
  [
    'an additionally compressed archive',
    answer(200, gzipSync(archive), { 'content-encoding': 'gzip' }),
    'unsupported encoding (gzip)',
  ],
])('%s is not an archive', async (_, behaviour, words) => {
  const { client } = await bench([behaviour])
  const thrown = await errorOf(read(client))
  expect(thrown).toMatchObject({ kind: 'failed' })
  expect(thrown.message).toContain(words)
  expect(client.log.inFlight).toBe(0)
})

test('an archive that ends early is an error', async () => {
  const { client } = await bench([
    rawBytes(Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 400000\r\n\r\n'), archive])),
  ])
  expect(await errorOf(read(client))).toMatchObject({ kind: 'unreachable' })
  expect(client.log.entries().at(-1)?.state).toBe('failed')
})

type Write = (bytes: Uint8Array) => void
/** Sends the start of an archive, then what `more` writes. */
const slowly =
  (more: (write: Write) => NodeJS.Timeout | undefined): Behaviour =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'application/zip' })
    response.write(archive.subarray(0, 100))
    const timer = more((bytes) => void response.write(bytes))
    response.on('close', () => clearInterval(timer))
  }

test.each([
  ['silence', () => undefined, { downloadSilenceMs: 60 }, 'stopped sending'],
  ['a trickle', (write: Write) => setInterval(() => write(Buffer.alloc(1)), 10), { downloadRateMs: 150 }, 'too slowly'],
])('%s ends a download', async (_, more, limits, words) => {
  const { client } = await bench([slowly(more)], { limits })
  expect((await errorOf(read(client))).message).toContain(words)
})

test('a slow reader does not end a download', async () => {
  let nowMs = 0
  const { client } = await bench([zip], { monotonicNow: () => nowMs })
  const { chunks } = await client.download('exportWiki', request)
  const bytes = await bytesOf(chunks, async () => {
    nowMs += 60_000
  })
  expect(bytes.length).toBe(archive.length)
})

test('a download can be cancelled while it runs, and is closed when reading stops', async () => {
  const drip = slowly((write) => setInterval(() => write(Buffer.alloc(1000)), 5))
  const stop = new AbortController()
  const { client } = await bench([drip])
  const { chunks } = await client.download('exportWiki', request, { signal: stop.signal })
  const reading = async (): Promise<void> => {
    for await (const _ of chunks) stop.abort()
  }
  expect(await errorOf(reading())).toMatchObject({ kind: 'interrupted' })

  const again = await client.download('exportWiki', request)
  for await (const _ of again.chunks) break
  expect(client.log.inFlight).toBe(0)
  expect(client.log.entries().map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
})

test('a download is retried until it begins', async () => {
  const { client, server } = await bench([answer(503), zip])
  expect((await read(client)).equals(archive)).toBe(true)
  expect(server.received).toHaveLength(2)
  expect(inspect(client.log.entries())).not.toContain(KEY)
})
