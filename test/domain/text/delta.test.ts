import { expect, test } from 'vitest'
import { delta } from '../../../src/domain/text/delta.ts'

const textOf = (...given: Parameters<typeof delta>): string => {
  const { sign, text } = delta(...given)
  return `${sign} ${text}`
}

test('counts change in percent', () => {
  expect(textOf(118.2, 100)).toBe('▲ 18.2 %')
  expect(textOf(50, 100)).toBe('▼ 50.0 %')
  expect(textOf(999, 100)).toBe('▲ 899.0 %')
})

test('a share changes in points, also from nothing and to nothing', () => {
  expect(textOf(0.41, 0.42, { of: 'share' })).toBe('▼ 1.0 pt')
  expect(textOf(0.02, 0, { of: 'share' })).toBe('▲ 2.0 pt')
  expect(textOf(0, 0.5, { of: 'share' })).toBe('▼ 50.0 pt')
  expect(textOf(0.42, 0.42, { of: 'share' })).toBe('= 0.0 pt')
  expect(delta(0.5, 0.25, { of: 'share' }).fraction).toBe(0.25)
})

test('from ten times on a change is told in times of the value before, never in thousands of percent', () => {
  expect(textOf(1_000, 100)).toBe('▲ 10x')
  expect(textOf(40_278, 100)).toBe('▲ 403x')
  expect(textOf(1_000_000, 1)).toBe('▲ 1.00Mx')
  expect(delta(1_000, 100).fraction).toBe(9)
})

test('there is no percentage of nothing, and none of what is not known', () => {
  expect(textOf(5, 0)).toBe('▲ new')
  expect(textOf(0, 5)).toBe('▼ gone')
  expect(textOf(0, 0)).toBe('= 0.0 %')
  expect(textOf(undefined, 5)).toBe('= ?')
})
