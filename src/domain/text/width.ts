import { eastAsianWidth } from 'get-east-asian-width'
import { memoize } from '../../base/memoize.ts'

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

// One cell each and never part of a cluster: ASCII, Latin, punctuation, arrows, mathematical signs, control pictures, box
// drawing, block elements, ✓ and ✗, braille, angle brackets.
const oneCellEach =
  /^[\x20-\x7e\xa0-\xac\xae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u22ff\u2400-\u2426\u2500-\u25fc\u2713\u2717\u27e8\u27e9\u2800-\u28ff]*$/

// The same characters, and characters of two cells that never join a neighbour: kana, Han, Hangul syllables, full-width
// forms.
const oneGraphemeEach =
  /^[\x20-\x7e\xa0-\xac\xae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u22ff\u2400-\u2426\u2500-\u25fc\u2713\u2717\u27e8\u27e9\u2800-\u28ff\u3001-\u3003\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60]*$/

// Only text with one of these can contain an emoji that is drawn in fewer cells than its code points.
const joinsEmoji = /[\u200d\ufe0f\u{1f1e6}-\u{1f1ff}\u{1f3fb}-\u{1f3ff}\u{e0020}-\u{e007f}]/u

/** Whether every UTF-16 unit of the text has one cell, so that its width is its length and it can be cut anywhere. */
export const isOneCellEach = (text: string): boolean => oneCellEach.test(text)

/** Whether every UTF-16 unit of the text is a visible character of its own, with one or two cells. */
export const isOneGraphemeEach = (text: string): boolean => oneGraphemeEach.test(text)

/** The user-perceived characters of a text, from first to last. */
export const graphemesOf = (text: string): Iterable<Intl.SegmentData> => segmenter.segment(text)

export const isEmoji = (cluster: string): boolean => /^\p{RGI_Emoji}$/v.test(cluster)

/**
 * Number of terminal cells of safe text without line breaks. Code points count as in terminals; an emoji sequence is 2
 * cells. Other clusters aren't measured as a whole, because terminals count the code points of Indic conjuncts
 * separately.
 */
export const textWidth = (text: string): number => {
  if (oneCellEach.test(text)) return text.length
  if (!joinsEmoji.test(text)) return sumOfCodePoints(text)
  let width = 0
  for (const { segment } of graphemesOf(text)) width += clusterWidth(segment)
  return width
}

const clusterWidth = (cluster: string): number => (isEmoji(cluster) ? 2 : sumOfCodePoints(cluster))

const sumOfCodePoints = (text: string): number => {
  let width = 0
  for (let index = 0; index < text.length; ) {
    const codePoint = text.codePointAt(index) ?? 0
    width += codePointWidth(codePoint)
    index += codePoint > 0xffff ? 2 : 1
  }
  return width
}

/** Whether a character has two cells in every terminal: kana, Han, Hangul syllables and full-width forms. */
export const isTwoCells = (codePoint: number): boolean => twoCells.test(String.fromCodePoint(codePoint))
const MAX_CACHED_WIDTHS = 0x10000
const twoCells = /^[\u3001-\u3003\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60]$/

/** Number of cells of a single code point: 0, 1 or 2. */
export const codePointWidth = memoize((codePoint: number): number => {
  // Hangul vowels and final consonants are drawn into the preceding syllable.
  if (codePoint >= 0x1160 && codePoint <= 0x11ff) return 0
  const character = String.fromCodePoint(codePoint)
  if (twoCells.test(character)) return 2
  // The tables for other characters take milliseconds to load, and most texts don't need them.
  if (oneCellEach.test(character)) return 1
  return isInvisible(character) ? 0 : eastAsianWidth(codePoint)
}, MAX_CACHED_WIDTHS)

const isInvisible = (character: string): boolean =>
  /^[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Mn}\p{Me}\p{Cs}]$/u.test(character)
