import { expect, test } from 'vitest'
import { blameStatus, emptyBlame } from '../../../../screens/controls/blame/blame-text.ts'
import { createTheme } from '../../../../src/ui/layout/theme.ts'

const theme = createTheme({ colors: 'none', background: 'dark', isAscii: false })
const blameOf = (count: number, isWhole = false) => ({ searched: { count, oldest: 12 }, isWhole }) as never
const rowsOf = (...since: string[]) => since.map((one) => ({ since: one })) as never
const statusOf = (rows: never, count: number, status: object, width = 120): string => {
  const nothing = { hasMore: false, isWhole: false, isLoadingMore: false, isOffline: false, isFailed: false }
  const text = blameStatus(rows, blameOf(count), { ...nothing, spinner: undefined, ...status }, width, theme)
  return text.replaceAll(/\x1b\[[\d;]*m/g, '')
}

test.each([
  [
    ['known', 'known'],
    30,
    { hasMore: true },
    '2 changes   searched 30 revisions, back to 12; older revisions on the server: G continues',
  ],
  [['known', 'history'], 30, { isWhole: true }, '1 change   searched all 30 revisions of the history'],
  [['history'], 1, { isWhole: true }, 'never changed   searched all 1 revision of the history'],
  [
    ['unsearched'],
    30,
    { isOffline: true },
    'no change so far   searched 30 revisions, back to 12; older revisions are not cached',
  ],
  [[], 30, {}, 'nothing found   searched 30 revisions, back to 12; older revisions are missing'],
  [
    [],
    30,
    { isLoadingMore: true, isFailed: true },
    'nothing found   searched 30 revisions, back to 12; loading older revisions',
  ],
  [
    [],
    30,
    { isFailed: true, hasMore: true },
    "nothing found   searched 30 revisions, back to 12; couldn't load older revisions: G retries",
  ],
  [[], 30, { spinner: '*' }, 'nothing found   searching: 30 revisions, at 12 *  Esc stops'],
] as const)('the status of rows known since %j after %i revisions with %j', (since, count, status, words) => {
  expect(statusOf(rowsOf(...since), count, status)).toBe(` ${words}`)
})

test('the status takes its long form if it fits exactly, otherwise the short one', () => {
  const long = ' nothing found   searched all 30 revisions of the history'
  expect(statusOf(rowsOf(), 30, { isWhole: true }, long.length)).toBe(long)
  expect(statusOf(rowsOf(), 30, { isWhole: true }, long.length - 1)).toBe(' nothing found   searched all 30 revisions')
})

test.each([
  [0, false, false, true, 'author not known'],
  [0, false, true, false, 'loading revisions'],
  [0, true, false, false, 'The controls have never been changed.'],
  [5, true, false, true, 'No revision has this path: check its spelling.'],
  [1, false, false, false, 'Not found in the only revision searched so far: G searches further back.'],
  [5, false, true, true, 'Not found in the 5 revisions searched so far.'],
])(
  'nothing found in %i revisions (whole: %s, searching: %s, failed: %s) says %s',
  (count, isWhole, isSearching, isFailed, words) => {
    expect(emptyBlame(blameOf(count, isWhole), isSearching, isFailed)).toBe(words)
  },
)
