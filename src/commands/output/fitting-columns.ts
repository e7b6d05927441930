import type { TextColumn } from '../../domain/output/output.ts'
import { textWidth } from '../../domain/text/width.ts'

/** Cells that a text is not cut below while there is a column behind it that can be left out. */
const LEAST_TEXT = 16
const FEWEST = 3
const GAP = 2

/**
 * How many of the first columns a terminal of so many cells has room for, at least three. Numbers are never cut, and names
 * only to a length that still tells them apart.
 */
export const fittingColumns = (
  columns: readonly TextColumn[],
  rows: readonly (readonly string[])[],
  width: number,
): number => {
  let used = -GAP
  for (const [index, { title, shrinks }] of columns.entries()) {
    const widest = rows.reduce((most, row) => Math.max(most, textWidth(row[index] ?? '')), textWidth(title))
    used += GAP + (shrinks ? Math.min(widest, LEAST_TEXT) : widest)
    if (used > width && index >= FEWEST) return index
  }
  return columns.length
}
