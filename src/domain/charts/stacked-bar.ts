import { type Chart, type ChartColumn, type ChartSize, createChartFrame, leftOf, toChart } from './chart-frame.ts'
import { knownMean } from './sparkline.ts'

/** Shades of up to four parts, darkest first, with ASCII alternatives below. */
export const SHADES = '█▓▒░'
const ASCII_SHADES = '#=-.'

/**
 * Distributes `cells` over parts by the largest remainder method, so that the sum is exact. Parts that are missing, zero or
 * negative get no cells. All get 0 if no part is positive.
 */
export const cellsOf = (parts: readonly (number | undefined)[], cells: number): number[] => {
  const known = parts.map((part) => (part !== undefined && Number.isFinite(part) && part > 0 ? part : 0))
  const whole = known.reduce((sum, part) => sum + part, 0)
  if (!(whole > 0)) return known.map(() => 0)
  const exact = known.map((part) => (part / whole) * cells)
  const counts = exact.map(Math.floor)
  const unassigned = cells - counts.reduce((sum, part) => sum + part, 0)
  const byRemainder = exact
    .map((part, index) => ({ index, remainder: part - Math.floor(part) }))
    .sort((a, b) => b.remainder - a.remainder)
  for (const { index } of byRemainder.slice(0, unassigned)) counts[index] = (counts[index] ?? 0) + 1
  return counts
}

/** A row of cells in the shades of the parts; spaces if no part is positive. */
export const stackedBar = (parts: readonly (number | undefined)[], cells: number, ascii = false): string => {
  const shades = ascii ? ASCII_SHADES : SHADES
  return cellsOf(parts, cells)
    .map((count, index) => (shades[index] ?? ' ').repeat(count))
    .join('')
    .padEnd(cells)
}

export type StackedChartOptions = ChartSize & {
  /** The parts, from the bottom up, each with one value per day. A day without any value is a gap. */
  parts: readonly (readonly (number | null | undefined)[])[]
}

/** One column per day, or per several days as in a bar chart, filled with the shares of the parts. */
export const stackedChart = (options: StackedChartOptions): Chart => {
  const { parts } = options
  const partsOf = ({ start, end }: ChartColumn) => parts.map((values) => knownMean(values.slice(start, end)))
  const frame = createChartFrame({
    axis: (value) => `${Math.round(value * 100)} %`,
    ...options,
    labels: options.labels.slice(0, Math.max(0, ...parts.map((values) => values.length))),
    largestIn: () => 1,
    isGap: (column) => partsOf(column).every((part) => part === undefined),
    hasMarks: () => false,
  })
  const shades = options.ascii ? ASCII_SHADES : SHADES
  frame.columns.forEach((column, index) => {
    let row = frame.plotRows - 1
    cellsOf(partsOf(column), frame.barRows).forEach((count, part) => {
      for (let each = 0; each < count; each += 1) {
        const text = (shades[part] ?? ' ').repeat(frame.bar)
        frame.grid.write(row, leftOf(frame, index), text, column.isSelected ? 'selected' : 'bar')
        row -= 1
      }
    })
  })
  return toChart(frame)
}
