import { expect, test } from 'vitest'
import { criterionFilter } from '../../../src/domain/readiness/judged-criteria.ts'
import { filteredText } from '../../../src/domain/text/text-filter.ts'

const flaky = { id: 'flaky_test_detection', rationale: 'Retries hide them in CI.' }

test('a filter looks into ids and rationales, in either case', () => {
  expect(criterionFilter('FLAKY')(flaky)).toBe(true)
  expect(criterionFilter('retries hide')(flaky)).toBe(true)
  expect(criterionFilter('coverage')(flaky)).toBe(false)
  expect(criterionFilter('  ')(flaky)).toBe(true)
})

test('an exclamation mark turns it around, and alone leaves everything', () => {
  expect(criterionFilter('!retries')(flaky)).toBe(false)
  expect(criterionFilter('!coverage')(flaky)).toBe(true)
  expect(criterionFilter('!')(flaky)).toBe(true)
})

test('a tilde asks the id for its letters in their order', () => {
  expect(criterionFilter('~ftd')(flaky)).toBe(true)
  expect(criterionFilter('~dtf')(flaky)).toBe(false)
  expect(criterionFilter('~retries')(flaky)).toBe(false)
})

test('a criterion without a rationale has none to look into', () => {
  expect(criterionFilter('undefined')({ id: 'readme', rationale: undefined })).toBe(false)
})

test('what is looked for is known only of a filter that looks for a text', () => {
  expect(filteredText('  Retries HIDE ')).toBe('retries hide')
  expect(['!retries', '~ftd', ' '].map(filteredText)).toEqual(['', '', ''])
})
