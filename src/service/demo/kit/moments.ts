import type { Day } from '../../../domain/calendar/calendar.ts'

/** The moment (Unix milliseconds) at which a day begins in UTC. */
export const startOfDay = (day: Day): number => Date.parse(`${day}T00:00:00Z`)
