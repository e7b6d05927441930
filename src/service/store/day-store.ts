import type { DatabaseSync } from 'node:sqlite'
import type { Day } from '../../contract/primitives.ts'
import { joinedRows } from './rows-of.ts'

/** The analytics endpoints whose rows are days. The users endpoint has a store of its own. */
const DAY_ENDPOINTS = ['credits', 'tools', 'activity', 'productivity'] as const
export type DayEndpoint = (typeof DAY_ENDPOINTS)[number]

export type StoredDay = {
  day: Day
  /** JSON text of the ungrouped row. */
  row: string
  /** JSON texts of the rows with `group_by`, joined by commas; empty where there is no grouping. */
  grouped: string
}

/**
 * Days of credits, tools, activity and productivity, as the JSON text that goes out.
 *
 * @param beforeRead - Called with the first day of what is read.
 */
export const createDayStore = (database: DatabaseSync, beforeRead: (from: Day) => void) => {
  const put = database.prepare(
    'INSERT INTO analytics_days (endpoint, day, grouped, row) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET grouped = excluded.grouped, row = excluded.row',
  )
  const selectRows = database.prepare(
    'SELECT row FROM analytics_days WHERE endpoint = ? AND day BETWEEN ? AND ? ORDER BY day',
  )
  const selectGrouped = database.prepare(
    "SELECT grouped AS row FROM analytics_days WHERE endpoint = ? AND day BETWEEN ? AND ? AND grouped <> '' ORDER BY day",
  )
  return {
    put: (endpoint: DayEndpoint, { day, row, grouped }: StoredDay): void => {
      put.run(endpoint, day, grouped, row)
    },
    /** JSON texts of a range's rows joined by commas, oldest day first; both days included. */
    read: (endpoint: DayEndpoint, first: Day, last: Day, isGrouped: boolean): string => {
      beforeRead(first)
      return joinedRows((isGrouped ? selectGrouped : selectRows).all(endpoint, first, last))
    },
  }
}
