import type { CreditDay, CreditsByUser } from '../../contract/credits.ts'
import type { Lenient } from '../../contract/lenient.ts'
import { type Day, isDay } from '../calendar/calendar.ts'
import { joinPersonCredits, type PersonCredits, toPersonCredits } from './person-credits.ts'

export type { PersonCredits }

/** A day of credit use without its breakdown by user, which is stored in columns: {@link PersonCredits}. */
export type CreditDayRow = {
  // Omit would lose the declared names, because rows may have undeclared fields.
  [Member in keyof Lenient<CreditDay> as Member extends 'by_user' ? never : Member]: Lenient<CreditDay>[Member]
}

/** A day of credit use. A list of very many users is iterated without reading all of it. */
export type CreditDayWithPeople = CreditDayRow & { by_user?: Iterable<Lenient<CreditsByUser>> | undefined }

/** Credit days in memory: at most one row per day, ascending. */
export type CreditDays = { days: readonly CreditDayRow[]; people: PersonCredits }

export const noCreditDays = (): CreditDays => ({ days: [], people: toPersonCredits([]) })

/**
 * Splits rows of the API into rows without users and columns of users. For duplicate days the last row counts; rows
 * without a valid day are left out. Several entries of a user on a day are added up.
 */
export const toCreditDays = (rows: readonly CreditDayWithPeople[]): CreditDays => {
  const byDay = new Map<Day, CreditDayWithPeople>()
  for (const row of rows) if (typeof row.date === 'string' && isDay(row.date)) byDay.set(row.date, row)
  const ascending = [...byDay.values()].sort((a, b) => ((a.date ?? '') < (b.date ?? '') ? -1 : 1))
  return {
    days: ascending.map(({ by_user: _, ...row }) => row),
    people: toPersonCredits(
      ascending.flatMap(({ date, by_user }) =>
        date !== undefined && by_user ? [{ day: date, entries: by_user }] : [],
      ),
    ),
  }
}

/** Joins parts that may overlap, in any order. If several parts have a row for a day, the last of them counts. */
export const joinCreditDays = (parts: readonly CreditDays[]): CreditDays => {
  const [only, ...more] = parts.filter(({ days }) => days.length > 0)
  if (!only) return noCreditDays()
  if (more.length === 0) return only
  const rows = new Map<Day, { row: CreditDayRow; part: CreditDays }>()
  for (const part of [only, ...more]) for (const row of part.days) if (row.date) rows.set(row.date, { row, part })
  const ascending = [...rows].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    days: ascending.map(([, { row }]) => row),
    people: joinPersonCredits(ascending.map(([day, { part }]) => ({ day, people: part.people }))),
  }
}
