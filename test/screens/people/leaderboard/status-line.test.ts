import { expect, test } from 'vitest'
import { type Status, statusLine } from '../../../../screens/people/leaderboard/status-line.ts'
import { createTheme } from '../../../../src/ui/layout/theme.ts'

const theme = createTheme({ colors: 'none', background: 'dark', isAscii: false })
const plain = (text: string): string => text.replaceAll(/\x1b\[[\d;]*m/g, '')

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
