import type { Day } from '../../../domain/calendar/calendar.ts'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** The moment (Unix milliseconds) at which a day begins in UTC. */
export const startOfDay = (day: Day): number => Date.parse(`${day}T00:00:00Z`)
