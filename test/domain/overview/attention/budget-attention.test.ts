import { expect, test } from 'vitest'
import { daysOf } from '../../../../src/domain/calendar/calendar.ts'
import { attentionLine, attentionOf, attentionWhy } from '../../../../src/domain/overview/attention/attention.ts'
import { pseudonymizeItem } from '../../../../src/domain/overview/pseudonymize.ts'
import { createTeams } from '../../../../src/domain/teams/teams.ts'
import { toCreditDays } from '../../../../src/domain/usage/credit-days.ts'

const now = Date.UTC(2026, 10, 21, 9)
const range = { from: '2026-11-07', to: '2026-11-20' }
const hostile = 'a\u001b[31m@x.example'
const credits = toCreditDays(
  daysOf({ from: '2026-10-01', to: range.to }).map((date) => ({
    date,
    billable_tokens: 100,
    by_user: [{ user_id: 'u1', user_email: hostile, billable_tokens: 100, by_model: [] }],
  })),
)
const found = (budgets: { scope: string; credits: number }[], to = range) => {
  const teams = createTeams([{ email: '*@x.example', team: 'core' }])
  return attentionOf({ range: to, now, credits, budgets: { budgets, teams } }).filter(({ kind }) => kind === 'budget')
}

test('budgets need attention at 80 and 100 %, and if their forecast exceeds them', () => {
  const items = found([
    { scope: 'organization', credits: 2_000 },
    { scope: 'team:core', credits: 2_500 },
    { scope: 'team:unknown', credits: 1 },
    { scope: `user:${hostile}`, credits: 2_999 },
    { scope: 'team:core', credits: 3_000 },
  ])
  expect(items.map((item) => [item.severity, attentionLine(item)])).toEqual([
    ['high', 'budget organisation  100 % of 2,000 credits used'],
    ['medium', 'budget core  about 3,000 of 2,500 credits expected by the end of the month'],
    ['medium', 'budget a␛[31m@x.example  about 3,000 of 2,999 credits expected by the end of the month'],
  ])
  expect(items.map(({ target }) => target)).toEqual([
    { screen: 'usage', view: 'credits', day: range.to },
    { screen: 'people', view: 'teams', row: 'core' },
    { screen: 'people', person: 'u1' },
  ])
  expect(attentionWhy(items[0] as never)).toContain('2,000 of 2,000 credits are used in the month up to 2026-11-30.')
})

test('an item has a new id once it becomes worse, and pseudonyms hide the user in its text and id', () => {
  const [near] = found([{ scope: `user:${hostile}`, credits: 2_999 }])
  const [over] = found([{ scope: `user:${hostile}`, credits: 100 }])
  expect(near?.id).not.toBe(over?.id)
  const hidden = pseudonymizeItem(over as never, '07')
  expect(JSON.stringify([hidden, attentionLine(hidden)])).not.toContain('x.example')
})

test('an earlier range has no budgets', () => {
  expect(found([{ scope: 'organization', credits: 1 }], { from: '2026-11-01', to: '2026-11-19' })).toEqual([])
})
