import type { Day, Range } from '../../../src/domain/calendar/calendar.ts'
import type { ChartForm } from './usage-chart.ts'

/** What all views share: it stays as it is when another one is shown. */
export type SharedState = {
  day: Day | undefined
  setDay: (day: Day) => void
  /** Whether the table breaks the chosen day down, against its usual weekday, in place of the range. */
  isBrokenDown: boolean
  setBrokenDown: (isBrokenDown: boolean) => void
  /** Whether the day was chosen after the row: what Enter looks into. */
  isDayInHand: boolean
  setDayInHand: (isDayInHand: boolean) => void
  form: ChartForm
  setForm: (form: ChartForm) => void
  /** Rows that the user gave to the chart beyond the usual, or took from it. */
  extraRows: number
  setExtraRows: (rows: number) => void
}

/** The day that is chosen: the last one of a range until there is another in it. */
export const chosenDay = ({ day }: Pick<SharedState, 'day'>, { from, to }: Range): Day =>
  day !== undefined && day >= from && day <= to ? day : to
