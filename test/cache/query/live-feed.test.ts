import { expect, onTestFinished, test, vi } from 'vitest'
import { AppError } from '../../../src/base/errors.ts'
import { createLiveFeed } from '../../../src/cache/query/live-feed.ts'
import type { Lenient } from '../../../src/contract/lenient.ts'
import type { Live } from '../../../src/contract/live.ts'

const MINUTE = 60_000

/** A feed of a loader whose streams the test plays. */
const setUp = () => {
  vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const streams: { send: (day: string) => void; end: (error?: AppError) => Promise<void>; signal: AbortSignal }[] = []
  const days: (string | undefined)[] = []
  const feed = createLiveFeed(
    {
      followLive: ({ signal, onLive }) => {
        const { promise, resolve, reject } = Promise.withResolvers<void>()
        signal.addEventListener('abort', () => reject(new AppError('interrupted', 'closed')))
        streams.push({
          signal,
          send: (day) => void onLive({ data: { day }, at: 0, from: 'server', freshMs: 0, problems: 0 }),
          end: async (error) => {
            if (error) reject(error)
            else resolve()
            await vi.advanceTimersByTimeAsync(0)
          },
        })
        return promise
      },
    },
    ({ data }: { data: Lenient<Live> }) => void days.push(data.day),
  )
  const states: boolean[] = []
  return { feed, streams, days, states, follow: () => feed.followLive((isOpen) => void states.push(isOpen)) }
}

test('a stream is open from its first event until its end; its events are stored', async () => {
  const { streams, days, states, follow } = setUp()
  follow()
  expect(states).toEqual([false])
  streams[0]?.send('a')
  streams[0]?.send('b')
  expect([states, days]).toEqual([
    [false, true],
    ['a', 'b'],
  ])
  await streams[0]?.end()
  expect(states).toEqual([false, true, false])
})

test('the last follower closes the stream; one that follows at once shares it', async () => {
  const { streams, days, states, follow } = setUp()
  const stop = follow()
  streams[0]?.send('a')
  stop()
  const stopSecond = follow()
  await Promise.resolve()
  expect([streams.length, streams[0]?.signal.aborted, states.at(-1)]).toEqual([1, false, true])
  stopSecond()
  await Promise.resolve()
  expect(streams[0]?.signal.aborted).toBe(true)
  streams[0]?.send('b')
  await vi.advanceTimersByTimeAsync(60 * MINUTE)
  expect([days, streams.length]).toEqual([['a'], 1])
  follow()
  expect([streams.length, states.at(-1)]).toEqual([2, false])
})

/** The waits before each stream after the first, ms, if `play` ends each. */
const waitsOf = async (play: (stream: ReturnType<typeof setUp>['streams'][number]) => Promise<void>, count: number) => {
  const { streams, follow } = setUp()
  follow()
  const waits: number[] = []
  while (waits.length < count) {
    const { length } = streams
    await play(streams.at(-1) as (typeof streams)[number])
    const from = performance.now()
    while (streams.length === length) await vi.advanceTimersByTimeAsync(1_000)
    waits.push(performance.now() - from)
  }
  return waits
}

test('a stream that ends at once is opened again after growing waits', async () => {
  const ends = await waitsOf(async ({ send, end }) => {
    send('a')
    await end()
  }, 9)
  expect(ends).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 256_000, 5 * MINUTE])
})

test('after a stream that worked for a while, the waits begin again', async () => {
  const waits = await waitsOf(async ({ send, end }) => {
    send('a')
    await vi.advanceTimersByTimeAsync(MINUTE)
    await end(new AppError('unreachable', 'silent'))
  }, 3)
  expect(waits).toEqual([2_000, 2_000, 2_000])
})

test.each([
  ['does not offer it', new AppError('notFound', 'none'), 5 * MINUTE],
  ['answers 402', new AppError('refused', 'no', { status: 402 }), 5 * MINUTE],
  ['answers 403', new AppError('refused', 'no', { status: 403 }), 5 * MINUTE],
  ['answers 503', new AppError('failed', 'no', { status: 503 }), 2_000],
])('a server that %s is tried again after a wait', async (_, error, waitMs) => {
  expect(await waitsOf(({ end }) => end(error), 1)).toEqual([waitMs])
})
