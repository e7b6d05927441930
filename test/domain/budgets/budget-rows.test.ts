import { expect, test } from 'vitest'
import { budgetRows, budgetSpan } from '../../../src/domain/budgets/budget-rows.ts'
import { daysOf } from '../../../src/domain/calendar/calendar.ts'
import { moneyOf } from '../../../src/domain/money/price.ts'
import { createTeams } from '../../../src/domain/teams/teams.ts'
import { toCreditDays } from '../../../src/domain/usage/credit-days.ts'

const entry = (user_id: string, billable_tokens: number) => ({
  user_id,
  user_email: `${user_id}@x.example`,
  billable_tokens,
  by_model: [],
})

// 100 credits each day: a 60, b 30, c 10.
const lastDay = '2026-11-20'
const credits = toCreditDays(
  daysOf({ from: '2026-10-01', to: lastDay }).map((date) => ({
    date,
    billable_tokens: 100,
    by_user: [entry('a', 60), entry('b', 30), entry('c', 10)],
  })),
)
const teams = createTeams([
  { email: 'a@x.example', team: 'core/compilers' },
  { email: 'b@x.example', team: 'core' },
])

const rowsOf = (budgets: readonly [scope: string, credits: number][], billingDay?: number) =>
  budgetRows({
    budgets: budgets.map(([scope, of]) => ({ scope, credits: of })),
    credits,
    lastDay,
    teams,
    billingDay,
  }).map(({ scope, sofar, expected, status }) => [scope, sofar, expected?.credits, status])

test('20 of 30 days are used, and the forecast adds the median of each remaining weekday', () => {
  expect(
    rowsOf([
      ['organization', 3_000],
      ['organization', 2_999],
      ['organization', 2_000],
      ['team:core', 2_800],
      ['team:core/compilers', 1_300],
      ['user:C@X.example', 300],
      ['user:nothing@x.example', 5],
      ['team:other', 5],
      ['unknown', 5],
    ]),
  ).toEqual([
    ['organization', 2_000, 3_000, 'ok'],
    ['organization', 2_000, 3_000, 'forecast over'],
    ['organization', 2_000, 3_000, 'over'],
    ['team:core', 1_800, 2_700, 'ok'],
    ['team:core/compilers', 1_200, 1_800, 'forecast over'],
    ['user:C@X.example', 200, 300, 'ok'],
    ['user:nothing@x.example', 0, 0, 'ok'],
    ['team:other', undefined, undefined, 'unknown'],
    ['unknown', undefined, undefined, 'unknown'],
  ])
})

test('a budget is near from 80 % on, if its forecast is not over', () => {
  // The billing month ends on 24 November: 27 days so far, and 4 remaining.
  expect(rowsOf([['organization', 3_200]], 25)).toEqual([['organization', 2_700, 3_100, 'near']])
  expect(rowsOf([['organization', 3_376]], 25)).toEqual([['organization', 2_700, 3_100, 'ok']])
})

test('the span has four weeks and the billing month', () => {
  expect(budgetSpan(lastDay)).toEqual({ from: '2026-10-24', to: lastDay })
  expect(budgetSpan(lastDay, 21)).toEqual({ from: '2026-10-21', to: lastDay })
  expect(budgetSpan('2026-01-20')).toEqual({ from: '2026-01-14', to: '2026-01-20' })
})

test('days without data are counted, and without any the use is unknown', () => {
  const budgets = [{ scope: 'organization', credits: 10 }]
  const few = toCreditDays([{ date: '2026-11-19', billable_tokens: 4 }])
  expect(budgetRows({ budgets, credits: few, lastDay })[0]).toMatchObject({
    sofar: 4,
    missingDays: 19,
    used: 0.4,
    expected: undefined,
    status: 'ok',
  })
  expect(budgetRows({ budgets, credits: toCreditDays([]), lastDay })[0]).toMatchObject({ status: 'unknown' })
})

test('money is rounded to cents', () => {
  expect(moneyOf(12_345, { amount: 0.4, per: 1_000, currency: 'EUR' })).toBe(4.94)
  expect(moneyOf(undefined, { amount: 0.4, per: 1_000, currency: 'EUR' })).toBeUndefined()
  expect(moneyOf(1, undefined)).toBeUndefined()
})
