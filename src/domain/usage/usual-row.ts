import { type Day, daysBetween, type Range } from '../calendar/calendar.ts'
import { judgeDay } from './day-explanation.ts'

/** The value of a part on a day, and what is usual for it on that weekday. */
export type UsualRow = {
  value: number | undefined
  /** The median of the same weekday in the weeks before; undefined where too few of them are known. */
  usual: number | undefined
}

/**
 * A part of a breakdown on a day beside its own usual weekday.
 *
 * @param series - Its values on the days of `known`, which holds the weeks before as well.
 */
export const usualRow = (day: Day, series: readonly (number | undefined)[], known: Range): UsualRow => {
  const judged = judgeDay(day, (each) => series[daysBetween(known.from, each)])
  if (judged.status === 'no data') return { value: undefined, usual: undefined }
  return { value: judged.value, usual: judged.status === 'explained' ? judged.median : undefined }
}
