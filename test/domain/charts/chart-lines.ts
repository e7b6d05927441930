import { addDays, daysOf } from '../../../src/domain/calendar/calendar.ts'
import type { ChartRow } from '../../../src/domain/charts/cell-grid.ts'

/** The given number of days up to 20 November. */
export const lastDays = (count: number) => daysOf({ from: addDays('2026-11-20', 1 - count), to: '2026-11-20' })

export const textOf = (row: ChartRow): string => row.map(({ text }) => text).join('')

/** Rows without trailing spaces. */
export const linesOf = (rows: readonly ChartRow[]): string[] => rows.map((row) => textOf(row).trimEnd())
