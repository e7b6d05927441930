import { expect, test } from 'vitest'
import { addDays, type Day, daysOf, weekdayOf } from '../../../src/domain/calendar/calendar.ts'
import { anomaliesOf } from '../../../src/domain/usage/anomalies.ts'

const friday = '2026-11-13'
const onFriday = { from: friday, to: friday }

/** A value on Friday the 13th and those of the Fridays before, newest first; undefined is a missing day. */
const fridays = (value: number | undefined, ...earlier: (number | undefined)[]): Map<Day, number | undefined> =>
  new Map([value, ...earlier].map((each, week) => [addDays(friday, -7 * week), each]))

/** Weeks with 1,000 on weekdays and 200 on weekends, varying slightly each week. */
const weeks = (range: { from: Day; to: Day }): Map<Day, number | undefined> =>
  new Map(daysOf(range).map((day, index) => [day, (weekdayOf(day) < 5 ? 1000 : 200) + ((index * 7) % 31)]))

test('a day far over its weekday is unusual, by a difference and a ratio', () => {
  // Median 1015 and deviations 15, 5, 5, 15: the spread is a tenth of the median.
  expect(anomaliesOf(fridays(2030, 1000, 1010, 1020, 1030), onFriday)).toEqual([
    { day: friday, value: 2030, median: 1015, difference: 1015, ratio: 2, days: 4, direction: 'over' },
  ])
})

test('the spread is the median absolute deviation if the weeks differ by more than a tenth', () => {
  // Median 1000; deviations 400, 200, 0, 200, 400 with median 200, so 4 spreads are 1186.08.
  const weeksBefore = [600, 800, 1000, 1200, 1400]
  expect(anomaliesOf(fridays(2186, ...weeksBefore), onFriday)).toEqual([])
  expect(anomaliesOf(fridays(2187, ...weeksBefore), onFriday)).toHaveLength(1)
})

test('a day with almost no use is unusual as well', () => {
  expect(anomaliesOf(fridays(40, 1000, 1010, 1020, 1030), onFriday)).toMatchObject([
    { direction: 'under', difference: -975, median: 1015 },
  ])
  expect(anomaliesOf(fridays(0, 1000, 1010, 1020, 1030), onFriday)).toMatchObject([{ value: 0, ratio: 0 }])
})

test('a day without data is a gap, neither unusual nor a zero in the history of others', () => {
  expect(anomaliesOf(fridays(undefined, 1000, 1010, 1020), onFriday)).toEqual([])
  expect(anomaliesOf(fridays(Number.NaN, 1000, 1010, 1020), onFriday)).toEqual([])
  expect(anomaliesOf(fridays(1000, undefined, undefined, undefined, 1000, 1010, 1020), onFriday)).toEqual([])
  expect(anomaliesOf(fridays(9000, undefined, undefined, undefined, 1000, 1010, 1020), onFriday)).toMatchObject([
    { days: 3, median: 1010 },
  ])
})

test('with fewer than three weeks, or none of the last eight, no day is unusual', () => {
  expect(anomaliesOf(fridays(9000, 1000, 1010), onFriday)).toEqual([])
  const nineWeeksOn = [...Array.from({ length: 8 }, () => undefined), 1000, 1010, 1020]
  expect(anomaliesOf(fridays(9000, ...nineWeeksOn), onFriday)).toEqual([])
})

test('a flat history does not make a small step unusual', () => {
  const flat = Array.from({ length: 8 }, () => 1000)
  expect(anomaliesOf(fridays(1399, ...flat), onFriday)).toEqual([])
  expect(anomaliesOf(fridays(1401, ...flat), onFriday)).toHaveLength(1)
})

test('a small rise of a small count is not unusual, the same rise of a ratio is', () => {
  const values = fridays(5, 1, 2, 1, 2, 1)
  expect(anomaliesOf(values, onFriday)).toEqual([])
  expect(anomaliesOf(fridays(6, 1, 2, 1, 2, 1), onFriday)).toHaveLength(1)
  expect(anomaliesOf(values, onFriday, { of: 'ratios' })).toHaveLength(1)
})

test('a value that is small compared to a usual day is not unusual on a quiet day', () => {
  const range = { from: '2026-09-18', to: '2026-11-14' }
  const values = new Map(daysOf(range).map((day) => [day, weekdayOf(day) < 5 ? 10_000 : 0]))
  const saturday = '2026-11-14'
  expect(anomaliesOf(values.set(saturday, 1_999), { from: saturday, to: saturday })).toEqual([])
  expect(anomaliesOf(values.set(saturday, 2_001), { from: saturday, to: saturday })).toMatchObject([
    { median: 0, ratio: undefined, direction: 'over' },
  ])
})

test('weekends are quiet without being unusual, and a working weekend is', () => {
  const range = { from: '2026-11-01', to: '2026-11-30' }
  const values = weeks({ from: '2026-09-01', to: '2026-11-30' })
  expect(anomaliesOf(values, range)).toEqual([])
  expect(anomaliesOf(values.set('2026-11-14', 1000), range)).toMatchObject([{ day: '2026-11-14', direction: 'over' }])
})

test('one unusual day does not make later ones unusual, in any range', () => {
  const range = { from: '2026-10-01', to: '2026-11-30' }
  const values = weeks({ from: '2026-08-01', to: range.to }).set('2026-10-02', 9000).set('2026-10-30', 9000)
  values.set('2026-11-14', 1000).set('2026-11-18', undefined).set('2026-11-25', 20)
  const days = daysOf(range).flatMap((day) => anomaliesOf(values, { from: day, to: day }))
  expect(days).toEqual(anomaliesOf(values, range))
  expect(days.map(({ day }) => day)).toEqual(['2026-10-02', '2026-10-30', '2026-11-14', '2026-11-25'])
})
