import { expect, test } from 'vitest'
import { modelTiers, tierText } from '../../../src/domain/usage/model-tiers.ts'

const days = [
  { date: '2026-11-17', by_model: [{ model_id: 'opus', model_tier: 'standard', billable_tokens: 1000 }] },
  {
    date: '2026-11-18',
    by_model: [
      { model_id: 'opus', model_tier: 'thinking', billable_tokens: 60 },
      { model_id: 'opus', model_tier: 'standard', billable_tokens: 30 },
      { model_id: 'haiku', model_tier: 'standard', billable_tokens: 5 },
      { model_id: 'odd', billable_tokens: 5 },
    ],
  },
  { date: '2026-11-19', by_model: [{ model_id: 'opus', model_tier: 'thinking', billable_tokens: 10 }] },
]

test('the tiers of a model are told with their shares where there are several', () => {
  const tiers = modelTiers(days, { from: '2026-11-18', to: '2026-11-20' })
  expect(tierText(tiers.get('opus'))).toBe('thinking 70 %, standard 30 %')
  expect(tierText(tiers.get('haiku'))).toBe('standard')
  expect(tierText(tiers.get('odd'))).toBe('')
  expect(tierText(undefined)).toBe('')
})

test('tiers without credits have no shares', () => {
  expect(
    tierText(
      new Map([
        ['thinking', 0],
        ['standard', 0],
      ]),
    ),
  ).toBe('standard, thinking')
})
