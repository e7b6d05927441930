import { expect, test } from 'vitest'
import { lineOfPath, pathAtLine } from '../../../../screens/controls/diff/line-paths.ts'
import { parsePath, pathText } from '../../../../src/domain/settings-diff/setting-path.ts'
import { unifiedLines } from '../../../../src/domain/settings-diff/unified-text.ts'
import { valueAt } from '../../../../src/domain/settings-diff/value-at.ts'
import { json } from '../../../domain/settings-diff/documents.ts'
import { forMany } from '../../../helpers/for-all.ts'

const before = {
  a: [
    { id: 'x', on: true },
    { id: 'y', on: true },
  ],
  b: ['p', 'q'],
}
const after = { a: [{ id: 'y', on: false }], b: ['q', 'r', 'r'] }
const lines = unifiedLines(before, after)
const sides = { before, after }

test('each line has the path of its part, with items by their ids', () => {
  expect(lines.map((line) => [line.sign + line.text.trim(), pathText(pathAtLine(line, sides))])).toEqual([
    [' {', '(all settings)'],
    [' "a": [', 'a'],
    ['-{', 'a[x]'],
    ['-"id": "x",', 'a[x].id'],
    ['-"on": true,', 'a[x].on'],
    ['-},', 'a[x]'],
    [' {', 'a[y]'],
    [' "id": "y",', 'a[y].id'],
    ['-"on": true,', 'a[y].on'],
    ['+"on": false,', 'a[y].on'],
    [' },', 'a[y]'],
    [' ],', 'a'],
    [' "b": [', 'b'],
    ['-"p",', 'b{"p"}'],
    [' "q",', 'b{"q"}'],
    ['+"r",', 'b{"r"}'],
    ['+"r",', 'b{"r"}#2'],
    [' ],', 'b'],
    [' },', '(all settings)'],
  ])
})

test.each([
  ['a[x]', 2],
  ['a[y].on', 8],
  ['b', 12],
  ['b{"r"}', 15],
  ['a[x].gone.deeper', 2],
])('the first line of %s is found, or that of its nearest ancestor', (path, at) => {
  expect(lineOfPath(lines, parsePath(path) ?? [], sides)).toBe(at)
})

test('in random documents each line leads to a value on its side', () => {
  forMany(200, json, json, (old, now) => {
    const all = unifiedLines({ m: old }, { m: now })
    const both = { before: { m: old }, after: { m: now } }
    for (const line of all) {
      const path = pathAtLine(line, both)
      expect(valueAt(line.sign === '+' ? both.after : both.before, path.length > 0 ? path : [])).not.toBeUndefined()
    }
  })
})
