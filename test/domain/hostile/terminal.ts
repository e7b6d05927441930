import xterm from '@xterm/headless'

const ROWS = 200
const LEFT = 'LFT|'
const END = 'END'

/** How a terminal measures an emoji sequence: `joins` as one emoji of two cells, `apart` by code points, like older terminals. */
export type EmojiHabit = 'joins' | 'apart'

/** Effects of a text other than appearing in its cells; empty if there are none. */
export type Effects = Set<'replied' | 'titled' | 'rang' | 'commanded' | 'switched' | 'moved' | 'spilled' | 'styled'>

// The wide ranges of Unicode's East Asian Width, independent of the library that the program measures with.
const wideRanges = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x20000, 0x3fffd],
] as const
const noCell = /\p{Mn}|\p{Me}|\p{Cf}|[\u1160-\u11ff]/u
const wideEmoji = /\p{Emoji_Presentation}/u
const flagLetter = /\p{Regional_Indicator}/u

const cellsOf = (codePoint: number): 0 | 1 | 2 => {
  const character = String.fromCodePoint(codePoint)
  if (noCell.test(character)) return 0
  if (flagLetter.test(character)) return 1
  if (wideEmoji.test(character)) return 2
  return wideRanges.some(([from, to]) => codePoint >= from && codePoint <= to) ? 2 : 1
}

const AFTER_JOINER = 1
const AFTER_FLAG_LETTER = 2
const packed = (state: number, width: number, joins: boolean) => (state << 3) | (width << 1) | (joins ? 1 : 0)

const unicodeProvider = (habit: EmojiHabit) => ({
  version: habit,
  wcwidth: cellsOf,
  charProperties: (codePoint: number, preceding: number): number => {
    const character = String.fromCodePoint(codePoint)
    const before = (preceding >> 1) & 3
    const state = preceding >> 3
    const own = cellsOf(codePoint)
    if (habit === 'joins') {
      const isJoined =
        (state === AFTER_JOINER && /\p{Extended_Pictographic}/u.test(character)) ||
        (before > 0 && /\p{Emoji_Modifier}/u.test(character)) ||
        (before > 0 && codePoint === 0xfe0f)
      if (isJoined) return packed(0, 2, true)
      if (flagLetter.test(character)) {
        return state === AFTER_FLAG_LETTER ? packed(0, 2, true) : packed(AFTER_FLAG_LETTER, 1, false)
      }
    }
    const joins = own === 0 && before > 0
    return packed(codePoint === 0x200d ? AFTER_JOINER : 0, joins ? before : own, joins)
  },
})

/** The width of a harmless text in cells, in a terminal with this habit. */
export const cellsIn = (text: string, habit: EmojiHabit): number => {
  const { charProperties } = unicodeProvider(habit)
  let [before, cells] = [0, 0]
  for (const character of text) {
    const next = charProperties(character.codePointAt(0) ?? 0, before)
    const joined = (next & 1) === 1 ? (before >> 1) & 3 : 0
    cells += ((next >> 1) & 3) - joined
    before = next
  }
  return cells
}

/** A terminal that writes texts, each on its own line between two guards, and checks their effects. */
export class JudgingTerminal {
  private readonly terminal: InstanceType<typeof xterm.Terminal>
  private readonly cols: number
  private effects: Effects = new Set()

  /** @param rows - Maximum number of texts that are checked at once. Fewer rows make a call faster. */
  constructor(cols: number, habit: EmojiHabit, rows: number = ROWS) {
    this.cols = cols
    this.terminal = new xterm.Terminal({ cols, rows, scrollback: 0, allowProposedApi: true, logLevel: 'off' })
    this.terminal.unicode.register(unicodeProvider(habit) as never)
    this.terminal.unicode.activeVersion = habit
    this.terminal.onData(() => this.effects.add('replied'))
    this.terminal.onBinary(() => this.effects.add('replied'))
    this.terminal.onTitleChange(() => this.effects.add('titled'))
    this.terminal.onBell(() => this.effects.add('rang'))
    for (const id of [4, 8, 9, 10, 11, 12, 52, 104, 777, 1337]) {
      this.terminal.parser.registerOscHandler(id, () => {
        this.effects.add('commanded')
        return false
      })
    }
  }

  /** Maximum number of texts per call of {@link judge}. */
  static readonly batch = ROWS

  /**
   * Writes each text between its guards and returns its effects; `widths` has the expected width of each in cells.
   * Replies, titles, bells and modes cannot be traced to a text, so all texts of the batch are reported to have them.
   */
  async judge(texts: readonly string[], widths: readonly number[]): Promise<Effects[]> {
    this.terminal.reset()
    this.effects = new Set()
    const written = texts.map((text, row) => `\x1b[${row + 1};1H${LEFT}${text}${END}`).join('')
    await new Promise<void>((resolve) => this.terminal.write(written, resolve))
    if (this.terminal.buffer.active.type !== 'normal') this.effects.add('switched')
    const { bracketedPasteMode, insertMode, mouseTrackingMode } = this.terminal.modes
    if (bracketedPasteMode || insertMode || mouseTrackingMode !== 'none') this.effects.add('switched')
    return texts.map((_, row) => new Set([...this.effects, ...this.effectsInRow(row, widths[row] ?? 0)]))
  }

  private effectsInRow(row: number, width: number): Effects {
    const effects: Effects = new Set()
    const line = this.terminal.buffer.active.getLine(row)
    if (!line) return effects.add('moved')
    const charsAt = (column: number, length: number) =>
      Array.from({ length }, (_, index) => line.getCell(column + index)?.getChars() ?? '').join('')
    if (charsAt(0, LEFT.length) !== LEFT) effects.add('spilled')
    const end = LEFT.length + width
    if (charsAt(end, END.length) !== END) effects.add('moved')
    if (line.translateToString(true, end + END.length) !== '') effects.add('spilled')
    for (let column = 0; column < Math.min(this.cols, end + END.length + 1); column += 1) {
      if (!line.getCell(column)?.isAttributeDefault()) effects.add('styled')
    }
    return effects
  }
}
