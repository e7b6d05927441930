import { expect, test } from 'vitest'
import { changesText, valueText } from '../../../../screens/controls/shared/changes-text.ts'
import { diffSettings } from '../../../../src/domain/settings-diff/diff-settings.ts'
import { createTheme } from '../../../../src/ui/layout/theme.ts'

const theme = createTheme({ colors: 'none', background: 'dark', isAscii: false })
const plain = (text: string): string => text.replaceAll(/\x1b\[[\d;]*m/g, '')
const textOf = (before: unknown, after: unknown, cells = 40): string =>
  plain(changesText(diffSettings(before, after), cells, theme))
const numbered = (count: number) => Array.from({ length: count }, (_, at) => `e${at}`)
const members = (count: number) => Object.fromEntries(numbered(count).map((name) => [name, 1]))
const long = 'Review each change for secrets and for tests'

test.each<[unknown, unknown, number, string]>([
  [1, 2, 40, '1 → 2'],
  [undefined, 'new', 40, '"new"'],
  ['old', undefined, 40, '"old"'],
  [['a', 'b'], ['b', 'a'], 40, '1 moved'],
  [['a'], ['b'], 40, '- a  + b'],
  [['a'], ['a', 'b'], 40, '+ b'],
  [{ a: 1 }, { a: 2, b: 1 }, 40, '~ a  + b'],
  [
    {},
    members(12),
    40,
    numbered(12)
      .map((name) => `+ ${name}`)
      .join('  '),
  ],
  [
    {},
    members(14),
    40,
    `${numbered(12)
      .map((name) => `+ ${name}`)
      .join('  ')}  2 more`,
  ],
  // One entry takes four cells, with two between them.
  [[], numbered(3), 16, '+ e0  + e1  + e2'],
  [[], numbered(3), 15, '+ e0  and +2'],
  [[], numbered(3), 12, '+ e0  and +2'],
  [[], numbered(3), 11, '+ …  and +2'],
  [[], ['a long entry'], 10, '+ a long …'],
  // Each takes 12 cells, and the count of the last one 6.
  [[], ['a-long-one', 'b-long-one', 'c-long-one'], 34, '+ a-long-one  + b-long-one  and +1'],
  [['x'], numbered(3), 20, '- x  + e0  and +2'],
  [long, `${long} now`, 30, '…nd for tests{+ now+}'],
  [
    'Twelve ones one two three four five',
    'Twelve ones six two three four five',
    30,
    'Twelve ones [-one-]{+six+} two three four five',
  ],
  [long, `All ${long}`, 2 * long.length + 11, `"${long}" → "All ${long}"`],
  ['short', 'other', 8, '"short" → "other"'],
  [{ a: [1, 2, 3, 4] }, 'a text', 20, '{"a": [… → "a text"'],
])('the change from %j to %j in %i cells is %s', (before, after, cells, words) => {
  expect(textOf(before, after, cells)).toBe(words)
})

test('no change has no text', () => {
  expect(valueText([], 40, theme)).toBe('')
})
