import { expect, test } from 'vitest'
import { daysOf } from '../../src/domain/calendar.ts'
import { compareSums } from '../../src/domain/comparison.ts'

test('a sum is compared with the days directly before', () => {
  const rows = daysOf({ from: '2026-11-01', to: '2026-11-08' }).map((date, index) => ({ date, n: index < 4 ? 10 : 15 }))
  const comparison = compareSums(rows, { from: '2026-11-05', to: '2026-11-08' }, 'n')
  expect(comparison).toMatchObject({
    previous: { from: '2026-11-01', to: '2026-11-04' },
    now: { value: 60, missing: 0 },
    before: { value: 40, missing: 0 },
    delta: { sign: '▲', text: '50.0 %' },
  })
})

test('a period that begins before the first data is not compared', () => {
  const rows = [
    { date: '2026-01-14', n: 1 },
    { date: '2026-01-15', n: 1 },
    { date: '2026-01-16', n: 5 },
  ]
  const { before, delta } = compareSums(rows, { from: '2026-01-16', to: '2026-01-20' }, 'n')
  expect(before.value).toBeUndefined()
  expect(delta.kind).toBe('unknown')
})

test('what was nothing before is new, and what is nothing now is gone', () => {
  const rows = [
    { date: '2026-11-01', n: 0, m: 7 },
    { date: '2026-11-02', n: 5, m: 0 },
  ]
  const range = { from: '2026-11-02', to: '2026-11-02' }
  expect(compareSums(rows, range, 'n').delta).toMatchObject({
    kind: 'new',
    sign: '▲',
    text: 'new',
    fraction: undefined,
  })
  expect(compareSums(rows, range, 'm').delta).toMatchObject({ kind: 'gone', sign: '▼', text: 'gone', fraction: -1 })
})
