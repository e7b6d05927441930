import { NONE, UNKNOWN } from './format.ts'
import { graphemesOf, isEmoji, isOneCellEach, isOneGraphemeEach, textWidth } from './width.ts'

declare const brand: unique symbol

/** Text that a terminal shows only as characters. {@link safeText} is the only way to create it from external text. */
export type SafeText = string & { readonly [brand]: true }

/** Maximum number of graphemes in a table cell and in a line of text, and of UTF-16 units of a whole value. */
export const SAFE_TEXT_CAPS = { cell: 256, line: 4096, value: 256 * 1024 } as const

const MARKS_KEPT = 4
const TAB_STOP = 4

// Terminals draw keycaps in 1 or 2 cells, so they are split.
const keycapMark = '\u20e3'
// Control, format, private-use and unassigned characters, line and paragraph separators, and all invisible characters.
const hidden = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u
const mark = /\p{M}/u
const joinsBase = /[\p{M}\u1160-\u11ff]/u
// Some terminals draw these alone, others join them with the preceding character.
const joining = /\p{Emoji_Modifier}|\p{Regional_Indicator}|\u20e3|[\u302e\u302f\ua960-\ua97f\ud7b0-\ud7ff]/u
const hangulLead = /[\u1100-\u115e]/
const hangulVowel = /[\u1161-\u11a7]/
const hangulTail = /[\u11a8-\u11ff]/
const hangulSyllable = /[\uac00-\ud7a3]/

/**
 * Makes external text safe to show. Nothing is dropped: characters that would control the terminal, be invisible or
 * extend into neighbouring cells become visible signs. `cell` returns one line; `text` keeps line breaks and expands
 * tabs to multiples of 4 cells. null becomes `–`, undefined `?`, and any other non-string JSON.
 */
export const safeText = (raw: unknown, mode: 'cell' | 'text' = 'cell'): SafeText => {
  const text = typeof raw === 'string' ? raw : wordFor(raw)
  if (text.length <= SAFE_TEXT_CAPS.cell && isPlain(text)) return text as SafeText
  const wellFormed = text.toWellFormed()
  const end = capOf(wellFormed)
  const shown = wellFormed.slice(0, end)
  const beyond = countOf(wellFormed.slice(end))
  return (mode === 'cell' ? safeLine(shown, SAFE_TEXT_CAPS.cell, '␉', beyond) : safeLines(shown, beyond)) as SafeText
}

// Text that needs no replacement and in which every UTF-16 unit is a grapheme.
const isPlain = (text: string): boolean => isOneCellEach(text) || isOneGraphemeEach(text)

const wordFor = (raw: unknown): string => {
  if (raw === undefined) return UNKNOWN
  if (raw === null) return NONE
  return typeof raw === 'object' ? JSON.stringify(raw) : String(raw)
}

const capOf = (text: string): number => {
  if (text.length <= SAFE_TEXT_CAPS.value) return text.length
  const splitsPair = (text.codePointAt(SAFE_TEXT_CAPS.value - 1) ?? 0) > 0xffff
  return splitsPair ? SAFE_TEXT_CAPS.value - 1 : SAFE_TEXT_CAPS.value
}

// Counts code points, which is fast for text of any length.
const countOf = (text: string): number => {
  let count = 0
  for (let index = 0; index < text.length; index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1) count += 1
  return count
}

const more = (count: number): string => (count > 0 ? `… ${count} more` : '')

const safeLines = (text: string, beyond: number): string => {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  return lines
    .map((line, index) => safeLine(line, SAFE_TEXT_CAPS.line, 'stop', index === lines.length - 1 ? beyond : 0))
    .join('\n')
}

/** Makes one line safe. `beyond` is the number of code points after it that aren't shown. */
const safeLine = (line: string, cap: number, tab: '␉' | 'stop', beyond: number): string => {
  if (isPlain(line)) return line.slice(0, cap) + more(line.slice(cap).length + beyond)
  let safe = ''
  let count = 0
  // Cells since the start of the line, tracked only for tab stops.
  let column = 0
  let before = ''
  for (const { segment, index } of piecesOf(line)) {
    if (count === cap) return safe + more(countOf(line.slice(index)) + beyond)
    count += 1
    const cluster =
      segment === '\t' && tab === 'stop'
        ? ' '.repeat(TAB_STOP - (column % TAB_STOP))
        : safeCluster(segment, before === CARRIER)
    safe += cluster
    before = segment
    if (tab === 'stop') column += textWidth(cluster)
  }
  return safe + more(beyond)
}

/**
 * Splits a line into graphemes, and graphemes of unlimited length into pieces. An emoji is one piece, and so is a
 * character with its marks or a Hangul syllable. Other characters that a grapheme joins are separate pieces.
 */
function* piecesOf(line: string): Generator<{ segment: string; index: number }> {
  for (const { segment, index } of graphemesOf(line)) {
    if (segment.length === 1 || isWholeEmoji(segment)) {
      yield { segment, index }
      continue
    }
    let start = 0
    let end = 0
    for (const character of segment) {
      const isJoined = joinsBase.test(character) && !standsAlone(character)
      if (!isJoined && end > start) {
        yield { segment: segment.slice(start, end), index: index + start }
        start = end
      }
      end += character.length
    }
    yield { segment: segment.slice(start), index: index + start }
  }
}

/** Base for a mark without a base character. */
export const CARRIER = '◌'

const safeCluster = (cluster: string, isCarried: boolean): string => {
  if (cluster.length === 1 && isOneCellEach(cluster)) return cluster
  if (isWholeEmoji(cluster)) return cluster
  let safe = ''
  let marks = 0
  let spare = 0
  // The base of the next code point; '' if the preceding character can't carry a mark.
  let base = isCarried ? CARRIER : ''
  for (const character of cluster) {
    if (mark.test(character) && !standsAlone(character)) {
      if (marks >= MARKS_KEPT) {
        spare += 1
        continue
      }
      // The terminal would draw a mark without a base onto the preceding cell.
      safe += base === '' ? `${CARRIER}${character}` : character
      base ||= CARRIER
      marks += 1
      continue
    }
    const visible = visibleForm(character, base)
    safe += visible
    base = visible === character ? character : ''
  }
  return spare > 0 ? `${safe}+${spare}` : safe
}

const standsAlone = (character: string): boolean => hidden.test(character) || joining.test(character)

// A single emoji with any number of code points. A skin tone on its own would join the preceding emoji.
const isWholeEmoji = (cluster: string): boolean =>
  isEmoji(cluster) && !cluster.endsWith(keycapMark) && !/^\p{Emoji_Modifier}$/u.test(cluster)

// Characters that could control a terminal or change the reading order, except tabs and line breaks.
const controlling = /[^\P{Cc}\t\r\n]|[\u2028\u2029\p{Bidi_Control}]/gu

/** Text for a file or another program: control characters become visible; tabs, line breaks and the length stay. */
export const withVisibleControls = (text: string): string =>
  text.replace(controlling, (character) => visibleForm(character, ''))

const visibleForm = (character: string, base: string): string => {
  const codePoint = character.codePointAt(0) ?? 0
  if (codePoint < 0x20) return String.fromCodePoint(0x2400 + codePoint)
  if (codePoint === 0x7f) return '␡'
  if (standsAlone(character) || isStrayHangul(character, base)) return codeOf(codePoint)
  return character
}

// A vowel or final consonant has no cell of its own, so it is kept only if it completes a syllable.
const isStrayHangul = (character: string, base: string): boolean => {
  if (hangulVowel.test(character)) return !hangulLead.test(base)
  if (hangulTail.test(character)) return !(hangulVowel.test(base) || hangulSyllable.test(base))
  return false
}

const codeOf = (codePoint: number): string => `⟨${codePoint.toString(16).toUpperCase().padStart(4, '0')}⟩`
