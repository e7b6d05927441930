import { expect, test } from 'vitest'
import { billingMonth } from '../../../src/domain/calendar/billing-month.ts'

test.each([
  ['2026-11-26', 1, '2026-11-01', '2026-11-30'],
  ['2026-11-26', 27, '2026-10-27', '2026-11-26'],
  ['2026-11-27', 27, '2026-11-27', '2026-12-26'],
  ['2026-03-01', 31, '2026-02-28', '2026-03-30'],
  ['2026-02-27', 31, '2026-01-31', '2026-02-27'],
  ['2026-01-15', 20, '2025-12-20', '2026-01-19'],
])('%s with the billing day %i is in %s to %s', (day, billingDay, from, to) => {
  expect(billingMonth(day, billingDay)).toEqual({ from, to })
})
