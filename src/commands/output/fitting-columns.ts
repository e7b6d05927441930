import type { TextColumn } from '../../domain/output/output.ts'
import { textWidth } from '../../domain/text/width.ts'

/** Cells that a text is not cut below while there is a column behind it that can be left out. */
const LEAST_TEXT = 16
/** The same for sentences, of which a column of single words cannot be read. */
const LEAST_PROSE = 30
const FEWEST = 3
const GAP = 2

/**
 * How many of the first columns a terminal of so many cells has room for, at least three. Numbers are never cut, and names
 * only to a length that still tells them apart.
 *
 * @param own - So many of the columns are what a reader is to see; what comes behind them has room only where none of these is cut
 * for it. @default all of them
 */
export const fittingColumns = (
  columns: readonly TextColumn[],
  rows: readonly (readonly string[])[],
  width: number,
  own = columns.length,
): number => {
  let used = -GAP
  let whole = -GAP
  for (const [index, { title, shrinks, wraps, leastCells = wraps ? LEAST_PROSE : LEAST_TEXT }] of columns.entries()) {
    const widest = rows.reduce((most, row) => Math.max(most, textWidth(row[index] ?? '')), textWidth(title))
    used += GAP + (shrinks ? Math.min(widest, leastCells) : widest)
    whole += GAP + widest
    if ((index < own ? used : whole) > width && index >= FEWEST) return index
  }
  return columns.length
}
