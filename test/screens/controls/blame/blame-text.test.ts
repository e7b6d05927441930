import { expect, test } from 'vitest'
import { blameStatus, emptyBlame } from '../../../../screens/controls/blame/blame-text.ts'
import { createTheme } from '../../../../src/ui/layout/theme.ts'

const theme = createTheme({ colors: 'none', background: 'dark', isAscii: false })
const blameOf = (count: number, isWhole = false) => ({ searched: { count, oldest: 12 }, isWhole }) as never
const rowsOf = (...since: string[]) => since.map((one) => ({ since: one })) as never
const statusOf = (rows: never, status: object, width = 120): string => {
  const nothing = { hasMore: false, isWhole: false, isLoadingMore: false, isOffline: false, isFailed: false }
  const text = blameStatus(rows, blameOf(30), { ...nothing, spinner: undefined, ...status }, width, theme)
  return text.replaceAll(/\x1b\[[\d;]*m/g, '')
}

const back = 'searched 30 revisions, back to 12;'

test.each<[words: string, since: string[], status: object]>([
  [`2 changes   ${back} older revisions on the server: G continues`, ['known', 'known'], { hasMore: true }],
  ['1 change   searched all 30 revisions of the history', ['known', 'history'], { isWhole: true }],
  ['never changed   searched all 30 revisions of the history', ['history'], { isWhole: true }],
  [`no change so far   ${back} older revisions are not cached`, ['unsearched'], { isOffline: true }],
  [`nothing found   ${back} older revisions are missing`, [], {}],
  [`nothing found   ${back} loading older revisions`, [], { isLoadingMore: true, isFailed: true }],
  [`nothing found   ${back} couldn't load older revisions: G retries`, [], { isFailed: true, hasMore: true }],
  ['nothing found   searching: 30 revisions, at 12 *  Esc stops', [], { spinner: '*' }],
])('"%s" is the status of rows with `since` %j and the state %j', (words, since, status) => {
  expect(statusOf(rowsOf(...since), status)).toBe(` ${words}`)
})

test('the status takes its long form if it fits exactly, otherwise the short one', () => {
  const long = ' nothing found   searched all 30 revisions of the history'
  expect(statusOf(rowsOf(), { isWhole: true }, long.length)).toBe(long)
  expect(statusOf(rowsOf(), { isWhole: true }, long.length - 1)).toBe(' nothing found   searched all 30 revisions')
})

test.each([
  [0, false, true, 'loading revisions'],
  [0, true, false, 'The controls have never been changed.'],
  [5, true, false, 'No revision has this path: check its spelling.'],
  [1, false, false, 'Not found in the only revision searched so far: G searches further back.'],
  [5, false, true, 'Not found in the 5 revisions searched so far.'],
])('%i revisions (whole: %s, searching: %s) without the path: %s', (count, ...row) => {
  const [isWhole, isSearching, words] = row
  expect(emptyBlame(blameOf(count, isWhole), isSearching)).toBe(words)
})
