import { expect, test } from 'vitest'
import {
  type DigestSchedule,
  dueDay,
  isNewDay,
  isTimeOfDay,
  isToday,
  nextDueDay,
} from '../../../src/domain/digest/digest-schedule.ts'

const MINUTE_MS = 60_000
const daily = (at: string, zone: string): DigestSchedule => ({ period: 'daily', at, zone })

/** The times, in UTC, at which a program that checks each minute sends digests. */
const sentBetween = (from: string, to: string, schedule: DigestSchedule): string[] => {
  const start = Date.parse(from)
  let last = dueDay(start, schedule)
  const sent: string[] = []
  for (let now = start; now <= Date.parse(to); now += MINUTE_MS) {
    const due = dueDay(now, schedule)
    if (!isNewDay(due, last)) continue
    last = due
    sent.push(`${due} ${new Date(now).toISOString().slice(0, 16)}`)
  }
  return sent
}

test.each<[what: string, at: string, zone: string, from: string, to: string, sent: string[]]>([
  [
    'the clock skips 02:30 in spring, so it is due at 03:00',
    '02:30',
    'Europe/Berlin',
    '2026-03-28T00:00Z',
    '2026-03-30T12:00Z',
    ['2026-03-28 2026-03-28T01:30', '2026-03-29 2026-03-29T01:00', '2026-03-30 2026-03-30T00:30'],
  ],
  [
    '02:30 occurs twice in autumn, and the first one counts',
    '02:30',
    'Europe/Berlin',
    '2026-10-24T00:00Z',
    '2026-10-26T12:00Z',
    ['2026-10-24 2026-10-24T00:30', '2026-10-25 2026-10-25T00:30', '2026-10-26 2026-10-26T01:30'],
  ],
  [
    'the time of day follows summer time',
    '09:00',
    'Europe/Berlin',
    '2026-03-28T00:00Z',
    '2026-03-29T12:00Z',
    ['2026-03-28 2026-03-28T08:00', '2026-03-29 2026-03-29T07:00'],
  ],
  [
    'an offset of 5:30 hours',
    '09:00',
    'Asia/Kolkata',
    '2026-11-20T04:00Z',
    '2026-11-21T04:00Z',
    ['2026-11-21 2026-11-21T03:30'],
  ],
  [
    'an offset of 3:30 hours, and the start of summer time',
    '09:00',
    'America/St_Johns',
    '2026-03-07T12:00Z',
    '2026-03-09T12:00Z',
    ['2026-03-07 2026-03-07T12:30', '2026-03-08 2026-03-08T11:30', '2026-03-09 2026-03-09T11:30'],
  ],
  [
    'the end of summer time there',
    '01:45',
    'America/St_Johns',
    '2026-10-31T12:00Z',
    '2026-11-02T12:00Z',
    ['2026-11-01 2026-11-01T04:15', '2026-11-02 2026-11-02T05:15'],
  ],
  [
    'the clock goes back over midnight, to the day before',
    '00:00',
    'America/St_Johns',
    '2010-11-06T12:00Z',
    '2010-11-08T12:00Z',
    ['2010-11-07 2010-11-07T02:30', '2010-11-08 2010-11-08T03:30'],
  ],
  [
    'midnight does not exist on the first day of summer time',
    '00:00',
    'Africa/Cairo',
    '2026-04-23T12:00Z',
    '2026-04-25T12:00Z',
    ['2026-04-24 2026-04-23T22:00', '2026-04-25 2026-04-24T21:00'],
  ],
])('once a day: %s', (_, at, zone, from, to, sent) => {
  expect(sentBetween(from, to, daily(at, zone))).toEqual(sent)
})

test('a weekly digest is due on Monday, and is missed until the next one', () => {
  const weekly: DigestSchedule = { period: 'weekly', at: '09:00', zone: 'Europe/Berlin' }
  expect(sentBetween('2026-11-22T12:00Z', '2026-11-24T12:00Z', weekly)).toEqual(['2026-11-23 2026-11-23T08:00'])
  expect(dueDay(Date.parse('2026-11-19T12:00Z'), weekly)).toBe('2026-11-16')
  expect(isToday('2026-11-16', Date.parse('2026-11-19T12:00Z'), weekly)).toBe(false)
  expect(isToday('2026-11-16', Date.parse('2026-11-16T22:30Z'), weekly)).toBe(true)
  expect(nextDueDay('2026-11-16', weekly)).toBe('2026-11-23')
})

test('after five days without a run one digest is due; after a clock that was wrong, the next one is sent', () => {
  const schedule = daily('09:00', 'Asia/Kolkata')
  const now = Date.parse('2026-11-20T12:00Z')
  expect([dueDay(now, schedule), isNewDay(dueDay(now, schedule), '2026-11-15')]).toEqual(['2026-11-20', true])
  expect(isNewDay('2026-11-20', '2026-11-20')).toBe(false)
  expect(isNewDay('2026-11-20', '2026-11-21')).toBe(false)
  expect(isNewDay('2026-11-20', '2031-01-01')).toBe(true)
})

test('a time of day has two digits each', () => {
  expect(['00:00', '23:59', '24:00', '9:00', '09:60', '0900', ''].map(isTimeOfDay)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ])
})
