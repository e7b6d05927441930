import { signsFor } from '../text/signs.ts'
import {
  axisNumber,
  type Chart,
  type ChartColumn,
  type ChartFrame,
  type ChartSize,
  createChartFrame,
  leftOf,
  middleOf,
  toChart,
} from './chart-frame.ts'
import { clippedTop, knownMean, largest } from './sparkline.ts'

export type BarChartOptions = ChartSize & {
  /** One value per day. A missing value leaves a gap in the axis. */
  values: readonly (number | null | undefined)[]
  /** Values of the same days in the previous period, drawn as dots behind the bars. */
  ghost?: readonly (number | null | undefined)[] | undefined
  /** Days with a `!` above their bar. */
  marks?: readonly boolean[] | undefined
}

const blocks = { parts: '▁▂▃▄▅▆▇█', ghost: '·' }
const ascii = { parts: '_.-:=+*#', ghost: ':' }

/**
 * A bar chart with a value axis. Each column is one day, or several if there are more days than cells. A bar that
 * dwarfs the others ends at the top of the axis, with a sign and its value above it.
 */
export const barChart = (options: BarChartOptions): Chart => {
  const { values, ghost, marks } = options
  const meanOf = ({ start, end }: ChartColumn) => knownMean(values.slice(start, end))
  const ghostOf = ({ start, end }: ChartColumn) => knownMean(ghost?.slice(start, end) ?? [])
  const labels = options.labels.slice(0, values.length)
  const axis = options.axis ?? axisNumber
  const topOf = (columns: readonly ChartColumn[]) =>
    Math.max(clippedTop(columns.map(meanOf)), largest(columns.map(ghostOf)))
  const frame = createChartFrame({
    ...options,
    labels,
    largestIn: topOf,
    isGap: (column) => meanOf(column) === undefined,
    hasMarks: (columns) => marks?.some(Boolean) === true || largest(columns.map(meanOf)) > topOf(columns),
  })
  const glyphs = options.ascii ? ascii : blocks
  const { grid, slot, bar, plotRows } = frame
  // The dots are behind the bar and, if there is room, one cell to its right.
  const ghostWidth = slot > bar + 1 ? bar + 1 : bar
  frame.columns.forEach((column, index) => {
    const left = leftOf(frame, index)
    const eighths = eighthsOf(meanOf(column), frame)
    const ghostRows = Math.round(eighthsOf(ghostOf(column), frame) / 8)
    for (let row = 0; row < ghostRows; row += 1) {
      grid.write(plotRows - 1 - row, left, glyphs.ghost.repeat(ghostWidth), 'ghost')
    }
    for (let row = 0; row * 8 < eighths; row += 1) {
      const part = glyphs.parts[Math.min(8, eighths - row * 8) - 1] ?? ''
      grid.write(plotRows - 1 - row, left, part.repeat(bar), column.isSelected ? 'selected' : 'bar')
    }
    const mark = marks?.slice(column.start, column.end).some(Boolean) ? '!' : ''
    const value = meanOf(column) ?? 0
    const above = Math.max(Math.ceil(eighths / 8), ghostRows)
    const row = Math.max(0, plotRows - 1 - above)
    if (value <= frame.top) grid.write(row, middleOf(frame, index), mark, 'mark')
    else writeAbove(frame, { row, index, mark, text: axis(value) }, signsFor(options.ascii ?? false).above)
  })
  return toChart(frame)
}

type Above = { row: number; index: number; mark: string; text: string }

/** Marks a bar above the end of the scale: the sign over its middle, and its value next to it if there is room. */
const writeAbove = (frame: ChartFrame, { row, index, mark, text }: Above, sign: string): void => {
  const middle = middleOf(frame, index)
  const candidates = [
    { shown: `${sign}${text}${mark}`, start: middle },
    { shown: `${mark}${text}${sign}`, start: middle - mark.length - text.length },
    { shown: `${sign}${mark}`, start: middle },
    { shown: sign, start: middle },
  ]
  const { grid, gutter } = frame
  const fitting = candidates.find(({ shown, start }) => start >= gutter && grid.isFree(row, start, shown.length))
  grid.write(row, fitting?.start ?? middle, fitting?.shown ?? sign, 'mark')
}

// A value above zero is always visible.
const eighthsOf = (value: number | undefined, { barRows, top }: ChartFrame): number =>
  value === undefined || value <= 0 ? 0 : Math.max(1, Math.min(barRows * 8, Math.round((value / top) * barRows * 8)))
