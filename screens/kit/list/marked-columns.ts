/** The marked rows of a list that stand in a window side by side, each in a column. */
export type MarkedColumns = {
  /** The first of them, as an index of the marked ones. */
  first: number
  /** How many there is room for. */
  count: number
  /** Cells of each. */
  cells: number
}

export const NARROWEST_COLUMN = 16
const WIDEST = 30
/** What stands between two columns. */
export const COLUMN_GAP = '  '

/** As many as there is room for in `width` cells behind labels of `labelCells`, the chosen one among them. */
export const markedColumns = (marked: number, chosen: number, width: number, labelCells: number): MarkedColumns => {
  const gap = COLUMN_GAP.length
  const room = width - labelCells - 1
  const count = Math.max(1, Math.min(marked, Math.floor((room + gap) / (NARROWEST_COLUMN + gap))))
  const cells = Math.min(WIDEST, Math.floor((room - gap * (count - 1)) / count))
  return { first: Math.max(0, chosen - count + 1), count, cells }
}
