import xterm from '@xterm/headless'
import { countCellsAsOfToday } from '../../helpers/terminal-widths.ts'

/** A terminal without a program: accepts bytes, returns its cells. */
export class TerminalScreen {
  private readonly terminal: InstanceType<typeof xterm.Terminal>

  constructor(cols: number, rows: number) {
    this.terminal = new xterm.Terminal({ cols, rows, scrollback: 0, allowProposedApi: true, logLevel: 'off' })
    countCellsAsOfToday(this.terminal)
    // The explorer uses the alternate screen, which does not reflow on a resize.
    this.terminal.write('\x1b[?1049h')
  }

  write(bytes: string): Promise<void> {
    return new Promise((resolve) => this.terminal.write(bytes, resolve))
  }

  resize(cols: number, rows: number): void {
    this.terminal.resize(cols, rows)
  }

  /** Every cell with its attributes; cells that look the same are equal. */
  cells(): string[] {
    return Array.from({ length: this.terminal.rows }, (_, y) => this.cellsOf(y).join(''))
  }

  /** The text of the rows without trailing spaces. */
  text(): string[] {
    const { buffer, rows } = this.terminal
    return Array.from({ length: rows }, (_, y) => buffer.active.getLine(y)?.translateToString(true) ?? '')
  }

  /** Whether no style is active. */
  async isStylePlain(): Promise<boolean> {
    await this.write('\x1b7\x1b[1;1HX\x1b8')
    return this.terminal.buffer.active.getLine(0)?.getCell(0)?.isAttributeDefault() ?? false
  }

  /** The cells of a row: each character, followed by its attributes. */
  cellsOf(y: number): string[] {
    const line = this.terminal.buffer.active.getLine(y)
    return Array.from({ length: this.terminal.cols }, (_, x) => {
      const cell = line?.getCell(x)
      if (!cell || cell.getWidth() === 0) return ''
      const sign = cell.getChars() || ' '
      const marks = [cell.isUnderline(), cell.isInverse(), cell.isStrikethrough()]
      const ink = [cell.isBold(), cell.isDim(), cell.isItalic(), cell.getFgColorMode(), cell.getFgColor()]
      // An erased cell and a space look the same in any text colour, except with an underline, a strikethrough or reverse video.
      const isBlank = sign === ' ' && !marks.some(Boolean)
      return `${sign}<${[...marks, cell.getBgColorMode(), cell.getBgColor(), ...(isBlank ? [] : ink)]}>`
    })
  }
}
