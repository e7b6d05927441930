/** Role of a segment, which decides its colour. Blanks belong to the preceding segment. */
export type ChartRole = 'axis' | 'bar' | 'second' | 'third' | 'ghost' | 'mark' | 'label' | 'selected'
/** The texts of a row together have exactly the chart's width. */
export type ChartRow = { text: string; role: ChartRole }[]

/** A grid of cells for drawing a chart in any order. {@link rows} converts it to rows of segments. */
export class CellGrid {
  readonly width: number
  private readonly cells: { text: string; role: ChartRole }[][]

  constructor(width: number, height: number) {
    this.width = width
    this.cells = Array.from({ length: height }, () =>
      Array.from({ length: width }, () => ({ text: ' ', role: 'axis' as ChartRole })),
    )
  }

  /** Writes single-cell characters into a row. Cells outside the grid are ignored. */
  write(row: number, column: number, text: string, role: ChartRole): void {
    ;[...text].forEach((character, index) => {
      const cell = this.cells[row]?.[column + index]
      if (!cell) return
      cell.text = character
      cell.role = role
    })
  }

  /** Whether these cells are empty. Cells outside the grid count as empty. */
  isBlank(row: number, column: number, length: number): boolean {
    return Array.from({ length }, (_, index) => this.cells[row]?.[column + index]?.text ?? ' ').every(
      (text) => text === ' ',
    )
  }

  /** Whether these cells are inside the grid and empty. */
  isFree(row: number, column: number, length: number): boolean {
    return column >= 0 && column + length <= this.width && this.isBlank(row, column, length)
  }

  /** Joins adjacent cells of one role into one segment. */
  rows(): ChartRow[] {
    return this.cells.map((cells) => {
      const row: ChartRow = []
      for (const { text, role } of cells) {
        const last = row.at(-1)
        if (last && (last.role === role || text === ' ')) last.text += text
        else row.push({ text, role })
      }
      return row
    })
  }
}
