import type { Range } from '../../domain/calendar/calendar.ts'

/** Said where days of a range have no row, which sums over the range do not tell. */
export const missingDaysText = (missing: number, { from, to }: Range): string =>
  `${missing === 1 ? '1 day has' : `${missing} days have`} no row from ${from} to ${to}.`
