import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDays,
  allDays,
  dayOf,
  daysBetween,
  daysOf,
  isAvailable,
  isDay,
  lastDays,
  lastMonth,
  lastOfMonth,
  lengthOf,
  monthToDate,
  previousRange,
  weekdayOf,
  yesterdayOf,
} from '../../../src/domain/calendar/calendar.ts'
import { dayNumber, dayOfNumber } from '../../../src/domain/calendar/day-number.ts'
import { forAll } from '../../helpers/for-all.ts'

const at = (text: string) => Date.parse(text)
const anyDay = fc.integer({ min: 0, max: 40_000 }).map((n) => dayOf(n * 86_400_000))

test('a day begins at midnight UTC in any time zone', () => {
  expect(new Date(at('2026-11-13T00:00:00Z')).getTimezoneOffset()).not.toBe(0)
  expect(dayOf(at('2026-11-13T00:00:00Z'))).toBe('2026-11-13')
  expect(dayOf(at('2026-11-13T23:59:59.999Z'))).toBe('2026-11-13')
  expect(yesterdayOf(at('2026-11-13T00:00:00Z'))).toBe('2026-11-12')
})

test('adding days crosses months, years and leap days', () => {
  expect(addDays('2026-11-30', 1)).toBe('2026-12-01')
  expect(addDays('2027-01-01', -1)).toBe('2026-12-31')
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  // Days on which daylight saving time starts or ends.
  expect(addDays('2026-09-26', 1)).toBe('2026-09-27')
  expect(addDays('2026-04-04', 2)).toBe('2026-04-06')
})

test('days convert to numbers and numbers to days, and an invalid number to undefined', () => {
  expect([dayNumber('1970-01-02'), dayOfNumber(20_000)]).toEqual([1, '2024-10-04'])
  expect([dayOfNumber(undefined), dayOfNumber(Number.NaN)]).toEqual([undefined, undefined])
})

test('daysBetween returns the number of days that addDays added', () => {
  forAll(anyDay, fc.integer({ min: -5000, max: 5000 }), (day, n) => {
    expect(daysBetween(day, addDays(day, n))).toBe(n)
  })
})

test('only a date that exists is a day', () => {
  expect(isDay('2026-02-28')).toBe(true)
  for (const text of ['', ...'2026-02-30 2026-02-29 2026-13-01 2026-1-1 2026-11-13T00:00 today 0x10-01-01'.split(' ')])
    expect(isDay(text), text).toBe(false)
})

test('Monday is 0 and Sunday is 6', () => {
  expect(weekdayOf('2026-11-13')).toBe(4)
  expect(weekdayOf('2026-11-15')).toBe(6)
  expect(weekdayOf('2026-11-16')).toBe(0)
})

test('a range includes both its ends', () => {
  expect(daysOf({ from: '2026-11-29', to: '2026-12-01' })).toEqual(['2026-11-29', '2026-11-30', '2026-12-01'])
  expect(daysOf({ from: '2026-11-29', to: '2026-11-29' })).toEqual(['2026-11-29'])
  expect(daysOf({ from: '2026-11-29', to: '2026-11-28' })).toEqual([])
  expect(lengthOf({ from: '2026-11-07', to: '2026-11-20' })).toBe(14)
})

test('the last days end yesterday and never start before the first data', () => {
  expect(isAvailable({ from: '2026-01-14', to: '2026-01-15' })).toBe(true)
  expect(isAvailable({ from: '2026-01-13', to: '2026-01-15' })).toBe(false)
  const now = at('2026-11-21T08:00:00Z')
  expect(lastDays(14, now)).toEqual({ from: '2026-11-07', to: '2026-11-20' })
  expect(lastDays(1, now)).toEqual({ from: '2026-11-20', to: '2026-11-20' })
  expect(lastDays(5000, now)).toEqual({ from: '2026-01-14', to: '2026-11-20' })
  expect(allDays(now)).toEqual({ from: '2026-01-14', to: '2026-11-20' })
})

test('the previous range has the same length and ends on the day before', () => {
  forAll(anyDay, fc.integer({ min: 0, max: 400 }), (from, n) => {
    const range = { from, to: addDays(from, n) }
    const before = previousRange(range)
    expect(lengthOf(before)).toBe(lengthOf(range))
    expect(addDays(before.to, 1)).toBe(range.from)
  })
})

test('month to date is the month of yesterday, so on the first day of a month it is the month before', () => {
  expect(monthToDate(at('2026-11-21T08:00:00Z'))).toEqual({ from: '2026-11-01', to: '2026-11-20' })
  expect(monthToDate(at('2026-11-01T08:00:00Z'))).toEqual({ from: '2026-10-01', to: '2026-10-31' })
  expect(monthToDate(at('2026-01-20T08:00:00Z'))).toEqual({ from: '2026-01-14', to: '2026-01-19' })
})

test('last month is the calendar month before the current one', () => {
  expect(lastMonth(at('2026-11-21T08:00:00Z'))).toEqual({ from: '2026-10-01', to: '2026-10-31' })
  expect(lastMonth(at('2027-01-01T00:00:00Z'))).toEqual({ from: '2026-12-01', to: '2026-12-31' })
  expect(lastMonth(at('2026-02-10T00:00:00Z'))).toEqual({ from: '2026-01-14', to: '2026-01-31' })
  expect(isAvailable(lastMonth(at('2026-01-20T00:00:00Z')))).toBe(false)
})

test('a month ends on its last day', () => {
  expect(lastOfMonth('2026-02-03')).toBe('2026-02-28')
  expect(lastOfMonth('2028-02-29')).toBe('2028-02-29')
  expect(lastOfMonth('2026-12-31')).toBe('2026-12-31')
})
