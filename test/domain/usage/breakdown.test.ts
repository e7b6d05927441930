import { expect, test } from 'vitest'
import { breakdownByModel, breakdownByModelRows, NO_ID } from '../../../src/domain/usage/breakdown.ts'
import { toCreditDays } from '../../../src/domain/usage/credit-days.ts'
import { modelTiers, peopleOfModel, tierText } from '../../../src/domain/usage/model-people.ts'

const range = { from: '2026-11-01', to: '2026-11-04' }

const credits = [
  {
    date: '2026-11-01',
    billable_tokens: 100,
    by_model: [
      { model_id: 'opus', model_tier: 'standard', billable_tokens: 30, input_tokens: 300 },
      { model_id: 'opus', model_tier: 'thinking', billable_tokens: 20 },
      { model_id: 'sonnet', billable_tokens: 10, output_tokens: 7 },
    ],
    by_user: [
      { user_id: 'u1', user_email: 'old@example.com', billable_tokens: 40, by_model: [{ input_tokens: 4 }] },
      { user_id: 'u2', user_email: null, billable_tokens: 5 },
    ],
  },
  {
    date: '2026-11-03',
    billable_tokens: 100,
    by_model: [{ model_id: 'sonnet' }, { billable_tokens: 1 }, { model_id: '__proto__', billable_tokens: 2 }],
    by_user: [{ user_id: 'u1', user_email: 'new@example.com', billable_tokens: 60 }],
  },
  { date: '2026-11-04', billable_tokens: 50 },
]

test('a breakdown by model merges tiers and keeps gaps', () => {
  const rows = breakdownByModel(credits, range)
  expect(rows.map(({ key }) => key)).toEqual(['opus', 'sonnet', '__proto__', NO_ID])
  expect(rows[0]).toEqual({
    key: 'opus',
    name: 'opus',
    credits: { value: 50, missing: 0 },
    input: { value: 300, missing: 0 },
    output: { value: undefined, missing: 1 },
    share: 0.2,
    // No row on the 2nd; on the 4th a row without a breakdown.
    series: [50, undefined, 0, undefined],
  })
  expect(rows[1]).toMatchObject({ credits: { value: 10, missing: 1 }, series: [10, undefined, undefined, undefined] })
})

test('grouped rows give the same breakdown', () => {
  const grouped = [
    { date: '2026-11-01', group_key: 'opus', billable_tokens: 50, input_tokens: 300 },
    { date: '2026-11-01', group_key: 'sonnet', billable_tokens: 10 },
    { date: '2026-11-03', group_key: 'sonnet', billable_tokens: 20 },
    { date: '2026-12-01', group_key: 'late', billable_tokens: 20 },
    { group_key: 'dateless', billable_tokens: 20 },
  ]
  const rows = breakdownByModelRows(grouped, range, credits)
  expect(rows.map(({ key, share, series }) => ({ key, share, series }))).toEqual([
    { key: 'opus', share: 0.2, series: [50, undefined, 0, undefined] },
    { key: 'sonnet', share: 0.12, series: [10, undefined, 20, undefined] },
  ])
  expect(breakdownByModelRows(grouped, range)[0]?.share).toBeUndefined()
})

const used = (model_id: string, model_tier: string | undefined, billable_tokens: number) => ({
  model_id,
  ...(model_tier !== undefined && { model_tier }),
  billable_tokens,
})
const days = [
  { date: '2026-11-17', by_model: [used('opus', 'standard', 1000)] },
  {
    date: '2026-11-18',
    by_model: [used('opus', 'thinking', 60), used('opus', 'standard', 30), used('odd', undefined, 5)],
  },
  { date: '2026-11-19', by_model: [used('opus', 'thinking', 10), used('haiku', 'standard', 5)] },
]

test('several tiers of a model have shares', () => {
  const tiers = modelTiers(days, { from: '2026-11-18', to: '2026-11-20' })
  expect(tierText(tiers.get('opus'))).toBe('thinking 70 %, standard 30 %')
  expect(tierText(tiers.get('haiku'))).toBe('standard')
  expect(tierText(tiers.get('odd'))).toBe('')
  expect(tierText(undefined)).toBe('')
})

test('tiers without credits have no shares', () => {
  expect(tierText(new Map(['thinking', 'standard'].map((tier) => [tier, 0])))).toBe('standard, thinking')
})

test('the users of a model are sorted by credits and have a value per day that sums the tiers; unknown credits are not 0', () => {
  const by = (user_id: string, ...by_model: object[]) => ({ user_id, by_model })
  const a = by('a', used('opus', 'standard', 5), used('opus', 'thinking', 2), used('haiku', undefined, 50))
  const { people } = toCreditDays([
    { date: '2026-11-17', by_user: [by('a', used('opus', undefined, 100))] },
    { date: '2026-11-18', by_user: [{ ...a, user_email: 'a@x.example' }, by('b', used('opus', undefined, 9))] },
    { date: '2026-11-20', by_user: [by('a', used('opus', undefined, 4)), by('c'), by('d', { model_id: 'opus' })] },
  ])
  expect(peopleOfModel(people, 'opus', { from: '2026-11-18', to: '2026-11-20' })).toEqual([
    { key: 'a', name: 'a@x.example', credits: 11, series: [7, undefined, 4] },
    { key: 'b', name: 'b', credits: 9, series: [9, undefined, 0] },
    { key: 'd', name: 'd', credits: undefined, series: [0, undefined, undefined] },
  ])
})
