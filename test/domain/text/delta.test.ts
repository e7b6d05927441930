import { expect, test } from 'vitest'
import { delta } from '../../../src/domain/text/delta.ts'

test.each<[number | null | undefined, number | null | undefined, kind: string, text: string]>([
  [118.2, 100, 'up', '▲ 18.2 %'],
  [50, 100, 'down', '▼ 50.0 %'],
  [100.01, 100, 'same', '= 0.0 %'],
  [999, 100, 'up', '▲ 899.0 %'],
  // From a factor of ten on, a factor instead of thousands of percent.
  [1_000, 100, 'up', '▲ 10x'],
  [40_278, 100, 'up', '▲ 403x'],
  [1_000_000, 1, 'up', '▲ 1.00Mx'],
  [-50, -5, 'down', '▼ 900.0 %'],
  [5, -5, 'up', '▲ 200.0 %'],
  // There is no percentage of zero or of an unknown value.
  [5, 0, 'new', '▲ new'],
  [0, 5, 'gone', '▼ gone'],
  [0, 0, 'same', '= 0.0 %'],
  [undefined, 5, 'unknown', '= ?'],
  [5, undefined, 'unknown', '= ?'],
  [5, Number.NaN, 'unknown', '= ?'],
])('the change to %j from %j is %s: %s', (now, before, kind, text) => {
  const change = delta(now, before)
  expect([change.kind, `${change.sign} ${change.text}`]).toEqual([kind, text])
})

test.each([
  [0.41, 0.42, '▼ 1.0 pt'],
  [0.02, 0, '▲ 2.0 pt'],
  [0, 0.5, '▼ 50.0 pt'],
  [0.42, 0.42, '= 0.0 pt'],
])('a share of %d after %d changes in points: %s', (now, before, expected) => {
  const { sign, text } = delta(now, before, { of: 'share' })
  expect(`${sign} ${text}`).toBe(expected)
})

test('a change is a fraction of the previous value; for a share it is the difference', () => {
  expect([delta(1_000, 100).fraction, delta(0, 5).fraction, delta(5, 0).fraction]).toEqual([9, -1, undefined])
  expect(delta(0.5, 0.25, { of: 'share' }).fraction).toBe(0.25)
  expect([delta(98, 100, { ascii: true }).sign, delta(118, 100, { ascii: true }).sign]).toEqual(['_', '^'])
})
