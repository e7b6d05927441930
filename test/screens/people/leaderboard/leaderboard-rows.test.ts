import { expect, test } from 'vitest'
import { entryIdsOf } from '../../../../screens/people/leaderboard/entries.ts'
import { previewLines } from '../../../../screens/people/leaderboard/preview.ts'
import { emptyLine, failureLines, statusLine } from '../../../../screens/people/leaderboard/status-line.ts'
import { personColumns, placedAround } from '../../../../screens/people/person/person-day-columns.ts'
import { requestsLeft } from '../../../../screens/people/shared/use-people.ts'
import { initialWalk } from '../../../../src/cache/load/people/people-walk.ts'
import type { CreditDay } from '../../../../src/contract/credits.ts'
import type { Lenient } from '../../../../src/contract/lenient.ts'
import { leaderboardOf } from '../../../../src/domain/people/leaderboard.ts'
import { sortBy } from '../../../../src/domain/people/people-sort.ts'
import { personRowsOf } from '../../../../src/domain/people/person-rows.ts'
import { toCreditDays } from '../../../../src/domain/usage/credit-days.ts'
import { createTheme } from '../../../../src/ui/layout/theme.ts'
import { peopleOf, previous, range } from '../../../domain/people/people-rows.ts'
import { personDay } from '../../../helpers/person-day.ts'

const people = peopleOf([
  personDay('a', '2026-11-05'),
  personDay('b', '2026-11-05'),
  personDay('a', '2026-11-07'),
  personDay('c', '2026-11-01'),
])

test.each([undefined, 'salt'])('people and days have separate ids, with salt %s', (salt) => {
  const board = leaderboardOf(people, { range, salt })
  const rows = personRowsOf(people, { range, salt })
  const [ofPeople, ofDays] = [entryIdsOf(board, undefined), entryIdsOf(board, rows)]
  expect([0, 1].map(ofPeople.idOf)).toEqual(['a', 'b'])
  expect([0, 1, 2].map(ofDays.idOf)).toEqual(['2026-11-05a', '2026-11-05b', '2026-11-07a'])
  expect(['a', 'b', 'c', 'nope'].map(ofPeople.entryOf)).toEqual([0, 1, undefined, undefined])
  expect(['2026-11-07a', '2026-11-06a', '2026-11-01c'].map(ofDays.entryOf)).toEqual([2, undefined, undefined])
  expect([0, 1, 2].map(ofDays.personOf)).toEqual(['a', 'b', 'a'])
})

const theme = createTheme({ colors: 'none', background: 'dark', isAscii: false })
const plain = (text: string): string => text.replaceAll(/\x1b\[[\d;]*m/g, '')

test('labels of the preview are aligned for all users, and no figure is cut', () => {
  const rows = [
    personDay('a', '2026-11-05', { billable_tokens: 1_234_567, user_email: 'a.very.long.name@somewhere.example' }),
    personDay('b', '2026-11-05', { billable_tokens: 1, messages: 0, user_email: null, primary_model: undefined }),
    personDay('b', '2026-11-01', { billable_tokens: 9_000 }),
  ]
  const board = leaderboardOf(peopleOf(rows), { range, previous })
  for (const width of [60, 80, 120, 200]) {
    const of = (entry: number) => previewLines({ board, salt: undefined, isExact: true }, entry, width, theme)
    const labels = ['model', 'mode', 'share', 'sessions', 'messages', 'asked', 'tools', 'commits', 'created', 'edited']
    const placesIn = (lines: string[]) =>
      labels.map((label) =>
        plain(lines.join('\n').padEnd(9))
          .split('\n')
          .map((row) => row.indexOf(` ${label} `)),
      )
    expect(of(0)).toHaveLength(3)
    expect(placesIn(of(0).map((row) => `${row} `))).toEqual(placesIn(of(1).map((row) => `${row} `)))
    expect(Math.max(...of(0).map((row) => plain(row).length))).toBeLessThanOrEqual(width)
    expect(plain(of(0)[1] ?? '')).toContain('credits 1,234,567 ▲ new')
    expect(plain(of(1)[1] ?? '')).toContain('credits 1         ▼ 100.0 %')
  }
})

const days = { from: '2026-10-24', to: '2026-11-20' }
type Status = Parameters<typeof statusLine>[0]
const status = (
  { people = 150, ...change }: { people?: number } & Omit<Partial<Status>, 'state'>,
  state: Partial<Status['state']>,
): Status => ({
  walkRange: days,
  walk: {} as Status['walk'],
  known: undefined,
  requestsLeft: undefined,
  isExact: false,
  board: { active: people, users: people },
  ...change,
  state: { ...initialWalk([days]), loading: 'nothing', pages: 2, ...state },
})
const headOf = (of: Status, width: number): string =>
  plain(statusLine(of, sortBy('credits'), ['credits 1,284,320'], width, theme))

const some = '150 people loaded'
const kept = { loading: 'cached' } as const
const lastDays = { from: '2026-11-18', to: days.to }
const over = '   sort credits▾ over the loaded rows'
test.each([
  ['before the first page', status({ people: 0, walk: undefined }, { loading: 'page' }), 'loading users', ''],
  ['a part, total unknown', status({}, {}), `150 people loaded, more on the server${over}`, 'G loads all'],
  [
    'a part, total known',
    status({ known: 2_000, requestsLeft: 19 }, {}),
    `150 people of about 2,000 loaded${over}`,
    'G loads all, about 19 requests',
  ],
  [
    'days missing for some users',
    status({ known: 2_000, people: 2_000 }, { missing: [{ from: '2026-10-24', to: '2026-10-28' }] }),
    `2,000 people loaded; Oct 24–28 incomplete${over}`,
    'G loads all',
  ],
  [
    'loading all users',
    status({ known: 2_000, requestsLeft: 19 }, { loading: 'all' }),
    '150 people, loading page 3 of about 21',
    'Esc stops',
  ],
  ['interrupted', status({}, { incomplete: 'Why.' }), `150 people loaded, more on the server${over}`, ''],
  ['one user', status({ people: 1 }, { missing: [] }), '1 person   credits 1,284,320', ''],
  ['no users', status({ people: 0 }, { missing: [] }), '0 people   credits 1,284,320', ''],
  ['no users, not loading', status({ people: 0, walk: undefined }, { missing: [] }), 'users not known', ''],
  ['all known users', status({ known: 150 }, {}), `${some}, more on the server${over}`, 'G loads all'],
  [
    'one request left',
    status({ requestsLeft: 1 }, {}),
    `${some}, more on the server${over}`,
    'G loads all, about 1 request',
  ],
  ['incomplete days', status({}, { missing: [lastDays] }), `${some}; Nov 18–20 incomplete${over}`, 'G loads all'],
  ['a cached part', status({ known: 2_000 }, kept), '150 people of about 2,000 loaded', 'sorted among these'],
  ['an empty cache', status({ people: 0 }, kept), 'loading users', ''],
  ['all users cached', status({ known: 150 }, kept), some, 'sorted among these'],
])('the head of the list: %s', (_what, of, left, right) => {
  const text = headOf(of, 118)
  expect([text.length <= 118, text.startsWith(` ${left}`)]).toEqual([true, true])
  expect(text.slice(left.length + 1).trim()).toBe(right)
})

test.each([
  [[], 1, true, false, 'nothing', 'No user matches: Esc shows all.'],
  [[days], 1, true, false, 'nothing', 'No loaded user matches: Esc shows all, G loads all.'],
  [[], 0, true, false, 'nothing', 'No active users on these days. Press t to choose others.'],
  [[days], 1, false, false, 'nothing', 'Loading stopped. Press R to resume.'],
  [[], 0, false, true, 'nothing', 'loading users'],
  [[], 0, false, false, 'page', 'loading users'],
] as const)('missing %j, %i users, filter: %s, page requested: %s, loading %s: %s', (...row) => {
  const [missing, length, isFiltering, isPageRequested, loading, words] = row
  const loaded = { state: { missing, loading }, board: { length }, walk: {} } as never
  expect(plain(emptyLine(loaded, isFiltering, isPageRequested, theme))).toBe(` ${words}`)
})

test('a notice and the reason for an incomplete list are marked, followed by the keys to retry', () => {
  const loaded = { ...status({}, { notice: 'Restarted.', incomplete: 'Interrupted.' }), isOffline: false }
  const of = (isOffline: boolean) =>
    failureLines({ ...loaded, isOffline, queryState: { is: 'loading' } } as never, 80, 4, theme).map(plain)
  expect(of(true)).toEqual([' ! Restarted.', ' ! Interrupted.'])
  expect(of(false)).toEqual([...of(true), '   r resumes, R starts over'])
})

test('the requests left are estimated from the users active on the missing days, or not at all', () => {
  const span = (from: string, to: string) => ({ from: `2026-11-${from}`, to: `2026-11-${to}` })
  const walked = (count: number, of = span('01', '10')) => ({
    walks: [{ span: of, people: new Set(Array.from({ length: count }, (_, at) => at)) }],
  })
  const many = (day: string, from: number, to: number): Lenient<CreditDay> => ({
    date: `2026-11-${day}`,
    by_user: Array.from({ length: to - from }, (_, at) => ({ user_id: `u${from + at}`, billable_tokens: 1 })),
  })
  const { people } = toCreditDays([many('05', 0, 400), many('06', 300, 950)])
  const none = { walks: [] }
  expect(requestsLeft([span('01', '10')], none, people)).toBe(10)
  expect(requestsLeft([span('01', '10')], walked(101), people)).toBe(9)
  // Users of other days are loaded, but none of this day.
  expect(requestsLeft([span('05', '05')], walked(950), people)).toBe(4)
  expect(requestsLeft([span('01', '02'), span('06', '06')], none, people)).toBe(10 + 7)
  expect(requestsLeft([span('01', '10')], walked(950), people)).toBe(undefined)
  expect(requestsLeft([span('01', '10')], none, undefined)).toBe(undefined)
})

test('a narrow heading still shows what the ranking covers', () => {
  for (let width = 60; width < 118; width++) {
    const text = headOf(status({ known: 123_456, people: 12_345 }, {}), width)
    expect(text).toMatch(/12,345 people.*(sort |sorted among these).*G loads all/)
    expect(text.length).toBeLessThanOrEqual(width)
  }
})

test('the day and the chosen column are shown at every width, and no column twice', () => {
  for (let width = 30; width <= 240; width += 7) {
    for (let chosen = 0; chosen < personColumns.length; chosen++) {
      const placed = placedAround(chosen, width)
      const ids = placed.map(({ column }) => column.id)
      expect(ids[0]).toBe('date')
      expect(new Set(ids).size).toBe(ids.length)
      const cells = placed.reduce((sum, { width: own }) => sum + own, 0) + 2 * (placed.length - 1)
      if (width >= 36) {
        expect([width, chosen, ids.includes(personColumns[chosen]?.id ?? '')]).toEqual([width, chosen, true])
        expect(cells).toBeLessThanOrEqual(width)
      }
    }
  }
})
