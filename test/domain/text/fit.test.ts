import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fit } from '../../../src/domain/text/fit.ts'
import { forMany } from '../../helpers/for-all.ts'

test.each([
  ['2,497,812', 9, '2,497,812'],
  ['2,497,812', 8, '   2.50M'],
  ['2,497,812', 3, '  …'],
  ['-10', 2, ' …'],
  ['▲ 2,497,812', 9, '  ▲ 2.50M'],
  ['-1,234.56', 7, ' -1,235'],
  ['12,345 d', 7, '12,345…'],
  ['12,345 d', 6, '     …'],
  ['12/345', 5, ' 12/…'],
  ['2,497,812 ?', 8, '       …'],
  // No number is cut here.
  ['P90 TURNS', 6, 'P90 T…'],
  ['r.okafor', 5, 'r.ok…'],
])('right-aligned text: %s in %i cells is "%s"', (text, width, expected) => {
  expect(fit(text, width, 'right')).toBe(expected)
})

test('left-aligned text is truncated to its width', () => {
  expect(fit('4711-build', 3)).toBe('47…')
})

test('a right-aligned number is never shown with fewer digits', () => {
  const number = fc.integer({ min: -1e12, max: 1e12 })
  forMany(500, number, fc.integer({ min: 1, max: 16 }), (value, width) => {
    const whole = value.toLocaleString('en-US')
    const shown = fit(whole, width, 'right').trim()
    expect(shown === whole || shown === '…' || /^-?[\d,.]+[kMBT]?$/.test(shown)).toBe(true)
    if (!/[kMBT…]$/.test(shown)) expect(shown).toBe(whole)
  })
})
