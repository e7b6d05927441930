import { expect, test } from 'vitest'
import { budgetRows } from '../../../src/domain/budgets/budget-rows.ts'
import { memberListRows, teamListOutput, teamListRows, teamSorts } from '../../../src/domain/budgets/team-list.ts'
import { daysOf } from '../../../src/domain/calendar/calendar.ts'
import { createTeams } from '../../../src/domain/teams/teams.ts'
import { toCreditDays } from '../../../src/domain/usage/credit-days.ts'

const used = { a: 10, b: 50, c: 30, d: 5 }
const credits = toCreditDays(
  daysOf({ from: '2026-11-01', to: '2026-11-20' }).map((date) => ({
    date,
    billable_tokens: 95,
    by_user: Object.entries(used).map(([id, billable_tokens]) => ({
      user_id: id,
      user_email: `${id}@x.example`,
      billable_tokens: date < '2026-11-11' ? billable_tokens * 2 : billable_tokens,
      by_model: [],
    })),
  })),
)
const teams = createTeams([
  { email: 'a@x.example', team: 'core/tools' },
  { email: 'b@x.example', team: 'core/compilers' },
  { email: 'c@x.example', team: 'web' },
])
const budgets = budgetRows({
  budgets: [
    { scope: 'team:core', credits: 1_000 },
    { scope: 'user:B@x.example', credits: 5_000 },
  ],
  credits,
  teams,
  lastDay: '2026-11-20',
})
const range = { from: '2026-11-11', to: '2026-11-20' }
const input = { credits, range, previous: { from: '2026-11-01', to: '2026-11-10' }, teams, budgets }

test('teams are a tree, siblings with most credits first, and unassigned users are last in every order', () => {
  const rows = teamListRows(input)
  expect(
    rows.map(({ name, depth, users, credits: sum, change, budget }) => [
      name,
      depth,
      users,
      sum,
      change?.fraction,
      budget?.status,
    ]),
  ).toEqual([
    ['core', 0, 2, 600, -0.5, 'over'],
    ['core/compilers', 1, 1, 500, -0.5, undefined],
    ['core/tools', 1, 1, 100, -0.5, undefined],
    ['web', 0, 1, 300, -0.5, undefined],
    ['unassigned', 0, 1, 50, -0.5, undefined],
  ])
  for (const by of teamSorts.names) {
    if (by === 'tree') continue
    for (const isDescending of [true, false])
      expect(teamSorts.sorted(rows, { by, isDescending }).at(-1)?.name, by).toBe('unassigned')
  }
  expect(
    teamSorts
      .sorted(rows, teamSorts.begin('credits'))
      .map(({ name }) => name)
      .slice(0, 3),
  ).toEqual(['core', 'core/compilers', 'web'])
})

test('members have the budgets of their own', () => {
  const rows = memberListRows(input, 'core', (id) => `user ${id}`)
  expect(rows.map(({ name, credits: sum, budget }) => [name, sum, budget?.credits])).toEqual([
    ['user b', 500, 5_000],
    ['user a', 100, undefined],
  ])
  expect(teamListOutput(rows[0] as never, { amount: 2, per: 100, currency: 'EUR' })).toMatchObject({
    credits: 500,
    money: 10,
    currency: 'EUR',
    previous: 1_000,
    change: -0.5,
    monthCredits: 1_500,
    status: 'ok',
  })
})
