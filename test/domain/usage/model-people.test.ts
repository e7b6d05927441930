import fc from 'fast-check'
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

test('who used a model, most first, day by day, its tiers added up; unknown credits are not 0', () => {
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

test('the sums are those of the rows as they came', () => {
  const entry = fc.record({
    user_id: fc.constantFrom('a', 'b', 'c'),
    by_model: fc.array(
      fc.record({ model_id: fc.constantFrom('m', 'n'), billable_tokens: fc.integer({ min: 0, max: 1000 }) }),
      { maxLength: 4 },
    ),
  })
  const days = ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']
  fc.assert(
    fc.property(fc.tuple(...days.map(() => fc.array(entry, { maxLength: 6 }))), (byDay) => {
      const rows = byDay.map((by_user, index) => ({ date: days[index] ?? '', by_user }))
      const expected = new Map<string, number>()
      for (const { date, by_user } of rows) {
        if (date < range.from) continue
        for (const { user_id, by_model } of by_user) {
          for (const { model_id, billable_tokens } of by_model) {
            if (model_id === 'm') expected.set(user_id, (expected.get(user_id) ?? 0) + billable_tokens)
          }
        }
      }
      const found = peopleOfModel(toCreditDays(rows).people, 'm', range)
      expect(new Map(found.map(({ key, credits }) => [key, credits]))).toEqual(expected)
      for (const { credits, series } of found) {
        expect(series.reduce<number>((sum, value) => sum + (value ?? 0), 0)).toBe(credits)
      }
    }),
  )
})
