import { expect, test } from 'vitest'
import { SAFE_TEXT_CAPS, safeText } from '../../../src/domain/text/safe-text.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import { createRandom, hostileString } from '../hostile/strings.ts'

test('plain text stays as it is', () => {
  for (const text of [
    '',
    'web/checkout',
    'Grüße, Čapek',
    '漢字とかな',
    '한글',
    '😀 👍🏽 👨‍👩‍👧‍👦 🏳️‍🌈 🇯🇵 ❤️',
    'é',
    '│▁█…',
  ])
    expect(safeText(text)).toBe(text)
})

test('control characters become their pictures', () => {
  expect(safeText('\0\x07\x1b\x1f\x7f')).toBe('␀␇␛␟␡')
  expect(safeText('a\r\n\tb')).toBe('a␍␊␉b')
})

test('what is invisible or turns text around becomes its code', () => {
  for (const [character, code] of [
    ['\u0080', '0080'],
    ['\u009d', '009D'],
    ['\u2028', '2028'],
    ['\u202e', '202E'],
    ['\u2066', '2066'],
    ['\u200b', '200B'],
    ['\u200d', '200D'],
    ['\u00ad', '00AD'],
    ['\u3164', '3164'],
    ['\ufe0f', 'FE0F'],
    ['\ufeff', 'FEFF'],
    ['\ue000', 'E000'],
    ['\ufffe', 'FFFE'],
    ['\u{e0041}', 'E0041'],
    ['\u{10ffff}', '10FFFF'],
  ] as const) {
    expect(safeText(`a${character}b`)).toBe(`a⟨${code}⟩b`)
    expect(safeText(`a${character}b`, 'text')).toBe(`a⟨${code}⟩b`)
  }
})

test('half a character becomes a replacement character', () => {
  expect(safeText('a\ud800b\udc00')).toBe('a�b�')
})

test('an unterminated sequence swallows nothing behind it', () => {
  expect(safeText('\x1b]0;title never ends and more')).toBe('␛]0;title never ends and more')
})

test('from the fifth mark on a base the marks are counted', () => {
  expect(safeText('e\u0301\u0302\u0303\u0304')).toBe('e\u0301\u0302\u0303\u0304')
  expect(safeText(`e${'\u0301'.repeat(12)}x`)).toBe(`e${'\u0301'.repeat(4)}+8x`)
})

test('a mark without a base gets one, so that it does not climb onto the cell before', () => {
  expect(safeText('\u0301a')).toBe('◌\u0301a')
  expect(safeText('\x07\u0301')).toBe('␇◌\u0301')
  expect(safeText('a\u200d\u0301')).toBe('a⟨200D⟩◌\u0301')
})

test('joiners stay inside an emoji only', () => {
  expect(safeText('👨‍👩‍👧')).toBe('👨‍👩‍👧')
  expect(safeText('👩\u200dx')).toBe('👩⟨200D⟩x')
  expect(safeText('x\ufe0f')).toBe('x⟨FE0F⟩')
})

test('emoji that terminals count differently are taken apart', () => {
  expect(safeText('🇯')).toBe('⟨1F1EF⟩')
  expect(safeText('🇽🇽')).toBe('⟨1F1FD⟩⟨1F1FD⟩')
  expect(safeText('1️⃣')).toBe('1⟨FE0F⟩⟨20E3⟩')
  expect(safeText('🏽')).toBe('⟨1F3FD⟩')
  expect(safeText('a🏽')).toBe('a⟨1F3FD⟩')
})

test('a Hangul vowel or final stands only in a syllable', () => {
  expect(safeText('\u1112\u1161\u11ab')).toBe('\u1112\u1161\u11ab')
  expect(safeText('\u1161')).toBe('⟨1161⟩')
  expect(safeText('\u1112\u11ab')).toBe('\u1112⟨11AB⟩')
})

test('a cell ends after 256 graphemes and says how much more there is', () => {
  expect(safeText('x'.repeat(256))).toBe('x'.repeat(256))
  expect(safeText('x'.repeat(300))).toBe(`${'x'.repeat(256)}… 44 more`)
  expect(safeText('漢'.repeat(257))).toBe(`${'漢'.repeat(256)}… 1 more`)
  expect(safeText('👨‍👩‍👧'.repeat(256))).toBe('👨‍👩‍👧'.repeat(256))
})

test('a line of a text ends after 4,096 graphemes, each for itself', () => {
  const long = 'x'.repeat(5_000)
  expect(safeText(`${long}\n${long}`, 'text')).toBe(`${'x'.repeat(4_096)}… 904 more\n${'x'.repeat(4_096)}… 904 more`)
})

test('a value ends after 256 KiB, never inside a character', () => {
  const line = `${'x'.repeat(99)}\n`
  const text = safeText(line.repeat(3_000), 'text')
  expect(text.endsWith(`… ${300_000 - SAFE_TEXT_CAPS.value} more`)).toBe(true)
  const split = `${'x\n'.repeat(SAFE_TEXT_CAPS.value / 2 - 1)}y😀z`
  expect(split.length).toBe(SAFE_TEXT_CAPS.value + 2)
  expect(safeText(split, 'text').endsWith('\ny… 2 more')).toBe(true)
})

test('a grapheme without end is cut like any other text', () => {
  expect(safeText('\u1100'.repeat(10_000))).toBe(`${'\u1100'.repeat(256)}… 9744 more`)
  expect(safeText(`e${'\u034f'.repeat(10_000)}`)).toBe(`e${'⟨034F⟩'.repeat(255)}… 9745 more`)
  expect(safeText('क्'.repeat(10_000))).toBe(`${'क्'.repeat(256)}… 19488 more`)
})

test('marks are counted for each base of a grapheme', () => {
  const syllable = 'क्षि'
  expect(safeText(syllable.repeat(3))).toBe(syllable.repeat(3))
  expect(safeText('क्ष्ष्ष्ष्ष्षि')).toBe('क्ष्ष्ष्ष्ष्षि')
})

test('what two caps leave out is counted once', () => {
  expect(safeText('x'.repeat(300_000))).toBe(`${'x'.repeat(256)}… 299744 more`)
  expect(safeText('漢\u0301'.repeat(300_000))).toBe(`${'漢\u0301'.repeat(256)}… 599488 more`)
  expect(safeText('x'.repeat(300_000), 'text')).toBe(`${'x'.repeat(4_096)}… 295904 more`)
})

test('a pile of a million marks costs no more than its cap', () => {
  expect(safeText(`e${'\u0301'.repeat(1_000_000)}`)).toBe(`e\u0301\u0301\u0301\u0301+262139… 737857 more`)
})

test('a text keeps its line breaks and sets its tabs', () => {
  expect(safeText('a\r\nb\nc\rd', 'text')).toBe('a\nb\nc␍d')
  expect(safeText('\tx\nab\ty\nabcd\tz', 'text')).toBe('    x\nab  y\nabcd    z')
  expect(safeText('漢\tx', 'text')).toBe('漢  x')
  expect(safeText('\x1b\t', 'text')).toBe('␛   ')
})

test('what is no string is shown as what it is', () => {
  expect(safeText(undefined)).toBe('?')
  expect(safeText(null)).toBe('–')
  expect(safeText(12)).toBe('12')
  expect(safeText({ a: '\x1b' })).toBe('{"a":"\\u001b"}')
})

test('safe text is safe already', () => {
  const random = createRandom(5)
  for (let round = 0; round < 3_000; round += 1) {
    const safe = safeText(hostileString(random))
    expect(safeText(safe)).toBe(safe)
    expect(textWidth(safe)).toBeGreaterThan(0)
  }
})
