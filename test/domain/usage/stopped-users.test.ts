import { expect, test } from 'vitest'
import { addDays, daysOf } from '../../../src/domain/calendar/calendar.ts'
import { toCreditDays } from '../../../src/domain/usage/credit-days.ts'
import { stoppedPeople } from '../../../src/domain/usage/stopped-users.ts'

const to = '2026-11-20'
/** 14 quiet days from 7 November, and the 30 days before from 8 October. */
const span = { from: '2026-10-08', to }

/** Days with the credits of each user. */
const days = (use: Record<string, ((day: string) => number | undefined) | undefined>, range = span) =>
  toCreditDays(
    daysOf(range).map((date) => ({
      date,
      billable_tokens: 1,
      by_user: Object.entries(use).flatMap(([user_id, credits]) => {
        const billable_tokens = credits?.(date)
        return billable_tokens === undefined ? [] : [{ user_id, user_email: `${user_id}@example.com`, billable_tokens }]
      }),
    })),
  )

const until = (last: string) => (day: string) => (day <= last ? 5 : undefined)
const always = () => 5
const never = () => undefined

test('a user active in the month before and absent for 14 days has stopped; the one seen most recently is first', () => {
  const [ito, okafor, late] = ['2026-11-06', '2026-10-20', '2026-11-07'].map(until)
  expect(stoppedPeople(days({ chen: always, ito, okafor, late, none: never }), to)).toEqual({
    people: [
      { id: 'ito', email: 'ito@example.com', lastDay: '2026-11-06', activeDays: 30 },
      { id: 'okafor', email: 'okafor@example.com', lastDay: '2026-10-20', activeDays: 13 },
    ],
  })
})

test('a user active on fewer than three days has not stopped', () => {
  const on = (dates: string) => (day: string) => (dates.includes(day) ? 5 : undefined)
  const twice = on('2026-10-09 2026-10-12')
  const thrice = on('2026-10-09 2026-10-12 2026-10-13')
  const stopped = stoppedPeople(days({ twice, thrice, before: until('2026-10-09') }), to)
  expect(stopped?.people.map(({ id }) => id)).toEqual(['thrice'])
})

test('an entry with 0 credits is not use, but one with unknown credits is', () => {
  const zero = (day: string) => (day <= '2026-11-01' ? 5 : 0)
  const unknown = (day: string) => (day <= '2026-11-01' ? 5 : Number.NaN)
  expect(stoppedPeople(days({ zero, unknown }), to)?.people.map(({ id }) => id)).toEqual(['zero'])
})

test('without a quiet day the result is unknown; a missing day of the month before is left out', () => {
  const without = (day: string) =>
    toCreditDays(
      daysOf(span)
        .filter((date) => date !== day)
        // An entry without an id is not a user.
        .map((date) => ({
          date,
          by_user: date <= '2026-10-20' ? [{ user_id: 'okafor', billable_tokens: 5 }, {}] : [],
        })),
    )
  expect(stoppedPeople(without('2026-11-10'), to)).toBeUndefined()
  expect(stoppedPeople(without('2026-10-10'), to)).toMatchObject({ people: [{ activeDays: 12 }] })
})

test('a day that is published late shifts the counted days; old days give no result', () => {
  const late = days({ okafor: until('2026-10-20') }, { from: '2026-10-06', to: '2026-11-18' })
  expect(stoppedPeople(late, to)).toMatchObject({ people: [{ id: 'okafor' }] })
  expect(stoppedPeople(late, addDays(to, 2))).toBeUndefined()
  expect(stoppedPeople(late, '2026-10-01')).toBeUndefined()
})
