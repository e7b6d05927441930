import { expect, onTestFinished, test } from 'vitest'
import type { Behaviour } from '../helpers/faulty-server.ts'
import { answer, redirect, reset } from '../helpers/faulty-server.ts'
import { liveBody } from '../helpers/live-bodies.ts'
import { bench, errorOf, KEY } from './setup.ts'

const LIMITS = { silenceMs: 300, eventLength: 100_000 }

const eventOf = (body: unknown, name = 'live'): string => `event: ${name}\ndata: ${JSON.stringify(body)}\n\n`

/** Sends the head of a stream and these pieces, then ends it, or keeps it open. */
const stream =
  (pieces: readonly (string | Uint8Array)[], { isOpen = false, headers = {} } = {}): Behaviour =>
  async (_received, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', ...headers })
    response.flushHeaders()
    for (const piece of pieces) {
      response.write(piece)
      await new Promise(setImmediate)
    }
    if (!isOpen) response.end()
  }

const read = async (behaviour: Behaviour, signal?: AbortSignal) => {
  const opened = await bench([behaviour], { limits: LIMITS })
  const days: (string | undefined)[] = []
  const reading = (async () => {
    for await (const { body } of opened.client.liveStream({ signal })) days.push(body.day)
  })()
  return { ...opened, days, reading }
}

const newest = ({ client }: Awaited<ReturnType<typeof read>>) => client.log.entries().at(-1)

test('each event live is a reply of the endpoint live, in one entry of the log', async () => {
  const one = await read(
    stream([':\n\n', eventOf(liveBody(2)), eventOf({}, 'other'), eventOf({ ...liveBody(2), day: '2026-11-25' })]),
  )
  await one.reading
  expect(one.days).toEqual(['2026-11-24', '2026-11-25'])
  expect(one.server.received).toHaveLength(1)
  expect(one.server.received[0]).toMatchObject({
    method: 'GET',
    path: '/api/v1/live/stream',
    headers: { authorization: `Bearer ${KEY}`, accept: 'text/event-stream', 'accept-encoding': 'identity' },
  })
  expect(one.client.log.entries()).toMatchObject([
    { endpoint: 'liveStream', state: 'answered', status: 200, hasKey: true, problems: 0, error: undefined },
  ])
})

test('an open stream is no request in flight, and closing it closes the connection', async () => {
  let isClosed = false
  const controller = new AbortController()
  const one = await read((received, response, socket) => {
    response.on('close', () => {
      isClosed = true
    })
    return stream([eventOf(liveBody(1))], { isOpen: true })(received, response, socket)
  }, controller.signal)
  await expect.poll(() => one.days.length).toBe(1)
  expect([one.client.log.inFlight, newest(one)?.state]).toEqual([0, 'answered'])
  controller.abort()
  expect(await errorOf(one.reading)).toMatchObject({ kind: 'interrupted' })
  await expect.poll(() => isClosed).toBe(true)
  expect(newest(one)).toMatchObject({ state: 'answered', status: 200 })
})

test('members of a wrong type are left out and counted, and an echoed key is masked', async () => {
  const body = { ...liveBody(1), day: 7, totals: { ...liveBody(1).totals, sessions: 'many' }, echo: KEY }
  const { client } = await bench([stream([eventOf(body)])], { limits: LIMITS })
  for await (const reply of client.liveStream()) {
    expect(reply.body.day).toBeUndefined()
    expect(reply.body.totals).toMatchObject({ active_now: 300 })
    expect(reply.problemCount).toBe(2)
    expect(JSON.stringify(reply)).not.toContain(JSON.stringify(KEY).slice(1, -1))
  }
  expect(client.log.entries().at(-1)).toMatchObject({ state: 'answered', problems: 2 })
})

test.each<[string, Behaviour, object]>([
  ['402', answer(402, { detail: 'no' }), { status: 402 }],
  ['403', answer(403, { detail: 'no' }), { status: 403 }],
  ['404', answer(404, { detail: 'no' }), { status: 404 }],
  ['503, once', answer(503), { status: 503 }],
  ['a reset', reset, { kind: 'unreachable' }],
  ['JSON', answer(200, liveBody(1)), { kind: 'failed' }],
  ['a compressed stream', stream([], { headers: { 'content-encoding': 'gzip' } }), { kind: 'failed' }],
  ['no event', stream([], { isOpen: true }), { kind: 'unreachable' }],
  ['half a line', stream(['eve'], { isOpen: true }), { kind: 'unreachable' }],
  ['an event that is not JSON', stream([eventOf(liveBody(1)), 'event: live\ndata: <html>\n\n']), { kind: 'failed' }],
  ['an event that is a list', stream([eventOf([])]), { kind: 'failed' }],
  [
    'an event of 20 MB',
    stream(['event: live\ndata: "', ...Array.from({ length: 20 }, () => Buffer.alloc(1024 * 1024, 97))]),
    { kind: 'failed' },
  ],
  [
    'lines of 20 MB',
    stream(Array.from({ length: 20 }, () => 'data: 123456789\n'.repeat(64 * 1024))),
    { kind: 'failed' },
  ],
])('%s is an error, after one request', async (_, behaviour, expected) => {
  const one = await read(behaviour)
  const error = await errorOf(one.reading)
  expect(error).toMatchObject(expected)
  expect(one.server.received).toHaveLength(1)
  expect(one.client.log.inFlight).toBe(0)
  expect(newest(one)?.error).toBe((error as Error).message)
})

test('a server that only begins a line now and then is silent; one that sends comments is not', async () => {
  const every =
    (text: string): Behaviour =>
    (_received, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(eventOf(liveBody(1)))
      const timer = setInterval(() => response.write(text), 50)
      response.on('close', () => clearInterval(timer))
    }
  const dripping = await read(every('x'))
  expect(await errorOf(dripping.reading)).toMatchObject({ kind: 'unreachable' })
  expect(newest(dripping)).toMatchObject({ state: 'failed' })
  const controller = new AbortController()
  onTestFinished(() => controller.abort())
  const alive = await read(every(':\n\n'), controller.signal)
  alive.reading.catch(() => {})
  await new Promise((resolve) => setTimeout(resolve, 3 * LIMITS.silenceMs))
  expect([alive.days.length, newest(alive)?.state]).toEqual([1, 'answered'])
})

test('a redirect to another server is not followed', async () => {
  const one = await read(redirect(302, 'https://elsewhere.example/'))
  expect(await errorOf(one.reading)).toMatchObject({ kind: 'failed', status: 302 })
  expect(one.server.received).toHaveLength(1)
})
