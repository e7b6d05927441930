import type { Day } from '../contract/primitives.ts'

const DAY_MS = 86_400_000

/** The UTC day that a moment (Unix milliseconds) falls on. */
export const dayOf = (ms: number): Day => new Date(ms).toISOString().slice(0, 10)

/** The moment (Unix milliseconds) at which a day begins. */
export const startOfDay = (day: Day): number => Date.parse(`${day}T00:00:00Z`)

/** The day `count` days after (or, below 0, before) another. */
export const addDays = (day: Day, count: number): Day => dayOf(startOfDay(day) + count * DAY_MS)

/** The last day there is data for: data of a day appears the day after it. */
export const yesterday = (nowMs: number): Day => dayOf(nowMs - DAY_MS)

/** Whole days from one day to another; below 0 when `to` is the earlier one. */
export const daysBetween = (from: Day, to: Day): number => Math.round((startOfDay(to) - startOfDay(from)) / DAY_MS)

/** Every day of a range, first and last included; none when the range ends before it starts. */
export const daysFrom = (first: Day, last: Day): Day[] =>
  Array.from({ length: Math.max(0, daysBetween(first, last) + 1) }, (_, index) => addDays(first, index))
