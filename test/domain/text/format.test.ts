import { expect, test } from 'vitest'
import {
  age,
  bytes,
  counted,
  dayLabel,
  daysOld,
  decimal,
  fullNumber,
  moment,
  percent,
  rangeLabel,
  shortNumber,
  signedNumber,
  weekdayName,
} from '../../../src/domain/text/format.ts'

test.each([
  [0, '0'],
  [1_000, '1,000'],
  [-1_284_320, '-1,284,320'],
  [1e22, '10,000,000,000,000,000,000,000'],
  // At most two decimals, and no trailing zeros.
  [4.5, '4.5'],
  [0.1 + 0.2, '0.3'],
  [1234.567, '1,234.57'],
  [9.999, '10'],
  [-0.001, '0'],
])('the full number %d is printed as %s', (value, text) => {
  expect(fullNumber(value)).toBe(text)
})

test('null is a dash; missing values and other numbers are question marks', () => {
  for (const show of [fullNumber, shortNumber, percent, signedNumber, bytes, moment]) {
    expect(show(null)).toBe('–')
    expect(show(undefined)).toBe('?')
    expect(show(Number.NaN)).toBe('?')
    expect(show(Number.POSITIVE_INFINITY)).toBe('?')
  }
})

test('a short number has at most four significant digits', () => {
  const shown: [number, string][] = [
    [0, '0'],
    [9_999, '9,999'],
    [9_999.4, '9,999'],
    [9_999.5, '10.0k'],
    [99_949, '99.9k'],
    [99_950, '100k'],
    [999_499, '999k'],
    [999_500, '1.00M'],
    [9_994_999, '9.99M'],
    [9_995_000, '10.0M'],
    [999_500_000, '1.00B'],
    [999_500_000_000, '1.00T'],
    [999_499_999_999_999, '999T'],
    [999_500_000_000_000, '1.00e15'],
    [1e15, '1.00e15'],
    [-1_284_320, '-1.28M'],
    [4.444, '4.44'],
    [99.96, '100'],
    [0.004, '0'],
  ]
  for (const [value, text] of shown) expect(shortNumber(value), String(value)).toBe(text)
})

test('a short number never takes more than seven cells', () => {
  for (let size = 0.001; size < 1e15; size *= 1.013) {
    for (const value of [size, -size, Math.round(size)]) expect(shortNumber(value).length).toBeLessThanOrEqual(7)
  }
})

test('shares have one decimal and a space before the percent sign, and signed numbers a plus or minus', () => {
  expect(percent(0.477)).toBe('47.7 %')
  expect(percent(1)).toBe('100.0 %')
  expect(percent(0.44, 0)).toBe('44 %')
  expect(percent(12.5)).toBe('1,250.0 %')
  expect(signedNumber(119_290)).toBe('+119,290')
  expect(signedNumber(-5)).toBe('-5')
  expect([signedNumber(0), signedNumber(0.001)]).toEqual(['0', '0'])
  expect(decimal(1284.5, 2)).toBe('1,284.50')
})

test('a day has its weekday', () => {
  expect(dayLabel('2026-11-13')).toBe('13 Nov Fri')
  expect(dayLabel('2026-03-01')).toBe('01 Mar Sun')
  expect(dayLabel('\x1b[31m')).toBe('?')
  expect(dayLabel(undefined)).toBe('?')
  expect(['2026-11-09', '2026-11-13', '2026-11-15'].map(weekdayName)).toEqual(['Monday', 'Friday', 'Sunday'])
})

test('a range omits a month and year shared by both ends', () => {
  expect(rangeLabel({ from: '2026-11-07', to: '2026-11-20' })).toBe('Nov 07–20')
  expect(rangeLabel({ from: '2026-10-24', to: '2026-11-06' })).toBe('Oct 24–Nov 06')
  expect(rangeLabel({ from: '2026-11-07', to: '2026-11-07' })).toBe('Nov 07')
  expect(rangeLabel({ from: '2026-12-24', to: '2027-01-06' })).toBe('Dec 24 2026–Jan 06 2027')
  expect(rangeLabel({ from: '2026-12-24', to: 'later' })).toBe('?')
  expect(rangeLabel({ from: 'soon', to: '2026-12-24' })).toBe('?')
})

test('an age has one unit', () => {
  const ages = [-5, 999, 59_999, 60_000, 3_599_000, 3_600_000, 86_399_000, 86_400_000].map(age)
  expect(ages).toEqual(['0 s', '0 s', '59 s', '1 min', '59 min', '1 h', '23 h', '1 d'])
  expect(age(undefined)).toBe('?')
  expect([-1, 86_399_999, 86_400_000].map((ms) => daysOld(0, ms))).toEqual([0, 0, 1])
  expect(daysOld(undefined, 0)).toBeNull()
})

test('a size has decimal units', () => {
  const sizes = [0, 999, 1_000, 14_200_000, 142_000_000, 999_949, 5e15].map((size) => bytes(size))
  expect(sizes).toEqual(['0 B', '999 B', '1.0 kB', '14.2 MB', '142 MB', '1.0 MB', '5,000 TB'])
  expect([-5, 999.5, 99_949, 99_950].map((size) => bytes(size))).toEqual(['0 B', '1.0 kB', '99.9 kB', '100 kB'])
})

test('a timestamp is in UTC', () => {
  expect(moment(Date.parse('2026-11-13T09:41:59.999Z'))).toBe('2026-11-13 09:41 UTC')
  expect(moment(9e15)).toBe('?')
})

test('a number has its noun in the singular or the plural', () => {
  expect([counted(1, 'page'), counted(0, 'page'), counted(1_200, 'page')]).toEqual(['1 page', '0 pages', '1,200 pages'])
  expect(counted(1, 'item needs', 'items need')).toBe('1 item needs')
})
