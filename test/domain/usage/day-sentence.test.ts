import { expect, test } from 'vitest'
import { toCreditDays } from '../../../src/domain/usage/credit-days.ts'
import { type DayReading, daySentence } from '../../../src/domain/usage/day-sentence.ts'
import { personOnModel } from '../../../src/domain/usage/model-people.ts'

const explained = (value: number, median: number): DayReading => ({
  status: 'explained',
  value,
  median,
  difference: value - median,
  ratio: median > 0 ? value / median : undefined,
  days: 8,
  reasons: [],
})
const cause = { name: 'a.chen@northwind.example on opus', share: 0.9226 }
const sentence = (reading: DayReading, text: string, by: typeof cause | null = cause) =>
  daySentence({ day: '2026-11-13', text, reading, cause: by ?? undefined })

test('a day is one sentence with its value, its ratio to a usual day, and its main cause', () => {
  expect(sentence(explained(110_582, 40_678), '110,582 credits')).toBe(
    '13 Nov: 110,582 credits, 2.7x a usual Friday; a.chen on opus is 92 % of the rise',
  )
  expect(sentence(explained(10, 40), '10 credits')).toBe(
    '13 Nov: 10 credits, 0.3x a usual Friday; a.chen on opus is 92 % of the fall',
  )
  expect(sentence(explained(90, 40), '90 credits', { name: 'x\x1b[2J@y.example', share: 1.06 })).toBe(
    '13 Nov: 90 credits, 2.3x a usual Friday; x␛[2J is more than the whole rise',
  )
  expect(sentence(explained(9, 0), '9 sessions', null)).toBe('13 Nov: 9 sessions, usually none on a Friday')
})

test('an ordinary day has no cause, a day without history no ratio, and a day without data no sentence', () => {
  expect(sentence(explained(41_000, 40_678), '41,000 credits')).toBe('13 Nov: 41,000 credits, close to a usual Friday')
  expect(sentence({ status: 'not enough history', value: 7, days: 1 }, '7 credits')).toBe('13 Nov: 7 credits')
  expect(sentence({ status: 'no data' }, '?')).toBeUndefined()
})

const friday = (date: string, opusOfA: number, opusOfB: number, haikuOfA: number) => ({
  date,
  by_user: [
    {
      user_id: 'a',
      user_email: 'a@x.example',
      by_model: [
        { model_id: 'opus', model_tier: 'standard' as const, billable_tokens: opusOfA / 2 },
        { model_id: 'opus', model_tier: 'thinking' as const, billable_tokens: opusOfA / 2 },
        { model_id: 'haiku', billable_tokens: haikuOfA },
      ],
    },
    { user_id: 'b', by_model: [{ model_id: 'opus', billable_tokens: opusOfB }] },
  ],
})

test('the main cause of a day is a user on a model, compared with their own median of the weekday', () => {
  const { people } = toCreditDays([
    friday('2026-10-23', 10, 500, 20),
    friday('2026-10-30', 20, 500, 20),
    friday('2026-11-06', 30, 500, 20),
    friday('2026-11-13', 120, 510, 10),
  ])
  expect(personOnModel(people, '2026-11-13', 100)).toEqual({
    person: 'a',
    email: 'a@x.example',
    model: 'opus',
    share: 1,
  })
  // On a day with a drop, the cause is a user with a drop.
  expect(personOnModel(people, '2026-11-13', -20)).toMatchObject({ model: 'haiku', share: 0.5 })
  expect(personOnModel(people, '2026-11-06', 10)).toBeUndefined()
  expect(personOnModel(people, '2026-11-14', 10)).toBeUndefined()
})
