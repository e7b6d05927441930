import { connect } from 'node:net'
import { request } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { createPostOnce } from '../../../src/client/post-once.ts'
import { sendThrough } from '../../../src/notify/channels/channels.ts'
import { signatureOf, WEBHOOK_HEADERS } from '../../../src/notify/channels/webhook.ts'
import { listen } from '../../../src/notify/listen/listen.ts'
import { destination, message, recordingTools } from '../../helpers/channel.ts'
import { NOW } from '../../helpers/demos.ts'

const start = async (requestMs?: number) => {
  const events: Record<string, unknown>[] = []
  const rejections: string[] = []
  let time = NOW
  const listener = await listen({
    port: 0,
    secret: 'shared',
    ...(requestMs && { requestMs }),
    now: () => time,
    onEvent: (event) => events.push(event),
    onRejection: (sentence) => rejections.push(sentence),
  })
  onTestFinished(() => listener.close())
  const post = async (headers: Record<string, string>, body: string) =>
    (await request(listener.url, { method: 'POST', headers, body })).statusCode
  const pass = (ms: number) => {
    time += ms
  }
  return { ...listener, events, rejections, post, pass }
}

test('the listener accepts each event signed by the webhook once', async () => {
  const { url, events, rejections } = await start()
  const { tools } = recordingTools({ post: createPostOnce({}) })
  const own = destination(
    { kind: 'webhook', secretFrom: 'QUARTERDECK_S' },
    { address: url, env: { QUARTERDECK_S: 'shared' } },
  )
  expect(await sendThrough(message(), own as never, tools)).toEqual({ is: 'sent', why: 'HTTP 204' })
  expect(events).toEqual([expect.objectContaining({ hook_event_name: 'Stop', session_id: 's1' })])
  expect(await sendThrough(message(), own as never, tools)).toMatchObject({ is: 'failed', why: 'HTTP 409' })
  const other = { ...own, env: { QUARTERDECK_S: 'another' } }
  expect(await sendThrough(message({ id: 'other' }), other as never, tools)).toMatchObject({ why: 'HTTP 401' })
  expect([events.length, rejections]).toEqual([
    1,
    ['Rejected a request that was received before.', 'Rejected a request that has an invalid signature.'],
  ])
})

const timestamp = String(Math.floor(NOW / 1000))
const signed = (body: string, id = 'a', at = timestamp) => ({
  [WEBHOOK_HEADERS.id]: id,
  [WEBHOOK_HEADERS.timestamp]: at,
  [WEBHOOK_HEADERS.signature]: signatureOf('shared', at, id, body),
})

test('unsigned, changed, old and invalid events are rejected, and deep ones are cut', async () => {
  const { post, events, pass } = await start()
  const later = String(Number(timestamp) + 1)
  const refused: [number, Record<string, string>, string][] = [
    [401, {}, '{}'],
    [401, signed('{}'), '{ }'],
    [401, { ...signed('{}'), [WEBHOOK_HEADERS.id]: 'b' }, '{}'],
    [401, { ...signed('{}'), [WEBHOOK_HEADERS.timestamp]: later }, '{}'],
    [401, signed('{}', 'a', 'soon'), '{}'],
    [400, signed('[1]'), '[1]'],
    [400, signed('hello'), 'hello'],
    // Without a signature the body is not examined.
    [401, {}, 'hello'],
  ]
  for (const [status, headers, body] of refused) expect(await post(headers, body)).toBe(status)
  expect(events).toEqual([])
  pass(301_000)
  expect(await post(signed('{}'), '{}')).toBe(401)
  pass(-2_000)
  expect(await post(signed('{}'), '{}')).toBe(204)
  expect(events).toEqual([{}])
  const deep = `{"x":${'['.repeat(10_000)}${']'.repeat(10_000)}}`
  expect(await post(signed(deep, 'b'), deep)).toBe(204)
  expect(JSON.stringify(events)).toContain('… cut')
})

/** Sends bytes. Resolves when the server has closed the connection, with the reply and the duration in ms. */
const sendRaw = (url: string, parts: readonly string[]) =>
  new Promise<{ text: string; ms: number }>((resolve) => {
    const began = performance.now()
    let text = ''
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => void socket.write(parts.join('')))
    socket.setEncoding('utf8').on('data', (more) => (text += more))
    socket.on('error', () => {})
    socket.on('close', () => resolve({ text, ms: performance.now() - began }))
  })

test('a body that is too long is rejected with 413 before it is complete, and its connection is closed', async () => {
  const { url, events, rejections, post } = await start()
  const long = 'x'.repeat(3_000_000)
  expect(await post({}, long)).toBe(413)
  const head = 'POST / HTTP/1.1\r\nhost: h\r\n'
  const announced = await sendRaw(url, [`${head}content-length: 3000000\r\n\r\n`])
  expect(announced.text).toMatch(/^HTTP\/1\.1 413 .*connection: close/s)
  const chunked = await sendRaw(url, [
    `${head}transfer-encoding: chunked\r\n\r\n`,
    `${long.length.toString(16)}\r\n${long}\r\n`,
  ])
  expect(chunked.text).toMatch(/^HTTP\/1\.1 413 /)
  expect(Math.max(announced.ms, chunked.ms)).toBeLessThan(8_000)
  expect([events, rejections]).toEqual([[], Array(3).fill('Rejected a request that is too long.')])
})

test.each([
  ['nothing', ''],
  ['half a head', 'POST / HTTP/1.1\r\nhost: h'],
  ['half a body', 'POST / HTTP/1.1\r\nhost: h\r\ncontent-length: 10\r\n\r\n{'],
])('a connection that sends %s is closed in time', async (_, text) => {
  const { url, events } = await start(500)
  const { ms } = await sendRaw(url, [text])
  expect(ms).toBeGreaterThan(400)
  expect(ms).toBeLessThan(8_000)
  expect(events).toEqual([])
})
