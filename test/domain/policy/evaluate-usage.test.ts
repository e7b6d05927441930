import { expect, test } from 'vitest'
import type { BudgetRow } from '../../../src/domain/budgets/budget-rows.ts'
import { evaluateBudget, evaluateSeats } from '../../../src/domain/policy/evaluate-usage.ts'
import type { SeatRow } from '../../../src/domain/seats/seats.ts'

const budget = (changes: Partial<BudgetRow>): BudgetRow => ({
  scope: 'organization',
  credits: 1_000,
  month: { from: '2026-11-01', to: '2026-11-30' },
  userId: undefined,
  sofar: 600,
  missingDays: 0,
  used: 0.6,
  expected: { credits: 900, low: 800, high: 1_000 },
  status: 'ok',
  ...changes,
})

const forecastOf = (row: Partial<BudgetRow>, maxPercent: number, gaps: readonly string[] = []) => {
  const check = { check: 'budget.forecast', scope: 'organization', maxPercent } as const
  const { status, found } = evaluateBudget(check, { data: [budget(row)], gaps }, false)
  return [status, found]
}

test('a forecast at the limit passes, one above it fails and is shown above it', () => {
  expect(forecastOf({}, 90)).toEqual(['passed', 90])
  expect(forecastOf({}, 89.99)).toEqual(['failed', 90])
  expect(forecastOf({ expected: { credits: 900.001, low: 0, high: 0 } }, 90)).toEqual(['failed', 90.01])
})

test('without a forecast or with missing days, only an exceeded limit is certain', () => {
  expect(forecastOf({ expected: undefined }, 60)).toEqual(['unknown', 60])
  expect(forecastOf({ expected: undefined }, 59)).toEqual(['failed', 60])
  expect(forecastOf({ missingDays: 2 }, 90)).toEqual(['unknown', 90])
  expect(forecastOf({ missingDays: 2 }, 80)).toEqual(['failed', 90])
  expect(forecastOf({}, 90, ['Some days are missing'])).toEqual(['unknown', 90])
  expect(forecastOf({ sofar: undefined, used: undefined, expected: undefined, status: 'unknown' }, 90)).toEqual([
    'unknown',
    undefined,
  ])
})

test('the budget of a user is found in any case, and hidden behind a pseudonym', () => {
  const row = budget({ scope: 'user:Ann@x.example', userId: 'u_1' })
  const check = { check: 'budget.forecast', scope: 'user:ann@X.example', maxPercent: 10 } as const
  expect(evaluateBudget(check, { data: [row], gaps: [] }, false).items).toEqual([
    { id: 'user:Ann@x.example', text: 'user:ann@X.example: 90 % of the budget', link: 'qd:///people/u_1' },
  ])
  const hidden = JSON.stringify(evaluateBudget(check, { data: [row], gaps: [] }, true))
  for (const text of ['nn@', 'u_1']) expect(hidden).not.toContain(text)
})

const seat = (changes: Partial<SeatRow>): SeatRow => ({
  id: 'u_1',
  email: 'ann@x.example',
  name: undefined,
  hasSeat: true,
  createdAt: Date.parse('2026-03-01'),
  signedInAt: undefined,
  lastUse: '2026-11-01',
  isNever: false,
  idleDays: 19,
  recent: 0,
  month: 0,
  limit: undefined,
  isOwnLimit: false,
  forecast: undefined,
  reachesOn: undefined,
  ...changes,
})

const seatsOf = (rows: readonly SeatRow[], after: number, max = 0, from = '2026-09-12') => {
  const data = { rows, history: { from, to: '2026-11-20' } }
  const { status, found } = evaluateSeats({ check: 'seats.unused', after, max }, { data, gaps: [] }, false)
  return [status, found]
}

test('a seat counts from exactly the number of days on', () => {
  expect(seatsOf([seat({ idleDays: 30 })], 30)).toEqual(['failed', 1])
  expect(seatsOf([seat({ idleDays: 29 })], 30)).toEqual(['passed', 0])
  expect(seatsOf([seat({ idleDays: 99, hasSeat: false }), seat({ idleDays: 1 })], 30)).toEqual(['passed', 0])
  expect(seatsOf([], 30)).toEqual(['unknown', 0])
})

test('a seat that may have been unused before the loaded days is unknown', () => {
  const old = seat({ lastUse: undefined, isNever: true, idleDays: 69 })
  expect(seatsOf([old], 60)).toEqual(['failed', 1])
  expect(seatsOf([old], 90)).toEqual(['unknown', 0])
  expect(seatsOf([old], 90, 1)).toEqual(['passed', 0])
  // Data does not start earlier, or the seat is newer.
  expect(seatsOf([old], 90, 0, '2026-01-14')).toEqual(['passed', 0])
  expect(seatsOf([{ ...old, createdAt: Date.parse('2026-10-01') }], 90)).toEqual(['passed', 0])
})
