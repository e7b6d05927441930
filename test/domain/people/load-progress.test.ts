import { expect, test } from 'vitest'
import type { ActivityDay } from '../../../src/contract/analytics.ts'
import type { CreditDay } from '../../../src/contract/credits.ts'
import type { Lenient } from '../../../src/contract/lenient.ts'
import { aboutUsers, loadProgress } from '../../../src/domain/people/load-progress.ts'
import { People } from '../../../src/domain/people/people.ts'
import { toPersonDaysChunk } from '../../../src/domain/people/person-days.ts'
import { toCreditDays } from '../../../src/domain/usage/credit-days.ts'

const span = (from: string, to: string) => ({ from: `2026-11-${from}`, to: `2026-11-${to}` })
const days = span('01', '10')

/** Users with rows on a day. With a span, their walk over it is unfinished. */
const peopleOf = (count: number, day = '05', walked?: ReturnType<typeof span>): People => {
  const people = new People()
  const rows = Array.from({ length: count }, (_, at) => ({ user_id: `u${at}`, date: `2026-11-${day}` }))
  people.append({ ...toPersonDaysChunk(rows), ...(walked && { walked }) })
  return people
}
const creditsOn = (...counts: [day: string, from: number, to: number][]) =>
  toCreditDays(
    counts.map(
      ([day, from, to]): Lenient<CreditDay> => ({
        date: `2026-11-${day}`,
        by_user: Array.from({ length: to - from }, (_, at) => ({ user_id: `u${from + at}`, billable_tokens: 1 })),
      }),
    ),
  ).people
const allDays = (count: number) =>
  creditsOn(
    ...Array.from({ length: 10 }, (_, at): [string, number, number] => [String(at + 1).padStart(2, '0'), 0, count]),
  )
const activityOn = (day: string, daily: number, weekly: number, monthly: number): Lenient<ActivityDay> => ({
  date: `2026-11-${day}`,
  daily_active_users: daily,
  weekly_active_users: weekly,
  monthly_active_users: monthly,
})
const known = (change: Partial<Parameters<typeof loadProgress>[1]>) => ({
  people: new People(),
  uncached: [days],
  credits: undefined,
  activity: undefined,
  pageUsers: undefined,
  ...change,
})

test('users with credits on all missing days are expected, and each page has 100 of them', () => {
  const credits = allDays(950)
  expect(loadProgress([days], known({ credits }))).toEqual({ loaded: 0, expected: 950, requests: 10 })
  const people = peopleOf(101, '05', days)
  expect(loadProgress([days], known({ credits, people }))).toEqual({ loaded: 101, expected: 950, requests: 9 })
  // Users of another walk are loaded, but none of this span.
  expect(loadProgress([span('02', '03')], known({ credits, people, uncached: [span('02', '03')] }))?.loaded).toBe(0)
})

test('a server that counts rows sends few users a page, so more requests are expected', () => {
  expect(loadProgress([days], known({ credits: allDays(950), pageUsers: 4.5 }))?.requests).toBe(212)
  expect(loadProgress([days], known({ credits: allDays(950), pageUsers: 0 }))?.requests).toBe(950)
})

test('several missing spans add up, because each is requested separately', () => {
  const credits = creditsOn(['05', 0, 400], ['06', 300, 950])
  const missing = [span('05', '05'), span('06', '06')]
  expect(loadProgress(missing, known({ credits, uncached: missing }))).toEqual({
    loaded: 0,
    expected: 1050,
    requests: 11,
  })
})

test.each([
  [span('10', '10'), 7],
  [span('04', '10'), 50],
  [days, 900],
])('without credits, the active users of the days are expected: %j', (missing, expected) => {
  const activity = [activityOn('03', 1, 2, 3000), activityOn('10', 7, 50, 900)]
  expect(loadProgress([missing], known({ activity, uncached: [missing] }))?.expected).toBe(expected)
})

test('over more than 30 days, the largest month counts', () => {
  const long = { from: '2026-09-01', to: '2026-11-10' }
  const activity = [activityOn('03', 1, 2, 3000), activityOn('10', 7, 50, 900)]
  expect(loadProgress([long], known({ activity, uncached: [long] }))?.expected).toBe(3000)
})

test('credits of only some missing days are a lower bound', () => {
  const credits = creditsOn(['09', 0, 600])
  const activity = [activityOn('10', 7, 50, 900)]
  expect(loadProgress([days], known({ credits, activity }))?.expected).toBe(900)
  expect(loadProgress([days], known({ credits }))?.expected).toBe(600)
})

test('when days are loaded again, as many users are expected as before', () => {
  const people = peopleOf(1234)
  expect(loadProgress([days], known({ people, uncached: [] }))).toEqual({ loaded: 0, expected: 1234, requests: 13 })
})

test('without any information, or with more users than expected, there is no estimate', () => {
  expect(loadProgress([days], known({}))).toBe(undefined)
  expect(loadProgress([days], known({ activity: [{ date: days.to }] }))).toBe(undefined)
  const people = peopleOf(950, '05', days)
  expect(loadProgress([days], known({ people, credits: allDays(950) }))).toBe(undefined)
  const activity = [activityOn('10', 7, 50, 1_200)]
  expect(loadProgress([days], known({ people, activity, credits: allDays(950) }))?.expected).toBe(1_200)
})

test.each([
  [2_684, 1_300, 2_700],
  [2_640, 2_610, 2_640],
  [268, 100, 270],
  [52, 10, 52],
  [7, 1, 7],
])('%i users with %i loaded are about %i', (expected, loaded, about) => {
  expect(aboutUsers(expected, loaded)).toBe(about)
})
