import { expect, test } from 'vitest'
import { textFilter } from '../../../src/domain/text/text-filter.ts'

test.each([
  ['FLAKY', true],
  ['test_det', true],
  ['coverage', false],
  ['  ', true],
  ['!flaky', false],
  ['!coverage', true],
  ['! coverage ', true],
  ['!', true],
  ['~ftd', true],
  ['~dtf', false],
])('whether %j finds flaky_test_detection: %j', (typed, isFound) => {
  expect(textFilter(typed)('flaky_test_detection')).toBe(isFound)
})
