import { expect, test } from 'vitest'
import { createPeopleFeed } from '../../../../screens/people/shared/people-feed.ts'
import { type PeopleWalk, unknownWalk, type WalkState } from '../../../../src/cache/load/people/people-walk.ts'
import { toPersonDaysChunk } from '../../../../src/domain/people/person-days.ts'

let made = 0
const pageOf = (rows: number) =>
  toPersonDaysChunk(Array.from({ length: rows }, () => ({ user_id: `u${made++}`, date: '2026-11-01' })))

/** A walk and a clock that are moved by hand; `perSlice` chunks are taken in before a key is heard. */
const opened = (perSlice = Number.POSITIVE_INFINITY) => {
  let state: WalkState = { ...unknownWalk(), loading: 'nothing' }
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
    release: (count: number) => released.push(count),
  } as unknown as PeopleWalk
  let now = 0
  let timer: { at: number; run: () => void } | undefined
  let rest: (() => void) | undefined
  const taking = createPeopleFeed(walk, {
    now: () => now,
    after(ms, run) {
      timer = { at: now + ms, run }
      return () => {
        timer = undefined
      }
    },
    inSlices(step) {
      const stop = () => {
        rest = undefined
      }
      rest = () => {
        for (let at = 0; at < perSlice; at++) if (!step()) return stop()
      }
      rest()
      return stop
    },
  })
  /** Rows and pages that are said, each time that something else is shown. */
  const told: [rows: number, pages: number][] = []
  const watch = () => taking.subscribe(() => told.push([taking.get().people.length, taking.get().state.pages]))
  const walked = (next: Partial<WalkState>) => {
    state = { ...state, ...next }
    listener()
  }
  return {
    taking,
    told,
    released,
    watch,
    walked,
    page: (rows: number, loading: WalkState['loading']) =>
      walked({ chunks: [...state.chunks, pageOf(rows)], pages: state.pages + 1, loading }),
    finish() {
      while (rest) rest()
    },
    wait(ms: number) {
      now += ms
      if (!timer || timer.at > now) return
      const { run } = timer
      timer = undefined
      run()
    },
  }
}

test('while everybody is loaded more is told twice a second, and the end at once', () => {
  const { told, watch, walked, page, wait, released } = opened()
  watch()
  walked({ loading: 'all' })
  expect(told).toEqual([[0, 0]])
  page(10, 'all')
  wait(499)
  page(10, 'all')
  expect([told.length, released.at(-1)]).toEqual([1, 2])
  wait(1)
  expect(told.slice(1)).toEqual([[20, 2]])
  wait(500)
  page(10, 'all')
  expect(told.slice(2)).toEqual([[30, 3]])
  page(10, 'all')
  page(10, 'nothing')
  wait(1000)
  expect(told.slice(3)).toEqual([[50, 5]])
})

test('kept rows that are on their way are told twice a second too, and the end of them at once', () => {
  const { taking, told, watch, walked, page, wait } = opened()
  watch()
  page(10, 'kept')
  page(10, 'kept')
  expect(told).toEqual([[10, 1]])
  wait(500)
  expect(told.slice(1)).toEqual([[20, 2]])
  page(10, 'kept')
  walked({ loading: 'nothing', missing: [] })
  expect(told.slice(2)).toEqual([[30, 3]])
  expect(taking.get().state.loading).toBe('nothing')
})

test('a page that somebody waits for is told at once', () => {
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

test('nothing is told before all that has come is in, with room for keys between', () => {
  const { taking, told, watch, walked, finish } = opened(2)
  watch()
  walked({ chunks: [pageOf(5), pageOf(5), pageOf(5)], at: 1 })
  expect([told.length, taking.get().state.at]).toEqual([0, undefined])
  finish()
  expect([taking.get().people.length, taking.get().state.at]).toEqual([15, 1])
})

test('many people are shown anew when a quarter has come, and all when it ends', () => {
  const { taking, watch, walked, page, wait } = opened()
  watch()
  walked({ loading: 'all' })
  page(32_000, 'all')
  wait(500)
  const { version, people } = taking.get()
  const shown = () => {
    wait(500)
    return [taking.get().version - version, taking.get().state.pages]
  }
  page(7_999, 'all')
  expect(shown()).toEqual([0, 2])
  page(1, 'all')
  expect(shown()).toEqual([2, 3])
  page(1, 'all')
  expect(shown()).toEqual([2, 4])
  walked({ loading: 'nothing' })
  expect(taking.get().version).toBe(people.version)
})

test('rows that are told anew take the place of the old ones once they are in', () => {
  const { taking, watch, walked, page, finish } = opened(1)
  watch()
  page(10, 'nothing')
  finish()
  walked({ chunks: [pageOf(3), pageOf(3)], generation: 1 })
  expect(taking.get().people.length).toBe(10)
  finish()
  expect(taking.get().people.length).toBe(6)
})

test('who comes back goes on with what came meanwhile', () => {
  const { taking, told, watch, page } = opened()
  const leave = watch()
  page(10, 'nothing')
  leave()
  page(10, 'nothing')
  expect([told.length, taking.get().people.length]).toEqual([1, 10])
  watch()
  expect(taking.get().people.length).toBe(20)
})
