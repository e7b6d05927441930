import { expect, test } from 'vitest'
import { addDays } from '../../../src/domain/calendar/calendar.ts'
import { toCreditDays } from '../../../src/domain/usage/credit-days.ts'
import { compareDay, contributorsOf, explainDay, toKeyedDays } from '../../../src/domain/usage/day-explanation.ts'

const friday = '2026-11-13'

type Parts = Record<string, number>
const dayOfCredits = (date: string, models: Parts, people: Parts, billable_tokens: number) => ({
  date,
  billable_tokens,
  by_model: Object.entries(models).map(([model_id, credits]) => ({ model_id, billable_tokens: credits })),
  by_user: Object.entries(people).map(([user_id, credits]) => ({
    user_id,
    user_email: `${user_id}@example.com`,
    billable_tokens: credits,
  })),
})

const fridays = [1, 2, 3, 4].map((week) =>
  dayOfCredits(addDays(friday, -7 * week), { opus: 20 + week, sonnet: 50 }, { chen: 10, okafor: 12 * week }, 80 + week),
)

test('a day is explained by its differences from the median of its weekday', () => {
  const day = dayOfCredits(friday, { opus: 112.5, sonnet: 50, haiku: 10 }, { chen: 100, okafor: 20 }, 182.5)
  expect(explainDay(friday, toCreditDays([...fridays, day]))).toEqual({
    status: 'explained',
    value: 182.5,
    median: 82.5,
    difference: 100,
    ratio: 182.5 / 82.5,
    days: 4,
    models: [
      { by: 'model', key: 'opus', name: 'opus', difference: 90, share: 0.9 },
      { by: 'model', key: 'haiku', name: 'haiku', difference: 10, share: 0.1 },
    ],
    people: [{ by: 'person', key: 'chen', name: 'chen@example.com', difference: 90, share: 0.9 }],
  })
})

test('a quiet day is explained by the parts that fell', () => {
  const day = dayOfCredits(friday, { opus: 2.5, sonnet: 60 }, {}, 62.5)
  const explained = explainDay(friday, toCreditDays([...fridays, day]))
  expect(explained).toMatchObject({
    difference: -20,
    models: [{ key: 'opus', difference: -20, share: 1 }],
    people: [
      { key: 'okafor', name: 'okafor@example.com', difference: -30 },
      { key: 'chen', difference: -10 },
    ],
  })
})

test('fewer than three earlier days of the weekday are not enough, and days over eight weeks ago do not count', () => {
  const day = dayOfCredits(friday, {}, {}, 10)
  const tooFew = { status: 'not enough history', value: 10, days: 2 }
  expect(explainDay(friday, toCreditDays([day, ...fridays.slice(0, 2)]))).toEqual(tooFew)
  const old = [9, 10, 11].map((week) => dayOfCredits(addDays(friday, -7 * week), {}, {}, 10))
  expect(explainDay(friday, toCreditDays([day, ...old]))).toMatchObject({ status: 'not enough history', days: 0 })
})

test('a day without credits cannot be explained', () => {
  expect(explainDay(friday, toCreditDays(fridays))).toEqual({ status: 'no data' })
  expect(explainDay(friday, toCreditDays([...fridays, { date: friday }]))).toEqual({ status: 'no data' })
})

test('a user whose credits of the day are unknown is not a contributor', () => {
  const day = dayOfCredits(friday, { opus: 100 }, { chen: 110 }, 182.5)
  const by_user = [...day.by_user, { user_id: 'okafor', by_model: [] }]
  const people = (entries: object[]) => {
    const explained = explainDay(friday, toCreditDays([...fridays, { ...day, billable_tokens: 10, by_user: entries }]))
    return explained.status === 'explained' ? explained.people.map(({ key }) => key) : explained.status
  }
  // The day has a drop: a missing user contributes to it, but one without a number may have used any amount.
  expect(people(by_user)).toEqual([])
  expect(people(day.by_user)).toEqual(['okafor'])
})

test('a day of any measure is compared, and 0 compared with 0 has no ratio', () => {
  const values = new Map([0, 0, 0, 0].map((each, week) => [addDays(friday, -7 * week), each]))
  const nothing = { value: 0, median: 0, difference: 0, ratio: undefined }
  expect(compareDay(friday, (day) => values.get(day))).toEqual({ status: 'explained', days: 3, ...nothing })
})

test('an unknown value is left out, and so is a key with fewer than three known values', () => {
  const day = (values: Record<string, number | undefined>) => new Map(Object.entries(values))
  const before = [day({ a: 1, b: 1 }), day({ a: 2 }), day({ a: 3 }), day({ a: undefined })]
  const known = toKeyedDays(day({ a: 10, b: undefined }), before)
  expect(contributorsOf(known, 8)).toEqual([{ index: 0, key: 'a', difference: 8, share: 1 }])
  expect(contributorsOf(known, 0)).toEqual([])
  expect(contributorsOf(toKeyedDays(day({ a: 10 }), before.slice(1)), 8)).toEqual([])
})
