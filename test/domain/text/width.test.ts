import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fit, truncate, truncateMiddle, wrapText } from '../../../src/domain/text/fit.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { isOneCellEach, isOneGraphemeEach, textWidth } from '../../../src/domain/text/width.ts'
import { forMany } from '../../helpers/for-all.ts'
import { createRandom, hostileString } from '../hostile/strings.ts'

const safeStrings = fc.nat().map((seed) => safeText(hostileString(createRandom(seed))))

test('cells are counted as a terminal counts them', () => {
  const widths: [string, number][] = [
    ['', 0],
    ['abc', 3],
    ['Grüße', 5],
    ['│▁█…·', 5],
    ['漢字', 4],
    ['한글', 4],
    ['\u1112\u1161\u11ab', 2],
    ['ﾊﾟ', 2],
    ['e\u0301', 1],
    ['क्ष', 2],
    ['😀', 2],
    ['👍🏽', 2],
    ['👨‍👩‍👧‍👦', 2],
    ['🇯🇵', 2],
    ['❤️', 2],
    ['a😀b', 4],
  ]
  for (const [text, width] of widths) expect(textWidth(text), text).toBe(width)
})

test('every character of the fast path is one cell wide, also after a wide character', () => {
  for (let unit = 0; unit < 0x10000; unit += 1) {
    const character = String.fromCharCode(unit)
    if (!isOneCellEach(character)) continue
    expect(safeText(`漢${character}`), unit.toString(16)).toBe(`漢${character}`)
    expect(textWidth(`漢${character}`), unit.toString(16)).toBe(3)
  }
})

test('every character of the second fast path is safe and a grapheme by itself', () => {
  const units = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit))
  const characters = units.filter((character) => isOneGraphemeEach(character))
  const all = characters.join('')
  expect([...new Intl.Segmenter('en').segment(all + all.split('').reverse().join(''))]).toHaveLength(all.length * 2)
  for (let start = 0; start < characters.length; start += 100) {
    // A mark at the end keeps the text off the fast path.
    const text = `${characters.slice(start, start + 100).join('')}\u0301`
    expect(safeText(text)).toBe(text)
  }
})

test('fitted text has exactly the width, truncated text at most, and both are complete if they fit', () => {
  forMany(1_000, safeStrings, fc.integer({ min: 0, max: 60 }), (text, width) => {
    for (const align of ['left', 'right'] as const) expect(textWidth(fit(text, width, align))).toBe(width)
    const [end, middle] = [truncate(text, width), truncateMiddle(text, width)]
    for (const cut of [end, middle]) {
      expect(textWidth(cut)).toBeLessThanOrEqual(width)
      if (textWidth(text) <= width) expect(cut).toBe(text)
      else if (width > 0) expect(cut).toContain('…')
    }
    if (textWidth(text) > width && width > 0) expect(text.startsWith(end.slice(0, -1)) && end.endsWith('…')).toBe(true)
  })
})

test('an address is cut in the middle and keeps more of its end', () => {
  expect(truncateMiddle('https://git.example/web/checkout', 17)).toBe('http…web/checkout')
  expect(truncateMiddle('northwind/お知らせ-service', 16)).toBe('nor…らせ-service')
})

test('a wide character that would straddle the edge leaves a space', () => {
  expect(fit('漢字字', 4)).toBe('漢… ')
  expect(fit('漢字字', 5)).toBe('漢字…')
  expect(fit('漢', 1)).toBe('…')
  expect(fit('ab', 4)).toBe('ab  ')
  expect(fit('ab', 4, 'right')).toBe('  ab')
})

test('an emoji and a letter with marks are never cut in two', () => {
  expect(truncate('👨‍👩‍👧‍👦👨‍👩‍👧‍👦x', 4)).toBe('👨‍👩‍👧‍👦…')
  expect(truncate('e\u0301e\u0301e\u0301', 2)).toBe('e\u0301…')
})

test('prose breaks at spaces and keeps its own breaks', () => {
  expect(wrapText('the quick brown fox', 10)).toEqual(['the quick', 'brown fox'])
  expect(wrapText('one\n\ntwo three', 5)).toEqual(['one', '', 'two', 'three'])
  expect(wrapText('  indented words here', 10)).toEqual(['  indented', 'words here'])
  expect(wrapText('', 10)).toEqual([''])
  expect(wrapText('a    b', 3)).toEqual(['a', 'b'])
})

test('a word longer than a line breaks between graphemes', () => {
  expect(wrapText('abcdefgh', 3)).toEqual(['abc', 'def', 'gh'])
  expect(wrapText('x abcdefgh y', 3)).toEqual(['x', 'abc', 'def', 'gh', 'y'])
  expect(wrapText('漢字漢字', 5)).toEqual(['漢字', '漢字'])
  expect(wrapText('漢字', 1)).toEqual(['漢', '字'])
})

test('a path longer than a line breaks after its dots', () => {
  expect(wrapText('! modelPolicy.requireExplicit denies 1', 17)).toEqual([
    '! modelPolicy.',
    'requireExplicit',
    'denies 1',
  ])
  expect(wrapText('a.b.c/d', 4)).toEqual(['a.b.', 'c/d'])
  expect(wrapText('ab.漢字', 3)).toEqual(['ab.', '漢', '字'])
})

test('no wrapped line is too wide and no word is lost', () => {
  forMany(1_000, safeStrings, fc.integer({ min: 12, max: 60 }), (text, width) => {
    const lines = wrapText(text, width)
    for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(width)
    expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
  })
})
