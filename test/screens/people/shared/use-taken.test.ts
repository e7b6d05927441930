import { expect, test } from 'vitest'
import { shownOf, takeAtOnce } from '../../../../screens/people/shared/use-taken.ts'
import { nothingYet } from '../../../../screens/people/shared/use-walk.ts'
import type { PeopleWalk, WalkState } from '../../../../src/cache/load/people-walk.ts'
import { toPersonDaysChunk } from '../../../../src/domain/people/person-days.ts'

let made = 0
const pageOf = (rows: number) =>
  toPersonDaysChunk(Array.from({ length: rows }, () => ({ user_id: `u${made++}`, date: '2026-11-01' })))

const opened = () => {
  const released: number[] = []
  const walk = { release: (count: number) => released.push(count) } as unknown as PeopleWalk
  const chunks: ReturnType<typeof pageOf>[] = []
  const show = (loading: WalkState['loading']) => {
    const state = { ...nothingYet, chunks, loading }
    const left = takeAtOnce(walk, state, [])
    return { left, ...shownOf(walk, state) }
  }
  return { released, chunks, show }
}

test('while everybody is loaded, people are shown when a quarter has come, and all when it ends', () => {
  const { released, chunks, show } = opened()
  for (let page = 0; page < 4; page++) {
    chunks.push(pageOf(8_000))
    show('page')
  }
  const { version, people } = show('all')
  expect(people.length).toBe(32_000)
  chunks.push(pageOf(7_999))
  expect(show('all').version).toBe(version)
  // It is in all the same, and nobody holds it twice.
  expect([people.length, released.at(-1)]).toEqual([39_999, 5])
  chunks.push(pageOf(1))
  const next = show('all').version
  expect(next).toBe(people.version)
  chunks.push(pageOf(1))
  expect(show('all').version).toBe(next)
  expect(show('nothing').version).toBe(people.version)
})

test('of many rows at once nothing is shown or said until they are in', () => {
  const { chunks, show } = opened()
  chunks.push(pageOf(8_000), pageOf(1))
  const { left, people, state } = show('nothing')
  expect([left, people.length, state.loading]).toEqual([8_001, 0, 'page'])
})
