/** What a piece of the chart is, for its colour. Blanks belong to the piece before them. */
export type ChartRole = 'axis' | 'bar' | 'second' | 'third' | 'ghost' | 'mark' | 'label' | 'selected'
type ChartSegment = { text: string; role: ChartRole }
/** The texts of a row together take exactly the chart's width. */
export type ChartRow = ChartSegment[]

/** Cells of a chart, written one after the other in any order, that become rows of segments. */
export class CellGrid {
  readonly width: number
  private readonly cells: { text: string; role: ChartRole }[][]

  constructor(width: number, height: number) {
    this.width = width
    this.cells = Array.from({ length: height }, () =>
      Array.from({ length: width }, () => ({ text: ' ', role: 'axis' as ChartRole })),
    )
  }

  /** Puts characters of one cell each into a row; what lies outside the grid is left out. */
  write(row: number, column: number, text: string, role: ChartRole): void {
    ;[...text].forEach((character, index) => {
      const cell = this.cells[row]?.[column + index]
      if (!cell) return
      cell.text = character
      cell.role = role
    })
  }

  /** Whether nothing stands in these cells; what lies outside the grid is blank. */
  isBlank(row: number, column: number, length: number): boolean {
    return Array.from({ length }, (_, index) => this.cells[row]?.[column + index]?.text ?? ' ').every(
      (text) => text === ' ',
    )
  }

  /** Neighbours of one role as one segment. */
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
