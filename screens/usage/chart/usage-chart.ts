import type { Day } from '../../../src/domain/calendar/calendar.ts'
import { barChart } from '../../../src/domain/charts/bar-chart.ts'
import type { Chart } from '../../../src/domain/charts/chart-frame.ts'
import { lineChart } from '../../../src/domain/charts/line-chart.ts'
import { sparkChart } from '../../../src/domain/charts/spark-chart.ts'
import { stackedChart } from '../../../src/domain/charts/stacked-bar.ts'
import type { NumberKind } from '../../../src/domain/usage/measure.ts'
import { axisOf } from '../../../src/domain/usage/views/units.ts'

export const CHART_FORMS = ['bars', 'line', 'spark'] as const
export type ChartForm = (typeof CHART_FORMS)[number]

/** What a chart shows: a measure's lines, or the course of a row. */
export type ChartContent = {
  lines: readonly { name: string; values: readonly (number | undefined)[] }[]
  unit: NumberKind
  isStacked: boolean
  /** The first line in the period before. */
  ghost: readonly (number | undefined)[] | undefined
  marks: readonly boolean[]
  /** Days on which the controls changed. */
  events: readonly boolean[]
  /** How many of the days, from the first, were known as of the chosen day; 0: things are shown as they are now. */
  knownDays: number
}

/** The forms that can show so many lines: bars show one, or several stacked. */
export const formsFor = ({
  lines,
  isStacked,
}: {
  lines: readonly unknown[]
  isStacked: boolean
}): readonly ChartForm[] => (isStacked || lines.length === 1 ? CHART_FORMS : ['line', 'spark'])

export type ChartPlace = {
  labels: readonly Day[]
  selected: number
  width: number
  height: number
  ascii: boolean
}

/** A chart in the form that was chosen. The smallest form takes a row a line and one for the days. */
export const usageChart = (content: ChartContent, form: ChartForm, placed: ChartPlace): Chart => {
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
