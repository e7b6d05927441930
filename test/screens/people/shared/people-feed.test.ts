import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPeopleFeed } from '../../../../screens/people/shared/people-feed.ts'
import { initialWalk, type PeopleWalk, type WalkState } from '../../../../src/cache/load/people/people-walk.ts'
import { toPersonDaysChunk } from '../../../../src/domain/people/person-days.ts'

/** Time limit for a slice of work. */
const SLICE_MS = 4

let made = 0
const pageOf = (rows: number) =>
  toPersonDaysChunk(Array.from({ length: rows }, () => ({ user_id: `u${made++}`, date: '2026-11-01' })))

let now = 0
beforeEach(() => {
  now = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate'] })
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Advances the clock; pending slices of work run. */
const wait = (ms: number) => {
  now += ms
  vi.advanceTimersByTime(ms)
}

/** A manually controlled walk; each chunk takes `chunkMs` to read. */
const opened = (chunkMs = 0) => {
  let state: WalkState = { ...initialWalk(), loading: 'nothing' }
  let listener = () => {}
  const released: number[] = []
  const walk = {
    get: () => state,
    subscribe(own: () => void) {
      listener = own
      return () => {
        listener = () => {}
      }
    },
    release: (count: number) => {
      now += chunkMs
      released.push(count)
    },
  } as unknown as PeopleWalk
  const feed = createPeopleFeed(walk)
  const rows = () => feed.get().columns.people.length
  /** Rows and pages at each update. */
  const updates: [rows: number, pages: number][] = []
  const watch = () => feed.subscribe(() => updates.push([rows(), feed.get().state.pages]))
  const walked = (next: Partial<WalkState>) => {
    state = { ...state, ...next }
    listener()
  }
  const page = (count: number, loading: WalkState['loading']) =>
    walked({ chunks: [...state.chunks, pageOf(count)], pages: state.pages + 1, loading })
  return { feed, rows, updates, released, watch, walked, page }
}

test.each(['all', 'cached'] as const)('loading %s people updates twice a second, and again at the end', (loading) => {
  const { updates, watch, walked, page, released } = opened()
  watch()
  walked({ loading })
  expect(updates).toEqual([[0, 0]])
  page(10, loading)
  wait(499)
  page(10, loading)
  expect([updates.length, released.at(-1)]).toEqual([1, 2])
  wait(1)
  expect(updates.slice(1)).toEqual([[20, 2]])
  wait(500)
  page(10, loading)
  expect(updates.slice(2)).toEqual([[30, 3]])
  page(10, loading)
  page(10, 'nothing')
  wait(1000)
  expect(updates.slice(3)).toEqual([[50, 5]])
})

test('a quiet feed shows the first and the last of many pages, and each wait', () => {
  const { feed, updates, watch, walked, page } = opened()
  feed.setQuiet(true)
  watch()
  walked({ loading: 'pages' })
  page(10, 'pages')
  wait(500)
  expect(updates).toEqual([
    [0, 0],
    [10, 1],
  ])
  page(10, 'pages')
  wait(5_000)
  expect(updates).toHaveLength(2)
  walked({ wait: { until: 90, isRateLimit: true } })
  expect(updates.slice(2)).toEqual([[20, 2]])
  page(10, 'pages')
  page(10, 'nothing')
  expect(updates.slice(3)).toEqual([[40, 4]])
})

test('a page that a user waits for is shown immediately', () => {
  const { updates, watch, walked, page } = opened()
  watch()
  walked({ loading: 'page' })
  page(10, 'nothing')
  walked({ loading: 'page' })
  page(10, 'nothing')
  expect(updates).toEqual([
    [0, 0],
    [10, 1],
    [10, 1],
    [20, 2],
  ])
})

test('nothing is shown before all chunks are read, with pauses for keys in between', () => {
  const { feed, rows, updates, watch, walked } = opened(SLICE_MS / 2)
  watch()
  walked({ chunks: [pageOf(5), pageOf(5), pageOf(5)], at: 1 })
  expect([updates.length, feed.get().state.at]).toEqual([0, undefined])
  wait(9)
  expect([rows(), feed.get().state.at]).toEqual([15, 1])
})

test('with many people, the rows are shown each time they have grown by a quarter, and at the end', () => {
  const { feed, watch, walked, page } = opened()
  watch()
  walked({ loading: 'all' })
  page(32_000, 'all')
  wait(500)
  const shown = () => {
    const { columns } = feed.get()
    wait(500)
    return [feed.get().columns === columns, feed.get().state.pages]
  }
  page(7_999, 'all')
  expect(shown()).toEqual([true, 2])
  page(1, 'all')
  expect(shown()).toEqual([false, 3])
  page(1, 'all')
  expect(shown()).toEqual([true, 4])
  const { columns } = feed.get()
  walked({ loading: 'nothing' })
  expect(feed.get().columns).not.toBe(columns)
})

test('rows of a new generation replace the old ones once all are loaded', () => {
  const { rows, watch, walked, page } = opened(SLICE_MS)
  watch()
  page(10, 'nothing')
  wait(9)
  walked({ chunks: [pageOf(3), pageOf(3)], generation: 1 })
  expect(rows()).toBe(10)
  wait(9)
  expect(rows()).toBe(6)
})

test('a new subscriber gets the rows that arrived in the meantime', () => {
  const { rows, updates, watch, page } = opened()
  const leave = watch()
  page(10, 'nothing')
  leave()
  page(10, 'nothing')
  expect([updates.length, rows()]).toEqual([1, 10])
  watch()
  expect(rows()).toBe(20)
})
