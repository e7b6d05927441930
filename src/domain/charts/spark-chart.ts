import { monthLabel } from '../text/format.ts'
import { CellGrid, type ChartRow } from './cell-grid.ts'
import { bucketNote, type Chart, type ChartSize, columnsOf, eventSign, hasEvent } from './chart-frame.ts'
import { knownMean, largest, sparkline } from './sparkline.ts'

export type SparkChartOptions = Omit<ChartSize, 'height'> & {
  /** One value per day in each line. A missing value is a space. */
  lines: readonly { name: string; values: readonly (number | null | undefined)[] }[]
}

/**
 * The smallest chart: one row per line, with a common scale from zero, and a row with the first, selected and last day.
 * Each cell is one day, or several if there are more days than cells.
 */
export const sparkChart = ({ lines, labels, selected, width, ascii, axis, events }: SparkChartOptions): Chart => {
  const values = lines.flatMap((line) => line.values)
  const top = axis ? axis(largest(values)) : ''
  const gutter = Math.max(0, ...lines.map(({ name }) => name.length)) + 2
  const columns = columnsOf(labels, selected, width - gutter - top.length - 1)
  const meanOf = (of: readonly (number | null | undefined)[]) =>
    columns.map(({ start, end }) => knownMean(of.slice(start, end)))
  // Several lines share a scale.
  const max = lines.length > 1 ? largest(lines.flatMap((line) => meanOf(line.values))) : undefined
  const grid = new CellGrid(width, lines.length + 1)
  const at = columns.findIndex(({ isSelected }) => isSelected)
  lines.forEach((line, row) => {
    grid.write(row, 1, line.name, 'label')
    const text = sparkline(meanOf(line.values), { max, clips: true, ascii: ascii ?? false })
    grid.write(row, gutter, text, 'bar')
    if (at >= 0) grid.write(row, gutter + at, [...text][at] ?? ' ', 'selected')
    if (row === 0) grid.write(row, gutter + columns.length + 1, top, 'axis')
  })
  const dayText = (day: string) => `${day.slice(8)} ${monthLabel(day)}`
  const first = columns[0]?.day
  const last = labels.at(-1)
  const chosen = columns[at]?.day
  const row = lines.length
  // Includes the space in a label, in which a mark would look like a part of it.
  const labelled = new Set<number>()
  const label = (start: number, text: string, role: 'selected' | 'label') => {
    grid.write(row, start, text, role)
    for (let cell = start; cell < start + text.length; cell += 1) labelled.add(cell)
  }
  if (chosen !== undefined) {
    const text = `[${dayText(chosen)}]`
    label(Math.max(0, Math.min(width - text.length, gutter + at - 1)), text, 'selected')
  }
  const free = (start: number, length: number) =>
    start >= 0 && start + length <= width && grid.isBlank(row, start - 1, length + 2)
  for (const [day, start] of [
    [first, gutter],
    [last, gutter + columns.length - 6],
  ] as const) {
    if (day !== undefined && free(start, 6)) label(start, dayText(day), 'label')
  }
  columns.forEach((column, index) => {
    const cell = gutter + index
    if (hasEvent(events, column) && !labelled.has(cell)) grid.write(row, cell, eventSign(ascii), 'mark')
  })
  const rows: ChartRow[] = grid.rows()
  const newest = columns.at(-1)
  const daysEach = newest ? newest.end - newest.start : 1
  return { rows, note: bucketNote(daysEach) }
}
