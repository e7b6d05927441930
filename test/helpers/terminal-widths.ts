import type { Terminal } from '@xterm/headless'
import stringWidth from 'string-width'
import { memoize } from '../../src/base/memoize.ts'

const AFTER_JOINER = 1
const pictograph = /\p{Extended_Pictographic}/u
const modifier = /\p{Emoji_Modifier}/u

/**
 * Makes the terminal count cells like current terminals: two for an emoji or an emoji sequence, none for a combining
 * mark. By default xterm uses Unicode 6, where most emoji take one cell.
 */
export const countCellsAsOfToday = (terminal: Terminal): void => {
  terminal.unicode.register({
    version: 'today',
    wcwidth: widthOf,
    charProperties: (codePoint, preceding) => {
      const before = widthIn(preceding)
      const character = String.fromCodePoint(codePoint)
      const isJoined =
        (stateIn(preceding) === AFTER_JOINER && pictograph.test(character)) ||
        (before > 0 && (modifier.test(character) || codePoint === 0xfe0f))
      if (isJoined) return properties(0, 2, true)
      const own = widthOf(codePoint)
      const joins = own === 0 && before > 0
      return properties(codePoint === 0x200d ? AFTER_JOINER : 0, joins ? before : own, joins)
    },
  })
  terminal.unicode.activeVersion = 'today'
}

/** Cached, because it is called for each written character, and few characters are distinct. */
const widthOf = memoize(
  (codePoint: number): 0 | 1 | 2 => Math.min(2, stringWidth(String.fromCodePoint(codePoint))) as 0 | 1 | 2,
  1_000,
)

// xterm's packed properties of the previous character: its state, its width and whether it joined its predecessor.
const properties = (state: number, width: number, joins: boolean): number => (state << 3) | (width << 1) | Number(joins)
const widthIn = (packed: number): number => (packed >> 1) & 3
const stateIn = (packed: number): number => packed >> 3
