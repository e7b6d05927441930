import { expect, test } from 'vitest'
import { historyRows } from '../../../../screens/controls/history/history-rows.ts'
import {
  emptyHistory,
  historyDivider,
  historyPreview,
  historySizes,
} from '../../../../screens/controls/history/history-text.ts'
import { createTheme } from '../../../../src/ui/layout/theme.ts'

const theme = createTheme({ colors: 'none', background: 'dark', isAscii: false })
const plain = (text: string): string => text.replaceAll(/\x1b\[[\d;]*m/g, '')

test.each([
  ['ready', 3, false, 'open', false, 'comparing…'],
  ['ready', 3, false, 'open', true, 'no loosened setting is still in effect: f shows all'],
  ['ready', 3, true, 'open', true, 'no loaded revision matches: Esc shows all'],
  ['ready', 0, true, 'open', false, 'The controls have never been changed.'],
  ['loading', 0, false, 'all', false, 'loading revisions'],
  ['failed', 0, true, 'open', true, 'revisions not known'],
] as const)('%s, %i revisions, filter: %s, quick filter %s (compared: %s): %s', (...row) => {
  const [is, count, isFiltering, quick, isOpenKnown, words] = row
  const loaded = { state: { is }, revisions: Array.from({ length: count }) }
  expect(emptyHistory(loaded as never, isFiltering, quick, isOpenKnown)).toBe(words)
})

test.each([
  [true, ' f still open  2 of 5 loaded revisions, G loads older, f shows all'],
  [false, ' f still open  2 of 5 revisions, f shows all'],
])('the rule above the open loosenings, with more on the server: %s', (hasMore, words) => {
  const list = { filter: { isActive: false }, quick: 'open', rows: Array(2), all: Array(5) }
  expect(plain(historyDivider(list as never, { hasMore } as never, 100, theme))).toBe(words)
})

/** The preview of a revision that changes these settings, without its first two rows. */
const previewOf = (before: object, after: object, width = 100): string[] => {
  const revisions = [after, before].map((settings, at) => ({ revision: 2 - at, settings }))
  const [row] = historyRows(revisions as never, undefined)
  const sizes = historySizes(width, 27, 30)
  expect(historyPreview(row, {}, sizes, theme).shown.map(plain)).toEqual(['comparing…'])
  row?.summary()
  return historyPreview(row, {}, sizes, theme).shown.slice(1).map(plain)
}

const policy = (from: number, count: number) => ({
  sandbox: Object.fromEntries(Array.from({ length: count }, (_, at) => [`part${at}`, { allowAll: [`host${from}`] }])),
})

test.each([
  [4, undefined],
  [5, 'and 2 more'],
])('of %i findings the preview shows what fits and the number of the others', (count, more) => {
  const lines = previewOf(policy(1, count), policy(2, count))
  expect(lines).toHaveLength(5)
  expect(lines.find((line) => line.endsWith(' more'))).toBe(more)
})

test('the preview of a revision without changes says so', () => {
  expect(previewOf({ a: 1 }, { a: 1 })[1]).toBe('this revision changed no setting')
})

test('a long path in the preview loses its start, and its finding is never cut', () => {
  expect(previewOf({}, { unheardOf: 1 }, 48)).toEqual([
    'changed  1 added   unheardOf',
    '◇ neutral  unheardOf changed, unknown meaning',
  ])
  const long = { sandbox: { [`very${'Long'.repeat(20)}`]: { allowAll: ['a'] } } }
  expect(previewOf({ sandbox: {} }, long, 92)[1]).toBe(
    '◇ neutral  …ngLongLongLongLongLongLong.allowAll changed, no effect while its policy is off',
  )
})

test('next to the list, a revision is described without cutting anything', () => {
  expect(previewOf({}, { unheardOf: 1 }, 140)).toEqual([
    '',
    'changed  1 added',
    'unheardOf',
    '',
    '◇ neutral',
    '  unheardOf changed, unknown meaning',
  ])
})
