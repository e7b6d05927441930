import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskSettings } from '../../../src/domain/secrets/mask-settings.ts'
import { diffSettings } from '../../../src/domain/settings-diff/diff-settings.ts'
import { type SplitRow, splitLines } from '../../../src/domain/settings-diff/split-lines.ts'
import {
  type UnifiedLine,
  unifiedLines,
  unifiedSteps,
  unifiedText,
} from '../../../src/domain/settings-diff/unified-text.ts'
import { forAll, forMany } from '../../helpers/for-all.ts'
import { json } from './documents.ts'

const names = { before: 'revision 412', after: 'revision 418' }
const { part } = unifiedLines(null, null)[0] as UnifiedLine

test('changes are printed with the lines around them, as diff tools do', () => {
  const settings = (a: number, domain: string) => ({
    ...{ z: [1, 2], e: 1, d: 1, c: 1, b: 1, a },
    sandbox: { enabled: true, network: { allowedDomains: [domain] } },
  })
  expect(unifiedText(settings(1, 'github.example'), settings(2, '*'), { ...names, context: 1 })).toBe(`--- revision 412
+++ revision 418
@@ -1,3 +1,3 @@
 {
-  "a": 1,
+  "a": 2,
   "b": 1,
@@ -10,3 +10,3 @@
       "allowedDomains": [
-        "github.example",
+        "*",
       ],
`)
})

test('equal settings print nothing, and first settings print all lines', () => {
  expect(unifiedText({ a: 1, b: 2 }, { b: 2, a: 1 }, names)).toBe('')
  expect(unifiedText(undefined, { a: 1 }, names)).toBe(
    '--- revision 412\n+++ revision 418\n@@ -0,0 +1,3 @@\n+{\n+  "a": 1,\n+},\n',
  )
  expect(unifiedText(null, [], names)).toBe('--- revision 412\n+++ revision 418\n@@ -1,1 +1,2 @@\n-null,\n+[\n+],\n')
})

const linesOfSide = (value: unknown): string[] => unifiedLines(value, value).map(({ text }) => text)
const sideOf = (before: unknown, after: unknown, sign: '-' | '+'): string[] =>
  unifiedLines(before, after)
    .filter((line) => line.sign === ' ' || line.sign === sign)
    .map(({ text }) => text)

test('the lines of each side print its document, and differ exactly where the documents differ', () => {
  forMany(1_000, json, json, (before, after) => {
    expect(sideOf(before, after, '-')).toEqual(linesOfSide(before))
    expect(sideOf(before, after, '+')).toEqual(linesOfSide(after))
    const hasSigns = unifiedLines(before, after).some(({ sign }) => sign !== ' ')
    expect(hasSigns).toBe(diffSettings(before, after).length > 0)
  })
})

test('a changed secret has lines without the secret or its hash', () => {
  const hash = (secret: string) => Buffer.from(secret.padEnd(24, 'x')).toString('base64url')
  const text = unifiedText(maskSettings({ env: { A: 'one' } }, hash), maskSettings({ env: { A: 'two' } }, hash), {
    ...names,
    context: 0,
  })
  expect(text.split('\n').slice(3, 5)).toEqual(['-    "A": "••••••",', '+    "A": "••••••",'])
})

test('control characters are escaped', () => {
  const text = unifiedText({ a: 1 }, { a: '\u009d52;c;x\u202e\u001b[2J', '\u001b]0;x': 1 }, names)
  expect(text).toContain('"\\u009d52;c;x\\u202e\\u001b[2J"')
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
})

test('each step compares at most one item or member', () => {
  const items = (on: boolean) => ({ list: Array.from({ length: 500 }, (_, index) => ({ index, on })) })
  for (const before of [items(true), {}]) {
    const steps = [...unifiedSteps(before, items(false))].length
    expect(steps).toBeGreaterThan(500)
    expect(unifiedLines(before, items(false)).length / steps).toBeLessThan(6)
  }
})

test('each hunk has the lines that its header states, and lines between hunks are unchanged', () => {
  forMany(500, json, json, fc.nat(4), (before, after, context) => {
    const [olds, nows] = [linesOfSide(before), linesOfSide(after)]
    const [, ...hunks] = unifiedText(before, after, { ...names, context }).split(/^@@ /m)
    for (const hunk of hunks.toReversed()) {
      const [header = '', ...lines] = hunk.trimEnd().split('\n')
      const [oldFrom = 0, oldCount = 0, nowFrom = 0, nowCount = 0] = header.match(/\d+/g)?.map(Number) ?? []
      // An empty range starts at the line before it.
      const old = olds.splice(oldCount === 0 ? oldFrom : oldFrom - 1, oldCount)
      const now = nows.splice(nowCount === 0 ? nowFrom : nowFrom - 1, nowCount)
      expect(old).toEqual(lines.filter((line) => line[0] !== '+').map((line) => line.slice(1)))
      expect(now).toEqual(lines.filter((line) => line[0] !== '-').map((line) => line.slice(1)))
    }
    expect(olds).toEqual(nows)
  })
})

const linesOf = (text: string): UnifiedLine[] =>
  text.split('\n').map((line) => ({ sign: line.slice(0, 1) as UnifiedLine['sign'], text: line.slice(1), part }))
const joined = (rows: readonly SplitRow[]): string[] =>
  rows.map(({ before, after }) => `${before?.text ?? ''} | ${after?.text ?? ''}`)

test.each<[string, string, string[]]>([
  ['removed lines before added ones', ' a\n-b\n-c\n+d\n e', ['a | a', 'b | d', 'c | ', 'e | e']],
  ['more added lines than removed ones', '-b\n+c\n+d', ['b | c', ' | d']],
  ['a removed line after an added one', '+a\n-b\n+c', [' | a', 'b | c']],
  ['a removed member before a changed one', '-"a": 1,\n-"b": 1,\n+"b": 2,', ['"a": 1, | ', '"b": 1, | "b": 2,']],
  [
    'members of a replaced object',
    '-"a": 1,\n-"c": 1,\n+"b": 2,\n+"c": 2,\n+"d": 2,',
    ['"a": 1, | "b": 2,', '"c": 1, | "c": 2,', ' | "d": 2,'],
  ],
  ['reordered members', '-"a": 1,\n-"b": 1,\n+"b": 2,\n+"a": 2,', [' | "b": 2,', '"a": 1, | "a": 2,', '"b": 1, | ']],
  ['a name with a quote', '-"a\\": ": 1,\n-"x": 1,\n+"x": 2,', ['"a\\": ": 1, | ', '"x": 1, | "x": 2,']],
  ['members at different depths', '-"a": 1,\n+  "x": 1,\n+  "a": 1,', ['"a": 1, |   "x": 1,', ' |   "a": 1,']],
])('%s', (_, text, expected) => {
  expect(joined(splitLines(linesOf(text)))).toEqual(expected)
})

test('each column has the lines of its side in their order, and no row is empty', () => {
  forAll(json, json, (before, after) => {
    const lines = unifiedLines(before, after)
    const rows = splitLines(lines)
    expect(rows.flatMap((row) => row.before ?? [])).toEqual(lines.filter(({ sign }) => sign !== '+'))
    expect(rows.flatMap((row) => row.after ?? [])).toEqual(lines.filter(({ sign }) => sign !== '-'))
    for (const row of rows) {
      expect(row.before ?? row.after).toBeDefined()
      const isSame = row.before?.sign === ' ' || row.after?.sign === ' '
      expect(row.before === row.after).toBe(isSame)
    }
  })
})
