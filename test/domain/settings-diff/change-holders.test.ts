import { expect, test } from 'vitest'
import { changeHolders } from '../../../src/domain/settings-diff/change-holders.ts'
import { diffSettings } from '../../../src/domain/settings-diff/diff-settings.ts'
import { pickPaths } from '../../../src/domain/settings-diff/pick-paths.ts'
import type { Path } from '../../../src/domain/settings-diff/setting-path.ts'

const members = (...names: string[]): Path => names.map((name) => ({ is: 'member', name }))

test('what holds a change is matched, neither the change itself nor anything beside it', () => {
  const holders = changeHolders(diffSettings({ a: { b: {}, c: {} } }, { a: { b: { d: 1 }, c: {} } }))
  expect([members('a'), members('a', 'b')].map(holders)).toEqual([true, true])
  expect([members('a', 'b', 'd'), members('a', 'c'), members('b')].map(holders)).toEqual([false, false, false])
})

test('what holds changes stays where it is, empty, and does not come where it is not', () => {
  const [before, after] = [
    { list: ['x'], other: [1] },
    { list: ['x', 'y'], other: [1] },
  ]
  const holders = changeHolders(diffSettings(before, after))
  const isY = (path: Path): boolean => path.some((step) => step.is === 'entry' && step.value === 'y')
  expect(pickPaths(before, isY, holders)).toEqual({ list: [] })
  expect(pickPaths(after, isY, holders)).toEqual({ list: ['y'] })
  expect(pickPaths({ other: [1] }, isY, holders)).toBeUndefined()
})
