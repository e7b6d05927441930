import type { ServerResponse } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { LIVE_STREAM_PATH } from '../../../src/contract/constants.ts'
import { NOW, startDemo } from '../../helpers/demos.ts'
import type { FrontReply } from '../../helpers/front-server.ts'
import { liveBody } from '../../helpers/live-bodies.ts'
import { openScreen } from '../../helpers/screen.tsx'
import { testFront } from '../../helpers/test-server.ts'

const SIZE = { columns: 120, rows: 36, screen: 'live' } as const
const demo = await startDemo()

/** A server whose list has one user, and whose stream is played by the test. */
const setUp = async (play: (response: ServerResponse) => FrontReply | undefined = () => undefined) => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: NOW })
  onTestFinished(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }))
  let users = 1
  let polls = 0
  const streams: ServerResponse[] = []
  const front = await testFront(demo, (path) => {
    if (path === '/api/v1/live') {
      polls++
      return { status: 200, body: liveBody(users) }
    }
    if (path !== LIVE_STREAM_PATH) return undefined
    return (response) => {
      streams.push(response)
      const reply = play(response)
      if (typeof reply === 'object') return void response.writeHead(reply.status).end(JSON.stringify(reply.body))
      if (reply === 'hold') return
      response.writeHead(200, { 'content-type': 'text/event-stream', date: new Date().toUTCString() })
      response.flushHeaders()
    }
  })
  const openStreams = () => streams.filter((response) => !response.closed && !response.writableEnded)
  return {
    front,
    streams,
    openStreams,
    polls: () => polls,
    setUsers: (count: number) => {
      users = count
    },
    send: (count: number) => {
      for (const stream of openStreams()) stream.write(`event: live\ndata: ${JSON.stringify(liveBody(count))}\n\n`)
    },
  }
}

const POLLING = { timeout: 5_000 }

const afterSeconds = async <T,>(seconds: number, read: () => T): Promise<T> => {
  await vi.advanceTimersByTimeAsync(seconds * 1_000)
  return read()
}

const reported = (count: number) => `${count} of ${count} users report`

test('an event is shown, and nothing is polled while the stream is open; leaving the screen closes it', async () => {
  const { front, openStreams, polls, send } = await setUp()
  const opened = await openScreen(front, SIZE)
  await expect.poll(() => openStreams().length).toBe(1)
  for (const count of [12, 13, 14]) {
    send(count)
    await opened.frameWith(reported(count))
  }
  const before = polls()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(polls()).toBe(before)
  await opened.press('p')
  await opened.press('g')
  await opened.press('k')
  await expect.poll(() => openStreams().length).toBe(0)
})

test('a stream that ends is replaced by polling', async () => {
  const { front, openStreams, polls, send, setUsers } = await setUp()
  const opened = await openScreen(front, SIZE)
  await expect.poll(() => openStreams().length).toBe(1)
  send(12)
  await opened.frameWith(reported(12))
  const before = polls()
  setUsers(15)
  openStreams()[0]?.end()
  await expect.poll(() => afterSeconds(1, polls), POLLING).toBeGreaterThan(before)
  await opened.frameWith(reported(15))
})

test.each<[string, (response: ServerResponse) => FrontReply | undefined]>([
  ['answers 402', () => ({ status: 402, body: { detail: 'no' } })],
  ['answers 403', () => ({ status: 403, body: { detail: 'no' } })],
  ['does not answer', () => 'hold'],
  [
    'ends at once',
    (response) => {
      setImmediate(() => response.end())
      return undefined
    },
  ],
  [
    'sends garbage',
    (response) => {
      setImmediate(() => response.write('event: live\ndata: <b>\n\n\u0000\u001b[2J'))
      return undefined
    },
  ],
])('with a stream that %s, the screen polls', async (_, play) => {
  const { front, streams, polls, setUsers } = await setUp(play)
  const opened = await openScreen(front, SIZE)
  await expect.poll(() => streams.length).toBe(1)
  setUsers(15)
  await expect.poll(() => afterSeconds(1, polls), POLLING).toBeGreaterThan(1)
  await opened.frameWith(reported(15))
  expect(streams.length).toBeLessThan(3)
})

test('a stream that the API description does not list is not requested', async () => {
  const { front, streams, polls, setUsers } = await setUp()
  front.alter((body) => {
    delete (body as { paths?: Record<string, unknown> }).paths?.[LIVE_STREAM_PATH]
    return body
  })
  const opened = await openScreen(front, SIZE)
  await opened.frameWith('1 of 1 user report')
  setUsers(15)
  await expect.poll(() => afterSeconds(1, polls), POLLING).toBeGreaterThan(1)
  await opened.frameWith(reported(15))
  expect(streams).toEqual([])
})
