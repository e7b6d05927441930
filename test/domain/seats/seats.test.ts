import { expect, test } from 'vitest'
import { addDays, daysOf, weekdayOf } from '../../../src/domain/calendar/calendar.ts'
import { parseLimit } from '../../../src/domain/seats/limits.ts'
import { forecastText, seatName } from '../../../src/domain/seats/seat-rows.ts'
import { limitsOf, type SeatRow, seatCounts, seatRows, seatState } from '../../../src/domain/seats/seats.ts'
import { toCreditDays } from '../../../src/domain/usage/credit-days.ts'

const history = { from: '2026-09-01', to: '2026-11-20' }
const month = { from: '2026-11-01', to: '2026-11-30' }

/** Credits by user: each uses `credits` on every weekday from one day to another. */
const usage = (...users: [id: string, credits: number, from: string, to: string][]) =>
  toCreditDays(
    daysOf(history).map((date) => ({
      date,
      by_user: users
        .filter(([, , from, to]) => date >= from && date <= to && weekdayOf(date) < 5)
        .map(([user_id, billable_tokens]) => ({ user_id, user_email: `${user_id}@b.example`, billable_tokens })),
    })),
  ).people

const seat = (id: string, createdAt: string, lastSignInAt?: string) => ({
  id,
  email: `${id}@b.example`,
  createdAt,
  ...(lastSignInAt !== undefined && { lastSignInAt }),
})

const rowsOf = (own: Partial<Parameters<typeof seatRows>[0]> = {}): Map<string, SeatRow> => {
  const rows = seatRows({
    seats: [
      seat('busy', '2026-01-01T00:00:00Z'),
      seat('gone', '2026-01-01T00:00:00Z', '2026-10-01T00:00:00Z'),
      seat('new', '2026-10-10T00:00:00Z', '2026-10-11T00:00:00Z'),
      seat('old', '2025-05-05T00:00:00Z', '2026-05-05T00:00:00Z'),
      seat('idle', '2025-05-05T00:00:00Z'),
    ],
    people: usage(
      ['busy', 100, '2026-09-01', '2026-11-20'],
      ['gone', 50, '2026-09-01', '2026-10-01'],
      ['x', 7, '2026-11-01', '2026-11-20'],
    ),
    history,
    isWhole: false,
    month,
    limits: limitsOf(2_500, [
      { email: 'BUSY@b.example', limit: 1_700 },
      { email: 'x@b.example', limit: null },
    ]),
    ...own,
  })
  return new Map(rows.map((row) => [row.id, row]))
}

test('seats are joined to use by id, and users without a seat come last', () => {
  const rows = rowsOf()
  expect([...rows.keys()]).toEqual(['busy', 'gone', 'new', 'old', 'idle', 'x'])
  expect([...rows.values()].map((row) => [row.id, seatState(row), row.lastUse, row.idleDays])).toEqual([
    ['busy', 'active', '2026-11-20', 0],
    ['gone', 'inactive', '2026-10-01', 50],
    ['new', 'never', undefined, 41],
    // It may have been used before the known days.
    ['old', 'inactive', undefined, 80],
    // Its user has never signed in.
    ['idle', 'never', undefined, 80],
    ['x', 'no seat', '2026-11-20', 0],
  ])
  expect(seatCounts([...rows.values()])).toEqual({ seats: 5, active: 1, inactive: 2, never: 2, 'no seat': 1 })
  expect(seatCounts([...rows.values()], 60)).toMatchObject({ active: 2, inactive: 1 })
})

test('with the whole history, a seat without use was never used', () => {
  expect(seatState(rowsOf({ isWhole: true }).get('old') as SeatRow)).toBe('never')
})

test('credits of the month are compared with the own limit, else the global one', () => {
  const busy = rowsOf().get('busy') as SeatRow
  // 15 of 21 weekdays of November 2026 are over; each is expected to have 100 credits.
  expect(busy).toMatchObject({ month: 1_500, forecast: 2_100, limit: 1_700, isOwnLimit: true, recent: 2_200 })
  // 16 and 17 are weekdays 23 and 24 November.
  expect(busy.reachesOn).toBe('2026-11-24')
  expect(forecastText(busy, history.to)).toBe('limit on 24 Nov Tue')
  const gone = rowsOf().get('gone')
  expect(gone).toMatchObject({ month: 0, limit: 2_500, isOwnLimit: false, reachesOn: undefined })
  expect(rowsOf().get('x')).toMatchObject({ limit: 2_500, isOwnLimit: false })
})

test('a limit that is already reached has the day on which it was', () => {
  const busy = rowsOf({ limits: limitsOf(300, []) }).get('busy') as SeatRow
  expect(busy.reachesOn).toBe('2026-11-04')
  expect(forecastText(busy, history.to)).toBe('reached 04 Nov Wed')
})

test('a month with a missing day has no forecast', () => {
  const people = usage(['busy', 100, '2026-09-01', '2026-11-20'])
  const days = people.days.filter((day) => day !== '2026-11-05')
  const columns = people.columns.filter((_, at) => people.days[at] !== '2026-11-05')
  const busy = rowsOf({ people: { ...people, days, columns } }).get('busy') as SeatRow
  expect(busy.forecast).toBeUndefined()
  expect(forecastText(busy, history.to)).toBe('–')
})

test('rows without an id are left out, and a seat without an e-mail has its id as name', () => {
  const rows = seatRows({
    seats: [{ email: 'no-id@b.example' }, { id: 'u' }, { id: '', email: 'empty@b.example' }],
    people: toCreditDays([]).people,
    history: { from: addDays(history.to, -1), to: history.to },
    isWhole: false,
    month,
    limits: undefined,
  })
  expect(rows.map(seatName)).toEqual(['u'])
  expect(rows[0]).toMatchObject({ limit: undefined, createdAt: undefined, isNever: true })
})

test.each([
  ['2000000', 2_000_000],
  ['2,000,000', 2_000_000],
  ['2.5M', 2_500_000],
  ['none', null],
])('the limit %s is read', (text, limit) => expect(parseLimit(text)).toEqual({ is: 'limit', limit }))

test.each(['999999', '0', '-5M', '1.5', '1e7', 'lots', '', '9'.repeat(20)])('the limit %s is refused', (text) =>
  expect(parseLimit(text).is).toBe('wrong'),
)
