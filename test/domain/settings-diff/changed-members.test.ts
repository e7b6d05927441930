import { expect, test } from 'vitest'
import { changedMembers } from '../../../src/domain/settings-diff/changed-members.ts'

test('members are added, removed and changed by name', () => {
  const before = { a: 1, b: { c: [1, 2] }, gone: null, same: { x: 1, y: [] } }
  const after = { b: { c: [2, 1] }, a: 1, fresh: undefined, same: { y: [], x: 1 } }
  expect(changedMembers(before, after)).toEqual({ added: ['fresh'], removed: ['gone'], changed: ['b'] })
  expect(changedMembers(undefined, { b: 1, a: 1 })).toEqual({ added: ['a', 'b'], removed: [], changed: [] })
  expect(changedMembers({ a: 1 }, undefined)).toEqual({ added: [], removed: ['a'], changed: [] })
})

test('no name is special', () => {
  const before = JSON.parse('{"__proto__": {"a": 1}, "constructor": 1}')
  const after = JSON.parse('{"__proto__": {"a": 2}, "toString": 1}')
  expect(changedMembers(before, after)).toEqual({
    added: ['toString'],
    removed: ['constructor'],
    changed: ['__proto__'],
  })
  expect(changedMembers({}, JSON.parse('{"__proto__": {}}')).added).toEqual(['__proto__'])
})

test('settings nested deeper than the stack are compared as well', () => {
  const deep = (end: unknown) => {
    let value = end
    for (let depth = 0; depth < 200_000; depth += 1) value = [value]
    return value
  }
  expect(changedMembers({ a: deep(1) }, { a: deep(2) }).changed).toEqual(['a'])
  expect(changedMembers({ a: deep(1) }, { a: deep(1) }).changed).toEqual([])
})
