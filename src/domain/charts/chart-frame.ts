import type { Day } from '../calendar/calendar.ts'
import { monthLabel, shortNumber } from '../text/format.ts'
import { signsFor } from '../text/signs.ts'
import { CellGrid, type ChartRole, type ChartRow } from './cell-grid.ts'

/** A chart as rows that take exactly its width. */
export type Chart = {
  rows: ChartRow[]
  /** Which of the days stands at a cell of a row, the last one of a column; undefined: none. @default not told */
  dayAt?: (cell: number) => number | undefined
  /** Says so when a column is more than one day. */
  note: string | undefined
}

/** What every chart over days is told. */
export type ChartSize = {
  /** The days, first to last. */
  labels: readonly Day[]
  /** Index of the selected day. */
  selected?: number | undefined
  /** Cells a row, 20 or more. */
  width: number
  /** Rows in all, 4 or more: the last two are the axis and its labels. */
  height: number
  /** Marks for terminals without block elements. */
  ascii?: boolean | undefined
  /** Days on which something was done that the values may have come of: they are marked on the axis. */
  events?: readonly boolean[] | undefined
  /** How many of the days, from the first, were known as of an earlier day: the axis is a band below them. @default none */
  knownDays?: number | undefined
  /** Writes a value of the axis. @default axisNumber */
  axis?: ((value: number) => string) | undefined
}

/** The days that stand in one column: from `start` up to but not including `end`. */
export type ChartColumn = { start: number; end: number; day: Day; isSelected: boolean; isGap: boolean }

type Lines = { line: string; band: string; tick: string; side: string; step: string; corner: string }
const boxLines: Lines = { line: '─', band: '━', tick: '┬', side: '│', step: '┤', corner: '┼' }
const asciiLines: Lines = { line: '-', band: '=', tick: '+', side: '|', step: '+', corner: '+' }

/** Marks a day on which something was done. */
export const eventSign = (isAscii = false): string => signsFor(isAscii).event

/** Whether something was done on the days of a column. */
export const hasEvent = (events: readonly boolean[] | undefined, { start, end }: Pick<ChartColumn, 'start' | 'end'>) =>
  events?.slice(start, end).some(Boolean) ?? false

/** Axis, scale and columns of a chart over days; what is drawn into it is the business of each form. */
export type ChartFrame = {
  grid: CellGrid
  columns: readonly ChartColumn[]
  daysEach: number
  /** Cells left of the plot. */
  gutter: number
  /** Cells from one column to the next, and how many of them a bar takes. */
  slot: number
  bar: number
  /** Cells before a bar in its slot. */
  offset: number
  /** Rows above the axis; those from 0 to `top` are the last `barRows` of them. */
  plotRows: number
  barRows: number
  /** The value at the upper edge of the scale. */
  top: number
}

const WIDEST_SLOT = 13
// `999.5k ┤`
const WIDEST_GUTTER = 8

/**
 * The columns of some days in so many cells: one a day or, where days outnumber cells, one for as few whole weeks as
 * fit. The newest column is a full one; the oldest takes what is left.
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
  const least = Math.ceil(days / Math.max(1, cells))
  if (least <= 1) return 1
  return least <= 7 ? 7 : Math.ceil(least / 7) * 7
}

export type FrameOptions = ChartSize & {
  /** The largest of the values that the columns will show, found once the columns are known. */
  largestIn: (columns: readonly ChartColumn[]) => number
  /** Whether a column has no value: the axis breaks there. */
  isGap: (column: ChartColumn) => boolean
  /** Leaves a row for marks above the bars. */
  hasMarks: boolean
  /** Cells kept free on the right. @default 0 */
  right?: number
}

/** The frame of a chart with its axis, its value labels and its days written. */
export const createChartFrame = (options: FrameOptions): ChartFrame => {
  const width = Math.max(20, options.width)
  const height = Math.max(4, options.height)
  const right = options.right ?? 0
  // From 4 rows on the bars get an even number of them, so that half the scale falls on a row's edge; a spare one holds marks.
  const plotRows = height - 2
  const free = plotRows - (options.hasMarks && plotRows > 2 ? 1 : 0)
  const barRows = free >= 4 ? free - (free % 2) : free
  const parts = barRows >= 4 ? 2 : 1
  // The scale is known before the columns are, whose number depends on the room that the scale's labels leave.
  const bare = columnsOf(options.labels, options.selected, width - WIDEST_GUTTER - right)
  const columns = bare.map((column) => ({ ...column, isGap: options.isGap(column) }))
  const top = niceTop(options.largestIn(columns), parts)
  const written = options.axis ?? axisNumber
  const axisLabels = new Map([[barRows, written(top)]])
  if (parts === 2) axisLabels.set(barRows / 2, written(top / 2))
  const gutter = Math.max(1, ...[...axisLabels.values()].map((label) => label.length)) + 2
  const { slot, bar } = slotOf(columns.length, width - gutter - right)
  const first = columns[0]
  const daysEach = columns.length < 2 || !first ? 1 : (columns[1]?.end ?? 0) - (columns[1]?.start ?? 0)

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

/** A column of several days is their mean, which help says once. */
export const bucketNote = (daysEach: number): string | undefined =>
  daysEach > 1 ? `${daysEach} days a column` : undefined

/** The chart of a frame: its rows, and a word where a column is more than a day. */
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

/** The cell in the middle of a column. */
export const middleOf = (frame: ChartFrame, index: number): number =>
  leftOf(frame, index) + Math.floor((frame.bar - 1) / 2)

const steps = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 7.5, 8, 10] as const

/** The smallest round number that is not under the largest value and whose part is round as well. */
const niceTop = (max: number, parts: number): number => {
  if (!(max > 0)) return parts
  const size = 10 ** Math.floor(Math.log10(max / parts))
  const step = steps.find((each) => each * size * parts >= max * (1 - 1e-9)) ?? 10
  return step * size * parts
}

/** A value of an axis. Trailing zeros say nothing there: 1.50M is 1.5M. */
export const axisNumber = (value: number): string =>
  shortNumber(value)
    .replace(/(\.\d*?)(?<!0)0+(?=[kMBT]$)/, '$1')
    .replace(/\.(?=[kMBT]$)/, '')

// Cells from one column to the next, and how many of them the bar takes.
const slotOf = (columns: number, cells: number): { slot: number; bar: number } => {
  const slot = Math.max(1, Math.min(WIDEST_SLOT, Math.floor(cells / Math.max(1, columns))))
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

// Labels in the order in which they claim their cells: the selected day, first days of months, then every n-th day.
const writeLabels = (frame: ChartFrame, row: number): Set<number> => {
  const { grid, gutter, columns, slot, daysEach } = frame
  const cells = grid.width - gutter
  const taken = new Array<boolean>(cells).fill(false)
  const written = new Set<number>()
  const claim = (index: number, text: string, role: ChartRole): void => {
    const middle = middleOf(frame, index) - gutter
    const start = Math.max(0, Math.min(cells - text.length, middle - Math.floor((text.length - 1) / 2)))
    if (written.has(index)) return
    for (let cell = Math.max(0, start - 1); cell <= start + text.length; cell += 1) if (taken[cell]) return
    taken.fill(true, start, start + text.length)
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
