import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type SplitRow, splitLines } from '../../../src/domain/settings-diff/split-lines.ts'
import { type UnifiedLine, unifiedLines } from '../../../src/domain/settings-diff/unified-text.ts'
import { json } from './documents.ts'

const linesOf = (text: string): UnifiedLine[] =>
  text.split('\n').map((line) => ({ sign: line.slice(0, 1) as UnifiedLine['sign'], text: line.slice(1) }))
const told = (rows: readonly SplitRow[]): string[] =>
  rows.map(({ before, after }) => `${before?.text ?? ''} | ${after?.text ?? ''}`)

test.each<[string, string, string[]]>([
  ['lines of both', ' a\n b', ['a | a', 'b | b']],
  ['a run of both', ' a\n-b\n-c\n+d\n e', ['a | a', 'b | d', 'c | ', 'e | e']],
  ['what came is longer', '-b\n+c\n+d', ['b | c', ' | d']],
  ['only gone', '-a\n b', ['a | ', 'b | b']],
  ['only new', ' a\n+b', ['a | a', ' | b']],
  ['one matter after the other', '-a\n+b\n-c\n+d\n+e', ['a | b', 'c | d', ' | e']],
  ['what is gone behind what came', '+a\n-b\n+c', [' | a', 'b | c']],
  ['a member that went before one that changed', '-"a": 1,\n-"b": 1,\n+"b": 2,', ['"a": 1, | ', '"b": 1, | "b": 2,']],
  [
    'members of a part that became another',
    '-"a": 1,\n-"c": 1,\n+"b": 2,\n+"c": 2,\n+"d": 2,',
    ['"a": 1, | "b": 2,', '"c": 1, | "c": 2,', ' | "d": 2,'],
  ],
  [
    'members that are not in one order',
    '-"a": 1,\n-"b": 1,\n+"b": 2,\n+"a": 2,',
    [' | "b": 2,', '"a": 1, | "a": 2,', '"b": 1, | '],
  ],
  ['a name with a quote', '-"a\\": ": 1,\n-"x": 1,\n+"x": 2,', ['"a\\": ": 1, | ', '"x": 1, | "x": 2,']],
  ['members that are not as deep', '-"a": 1,\n+  "x": 1,\n+  "a": 1,', ['"a": 1, |   "x": 1,', ' |   "a": 1,']],
])('%s', (_, text, expected) => {
  expect(told(splitLines(linesOf(text)))).toEqual(expected)
})

test('no lines are no rows', () => {
  expect(splitLines([])).toEqual([])
})

test('of any two documents each column has the lines of its side in their order, and no row is empty', () => {
  fc.assert(
    fc.property(json, json, (before, after) => {
      const lines = unifiedLines(before, after)
      const rows = splitLines(lines)
      expect(rows.flatMap((row) => row.before ?? [])).toEqual(lines.filter(({ sign }) => sign !== '+'))
      expect(rows.flatMap((row) => row.after ?? [])).toEqual(lines.filter(({ sign }) => sign !== '-'))
      for (const row of rows) {
        expect(row.before ?? row.after).toBeDefined()
        const isSame = row.before?.sign === ' ' || row.after?.sign === ' '
        expect(row.before === row.after).toBe(isSame)
      }
    }),
  )
})
