import type { CreditDay } from '../../contract/credits.ts'
import type { Lenient } from '../../contract/lenient.ts'
import { type Day, isDay } from '../calendar/calendar.ts'
import { joinPersonCredits, type PersonCredits, toPersonCredits } from './person-credits.ts'

export type { PersonCredits }

/** A day of credit use without what each person used, which is kept in columns: {@link PersonCredits}. */
export type CreditDayRow = {
  // Omit would lose the names of the other members, as rows may have unknown ones.
  [Member in keyof Lenient<CreditDay> as Member extends 'by_user' ? never : Member]: Lenient<CreditDay>[Member]
}

/** Credit days as the program keeps them: at most one row a day, ascending. */
export type CreditDays = { days: readonly CreditDayRow[]; people: PersonCredits }

/** What days without any row are. */
export const noCreditDays = (): CreditDays => ({ days: [], people: toPersonCredits([]) })

/**
 * Takes the rows of the API apart into rows without people and columns of people. Where a day came twice the last row counts;
 * rows without a day of the calendar are left out. A person who came twice on a day is added up.
 */
export const toCreditDays = (rows: readonly Lenient<CreditDay>[]): CreditDays => {
  const byDay = new Map<Day, Lenient<CreditDay>>()
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

/** Joins parts that may overlap, in any order of days: of a day that more than one part has a row of, the later part's counts. */
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
