import type { Criterion } from '../../contract/readiness.ts'
import { EARLIEST_DAY, yesterdayOf } from '../../domain/calendar/calendar.ts'

/** Why a day cannot hold data; undefined when it can. */
export const checkDay = (day: string, nowMs: number): string | undefined => {
  const latest = yesterdayOf(nowMs)
  if (day >= EARLIEST_DAY && day <= latest) return undefined
  return `date is ${day}, and data there is only from ${EARLIEST_DAY} to ${latest}`
}

/** Why a text cannot be an id, which has to survive a path and a cursor unchanged; undefined when it can. */
export const checkId = (name: string, id: string): string | undefined => {
  if (id === '' || id === '.' || id === '..') return `${name} is ${JSON.stringify(id)}, which no path can hold`
  if (!id.isWellFormed() || /\p{Cc}/u.test(id)) return `${name} holds control characters or half a character`
  return undefined
}

/** Why the criteria of a report cannot be, beyond what the types say; undefined when they can. */
export const checkCriteria = (report: Record<string, Criterion>): string | undefined => {
  for (const [id, { numerator, denominator }] of Object.entries(report)) {
    if (denominator < 1) return `report.${id}.denominator is ${denominator}, and must be 1 or more`
    if (numerator !== null && (numerator < 0 || numerator > denominator))
      return `report.${id}.numerator is ${numerator}, and must be from 0 to the denominator, which is ${denominator}`
  }
  return undefined
}
