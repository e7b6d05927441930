import {
  type Chart,
  type ChartColumn,
  type ChartFrame,
  type ChartSize,
  createChartFrame,
  leftOf,
  middleOf,
  toChart,
} from './chart-frame.ts'
import { knownMean, largest } from './sparkline.ts'

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

/** A bar chart with a value axis. Each column is one day, or several if there are more days than cells. */
export const barChart = (options: BarChartOptions): Chart => {
  const { values, ghost, marks } = options
  const meanOf = ({ start, end }: ChartColumn) => knownMean(values.slice(start, end))
  const ghostOf = ({ start, end }: ChartColumn) => knownMean(ghost?.slice(start, end) ?? [])
  const frame = createChartFrame({
    ...options,
    labels: options.labels.slice(0, values.length),
    largestIn: (columns) => largest(columns.flatMap((column) => [meanOf(column), ghostOf(column)])),
    isGap: (column) => meanOf(column) === undefined,
    hasMarks: marks?.some(Boolean) ?? false,
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
    if (!marks?.slice(column.start, column.end).some(Boolean)) return
    const above = Math.max(Math.ceil(eighths / 8), ghostRows)
    grid.write(Math.max(0, plotRows - 1 - above), middleOf(frame, index), '!', 'mark')
  })
  return toChart(frame)
}

// A value above zero is always visible.
const eighthsOf = (value: number | undefined, { barRows, top }: ChartFrame): number =>
  value === undefined || value <= 0 ? 0 : Math.max(1, Math.min(barRows * 8, Math.round((value / top) * barRows * 8)))
