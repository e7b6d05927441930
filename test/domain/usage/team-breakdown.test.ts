import { expect, test } from 'vitest'
import { createTeams, UNASSIGNED } from '../../../src/domain/teams/teams.ts'
import { toCreditDays } from '../../../src/domain/usage/credit-days.ts'
import { breakdownByTeam, membersOfTeam } from '../../../src/domain/usage/team-breakdown.ts'

const entry = (user_id: string, user_email: string | null, billable_tokens: number | undefined) => ({
  user_id,
  ...(user_email !== null && { user_email }),
  ...(billable_tokens !== undefined && { billable_tokens }),
  by_model: [],
})

const credits = toCreditDays([
  {
    date: '2026-11-01',
    billable_tokens: 200,
    by_user: [
      entry('u1', 'a@x.example', 100),
      entry('u2', 'b@x.example', 50),
      entry('u3', null, 30),
      entry('', null, 5),
    ],
  },
  {
    date: '2026-11-02',
    billable_tokens: 100,
    by_user: [entry('u1', 'A.New@x.example', 10), entry('u4', 'd@y.example', 7), entry('u2', 'b@x.example', undefined)],
  },
  { date: '2026-11-03', billable_tokens: 50 },
])
const range = { from: '2026-11-01', to: '2026-11-03' }
const teams = createTeams([
  { email: 'b@x.example', team: 'core' },
  { email: '*@x.example', team: 'core/compilers' },
  { email: 'none@x.example', team: 'idle' },
])

test('a nested team counts for the team that contains it, each user once, and unassigned users are last', () => {
  const rows = breakdownByTeam(credits, range, teams).map(({ key, users, credits: sum, share, series }) => ({
    key,
    users,
    ...sum,
    share,
    series,
  }))
  expect(rows).toEqual([
    { key: 'core', users: 2, value: 160, missing: 1, share: 160 / 350, series: [150, 10, undefined] },
    { key: 'core/compilers', users: 1, value: 110, missing: 0, share: 110 / 350, series: [100, 10, undefined] },
    { key: 'idle', users: 0, value: 0, missing: 0, share: 0, series: [0, 0, undefined] },
    // The entry without an id has credits but is no user.
    {
      key: UNASSIGNED,
      users: 2,
      value: 42,
      missing: 0,
      share: expect.closeTo(42 / 350, 12),
      series: [35, 7, undefined],
    },
  ])
})

test('the members of a team include those of the teams inside it', () => {
  const keys = (name: string) => membersOfTeam(credits, range, teams, name).map(({ key }) => key)
  expect([keys('core'), keys('core/compilers'), keys('idle'), keys(UNASSIGNED)]).toEqual([
    ['u1', 'u2'],
    ['u1'],
    [],
    ['u3', 'u4', ''],
  ])
})

test('without unassigned users there is no row of them', () => {
  const all = createTeams([{ email: '*@x.example', team: 'x' }])
  const first = { from: '2026-11-02', to: '2026-11-02' }
  expect(breakdownByTeam(credits, first, all).map(({ key }) => key)).toEqual(['x', UNASSIGNED])
  const every = createTeams([{ email: '*', team: 'x' }])
  expect(breakdownByTeam(credits, first, every).map(({ key }) => key)).toEqual(['x'])
})
