import type { Day } from './calendar.ts'
import { CellGrid, type ChartRole, type ChartRow } from './cell-grid.ts'
import { monthLabel, shortNumber } from './format.ts'
import { combined, largest } from './sparkline.ts'

export type { ChartRole, ChartRow, ChartSegment } from './cell-grid.ts'

export type BarChartOptions = {
  /** One value a day; a missing one leaves a gap in the axis. */
  values: readonly (number | null | undefined)[]
  /** The same days of an earlier period, drawn dotted behind the bars. */
  ghost?: readonly (number | null | undefined)[]
  /** Days that get a `!` above their bar. */
  marks?: readonly boolean[]
  /** Index of the selected day. */
  selected?: number | undefined
  /** The days, as many as values. */
  labels: readonly Day[]
  /** Cells a row, 20 or more. */
  width: number
  /** Rows in all, 4 or more: the last two are the axis and its labels. */
  height: number
  /** Marks for terminals without block elements. */
  ascii?: boolean
}

export type BarChart = {
  rows: ChartRow[]
  /** Says so when a column is more than one day. */
  note: string | undefined
}

type Column = {
  value: number | undefined
  ghost: number | undefined
  isMarked: boolean
  isSelected: boolean
  day: Day
}
type Glyphs = { parts: string; ghost: string; line: string; tick: string; side: string; step: string; corner: string }
type Layout = { gutter: number; slot: number; bar: number; glyphs: Glyphs }

const blocks: Glyphs = { parts: '▁▂▃▄▅▆▇█', ghost: '·', line: '─', tick: '┬', side: '│', step: '┤', corner: '┼' }
const ascii: Glyphs = { parts: '_.-:=+*#', ghost: ':', line: '-', tick: '+', side: '|', step: '+', corner: '+' }

/** A column chart with a value axis, one column a day or, where days outnumber cells, one for several days. */
export const barChart = (options: BarChartOptions): BarChart => {
  const width = Math.max(20, options.width)
  const height = Math.max(4, options.height)
  const hasMarks = options.marks?.some(Boolean) ?? false
  // The bars get an even number of rows, so that half the scale falls on a row's edge; a spare row holds marks.
  const plotRows = height - 2
  const free = plotRows - (hasMarks && plotRows > 2 ? 1 : 0)
  const barRows = free > 2 ? free - (free % 2) : free
  const parts = barRows >= 4 ? 2 : 1
  // The scale is known before the columns are, whose number depends on the room that the scale's labels leave.
  const daysEach = daysPerColumn(Math.min(options.values.length, options.labels.length), width - WIDEST_GUTTER)
  const columns = columnsOf(options, daysEach)
  const top = niceTop(largest(columns.flatMap(({ value, ghost }) => [value, ghost])), parts)
  const axisLabels = new Map([[barRows, axisNumber(top)]])
  if (parts === 2) axisLabels.set(barRows / 2, axisNumber(top / 2))
  const gutter = Math.max(1, ...[...axisLabels.values()].map((label) => label.length)) + 2
  const layout = { gutter, ...slotOf(columns.length, width - gutter), glyphs: options.ascii ? ascii : blocks }

  const grid = new CellGrid(width, height)
  for (let row = 0; row < plotRows; row += 1) {
    const fromBottom = plotRows - row
    const label = axisLabels.get(fromBottom)
    grid.write(row, 0, (label ?? '').padStart(gutter - 2), 'axis')
    grid.write(row, gutter - 1, label === undefined ? layout.glyphs.side : layout.glyphs.step, 'axis')
  }
  const labelled = writeLabels(grid, columns, layout, height - 1, daysEach)
  writeAxis(grid, columns, layout, height - 2, labelled)
  columns.forEach((column, index) => {
    writeColumn(grid, column, gutter + index * layout.slot, layout, { plotRows, barRows, top })
  })
  const note = daysEach > 1 ? `each column is the mean of ${daysEach} days` : undefined
  return { rows: grid.rows(), note }
}

const steps = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 7.5, 8, 10] as const

// The smallest round number that is not under the largest value and whose part is round as well.
const niceTop = (max: number, parts: number): number => {
  if (!(max > 0)) return parts
  const size = 10 ** Math.floor(Math.log10(max / parts))
  const step = steps.find((each) => each * size * parts >= max * (1 - 1e-9)) ?? 10
  return step * size * parts
}

// Trailing zeros say nothing on an axis: 1.50M is 1.5M.
const axisNumber = (value: number): string =>
  shortNumber(value)
    .replace(/(\.\d*?)0+(?=[kMBT]$)/, '$1')
    .replace(/\.(?=[kMBT]$)/, '')

const columnsOf = (options: BarChartOptions, daysEach: number): Column[] => {
  const { values, ghost, marks, selected, labels } = options
  const columns: Column[] = []
  // The newest column is a full one; the oldest takes what is left.
  for (let end = Math.min(values.length, labels.length); end > 0; end -= daysEach) {
    const start = Math.max(0, end - daysEach)
    columns.unshift({
      value: combined(values.slice(start, end), 'mean'),
      ghost: combined(ghost?.slice(start, end) ?? [], 'mean'),
      isMarked: marks?.slice(start, end).some(Boolean) ?? false,
      isSelected: selected !== undefined && selected >= start && selected < end,
      day: labels[start] ?? '',
    })
  }
  return columns
}

const daysPerColumn = (days: number, cells: number): number => {
  const least = Math.ceil(days / Math.max(1, cells))
  if (least <= 1) return 1
  return least <= 7 ? 7 : Math.ceil(least / 7) * 7
}

const WIDEST_SLOT = 8
// `999.5k ┤`
const WIDEST_GUTTER = 8

// Cells from one column to the next, and how many of them the bar takes.
const slotOf = (columns: number, cells: number): { slot: number; bar: number } => {
  const slot = Math.max(1, Math.min(WIDEST_SLOT, Math.floor(cells / Math.max(1, columns))))
  if (slot <= 2) return { slot, bar: 1 }
  return { slot, bar: Math.min(4, slot - (slot === 3 ? 1 : 2)) }
}

type Scale = { plotRows: number; barRows: number; top: number }

const writeColumn = (grid: CellGrid, column: Column, left: number, layout: Layout, scale: Scale): void => {
  const { glyphs, bar, slot } = layout
  const eighths = eighthsOf(column.value, scale)
  const ghostRows = Math.round(eighthsOf(column.ghost, scale) / 8)
  // The ghost stands behind the bar and, where there is room, beside it.
  const ghostWidth = slot > bar + 1 ? bar + 1 : bar
  const offset = offsetOf(layout)
  for (let row = 0; row < ghostRows; row += 1) {
    grid.write(scale.plotRows - 1 - row, left + offset, glyphs.ghost.repeat(ghostWidth), 'ghost')
  }
  const role = column.isSelected ? 'selected' : 'bar'
  for (let row = 0; row * 8 < eighths; row += 1) {
    const part = glyphs.parts[Math.min(8, eighths - row * 8) - 1] ?? ''
    grid.write(scale.plotRows - 1 - row, left + offset, part.repeat(bar), role)
  }
  if (!column.isMarked) return
  const above = Math.max(Math.ceil(eighths / 8), ghostRows)
  grid.write(Math.max(0, scale.plotRows - 1 - above), left + offset + Math.floor((bar - 1) / 2), '!', 'mark')
}

const offsetOf = ({ slot, bar }: Layout): number => Math.floor((slot - bar) / 2)

// A value above zero is never nothing.
const eighthsOf = (value: number | undefined, { barRows, top }: Scale): number =>
  value === undefined || value <= 0 ? 0 : Math.max(1, Math.min(barRows * 8, Math.round((value / top) * barRows * 8)))

const writeAxis = (grid: CellGrid, columns: Column[], layout: Layout, row: number, labelled: Set<number>): void => {
  const { gutter, slot, bar, glyphs } = layout
  grid.write(row, 0, '0'.padStart(gutter - 2), 'axis')
  grid.write(row, gutter - 1, glyphs.corner, 'axis')
  columns.forEach((column, index) => {
    const left = gutter + index * slot
    if (column.value === undefined) return
    grid.write(row, left, glyphs.line.repeat(slot), 'axis')
    if (labelled.has(index)) grid.write(row, left + offsetOf(layout) + Math.floor((bar - 1) / 2), glyphs.tick, 'axis')
  })
}

// Labels in the order in which they claim their cells: the selected day, first days of months, then every n-th day.
const writeLabels = (grid: CellGrid, columns: Column[], layout: Layout, row: number, daysEach: number): Set<number> => {
  const { gutter, slot, bar } = layout
  const cells = grid.width - gutter
  const taken = new Array<boolean>(cells).fill(false)
  const written = new Set<number>()
  const claim = (index: number, text: string, role: ChartRole): void => {
    const middle = index * slot + offsetOf(layout) + Math.floor((bar - 1) / 2)
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
