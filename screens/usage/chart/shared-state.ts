import type { Day } from '../../../src/domain/calendar/calendar.ts'
import type { ChartForm } from './usage-chart.ts'

/** What all views share: it stays as it is when another one is shown. */
export type SharedState = {
  day: Day | undefined
  setDay: (day: Day) => void
  form: ChartForm
  setForm: (form: ChartForm) => void
  /** Rows that the user gave to the chart beyond the usual, or took from it. */
  extraRows: number
  setExtraRows: (rows: number) => void
}
