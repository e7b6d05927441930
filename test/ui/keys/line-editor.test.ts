import fc from 'fast-check'
import { expect, test } from 'vitest'
import { edit, insert, type Line, lineOf, MAX_LINE_LENGTH, textOf } from '../../../src/ui/keys/line-editor.ts'
import { forMany } from '../../helpers/for-all.ts'

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
const graphemesOf = (text: string): string[] => [...segmenter.segment(text)].map(({ segment }) => segment)

const family = '👩‍👩‍👧‍👦'

test.each([
  ['Backspace', 'a漢|b', 'a|b'],
  ['Backspace', `a${family}|`, 'a|'],
  ['Delete', `a|${family}b`, 'a|b'],
  ['Delete', 'a|', 'a|'],
  ['Left', `a🇨🇭|`, 'a|🇨🇭'],
  ['Right', '|👍🏽b', '👍🏽|b'],
  ['Home', 'ab|c', '|abc'],
  ['^a', 'ab|c', '|abc'],
  ['End', 'a|bc', 'abc|'],
  ['^e', 'a|bc', 'abc|'],
  ['^u', 'ab|c', '|c'],
  ['M-u', 'ab|c', '|c'],
  ['^k', 'ab|c', 'ab|'],
  ['M-k', 'ab|c', 'ab|'],
  ['^w', 'ab cd  |e', 'ab |e'],
  ['M-Backspace', 'ab cd|', 'ab |'],
  ['x', 'a|b', 'ax|b'],
])('%s turns %s into %s', (id, before, after) => {
  const [start = '', end = ''] = before.split('|')
  const line = { ...lineOf(start + end), cursor: lineOf(start).cursor }
  const { graphemes, cursor } = edit(line, id === 'x' ? { id, text: id } : { id }) as Line
  expect(graphemes.toSpliced(cursor, 0, '|').join('')).toBe(after)
})

test('after an insertion the cursor is inside the line, which has whole graphemes and no control characters', () => {
  forMany(400, fc.string({ unit: 'grapheme' }), fc.nat(20), fc.string({ unit: 'binary' }), (start, place, text) => {
    const first = lineOf(start.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, ''))
    const before: Line = { ...first, cursor: Math.min(place, first.graphemes.length) }
    const after = insert(before, text)
    expect(after.graphemes).toEqual(graphemesOf(textOf(after)))
    expect(after.cursor).toBeGreaterThanOrEqual(0)
    expect(after.cursor).toBeLessThanOrEqual(after.graphemes.length)
    expect(textOf(after)).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/)
  })
})

test('a paste is one line without control characters, a mark joins its letter, and other keys edit nothing', () => {
  expect(textOf(insert(lineOf('<>'), 'a\r\nb\tc\x1b[31m\u009bd\n'))).toBe('<>a b c[31md ')
  for (const id of ['Enter', 'Esc', 'Tab', 'Up', 'F1', '^c', 'M-x']) expect(edit(lineOf('a'), { id })).toBeUndefined()
  const line = insert(lineOf('xe'), '\u0301')
  expect([line.graphemes, line.cursor]).toEqual([['x', 'e\u0301'], 2])
  expect(textOf(edit(line, { id: 'Backspace' }) as Line)).toBe('x')
})

test('a long line is cut, and its existing text stays', () => {
  const long = insert(lineOf('ab'), 'x'.repeat(1_000_000))
  expect(long.graphemes).toHaveLength(MAX_LINE_LENGTH)
  expect(textOf(long).startsWith('abx')).toBe(true)
  const inside = insert({ ...long, cursor: 1 }, '陳')
  expect(inside).toEqual({ graphemes: long.graphemes, cursor: 1 })
})
