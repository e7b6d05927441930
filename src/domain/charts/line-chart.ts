import type { ChartRole } from './cell-grid.ts'
import {
  type Chart,
  type ChartColumn,
  type ChartFrame,
  type ChartSize,
  createChartFrame,
  middleOf,
  toChart,
} from './chart-frame.ts'
import { knownMean, largest } from './sparkline.ts'

/** One line of a chart. */
type ChartLine = {
  /** ASCII label at the right end of the line. Shown if there are several lines. */
  name: string
  /** One value per day. A missing value interrupts the line. */
  values: readonly (number | null | undefined)[]
}

export type LineChartOptions = ChartSize & {
  /** One to four lines. */
  lines: readonly ChartLine[]
  /** Values of the first line in the previous period, drawn as single dots. */
  ghost?: readonly (number | null | undefined)[] | undefined
  /** Days with a `!` above their point. */
  marks?: readonly boolean[] | undefined
}

const roles: readonly ChartRole[] = ['bar', 'second', 'third']
/** ASCII signs for the points of each line. */
const asciiPoints = '*o+x'

type Point = { cell: number; value: number; isSelected: boolean }
type Drawn = { role: ChartRole; point: string; points: readonly (Point | undefined)[] }

/** A line chart with a value axis that starts at zero. Draws braille dots, or ASCII points joined by dots. */
export const lineChart = (options: LineChartOptions): Chart => {
  const { lines, ghost, marks, ascii = false } = options
  const days = Math.min(options.labels.length, Math.max(0, ...lines.map(({ values }) => values.length)))
  const hasNames = lines.length > 1
  const meanOf = (values: readonly (number | null | undefined)[] | undefined, { start, end }: ChartColumn) =>
    knownMean(values?.slice(start, end) ?? [])
  const frame = createChartFrame({
    ...options,
    labels: options.labels.slice(0, days),
    largestIn: (columns) =>
      largest(
        [...lines.map(({ values }) => values), ghost ?? []].flatMap((values) =>
          columns.map((column) => meanOf(values, column)),
        ),
      ),
    isGap: (column) => lines.every(({ values }) => meanOf(values, column) === undefined),
    hasMarks: () => marks?.some(Boolean) ?? false,
    right: hasNames ? Math.max(...lines.map(({ name }) => name.length)) + 1 : 0,
  })
  const pointsOf = (values: readonly (number | null | undefined)[] | undefined) =>
    frame.columns.map((column, index): Point | undefined => {
      const value = meanOf(values, column)
      return value === undefined ? undefined : { cell: middleOf(frame, index), value, isSelected: column.isSelected }
    })
  const drawn = lines.map(({ values }, index): Drawn => {
    return { role: roles[index] ?? 'third', point: asciiPoints[index] ?? '.', points: pointsOf(values) }
  })
  for (const point of pointsOf(ghost)) {
    if (point) frame.grid.write(rowOf(point.value, frame), point.cell, ascii ? ':' : '·', 'ghost')
  }
  // The first line is the most important one, so it is drawn over the others.
  if (ascii) for (const line of drawn.toReversed()) writeAscii(frame, line)
  else writeBraille(frame, drawn)
  const first = drawn[0]?.points ?? []
  frame.columns.forEach((column, index) => {
    if (!marks?.slice(column.start, column.end).some(Boolean)) return
    const value = first[index]?.value
    const row = value === undefined ? frame.plotRows - 1 : rowOf(value, frame) - 1
    frame.grid.write(Math.max(0, row), middleOf(frame, index), '!', 'mark')
  })
  for (const { points } of drawn) {
    const chosen = points.find((point) => point?.isSelected)
    if (chosen) frame.grid.write(rowOf(chosen.value, frame), chosen.cell, ascii ? '@' : '●', 'selected')
  }
  if (hasNames) writeNames(frame, drawn, lines)
  return toChart(frame)
}

const shareOf = (value: number, top: number): number => Math.min(1, Math.max(0, value / top))

/** The row of a value's point. */
const rowOf = (value: number, { plotRows, barRows, top }: ChartFrame): number =>
  plotRows - 1 - Math.min(barRows - 1, Math.floor(shareOf(value, top) * barRows))

const writeAscii = (frame: ChartFrame, { role, point, points }: Drawn): void => {
  const steps = frame.barRows
  const heightOf = (value: number) => shareOf(value, frame.top) * steps
  const put = (cell: number, height: number, text: string) =>
    frame.grid.write(frame.plotRows - 1 - Math.min(steps - 1, Math.floor(height)), cell, text, role)
  eachPair(points, (from, to) => {
    for (let cell = from.cell + 1; cell < to.cell; cell += 1) {
      const share = (cell - from.cell) / (to.cell - from.cell)
      put(cell, heightOf(from.value) + share * (heightOf(to.value) - heightOf(from.value)), '.')
    }
  })
  for (const one of points) if (one) put(one.cell, heightOf(one.value), point)
}

// Bits of the eight dots of a braille character, by row (top to bottom) and column.
const bits = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
] as const

const writeBraille = (frame: ChartFrame, drawn: readonly Drawn[]): void => {
  const { grid, barRows, plotRows, top } = frame
  const height = barRows * 4
  const dots = new Uint8Array(barRows * grid.width)
  const owners: (ChartRole | undefined)[] = new Array(dots.length).fill(undefined)
  for (const { role, points } of drawn) {
    const put = (x: number, y: number) => {
      const row = Math.floor((height - 1 - y) / 4)
      const cell = row * grid.width + Math.floor(x / 2)
      dots[cell] = (dots[cell] ?? 0) | (bits[(height - 1 - y) % 4]?.[x % 2] ?? 0)
      // A cell where lines meet has the colour of the first line.
      owners[cell] ??= role
    }
    const yOf = (value: number) => Math.round(shareOf(value, top) * (height - 1))
    for (const point of points) if (point) put(point.cell * 2, yOf(point.value))
    eachPair(points, (from, to) => line(from.cell * 2, yOf(from.value), to.cell * 2, yOf(to.value), put))
  }
  for (let cell = 0; cell < dots.length; cell += 1) {
    const owner = owners[cell]
    if (!owner) continue
    const row = plotRows - barRows + Math.floor(cell / grid.width)
    grid.write(row, cell % grid.width, String.fromCharCode(0x2800 + (dots[cell] ?? 0)), owner)
  }
}

// Calls `draw` for adjacent points. A day without data interrupts the line.
const eachPair = (points: readonly (Point | undefined)[], draw: (from: Point, to: Point) => void): void => {
  for (let index = 1; index < points.length; index += 1) {
    const [from, to] = [points[index - 1], points[index]]
    if (from && to) draw(from, to)
  }
}

// Draws a line with Bresenham's algorithm.
const line = (fromX: number, fromY: number, toX: number, toY: number, put: (x: number, y: number) => void): void => {
  const [width, height] = [Math.abs(toX - fromX), Math.abs(toY - fromY)]
  const [stepX, stepY] = [Math.sign(toX - fromX), Math.sign(toY - fromY)]
  let [x, y, error] = [fromX, fromY, width - height]
  for (let left = Math.max(width, height); left >= 0; left -= 1) {
    put(x, y)
    const doubled = 2 * error
    if (doubled > -height) {
      error -= height
      x += stepX
    }
    if (doubled < width) {
      error += width
      y += stepY
    }
  }
}

// Writes each name to the right of the last points, in its own row, as close to its line as possible.
const writeNames = (frame: ChartFrame, drawn: readonly Drawn[], lines: readonly ChartLine[]): void => {
  const wanted = drawn.flatMap(({ role, point, points }, index) => {
    const last = points.findLast((each) => each !== undefined)
    const name = lines[index]?.name ?? ''
    return last ? [{ role, name, point, row: rowOf(last.value, frame), cell: last.cell }] : []
  })
  const usedRows = new Set<number>()
  const right = Math.max(0, ...wanted.map(({ cell }) => cell)) + 2
  for (const { role, name, row } of wanted.toSorted((a, b) => a.row - b.row)) {
    const free = Array.from({ length: frame.plotRows }, (_, distance) => [row + distance, row - distance])
      .flat()
      .find((each) => each >= 0 && each < frame.plotRows && !usedRows.has(each))
    if (free === undefined) continue
    usedRows.add(free)
    frame.grid.write(free, Math.min(right, frame.grid.width - name.length), name, role)
  }
}
