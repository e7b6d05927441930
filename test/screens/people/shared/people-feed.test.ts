import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPeopleFeed } from '../../../../screens/people/shared/people-feed.ts'
import { initialWalk, type PeopleWalk, type WalkState } from '../../../../src/cache/load/people/people-walk.ts'
import { toPersonDaysChunk } from '../../../../src/domain/people/person-days.ts'

/** How long a slice of work may take. */
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

/** Lets time pass; keys are heard, and slices of work go on. */
const wait = (ms: number) => {
  now += ms
  vi.advanceTimersByTime(ms)
}

/** A walk that is moved by hand, whose chunks take `chunkMs` each to take in. */
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
  const taking = createPeopleFeed(walk)
  const rows = () => taking.get().columns.people.length
  /** Rows and pages that are said, each time that something else is shown. */
  const told: [rows: number, pages: number][] = []
  const watch = () => taking.subscribe(() => told.push([rows(), taking.get().state.pages]))
  const walked = (next: Partial<WalkState>) => {
    state = { ...state, ...next }
    listener()
  }
  const page = (count: number, loading: WalkState['loading']) =>
    walked({ chunks: [...state.chunks, pageOf(count)], pages: state.pages + 1, loading })
  return { taking, rows, told, released, watch, walked, page }
}

test.each(['all', 'kept'] as const)(
  'while %s people are read more is shown twice a second, and the end at once',
  (loading) => {
    const { told, watch, walked, page, released } = opened()
    watch()
    walked({ loading })
    expect(told).toEqual([[0, 0]])
    page(10, loading)
    wait(499)
    page(10, loading)
    expect([told.length, released.at(-1)]).toEqual([1, 2])
    wait(1)
    expect(told.slice(1)).toEqual([[20, 2]])
    wait(500)
    page(10, loading)
    expect(told.slice(2)).toEqual([[30, 3]])
    page(10, loading)
    page(10, 'nothing')
    wait(1000)
    expect(told.slice(3)).toEqual([[50, 5]])
  },
)

test('a page that a user waits for is shown at once', () => {
  const { told, watch, walked, page } = opened()
  watch()
  walked({ loading: 'page' })
  page(10, 'nothing')
  walked({ loading: 'page' })
  page(10, 'nothing')
  expect(told).toEqual([
    [0, 0],
    [10, 1],
    [10, 1],
    [20, 2],
  ])
})

test('nothing is shown before all chunks are read, with pauses for keys in between', () => {
  const { taking, rows, told, watch, walked } = opened(SLICE_MS / 2)
  watch()
  walked({ chunks: [pageOf(5), pageOf(5), pageOf(5)], at: 1 })
  expect([told.length, taking.get().state.at]).toEqual([0, undefined])
  wait(9)
  expect([rows(), taking.get().state.at]).toEqual([15, 1])
})

test('many people are shown again after each quarter, and all at the end', () => {
  const { taking, watch, walked, page } = opened()
  watch()
  walked({ loading: 'all' })
  page(32_000, 'all')
  wait(500)
  const shown = () => {
    const { columns } = taking.get()
    wait(500)
    return [taking.get().columns === columns, taking.get().state.pages]
  }
  page(7_999, 'all')
  expect(shown()).toEqual([true, 2])
  page(1, 'all')
  expect(shown()).toEqual([false, 3])
  page(1, 'all')
  expect(shown()).toEqual([true, 4])
  const { columns } = taking.get()
  walked({ loading: 'nothing' })
  expect(taking.get().columns).not.toBe(columns)
})

test('rows of a new generation replace the old ones once all are read', () => {
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
  const { rows, told, watch, page } = opened()
  const leave = watch()
  page(10, 'nothing')
  leave()
  page(10, 'nothing')
  expect([told.length, rows()]).toEqual([1, 10])
  watch()
  expect(rows()).toBe(20)
})
