import fc from 'fast-check'
import { expect, test } from 'vitest'
import { edit, insert, type Line, lineOf, MAX_LINE_LENGTH, textOf } from '../../../src/ui/keys/line-editor.ts'
import { tries } from '../../helpers/tries.ts'

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
const graphemesOf = (text: string): string[] => [...segmenter.segment(text)].map(({ segment }) => segment)

const family = '👩‍👩‍👧‍👦'
// Characters that never join a neighbour, so that the plain model below may count them.
const unit = fc.constantFrom('a', 'Z', ' ', '7', '漢', family, '🇨🇭', 'é', '👍🏽')
const keys = fc.oneof(
  { weight: 4, arbitrary: unit.map((text) => ({ id: text === ' ' ? 'Space' : text, text })) },
  {
    weight: 5,
    arbitrary: fc
      .constantFrom('Backspace', 'Delete', 'Left', 'Right', 'Home', 'End', '^a', '^e', '^b', '^f', '^u', '^k', '^w')
      .map((id) => ({ id })),
  },
)

/** The same editing on two plain strings: what is before the cursor and what is behind it. */
type Model = { before: string[]; after: string[] }
const model = ({ before, after }: Model, key: { id: string; text?: string }): Model => {
  if (key.text !== undefined) return { before: [...before, key.text], after }
  switch (key.id) {
    case 'Backspace':
      return { before: before.slice(0, -1), after }
    case 'Delete':
      return { before, after: after.slice(1) }
    case 'Left':
    case '^b':
      return before.length === 0
        ? { before, after }
        : { before: before.slice(0, -1), after: [...before.slice(-1), ...after] }
    case 'Right':
    case '^f':
      return { before: [...before, ...after.slice(0, 1)], after: after.slice(1) }
    case 'Home':
    case '^a':
      return { before: [], after: [...before, ...after] }
    case 'End':
    case '^e':
      return { before: [...before, ...after], after: [] }
    case '^u':
      return { before: [], after }
    case '^k':
      return { before, after: [] }
    default: {
      const kept = [...before]
      while (kept.at(-1) === ' ') kept.pop()
      while (kept.length > 0 && kept.at(-1) !== ' ') kept.pop()
      return { before: kept, after }
    }
  }
}

test('any keys leave what they leave in a plain model, and no family is ever cut', () => {
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 8 }), fc.array(keys, { maxLength: 40 }), (start, pressed) => {
      let line = lineOf(start.join(''))
      // Two flags in a row would be told apart by nobody's plain model.
      let plain: Model = { before: graphemesOf(start.join('')), after: [] }
      for (const key of pressed) {
        line = edit(line, key) as Line
        plain = model(plain, key)
        expect(line.graphemes).toEqual([...plain.before, ...plain.after])
        expect(line.cursor).toBe(plain.before.length)
      }
    }),
    { numRuns: tries(400) },
  )
})

test('any text at any place keeps the cursor behind it and the line made of whole graphemes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), fc.string({ unit: 'binary' }), (start, place, text) => {
      const first = lineOf(start.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, ''))
      const before: Line = { ...first, cursor: Math.min(place, first.graphemes.length) }
      const after = insert(before, text)
      expect(after.graphemes).toEqual(graphemesOf(textOf(after)))
      expect(after.cursor).toBeGreaterThanOrEqual(0)
      expect(after.cursor).toBeLessThanOrEqual(after.graphemes.length)
      expect(textOf(after)).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/)
    }),
    { numRuns: tries(400) },
  )
})

test('a pasted text becomes one line without control characters', () => {
  expect(textOf(insert(lineOf('<>'), 'a\r\nb\tc\x1b[31m\u009bd\n'))).toBe('<>a b c[31md ')
})

test('a mark that is typed behind a letter joins it, and one Backspace takes both', () => {
  const line = insert(lineOf('xe'), '\u0301')
  expect([line.graphemes, line.cursor]).toEqual([['x', 'e\u0301'], 2])
  expect(textOf(edit(line, { id: 'Backspace' }) as Line)).toBe('x')
})

test('keys without text and without an edit are not taken', () => {
  for (const id of ['Enter', 'Esc', 'Tab', 'Up', 'F1', '^c', 'M-x']) expect(edit(lineOf('a'), { id })).toBeUndefined()
})

test('a line is cut before drawing it would take long, and what stood in it stays', () => {
  const long = insert(lineOf('ab'), 'x'.repeat(1_000_000))
  expect(long.graphemes).toHaveLength(MAX_LINE_LENGTH)
  expect(textOf(long).startsWith('abx')).toBe(true)
  const inside = insert({ ...long, cursor: 1 }, '陳')
  expect(inside).toEqual({ graphemes: long.graphemes, cursor: 1 })
})
