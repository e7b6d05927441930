import { type Day, daysOf, type Range } from '../../../src/domain/calendar/calendar.ts'
import { barChart } from '../../../src/domain/charts/bar-chart.ts'
import type { Chart, ChartSize } from '../../../src/domain/charts/chart-frame.ts'
import { lineChart } from '../../../src/domain/charts/line-chart.ts'
import { sparkChart } from '../../../src/domain/charts/spark-chart.ts'
import { stackedChart } from '../../../src/domain/charts/stacked-bar.ts'
import { truncate } from '../../../src/domain/text/fit.ts'
import type { NumberKind } from '../../../src/domain/usage/measure.ts'
import { axisOf } from '../../../src/domain/usage/views/units.ts'
import type { UsageRow } from '../../../src/domain/usage/views/usage-rows.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { chartLines } from '../../kit/charts/chart-text.ts'
import type { Breakdown } from '../breakdown/use-breakdown.ts'
import { unusualDays } from '../views/unusual-days.ts'
import { CHART_FORMS, type ChartForm } from '../views/usage-state.ts'
import { type Charted, within } from './charted.ts'
import type { DayRevisions } from './use-day-revisions.ts'

/** The forms that can show so many lines: bars show one, or several stacked. */
export const formsFor = (charted: { lines: readonly unknown[]; isStacked: boolean }): readonly ChartForm[] =>
  charted.isStacked || charted.lines.length === 1 ? CHART_FORMS : ['line', 'spark']

type ChartContent = ReturnType<typeof contentOf>

/** What the chart shows over the range. @param at - The day as of which everything is shown; undefined: now. */
export const contentOf = (
  { lines, unit, isStacked }: Charted,
  { known, range, compared, hasHistory }: Breakdown,
  revisions: DayRevisions,
  at: Day | undefined,
) => {
  const labels = daysOf(range)
  const first = lines[0]?.values ?? []
  const unusual = isStacked || !hasHistory ? [] : unusualDays(first, known, range, unit)
  return {
    unusual,
    unit,
    isStacked,
    lines: lines.map(({ name, values }) => ({ name, values: within(values, known, range) })),
    /** The first line in the period before. */
    ghost: compared && within(first, known, compared),
    marks: labels.map((one) => unusual.includes(one)),
    /** Days on which the controls changed. */
    events: labels.map((one) => revisions.days.has(one)),
    /** How many of the days, from the first, were known as of that day; 0: things are shown as they are now. */
    knownDays: at === undefined ? 0 : labels.filter((one) => one <= at).length,
  }
}

/** A chart in the form that was chosen. The smallest form takes a row a line and one for the days. */
export const usageChart = (
  content: ChartContent,
  form: ChartForm,
  placed: Pick<ChartSize, 'labels' | 'selected' | 'width' | 'height' | 'ascii'>,
): Chart => {
  const { lines, ghost, marks, events, knownDays, unit, isStacked } = content
  const place = { ...placed, events, knownDays }
  const axis = axisOf(unit)
  const first = lines[0]?.values ?? []
  if (form === 'spark') return sparkChart({ ...place, lines, axis })
  if (isStacked && form === 'bars') return stackedChart({ ...place, parts: lines.map(({ values }) => values) })
  if (isStacked || form === 'line')
    return lineChart({ ...place, lines, marks, axis, ghost: lines.length > 1 ? undefined : ghost })
  return barChart({ ...place, values: first, ghost, marks, axis })
}

/** How many of the `free` rows a chart of so many lines takes. */
export const chartRows = (form: ChartForm, lines: number, free: number): number =>
  form === 'spark' ? Math.min(free, lines + 1) : free

type CoursePlace = {
  range: Range
  /** The selected day. */
  day: Day
  /** Rows that the table leaves empty. */
  room: number
  width: number
  theme: Theme
}

/**
 * The course of a row by day, below a table that does not fill a tall window; no lines where it does.
 *
 * @param unit - Of a row that has none of its own.
 */
export const rowCourse = (
  { name, series, unit: own }: UsageRow,
  unit: NumberKind,
  { range, day, room, width, theme }: CoursePlace,
): readonly string[] => {
  if (room < MIN_ROWS || theme.isLinear) return []
  const labels = daysOf(range)
  const place = { labels, selected: labels.indexOf(day), width, height: room - HEAD_ROWS, ascii: theme.isAscii }
  const chart = barChart({ ...place, values: series, axis: axisOf(own ?? unit) })
  return ['', ` ${theme.strong(truncate(name, width - 9))} ${theme.muted('by day')}`, ...chartLines(chart, theme)]
}

/** An empty row and its name. */
const HEAD_ROWS = 2
/** In fewer a chart tells nothing that the line in the table does not. */
const MIN_ROWS = 9
