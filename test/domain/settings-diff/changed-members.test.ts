import { expect, test } from 'vitest'
import { countChanges, countsInSigns, countsInWords } from '../../../src/domain/settings-diff/change-counts.ts'
import { changedMembers, diffSettings } from '../../../src/domain/settings-diff/diff-settings.ts'
import { changeAncestors, pickPaths } from '../../../src/domain/settings-diff/pick-paths.ts'
import type { Path } from '../../../src/domain/settings-diff/setting-path.ts'

test('members are added, removed and changed by name', () => {
  const before = { a: 1, b: { c: [1, 2] }, gone: null, same: { x: 1, y: [] } }
  const after = { b: { c: [2, 1] }, a: 1, fresh: undefined, same: { y: [], x: 1 } }
  expect(changedMembers(before, after)).toEqual({ added: ['fresh'], removed: ['gone'], changed: ['b'] })
  expect(changedMembers(undefined, { b: 1, a: 1 })).toEqual({ added: ['a', 'b'], removed: [], changed: [] })
  expect(changedMembers({ a: 1 }, undefined)).toEqual({ added: [], removed: ['a'], changed: [] })
})

test('inherited names are ordinary names', () => {
  const before = JSON.parse('{"__proto__": {"a": 1}, "constructor": 1}')
  const after = JSON.parse('{"__proto__": {"a": 2}, "toString": 1}')
  const [added, removed, changed] = [['toString'], ['constructor'], ['__proto__']]
  expect(changedMembers(before, after)).toEqual({ added, removed, changed })
  expect(changedMembers({}, JSON.parse('{"__proto__": {}}')).added).toEqual(['__proto__'])
})

test('changes are counted by kind, and kinds without changes are not printed', () => {
  const counts = countChanges([{ kind: 'added' }, { kind: 'changed' }, { kind: 'added' }, { kind: 'reordered' }])
  expect(counts).toEqual({ changed: 1, added: 2, removed: 0, reordered: 1 })
  expect(countsInWords(counts)).toBe('1 changed  2 added  1 reordered')
  expect(countsInSigns(counts)).toBe('~1 +2 ⇅1')
  expect(countsInWords({ ...countChanges([]), removed: 1234 })).toBe('1,234 removed')
  expect(countsInSigns({ ...countChanges([]), removed: 1234 })).toBe('-1,234')
  expect([countsInWords(countChanges([])), countsInSigns(countChanges([]))]).toEqual(['', ''])
})

const members = (...names: string[]): Path => names.map((name) => ({ is: 'member', name }))

test('the parents of a change match, but not the change itself or its siblings', () => {
  const ancestors = changeAncestors(diffSettings({ a: { b: {}, c: {} } }, { a: { b: { d: 1 }, c: {} } }))
  expect([members('a'), members('a', 'b')].map(ancestors)).toEqual([true, true])
  expect([members('a', 'b', 'd'), members('a', 'c'), members('b')].map(ancestors)).toEqual([false, false, false])
})

test('a parent of changes is kept even if nothing in it is picked, but a missing parent is not added', () => {
  const before = { list: ['x'], other: [1] }
  const after = { list: ['x', 'y'], other: [1] }
  const ancestors = changeAncestors(diffSettings(before, after))
  const isY = (path: Path): boolean => path.some((step) => step.is === 'entry' && step.value === 'y')
  expect(pickPaths(before, isY, ancestors)).toEqual({ list: [] })
  expect(pickPaths(after, isY, ancestors)).toEqual({ list: ['y'] })
  expect(pickPaths({ other: [1] }, isY, ancestors)).toBeUndefined()
})
