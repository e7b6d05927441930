import type { Day } from '../calendar/calendar.ts'
import { monthLabel, shortNumber } from '../text/format.ts'
import { signsFor } from '../text/signs.ts'
import { CellGrid, type ChartRole, type ChartRow } from './cell-grid.ts'

/** A chart as rows of exactly its width. */
export type Chart = {
  rows: ChartRow[]
  /**
   * Index of the day at a cell of a row; for a column of several days, the last one. Undefined outside the columns.
   * @default no lookup
   */
  dayAt?: (cell: number) => number | undefined
  /** A note for charts whose columns are several days. */
  note: string | undefined
}

/** Options of every chart over days. */
export type ChartSize = {
  /** The days, first to last. */
  labels: readonly Day[]
  /** Index of the selected day. */
  selected?: number | undefined
  /** Cells per row, 20 or more. */
  width: number
  /** Number of rows, 4 or more. The last two are the axis and its labels. */
  height: number
  /** Uses ASCII characters instead of block elements. */
  ascii?: boolean | undefined
  /** Days with an event that may have caused a change. The axis marks them. */
  events?: readonly boolean[] | undefined
  /** Number of leading days up to the "as of" day. The axis is a thick line below them. @default none */
  knownDays?: number | undefined
  /** Formats a value of the axis. @default axisNumber */
  axis?: ((value: number) => string) | undefined
}

/** The days of one column: `start` is included, `end` is not. */
export type ChartColumn = { start: number; end: number; day: Day; isSelected: boolean; isGap: boolean }

type Lines = { line: string; band: string; tick: string; side: string; step: string; corner: string }
const boxLines: Lines = { line: '─', band: '━', tick: '┬', side: '│', step: '┤', corner: '┼' }
const asciiLines: Lines = { line: '-', band: '=', tick: '+', side: '|', step: '+', corner: '+' }

/** Sign for a day with an event. */
export const eventSign = (isAscii = false): string => signsFor(isAscii).event

/** Whether one of the days in a column has an event. */
export const hasEvent = (events: readonly boolean[] | undefined, { start, end }: Pick<ChartColumn, 'start' | 'end'>) =>
  events?.slice(start, end).some(Boolean) ?? false

/** Axis, scale and columns of a chart over days. Each type of chart draws its values into it. */
export type ChartFrame = {
  grid: CellGrid
  columns: readonly ChartColumn[]
  daysEach: number
  /** Number of cells to the left of the plot. */
  gutter: number
  /** Number of cells per column, and how many of them a bar covers. */
  slot: number
  bar: number
  /** Number of cells before a bar in its slot. */
  offset: number
  /** Number of rows above the axis. The last `barRows` of them show the scale from 0 to `top`. */
  plotRows: number
  barRows: number
  /** The value at the upper edge of the scale. */
  top: number
}

const MAX_SLOT_WIDTH = 13
// Width of `999.5k ┤`.
const MAX_GUTTER_WIDTH = 8

/**
 * Distributes days over columns: one day per column or, if there are more days than cells, the smallest number of whole
 * weeks that fits. The newest column is complete; the oldest has the remaining days.
 */
export const columnsOf = (labels: readonly Day[], selected: number | undefined, cells: number): ChartColumn[] => {
  const daysEach = daysPerColumn(labels.length, cells)
  const columns: ChartColumn[] = []
  for (let end = labels.length; end > 0; end -= daysEach) {
    const start = Math.max(0, end - daysEach)
    const isSelected = selected !== undefined && selected >= start && selected < end
    columns.push({ start, end, day: labels[start] ?? '', isSelected, isGap: false })
  }
  return columns.reverse()
}

const daysPerColumn = (days: number, cells: number): number => {
  const minDays = Math.ceil(days / Math.max(1, cells))
  return minDays <= 1 ? 1 : Math.ceil(minDays / 7) * 7
}

export type FrameOptions = ChartSize & {
  /** Maximum of the values in the columns. Called once the columns are computed. */
  largestIn: (columns: readonly ChartColumn[]) => number
  /** Whether a column has no value. The axis has a gap there. */
  isGap: (column: ChartColumn) => boolean
  /** Whether to reserve a row for marks above the bars. */
  hasMarks: (columns: readonly ChartColumn[]) => boolean
  /** Number of cells to reserve on the right. @default 0 */
  right?: number
}

/** Creates the frame of a chart and draws its axis, value labels and days. */
export const createChartFrame = (options: FrameOptions): ChartFrame => {
  const width = Math.max(20, options.width)
  const height = Math.max(4, options.height)
  const right = options.right ?? 0
  const plotRows = height - 2
  // The scale depends on the columns, and their number depends on the width of the scale's labels. So this uses the
  // maximum width of the labels.
  const bare = columnsOf(options.labels, options.selected, width - MAX_GUTTER_WIDTH - right)
  const columns = bare.map((column) => ({ ...column, isGap: options.isGap(column) }))
  // With 4 or more rows the bars get an even number of them, so that half of the scale is at the edge of a row. The
  // spare row holds marks.
  const free = plotRows - (options.hasMarks(columns) && plotRows > 2 ? 1 : 0)
  const barRows = free >= 4 ? free - (free % 2) : free
  const parts = barRows >= 4 ? 2 : 1
  const top = niceTop(options.largestIn(columns), parts)
  const written = options.axis ?? axisNumber
  const axisLabels = new Map([[barRows, written(top)]])
  if (parts === 2) axisLabels.set(barRows / 2, written(top / 2))
  const gutter = Math.max(1, ...[...axisLabels.values()].map((label) => label.length)) + 2
  const { slot, bar } = slotOf(columns.length, width - gutter - right)
  const second = columns[1]
  const daysEach = second ? second.end - second.start : 1

  const lines = options.ascii ? asciiLines : boxLines
  const grid = new CellGrid(width, height)
  for (let row = 0; row < plotRows; row += 1) {
    const label = axisLabels.get(plotRows - row)
    grid.write(row, 0, (label ?? '').padStart(gutter - 2), 'axis')
    grid.write(row, gutter - 1, label === undefined ? lines.side : lines.step, 'axis')
  }
  const offset = Math.floor((slot - bar) / 2)
  const frame = { grid, columns, daysEach, gutter, slot, bar, offset, plotRows, barRows, top }
  const labelled = writeLabels(frame, height - 1)
  writeAxis(frame, height - 2, { labelled, knownDays: options.knownDays ?? 0 }, lines)
  columns.forEach((column, index) => {
    if (hasEvent(options.events, column))
      grid.write(height - 2, middleOf(frame, index), eventSign(options.ascii), 'mark')
  })
  return frame
}

/** The note for columns of several days, which show the mean of their days; undefined for columns of one day. */
export const bucketNote = (daysEach: number): string | undefined =>
  daysEach > 1 ? `${daysEach} days per column` : undefined

/** Converts a frame to a chart. */
export const toChart = (frame: ChartFrame): Chart => ({
  rows: frame.grid.rows(),
  dayAt: (cell) => {
    const column = frame.columns[Math.floor((cell - frame.gutter) / frame.slot)]
    return column && column.end - 1
  },
  note: bucketNote(frame.daysEach),
})

/** The first cell of a column's bar. */
export const leftOf = ({ gutter, slot, offset }: ChartFrame, index: number): number => gutter + index * slot + offset

/** The cell in the middle of a column's bar. */
export const middleOf = (frame: ChartFrame, index: number): number =>
  leftOf(frame, index) + Math.floor((frame.bar - 1) / 2)

const steps = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 7.5, 8, 10] as const

/** The smallest round number that is at least the maximum and whose parts are round numbers too. */
const niceTop = (max: number, parts: number): number => {
  if (!(max > 0)) return parts
  const size = 10 ** Math.floor(Math.log10(max / parts))
  const step = steps.find((each) => each * size * parts >= max * (1 - 1e-9)) ?? 10
  return step * size * parts
}

/** Formats a value of an axis without trailing zeros: 1.50M becomes 1.5M. */
export const axisNumber = (value: number): string =>
  shortNumber(value)
    .replace(/(\.\d*?)(?<!0)0+(?=[kMBT]$)/, '$1')
    .replace(/\.(?=[kMBT]$)/, '')

// Number of cells per column, and how many of them the bar covers.
const slotOf = (columns: number, cells: number): { slot: number; bar: number } => {
  const slot = Math.max(1, Math.min(MAX_SLOT_WIDTH, Math.floor(cells / Math.max(1, columns))))
  if (slot <= 2) return { slot, bar: 1 }
  return { slot, bar: slot > 8 ? slot - 5 : Math.min(4, slot - (slot === 3 ? 1 : 2)) }
}

const writeAxis = (
  frame: ChartFrame,
  row: number,
  { labelled, knownDays }: { labelled: ReadonlySet<number>; knownDays: number },
  lines: Lines,
): void => {
  const { grid, gutter, slot } = frame
  grid.write(row, 0, '0'.padStart(gutter - 2), 'axis')
  grid.write(row, gutter - 1, lines.corner, 'axis')
  frame.columns.forEach((column, index) => {
    if (column.isGap) return
    const isKnown = column.start < knownDays
    grid.write(row, gutter + index * slot, (isKnown ? lines.band : lines.line).repeat(slot), isKnown ? 'mark' : 'axis')
    if (labelled.has(index)) grid.write(row, middleOf(frame, index), lines.tick, 'axis')
  })
}

// Writes labels in order of priority: the selected day, the first day of each month, then every n-th day.
const writeLabels = (frame: ChartFrame, row: number): Set<number> => {
  const { grid, gutter, columns, slot, daysEach } = frame
  const cells = grid.width - gutter
  const usedCells = new Array<boolean>(cells).fill(false)
  const written = new Set<number>()
  const claim = (index: number, text: string, role: ChartRole): void => {
    const middle = middleOf(frame, index) - gutter
    const start = Math.max(0, Math.min(cells - text.length, middle - Math.floor((text.length - 1) / 2)))
    if (written.has(index)) return
    for (let cell = Math.max(0, start - 1); cell <= start + text.length; cell += 1) if (usedCells[cell]) return
    usedCells.fill(true, start, start + text.length)
    written.add(index)
    grid.write(row, gutter + start, text, role)
  }
  const nth = [1, 2, 5, 7, 14].find((each) => each * slot >= 3) ?? 14
  columns.forEach((column, index) => {
    if (!column.isSelected) return
    const month = daysEach > 1 ? `${monthLabel(column.day)} ` : ''
    claim(index, `[${month}${column.day.slice(8)}]`, 'selected')
  })
  columns.forEach((column, index) => {
    const before = columns[index - 1]
    if (before && before.day.slice(0, 7) !== column.day.slice(0, 7)) claim(index, monthLabel(column.day), 'label')
  })
  columns.forEach((column, index) => {
    if (daysEach === 1 && (columns.length - 1 - index) % nth === 0) claim(index, column.day.slice(8), 'label')
  })
  return written
}
