import { type Day, daysOf, type Range } from '../../../src/domain/calendar/calendar.ts'
import { truncate } from '../../../src/domain/text/fit.ts'
import type { NumberKind } from '../../../src/domain/usage/measure.ts'
import type { UsageRow } from '../../../src/domain/usage/views/usage-rows.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { chartLines } from '../../kit/charts/chart-lines.ts'
import { usageChart } from './usage-chart.ts'

export type RowCourseOptions = {
  /** The selected row; undefined where there is none. */
  row: UsageRow | undefined
  /** Of rows that do not say it themselves. */
  unit: NumberKind
  range: Range
  /** The selected day. */
  day: Day
  /** Rows that the table leaves empty. */
  room: number
  width: number
  theme: Theme
}

/** The course of the selected row by day, below a table that does not fill a tall window; no lines where it does. */
export const rowCourse = ({ row, unit, range, day, room, width, theme }: RowCourseOptions): readonly string[] => {
  if (!row || room < LEAST_ROWS || theme.isLinear) return none
  const labels = daysOf(range)
  const content = {
    unit: row.unit ?? unit,
    isStacked: false,
    lines: [{ name: row.name, values: row.series }],
    ghost: undefined,
    marks: labels.map(() => false),
    events: labels.map(() => false),
    knownDays: 0,
  }
  const place = { labels, selected: labels.indexOf(day), width, height: room - HEAD_ROWS, ascii: theme.isAscii }
  const head = ` ${theme.strong(truncate(row.name, width - 9))} ${theme.muted('by day')}`
  return ['', head, ...chartLines(usageChart(content, 'bars', place), theme)]
}

/** An empty row and its name. */
const HEAD_ROWS = 2
/** In fewer a chart tells nothing that the line in the table does not. */
const LEAST_ROWS = 9

const none: readonly string[] = []
