import fc from 'fast-check'
import { expect, test } from 'vitest'
import { copiedText } from '../../../src/domain/text/copied-text.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { forMany } from '../../helpers/for-all.ts'

test('a line has no line break, and keeps tabs between cells', () => {
  expect(copiedText('a\tb\r\nrm -rf /\n', 'line')).toBe('a\tb␍␊rm -rf /␊')
})

test('a text keeps all kinds of line breaks', () => {
  expect(copiedText('a\r\nb\nc\rd', 'text')).toBe('a\nb\nc␍d')
})

test('a long text is not cut, and all letters and emoji stay', () => {
  const long = `${'é'.repeat(10_000)}👩‍👩‍👧 陳`
  expect(copiedText(long, 'line')).toBe(long)
})

test('a combining mark on a dotted circle gets no second circle', () => {
  const safe = safeText('\u1062')
  expect(safe).toBe('◌\u1062')
  expect([safeText(safe), copiedText(safe, 'line'), copiedText('\u1062', 'line')]).toEqual([safe, safe, safe])
})

test('a copied text has no control characters, and safe text is unchanged', () => {
  const unsafe = fc.constantFrom(...'\x1b]52;c;AAAA\x07 \x9b2J \x1b[31m \u202e \u2028 \x7f \ud800 \ue000'.split(' '))
  const text = fc
    .array(fc.oneof(unsafe, fc.string({ unit: 'binary' })), { maxLength: 6 })
    .map((parts) => parts.join(''))
  forMany(5_000, text, fc.constantFrom('line', 'text'), (raw, mode) => {
    const copied = copiedText(raw, mode)
    expect(copied).not.toMatch(mode === 'line' ? /[^\P{Cc}\t]/u : /[^\P{Cc}\t\n]/u)
    expect(copied).not.toMatch(/[\u2028\u2029\p{Bidi_Control}]/u)
    expect(copied.isWellFormed()).toBe(true)
    const safe = safeText(raw)
    if (raw.length < 200) expect(copiedText(safe, mode)).toBe(safe)
  })
})
