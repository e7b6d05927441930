import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createPostOnce } from '../../src/client/post-once.ts'
import { LOCALHOST } from '../helpers/localhost-certificate.ts'
import { startReceiver } from '../helpers/receiver.ts'

const post = async (
  url: string,
  { env = {}, ms = 5_000, onSend = () => {} }: { env?: Record<string, string>; ms?: number; onSend?: () => void } = {},
) => {
  let begun = 0
  const request = { url, headers: { authorization: 'Bearer very-secret' }, body: '{"a":1}' }
  const countAndSend = () => {
    begun += 1
    onSend()
  }
  const answer = await createPostOnce(env, ms)({ ...request, onSend: countAndSend })
  return { ...answer, begun }
}

test('a request to a server that hangs times out with an unknown outcome', async () => {
  const { url, arrived } = await startReceiver(() => {})
  expect(await post(`${url}/way`, { ms: 300 })).toEqual({
    is: 'unknown',
    why: expect.stringMatching(/^127\.0\.0\.1:\d+ did not respond \(\w+\)$/),
    begun: 1,
  })
  expect(arrived).toHaveLength(1)
})

test('a connection that breaks after the request has an unknown outcome, and is not tried again', async () => {
  const { url, arrived } = await startReceiver((response) => response.socket?.resetAndDestroy())
  expect(await post(url)).toMatchObject({ is: 'unknown', begun: 1 })
  expect(arrived).toHaveLength(1)
})

test('redirects are not followed', async () => {
  const elsewhere = await startReceiver()
  for (const status of [301, 302, 303, 307, 308]) {
    const { url } = await startReceiver((response) =>
      response.writeHead(status, { location: `${elsewhere.url}/x` }).end(),
    )
    expect(await post(url)).toMatchObject({ is: 'answered', status })
  }
  expect(elsewhere.arrived).toEqual([])
})

test('the wait of a 429 is returned, whether sent in seconds or as a date', async () => {
  const date = 'Sat, 21 Nov 2026 00:00:00 GMT'
  const { url } = await startReceiver((response, count) =>
    response
      .writeHead(429, count === 1 ? { 'retry-after': '7' } : { date, 'retry-after': 'Sat, 21 Nov 2026 00:01:00 GMT' })
      .end(),
  )
  expect(await post(url)).toMatchObject({ status: 429, retryAfterMs: 7_000 })
  expect(await post(url)).toMatchObject({ status: 429, retryAfterMs: 60_000 })
})

test('only the beginning of an endless response is read', async () => {
  const { url } = await startReceiver((response) => {
    const write = (): void => {
      if (response.destroyed) return
      response.write('x'.repeat(65_536))
      setImmediate(write)
    }
    write()
  })
  expect(await post(url)).toMatchObject({ is: 'answered', status: 200 })
})

test('a refused connection counts as not sent', async () => {
  expect(await post('http://127.0.0.1:9/secret-way')).toEqual({
    is: 'notSent',
    why: "couldn't reach 127.0.0.1:9 (ECONNREFUSED)",
    canRetry: true,
    begun: 0,
  })
})

test('a message claimed by another process is not sent', async () => {
  const { url, arrived } = await startReceiver()
  const answer = await post(url, {
    onSend: () => {
      throw new Error('gone')
    },
  })
  expect(answer.is).toBe('notSent')
  expect(arrived).toEqual([])
})

test('an untrusted certificate is refused before anything is sent', async () => {
  let requests = 0
  const server = createServer(LOCALHOST, (_request, response) => {
    requests += 1
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  expect(await post(`https://localhost:${port}/`)).toMatchObject({ is: 'notSent', canRetry: false, begun: 0 })
  expect(requests).toBe(0)
})

test.each([
  ['http://hook.example/x', 'it is not an https address'],
  ['https://169.254.169.254/latest', '169.254.169.254 is not allowed'],
  ['https://0.0.0.0/', '0.0.0.0 is not allowed'],
  ['https://[fe80::1]/', 'fe80::1 is not allowed'],
  ['https://[::ffff:169.254.169.254]/', '::ffff:a9fe:a9fe is not allowed'],
  ['https://224.0.0.1/', '224.0.0.1 is not allowed'],
  ['https://100.100.100.200/', '100.100.100.200 is not allowed'],
  ['https://168.63.129.16/', '168.63.129.16 is not allowed'],
  ['https://[fd20:ce::254]/', 'fd20:ce::254 is not allowed'],
  ['https://[64:ff9b::169.254.169.254]/', '64:ff9b::a9fe:a9fe is not allowed'],
  ['https://[64:ff9b::]/', '64:ff9b:: is not allowed'],
  ['https://[64:ff9b:1::a9fe:a9fe]/', '64:ff9b:1::a9fe:a9fe is not allowed'],
  ['https://[2002:a9fe:a9fe::1]/', '2002:a9fe:a9fe::1 is not allowed'],
  ['https://[2001:0:1::1]/', '2001:0:1::1 is not allowed'],
])('%s is not posted to', async (url, why) => {
  expect(await post(url)).toEqual({ is: 'notSent', why, canRetry: false, begun: 0 })
})

const allowedHosts = ['100.100.100.201', '[64:ff9b::192.0.2.1]', '[2001:db8::1]', '[fd20:ce::1]']
test.each(allowedHosts)('%s is not refused', async (host) => {
  expect(JSON.stringify(await post(`https://${host}:9/`, { ms: 200 }))).not.toContain('is not allowed')
})

test('without certificate checks, requests only go to this machine', async () => {
  const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0' }
  expect(await post('https://hook.example/', { env })).toMatchObject({ is: 'notSent', canRetry: false })
})
