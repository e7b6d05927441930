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
import { type Charted, sliceToRange } from './chart-content.ts'
import type { DayRevisions } from './use-day-revisions.ts'

/** The forms that can show the lines. Bars show one line, or several stacked. */
export const formsFor = (charted: { lines: readonly unknown[]; isStacked: boolean }): readonly ChartForm[] =>
  charted.isStacked || charted.lines.length === 1 ? CHART_FORMS : ['line', 'spark']

type ChartContent = ReturnType<typeof contentOf>

/** The content of the chart over the range. @param at - The day of `:at`, up to which the axis is thick. */
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
    lines: lines.map(({ name, values }) => ({ name, values: sliceToRange(values, known, range) })),
    /** The first line in the previous period. */
    ghost: compared && sliceToRange(first, known, compared),
    marks: labels.map((one) => unusual.includes(one)),
    /** Days on which the controls changed. */
    events: labels.map((one) => revisions.days.has(one)),
    /** How many days of the range, from the first, were known at `at`; 0 without `at`. */
    knownDays: at === undefined ? 0 : labels.filter((one) => one <= at).length,
  }
}

/** A chart in the chosen form. A spark chart takes one row per line, and one for the days. */
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

/** How many of the `free` rows a chart takes. */
export const chartRows = (form: ChartForm, lines: number, free: number): number =>
  form === 'spark' ? Math.min(free, lines + 1) : free

type RowChartOptions = {
  range: Range
  day: Day
  /** Rows that the table leaves empty. */
  room: number
  width: number
  theme: Theme
}

/**
 * A bar chart of a row by day, for the empty space below a short table in a tall window. Empty if there are too few
 * rows.
 *
 * @param unit - Unit for a row without its own.
 */
export const rowChart = (
  { name, series, unit: own }: UsageRow,
  unit: NumberKind,
  { range, day, room, width, theme }: RowChartOptions,
): readonly string[] => {
  if (room < MIN_ROWS || theme.isLinear) return []
  const labels = daysOf(range)
  const place = { labels, selected: labels.indexOf(day), width, height: room - HEAD_ROWS, ascii: theme.isAscii }
  const chart = barChart({ ...place, values: series, axis: axisOf(own ?? unit) })
  return ['', ` ${theme.strong(truncate(name, width - 9))} ${theme.muted('by day')}`, ...chartLines(chart, theme)]
}

/** Rows of a blank line and the name. */
const HEAD_ROWS = 2
/** With fewer rows, a chart shows no more than the sparkline in the table. */
const MIN_ROWS = 9
