import xterm from '@xterm/headless'
import { countCellsAsOfToday } from '../../helpers/terminal-widths.ts'

/** A terminal without a program: takes bytes, tells what stands in its cells. */
export class TerminalScreen {
  private readonly terminal: InstanceType<typeof xterm.Terminal>

  constructor(cols: number, rows: number) {
    this.terminal = new xterm.Terminal({ cols, rows, scrollback: 0, allowProposedApi: true, logLevel: 'off' })
    countCellsAsOfToday(this.terminal)
    // The explorer lives on the alternate screen, where a new width reflows nothing.
    this.terminal.write('\x1b[?1049h')
  }

  write(bytes: string): Promise<void> {
    return new Promise((resolve) => this.terminal.write(bytes, resolve))
  }

  resize(cols: number, rows: number): void {
    this.terminal.resize(cols, rows)
  }

  /** Every cell of every row with its attributes; cells that look the same read the same. */
  cells(): string[] {
    return Array.from({ length: this.terminal.rows }, (_, y) => this.cellsOf(y).join(''))
  }

  /** The text of the rows, without the spaces at their ends. */
  text(): string[] {
    const { buffer, rows } = this.terminal
    return Array.from({ length: rows }, (_, y) => buffer.active.getLine(y)?.translateToString(true) ?? '')
  }

  /** Whether what is written next stands in no style. */
  async isStylePlain(): Promise<boolean> {
    await this.write('\x1b7\x1b[1;1HX\x1b8')
    return this.terminal.buffer.active.getLine(0)?.getCell(0)?.isAttributeDefault() ?? false
  }

  /** The cells of a row, each with its sign and its attributes behind that. */
  cellsOf(y: number): string[] {
    const line = this.terminal.buffer.active.getLine(y)
    return Array.from({ length: this.terminal.cols }, (_, x) => {
      const cell = line?.getCell(x)
      if (!cell || cell.getWidth() === 0) return ''
      const sign = cell.getChars() || ' '
      const marks = [cell.isUnderline(), cell.isInverse(), cell.isStrikethrough()]
      const ink = [cell.isBold(), cell.isDim(), cell.isItalic(), cell.getFgColorMode(), cell.getFgColor()]
      // An erased cell and a space look the same, whatever the ink; lines and the ground of what is inverse are drawn in it.
      const isBlank = sign === ' ' && !marks.some(Boolean)
      return `${sign}<${[...marks, cell.getBgColorMode(), cell.getBgColor(), ...(isBlank ? [] : ink)]}>`
    })
  }
}
