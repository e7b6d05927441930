import { expect, test } from 'vitest'
import { toCreditDays } from '../../../src/domain/usage/credit-days.ts'
import { peopleOfModel } from '../../../src/domain/usage/model-people.ts'

const range = { from: '2026-11-18', to: '2026-11-20' }

const used = (model_id: string, billable_tokens?: number, model_tier?: string) => ({
  model_id,
  ...(billable_tokens !== undefined && { billable_tokens }),
  ...(model_tier !== undefined && { model_tier }),
})
const by = (user_id: string, ...by_model: ReturnType<typeof used>[]) => ({ user_id, by_model })

test('people of a model come most first, day by day, tiers added up; unknown credits are not 0', () => {
  const a = by('a', used('opus', 5, 'standard'), used('opus', 2, 'thinking'), used('haiku', 50))
  const { people } = toCreditDays([
    { date: '2026-11-17', by_user: [by('a', used('opus', 100))] },
    { date: '2026-11-18', by_user: [{ ...a, user_email: 'a@x.example' }, by('b', used('opus', 9))] },
    { date: '2026-11-20', by_user: [by('a', used('opus', 4)), by('c', used('haiku', 1)), by('d', used('opus'))] },
  ])
  expect(peopleOfModel(people, 'opus', range)).toEqual([
    { key: 'a', name: 'a@x.example', credits: 11, series: [7, undefined, 4] },
    { key: 'b', name: 'b', credits: 9, series: [9, undefined, 0] },
    { key: 'd', name: 'd', credits: undefined, series: [0, undefined, undefined] },
  ])
  expect(peopleOfModel(people, 'nothing', range)).toEqual([])
})
