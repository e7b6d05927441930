import { expect, test } from 'vitest'
import { entryIdsOf } from '../../../../screens/people/leaderboard/entries.ts'
import { emptyLine, failureLines } from '../../../../screens/people/leaderboard/list-notes.ts'
import { previewLines } from '../../../../screens/people/leaderboard/preview.ts'
import { statusLine } from '../../../../screens/people/leaderboard/status-line.ts'
import { personColumns, placedAround } from '../../../../screens/people/person/person-day-columns.ts'
import { initialWalk } from '../../../../src/cache/load/people/people-walk.ts'
import { leaderboardOf } from '../../../../src/domain/people/leaderboard.ts'
import { sortBy } from '../../../../src/domain/people/people-sort.ts'
import { personRowsOf } from '../../../../src/domain/people/person-rows.ts'
import { createTheme } from '../../../../src/ui/layout/theme.ts'
import { MARK } from '../../../../src/ui/linear/linear-marks.ts'
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
type State = Status['state']
const status = (
  state: Partial<State>,
  { users = 1300, expected, ...change }: { users?: number; expected?: number } & Partial<Omit<Status, 'state'>> = {},
): Status => {
  const requests = expected === undefined ? undefined : Math.ceil((expected - users) / 100)
  return {
    walkRange: days,
    walk: {} as Status['walk'],
    progress: expected === undefined || requests === undefined ? undefined : { loaded: users, expected, requests },
    requestsLeft: requests,
    isFinal: false,
    ranking: { order: undefined, rankedBy: 'credits', isAwaited: false, maxPages: 1, loadRanked: () => {} },
    isOffline: false,
    hasRanks: true,
    isPaused: false,
    waitSeconds: 0,
    board: { active: users, users },
    ...change,
    state: { ...initialWalk([days]), loading: 'nothing', pages: 2, ...state },
  }
}
const headOf = (of: Status, width: number, shown = theme): string =>
  plain(statusLine(of, sortBy('credits'), ['credits 1,284,320'], width, shown))

const known = { expected: 2_684 }
const about = '1,300 of about 2,700 users'
const ranked = 'sort credits▾ ranked among loaded users'
const lastDays = { from: '2026-11-18', to: days.to }
const limited = { wait: { until: 0, isRateLimit: true } } as const
test.each([
  ['before the first page', status({ loading: 'page' }, { users: 0, walk: undefined }), 'loading users', ''],
  [
    'loading by itself',
    status({ loading: 'pages' }, known),
    `${about}  ▇▇▇▇▇▇▇▇▁▁▁▁▁▁▁▁▁▁  14 requests left  P pauses`,
    ranked,
  ],
  [
    'loading all',
    status({ loading: 'all' }, known),
    `${about}  ▇▇▇▇▇▇▇▇▁▁▁▁▁▁▁▁▁▁  14 requests left  Esc stops`,
    ranked,
  ],
  ['loading an unknown number', status({ loading: 'pages' }), '1,300 users, more on the server  P pauses', ranked],
  [
    'waiting for the server',
    status({ loading: 'pages', ...limited }, { ...known, waitSeconds: 12 }),
    `${about}  rate limit reached, continues in 12 s  P pauses`,
    ranked,
  ],
  ['the limit is reached', status({}, known), `${about}  14 more requests: G loads all`, ranked],
  ['a page loads', status({ loading: 'page' }, known), `${about}  14 more requests: G loads all`, ranked],
  [
    'one request is left',
    status({}, { expected: 1_301 }),
    '1,300 of about 1,301 users  1 more request: G loads all',
    ranked,
  ],
  ['an unknown number is left', status({}), '1,300 users, more on the server  G loads all', ranked],
  [
    'paused',
    status({}, { ...known, isPaused: true }),
    `${about}  paused  14 more requests: G loads all  P resumes`,
    ranked.slice(14),
  ],
  [
    'paused by the rate limit',
    status({ isRateLimited: true }, { ...known, isPaused: true }),
    `${about}  paused: rate limit  14 more requests: G loads all  P resumes`,
    'ranked among loaded users',
  ],
  ['incomplete days', status({ missing: [lastDays] }), '1,300 users, Nov 18–20 incomplete  G loads all', ranked],
  ['ended by the server', status({ incomplete: 'Why.' }, known), about, ranked],
  ['offline', status({ incomplete: 'Not cached.' }, { isOffline: true }), '1,300 users, more on the server', ranked],
  ['a cached part', status({ loading: 'cached' }, known), about, ranked],
  [
    'single days',
    status({}, { ...known, hasRanks: false }),
    `${about}  14 more requests: G loads all`,
    'sort credits▾ sorted among loaded users',
  ],
  ['all single days', status({ missing: [] }, { hasRanks: false }), '1,300 users   credits 1,284,320', ''],
  ['one user', status({ missing: [] }, { users: 1 }), '1 user   ranks are final   credits 1,284,320', ''],
  ['no users', status({ missing: [] }, { users: 0 }), '0 users   credits 1,284,320', ''],
  ['no users, not loading', status({ missing: [] }, { users: 0, walk: undefined }), 'users not known', ''],
])('the head of the list: %s', (_what, of, left, right) => {
  const text = headOf(of, 118)
  expect([text.length <= 118, text.slice(1, left.length + 1)]).toEqual([true, left])
  expect(text.slice(left.length + 1).trim()).toBe(right)
})

test.each([
  [status({ loading: 'pages' }, known), 60, `${about}       ranked among loaded users`],
  [status({ loading: 'pages' }, known), 80, `${about}  14 requests left         ranked among loaded users`],
  [
    status({ loading: 'pages', ...limited }, { ...known, waitSeconds: 12 }),
    60,
    '1,300 users  rate limit reached, continues in 12 s',
  ],
  [status({}, known), 60, `${about}  14 more requests: G loads all`],
  [status({}, known), 80, '1,300 users  14 more requests: G loads all           ranked among loaded users'],
  [status({}, { ...known, isPaused: true }), 60, '1,300 users  14 more requests: G loads all  P resumes'],
])('the head fits into a narrow window: %#', (of, width, text) => {
  expect(headOf(of, width).trim()).toBe(text)
})

test('the progress has ASCII signs, and a screen reader reads it only on request', () => {
  const ascii = createTheme({ colors: 'none', background: 'dark', isAscii: true })
  expect(headOf(status({ loading: 'pages' }, known), 118, ascii)).toContain('  ########__________  ')
  const linear = createTheme({ colors: 'none', background: 'dark', isAscii: false, isLinear: true })
  const spoken = `${about}  14 requests left  P pauses`
  expect(headOf(status({ loading: 'pages' }, known), 900, linear)).toMatch(new RegExp(`^${MARK.aside} ${spoken}  `))
  expect(headOf(status({}, known), 900, linear)).not.toContain(MARK.aside)
})

test.each([
  [[], 1, true, false, 'nothing', 'No user matches: Esc shows all.'],
  [[days], 1, true, false, 'pages', 'No loaded user matches. More users are loading.'],
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
  const loaded = status({ notice: 'Restarted.', incomplete: 'Interrupted.' })
  const of = (isOffline: boolean) =>
    failureLines({ ...loaded, isOffline, queryState: { is: 'loading' } } as never, 80, 4, theme).map(plain)
  expect(of(true)).toEqual([' ! Restarted.', ' ! Interrupted.'])
  expect(of(false)).toEqual([...of(true), '   r resumes, R starts over'])
})

test('at any width the head shows that users are missing, and nothing is cut', () => {
  for (let width = 60; width < 118; width++)
    for (const loading of ['nothing', 'pages', 'all'] as const) {
      const text = headOf(status({ loading }, { users: 12_345, expected: 123_456 }), width)
      expect(text).toMatch(/^ 12,345 .*(of about 120,000 users|more requests|ranked among loaded users)/)
      expect(text).not.toContain('…')
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
