import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changesText, markedLines, markedPieces } from '../../../../screens/controls/shared/changes-text.ts'
import { briefJson, entryText, isLargeValue, prettyJson } from '../../../../screens/kit/tree/value-text.ts'
import { maskSettings } from '../../../../src/domain/secrets/mask-settings.ts'
import { diffSettings } from '../../../../src/domain/settings-diff/diff-settings.ts'
import { textWidth } from '../../../../src/domain/text/width.ts'
import { createTheme } from '../../../../src/ui/layout/theme.ts'
import { json } from '../../../domain/settings-diff/documents.ts'
import { forAll } from '../../../helpers/for-all.ts'

const theme = createTheme({ colors: 'none', background: 'dark', isAscii: false })
const masked = maskSettings({ env: { A: 'secret-one', B: 'secret-two' } }, (secret) => secret.padEnd(20, '_')).env as {
  A: string
  B: string
}

test('JSON over several rows has the lines of JSON.stringify', () => {
  forAll(json, (value) => {
    expect(prettyJson(value, 10_000)).toEqual({ lines: JSON.stringify(value, null, 2).split('\n'), isCut: false })
  })
})

test('only the requested number of lines is returned, with a flag if the text is longer', () => {
  const { lines, isCut } = prettyJson(
    Array.from({ length: 1_000_000 }, (_, index) => index),
    3,
  )
  expect({ lines, isCut }).toEqual({ lines: ['[', '  0,', '  1,'], isCut: true })
})

test('JSON in one row starts like the whole', () => {
  forAll(json, fc.integer({ min: 1, max: 60 }), (value, cells) => {
    const whole = briefJson(value, 1_000_000)
    // A longer cell ends with the number of hidden characters.
    fc.pre(whole.length < 256)
    expect(JSON.parse(whole)).toEqual(value)
    expect(briefJson(value, cells).slice(0, cells)).toBe(whole.slice(0, cells))
  })
})

test('no part of the mark of a masked secret is shown, wherever a text is cut', () => {
  const text = `curl ${masked.A} and ${masked.B} twice`
  for (let cells = 0; cells < 90; cells += 1) {
    const shown = `${briefJson(text, cells)}${briefJson({ [text]: [text] }, cells)}`
    expect(shown).not.toMatch(/secret|⟨|[\u{e000}-\u{f8ff}]/u)
  }
})

test.each([
  ['git status', 'git status'],
  ['', '""'],
  [' a', '" a"'],
  ['true', '"true"'],
  ['-1.5e3', '"-1.5e3"'],
  ['203.0.113.17/32', '203.0.113.17/32'],
  [7, '7'],
  ['a"b', '"a\\"b"'],
])('the entry %j is written %s', (entry, text) => {
  expect(entryText(entry)).toBe(text)
})

const words = fc
  .array(fc.constantFrom('a', 'b', 'cc', 'ddd', ' ', '\n', '漢', '.'), { maxLength: 30 })
  .map((all) => all.join(''))

test('wrapped marked texts fit their width and lose only spaces', () => {
  forAll(words, words, fc.integer({ min: 8, max: 40 }), (before, after, width) => {
    const pieces = markedPieces(before, after)
    if (!pieces) return
    const lines = markedLines(pieces, width, theme)
    for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(width)
    const marked = pieces
      .map(({ is, text }) => (is === 'gone' ? `[-${text}-]` : is === 'new' ? `{+${text}+}` : text))
      .join('')
    expect(lines.join('').replaceAll(/\s/g, '')).toBe(marked.replaceAll(/\s/g, ''))
  })
})

test('settings of many values or long texts are large, others are not', () => {
  const list = (length: number) => ({ list: Array.from({ length }, (_, index) => ({ index })) })
  expect([isLargeValue(list(9_999)), isLargeValue(list(10_000))]).toEqual([false, true])
  const text = (length: number) => ({ texts: ['x', 'x'.repeat(length - 1)] })
  expect([isLargeValue(text(1_000_000)), isLargeValue(text(1_000_001))]).toEqual([false, true])
  expect([isLargeValue(undefined), isLargeValue(null), isLargeValue({})]).toEqual([false, false, false])
})

const textOf = (before: unknown, after: unknown, cells = 40): string =>
  changesText(diffSettings(before, after), cells, theme).replaceAll(/\x1b\[[\d;]*m/g, '')
const numbered = (count: number) => Array.from({ length: count }, (_, at) => `e${at}`)
const members = (count: number) => Object.fromEntries(numbered(count).map((name) => [name, 1]))
const long = 'Review each change for secrets and for tests'

test.each<[unknown, unknown, number, string]>([
  [['a', 'b'], ['b', 'a'], 40, '1 moved'],
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
  [{ a: [1, 2, 3, 4] }, 'a text', 20, '{"a": [… → "a text"'],
])('the change from %j to %j in %i cells is %s', (before, after, cells, words) => {
  expect(textOf(before, after, cells)).toBe(words)
})
