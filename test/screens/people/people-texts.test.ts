import { expect, test } from 'vitest'
import {
  deltaText,
  moveText,
  nameText,
  numberText,
  shareText,
  sumText,
  wordsText,
} from '../../../screens/people/cells.ts'
import { personColumns, placedAround } from '../../../screens/people/person-day-columns.ts'
import { previewLines } from '../../../screens/people/preview.ts'
import { type Status, statusLine } from '../../../screens/people/status-line.ts'
import { leaderboardOf } from '../../../src/domain/people/leaderboard.ts'
import { delta } from '../../../src/domain/text/delta.ts'
import { createTheme } from '../../../src/ui/layout/theme.ts'
import { range as days, peopleOf, previous } from '../../domain/people/people-rows.ts'
import { personDay } from '../../helpers/person-day.ts'

const theme = createTheme({ colors: 'none', background: 'dark', isAscii: false })
const plain = (text: string): string => text.replaceAll(/\x1b\[[\d;]*m/g, '')

test.each([
  [1_284_320, 9, '1,284,320'],
  [1_284_320, 8, '1.28M'],
  [0, 4, '0'],
  [Number.NaN, 4, '?'],
  [undefined, 4, '?'],
  [9_999, 5, '9,999'],
  [12_345, 5, '12.3k'],
  [1e300, 9, '1.00e300'],
])('the number %d in %i cells is %s, never a part of itself', (value, width, text) => {
  expect(numberText(value, width)).toBe(text)
})

test('a sum that lacks days is marked, within its cells', () => {
  expect(sumText({ value: 1_234, missing: 0 }, 6)).toBe('1,234')
  expect(sumText({ value: 1_234, missing: 2 }, 6)).toBe('1,234?')
  expect(sumText({ value: 12_345, missing: 2 }, 6)).toBe('12.3k?')
  expect(sumText({ value: undefined, missing: 2 }, 6)).toBe('?')
})

test('a share is told in hundredths with one decimal', () => {
  expect([shareText(0.0941), shareText(1), shareText(0), shareText(undefined)]).toEqual(['9.4', '100.0', '0.0', '?'])
})

test('a change too long for its cells is told in times', () => {
  expect(deltaText(delta(118.2, 100), 9, theme)).toBe('▲ 18.2 %')
  expect(deltaText(delta(1_000_000, 1), 9, theme)).toBe('▲ 1.00Mx')
  expect(deltaText(delta(5, 0), 9, theme)).toBe('▲ new')
  expect(deltaText(undefined, 9, theme)).toBe('')
})

test.each([
  ['a.chen@northwind.example', 24, 'a.chen@northwind.example'],
  ['a.chen@northwind.example', 15, 'a.chen@…'],
  ['a.very.long.name@x.example', 10, 'a.very.long.name@x.example'],
  ['@handle-of-somebody', 8, '@handle-of-somebody'],
  ['user_0123', 5, 'user_0123'],
  ['\u202ea@b', 30, '⟨202E⟩a@b'],
])('the name %j in %i cells is %j before it is cut', (name, width, text) => {
  expect(nameText(name, width)).toBe(text)
})

test('movement has its sign, and words where there is no number', () => {
  const told = [moveText(3, 'stayed'), moveText(-2, 'stayed'), moveText(0, 'stayed'), moveText(5, 'new')]
  expect(told).toEqual(['+3', '-2', '=', 'new'])
  expect([moveText(Number.NaN, 'gone'), moveText(Number.NaN, 'stayed')]).toEqual(['gone', ''])
})

test('of words that do not fit it is said how many are left out', () => {
  const words = ['Rust', 'Terraform', 'YAML']
  expect([19, 18, 17, 16, 7, 6].map((width) => wordsText(words, width))).toEqual([
    'Rust Terraform YAML',
    'Rust Terraform +1',
    'Rust Terraform +1',
    'Rust +2',
    'Rust +2',
    'Rust',
  ])
  expect(wordsText([], 9)).toBe('')
})

test('the day and the chosen column stand in every window, and no column twice', () => {
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

const range = { from: '2026-10-24', to: '2026-11-20' }
const status = (change: Omit<Partial<Status>, 'state'>, state: Partial<Status['state']>): Status => ({
  range,
  isConnected: true,
  people: 150,
  known: undefined,
  sort: { field: 'credits', isDescending: true },
  exact: ['credits 1,284,320'],
  ...change,
  state: {
    chunks: [],
    generation: 1,
    missing: [range],
    loading: 'nothing',
    pages: 2,
    error: undefined,
    incomplete: undefined,
    at: 1,
    ...state,
  },
})

const over = '   sort credits▾ over the loaded rows'
test.each([
  ['nothing yet', status({ people: 0, isConnected: false }, { loading: 'page' }), 'loading people', ''],
  ['a part of unknown size', status({}, {}), `150 people loaded, more on the server${over}`, 'G loads all'],
  [
    'a part of a known size',
    status({ known: 2_000 }, {}),
    `150 people of about 2,000 loaded${over}`,
    'G loads all, 19 requests',
  ],
  [
    'a page that is left',
    status({ known: 151 }, {}),
    `150 people of about 151 loaded${over}`,
    'G loads all, 1 request',
  ],
  [
    'days of which not everybody is there',
    status({ known: 2_000, people: 2_000 }, { missing: [{ from: '2026-10-24', to: '2026-10-28' }] }),
    `2,000 people loaded, Oct 24–28 not of all${over}`,
    'G loads all',
  ],
  [
    'all of them under way',
    status({ known: 2_000 }, { loading: 'all' }),
    '150 people, page 3 of about 21 is on its way',
    'Esc stops',
  ],
  ['a list that broke off', status({}, { incomplete: 'Why.' }), `150 people loaded, more on the server${over}`, ''],
  ['one', status({ people: 1 }, { missing: [] }), '1 person   credits 1,284,320', ''],
  ['nobody', status({ people: 0 }, { missing: [] }), '0 people   credits 1,284,320', ''],
])('the head of %s', (_what, of, left, right) => {
  const text = plain(statusLine(of, 118, theme))
  expect([text.length <= 118, text.startsWith(` ${left}`)]).toEqual([true, true])
  expect(text.slice(left.length + 1).trim()).toBe(right)
})

test('a narrow head keeps what the ranking is over', () => {
  for (let width = 60; width < 118; width++) {
    const text = plain(statusLine(status({ known: 123_456, people: 12_345 }, {}), width, theme))
    expect(text).toMatch(/12,345 people.*sort .*G loads all/)
    expect(text.length).toBeLessThanOrEqual(width)
  }
})

test('in the preview labels stand in the same cells whoever is shown, and no figure is cut', () => {
  const rows = [
    personDay('a', '2026-11-05', { billable_tokens: 1_234_567, user_email: 'a.very.long.name@somewhere.example' }),
    personDay('b', '2026-11-05', { billable_tokens: 1, messages: 0, user_email: null, primary_model: undefined }),
    personDay('b', '2026-11-01', { billable_tokens: 9_000 }),
  ]
  const board = leaderboardOf(peopleOf(rows), { range: days, previous })
  for (const width of [60, 80, 120, 200]) {
    const of = (entry: number) => previewLines(board, entry, { width, isPrivate: false }, theme)
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
