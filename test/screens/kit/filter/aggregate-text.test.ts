import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aggregateText, rowsAggregate } from '../../../../screens/kit/filter/aggregate-text.ts'
import { median } from '../../../../src/base/numbers.ts'
import { aggregateOf } from '../../../../src/domain/filter/aggregate.ts'
import { forMany } from '../../../helpers/for-all.ts'

test('the sum and median are those of the known values', () => {
  forMany(
    300,
    fc.array(fc.oneof(fc.integer({ min: 0, max: 1e9 }), fc.constant(Number.NaN)), { maxLength: 30 }),
    (values) => {
      const known = values.filter((value) => !Number.isNaN(value))
      expect(aggregateOf(Float64Array.from(values))).toEqual({
        sum: known.reduce((total, value) => total + value, 0),
        median: median(known),
        unknown: values.length - known.length,
      })
    },
  )
})

const credits = { label: 'credits', isSum: true, text: String }
const ratio = { ...credits, label: 'pass rate', isSum: false }
test.each([
  [credits, [1, 2, 9], 'credits sum 12, median 2'],
  [credits, [1, undefined], 'credits sum 1?, median 1'],
  [credits, [undefined], 'credits –'],
  [credits, [], 'credits –'],
  // A ratio is never added.
  [ratio, [0.25, 0.75], 'pass rate median 0.5'],
])('%o of %j is %j', (figure, values, text) => {
  expect(rowsAggregate(values, { ...figure, valueOf: (value) => value })).toBe(text)
})

test('a sum over some of the users is marked as incomplete', () => {
  expect(aggregateText(aggregateOf(Float64Array.of(5)), credits, true)).toBe('credits sum 5?, median 5')
})
