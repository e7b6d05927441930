import { expect, test } from 'vitest'
import { SAFE_TEXT_CAPS, safeText } from '../../../src/domain/text/safe-text.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import { createRandom, hostileString } from '../hostile/strings.ts'

test('text without special characters is unchanged', () => {
  const texts = ['', 'web/checkout', 'Grüße, Čapek', '漢字とかな', '한글', '😀 👍🏽 👨‍👩‍👧‍👦 🏳️‍🌈 🇯🇵 ❤️', 'é', '│▁█…']
  for (const text of texts) expect(safeText(text)).toBe(text)
})

test.each([
  // Control characters become their pictures, and a lone surrogate a replacement character.
  ['\0\x07\x1b\x1f\x7f', '␀␇␛␟␡'],
  ['a\r\n\tb', 'a␍␊␉b'],
  ['a\ud800b\udc00', 'a\ufffdb\ufffd'],
  // An unterminated sequence does not swallow the text after it.
  ['\x1b]0;title never ends and more', '␛]0;title never ends and more'],
  // More than four marks on a base are counted, and a mark without a base gets one.
  ['e\u0301\u0302\u0303\u0304', 'e\u0301\u0302\u0303\u0304'],
  [`e${'\u0301'.repeat(12)}x`, `e${'\u0301'.repeat(4)}+8x`],
  [`e${'\u0301'.repeat(1_000_000)}`, `e${'\u0301'.repeat(4)}+262139… 737857 more`],
  ['\u0301a', '◌\u0301a'],
  ['\x07\u0301', '␇◌\u0301'],
  ['a\u200d\u0301', 'a⟨200D⟩◌\u0301'],
  // Joiners stay inside an emoji only, and emoji that terminals count differently are taken apart.
  ['👩\u200dx', '👩⟨200D⟩x'],
  ['x\ufe0f', 'x⟨FE0F⟩'],
  ['🇯', '⟨1F1EF⟩'],
  ['🇽🇽', '⟨1F1FD⟩⟨1F1FD⟩'],
  ['1️⃣', '1⟨FE0F⟩⟨20E3⟩'],
  ['🏽', '⟨1F3FD⟩'],
  ['a🏽', 'a⟨1F3FD⟩'],
  // A Hangul vowel or final only occurs in a syllable.
  ['\u1112\u1161\u11ab', '\u1112\u1161\u11ab'],
  ['\u1161', '⟨1161⟩'],
  ['\u1112\u11ab', '\u1112⟨11AB⟩'],
  // A cell is cut after 256 graphemes.
  ['x'.repeat(256), 'x'.repeat(256)],
  ['x'.repeat(300), `${'x'.repeat(256)}… 44 more`],
  ['漢'.repeat(257), `${'漢'.repeat(256)}… 1 more`],
  ['👨‍👩‍👧'.repeat(256), '👨‍👩‍👧'.repeat(256)],
])('%j is shown as %j', (text, shown) => {
  expect(safeText(text)).toBe(shown)
})

test('invisible characters and those that change the direction become their codes', () => {
  const characters = '0080 009D 2028 202E 2066 200B 200D 00AD 3164 FE0F FEFF E000 FFFE E0041 10FFFF'.split(' ')
  for (const code of characters) {
    const text = `a${String.fromCodePoint(Number.parseInt(code, 16))}b`
    expect([safeText(text), safeText(text, 'text')]).toEqual([`a⟨${code}⟩b`, `a⟨${code}⟩b`])
  }
})

test('each line of a text is cut after 4,096 graphemes', () => {
  const long = 'x'.repeat(5_000)
  expect(safeText(`${long}\n${long}`, 'text')).toBe(`${'x'.repeat(4_096)}… 904 more\n${'x'.repeat(4_096)}… 904 more`)
})

test('a value is cut after 256 KiB, never inside a character', () => {
  const line = `${'x'.repeat(99)}\n`
  const text = safeText(line.repeat(3_000), 'text')
  expect(text.endsWith(`… ${300_000 - SAFE_TEXT_CAPS.value} more`)).toBe(true)
  const split = `${'x\n'.repeat(SAFE_TEXT_CAPS.value / 2 - 1)}y😀z`
  expect(split.length).toBe(SAFE_TEXT_CAPS.value + 2)
  expect(safeText(split, 'text').endsWith('\ny… 2 more')).toBe(true)
})

test('an endless grapheme is cut like any other text', () => {
  expect(safeText(`e${'\u034f'.repeat(10_000)}`)).toBe(`e${'⟨034F⟩'.repeat(255)}… 9745 more`)
  expect(safeText('क्'.repeat(10_000))).toBe(`${'क्'.repeat(256)}… 19488 more`)
  // Text that two limits cut is counted once.
  expect(safeText('漢\u0301'.repeat(300_000))).toBe(`${'漢\u0301'.repeat(256)}… 599488 more`)
  expect(safeText('x'.repeat(300_000), 'text')).toBe(`${'x'.repeat(4_096)}… 295904 more`)
})

test('marks are counted for each base of a grapheme', () => {
  const syllable = 'क्षि'
  expect(safeText(syllable.repeat(3))).toBe(syllable.repeat(3))
  expect(safeText('क्ष्ष्ष्ष्ष्षि')).toBe('क्ष्ष्ष्ष्ष्षि')
})

test('a text keeps its line breaks and expands its tabs', () => {
  expect(safeText('a\r\nb\nc\rd', 'text')).toBe('a\nb\nc␍d')
  expect(safeText('\tx\nab\ty\nabcd\tz', 'text')).toBe('    x\nab  y\nabcd    z')
  expect(safeText('漢\tx', 'text')).toBe('漢  x')
  expect(safeText('\x1b\t', 'text')).toBe('␛   ')
})

test('other values are printed as text', () => {
  expect(safeText(undefined)).toBe('?')
  expect(safeText(null)).toBe('–')
  expect(safeText(12)).toBe('12')
  expect(safeText({ a: '\x1b' })).toBe('{"a":"\\u001b"}')
})

test('making safe text safe again changes nothing', () => {
  const random = createRandom(5)
  for (let round = 0; round < 3_000; round += 1) {
    const safe = safeText(hostileString(random))
    expect(safeText(safe)).toBe(safe)
    expect(textWidth(safe)).toBeGreaterThan(0)
  }
})
