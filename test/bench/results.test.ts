import { expect, test } from 'vitest'
import { isRegression } from './results.ts'

test.each([
  [4.61, 4, true],
  [4.6, 4, false],
  [3, 4, false],
  // The double of next to nothing is next to nothing.
  [0.08, 0.04, false],
  // Nobody has measured it before.
  [9, undefined, false],
])('%d after %d is a regression: %s', (value, last, isOne) => {
  expect(isRegression({ value, isSteady: true }, last)).toBe(isOne)
})

test('what depends on what else the machine does is no regression, however much worse', () => {
  expect(isRegression({ value: 40, isSteady: false }, 4)).toBe(false)
})
