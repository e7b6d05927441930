import { daysOf, lastOfMonth } from '../../domain/calendar/calendar.ts'
import { type Db, firstRow } from '../db/db.ts'
import { dropPartition, monthOfPartition } from '../db/postgres-schema.ts'
import { monthlyTables } from '../db/tables.ts'
import type { RollupParts } from './rollups.ts'

/** The rows of users in a month. */
export type StoredMonth = {
  /** Such as `2026-11`. */
  month: string
  rows: number
  /** On disk, with what is derived from the rows; in SQLite, the length of the rows. */
  sizeBytes: number
}

/** How long a partition may wait for statements that use its table, in PostgreSQL's notation. All others wait behind it. */
const LOCK_TIMEOUT = "SET LOCAL lock_timeout = '2s'"

/** Deletes old months of the rows of users, and what is derived from them. The days of the organisation stay. */
export const createRetention = (db: Db, change: RollupParts['change']) => ({
  /** The months before one, such as `2026-11`, oldest first. */
  findMonths: (before: string): Promise<StoredMonth[]> =>
    db.dialect === 'sqlite' ? monthsInSqlite(db, before) : monthsInPostgres(db, before),
  /**
   * Deletes a month, in one transaction.
   *
   * @throws UnavailableError if statements on its table take too long.
   */
  deleteMonth: (month: string): Promise<void> =>
    change(async (transaction, changes) => {
      const [first, last] = [`${month}-01`, lastOfMonth(`${month}-01`)]
      if (transaction.dialect === 'sqlite') {
        for (const table of monthlyTables)
          await transaction.run(`DELETE FROM ${table} WHERE day BETWEEN $1 AND $2`, [first, last])
      } else {
        await transaction.run(LOCK_TIMEOUT)
        for (const { table, partition } of await partitions(transaction))
          if (monthOfPartition(table, partition) === month)
            for (const sql of dropPartition(table, month)) await transaction.run(sql)
      }
      // The windows reach into the month if the newest day is some weeks old.
      for (const day of daysOf({ from: first, to: last })) changes.days.add(day)
      changes.users = undefined
    }),
})

const monthsInSqlite = (db: Db, before: string): Promise<StoredMonth[]> =>
  db.all(
    `SELECT substr(day, 1, 7) AS month, count(*) AS rows, sum(octet_length(row)) AS "sizeBytes"
     FROM person_days WHERE day < $1 GROUP BY 1 ORDER BY 1`,
    [`${before}-01`],
  )

const monthsInPostgres = async (db: Db, before: string): Promise<StoredMonth[]> => {
  const sizes = new Map<string, number>()
  for (const { table, partition, size } of await partitions(db)) {
    const month = monthOfPartition(table, partition)
    if (month !== undefined && month < before) sizes.set(month, (sizes.get(month) ?? 0) + size)
  }
  const months: StoredMonth[] = []
  for (const [month, sizeBytes] of [...sizes].sort()) {
    const found = await firstRow<{ rows: number }>(
      db,
      "SELECT count(*) AS rows FROM person_days WHERE day >= $1::date AND day < $1::date + interval '1 month'",
      [`${month}-01`],
    )
    months.push({ month, rows: found?.rows ?? 0, sizeBytes })
  }
  return months
}

type Partition = { table: (typeof monthlyTables)[number]; partition: string; size: number }

const partitions = (db: Db): Promise<Partition[]> =>
  db.all(
    `SELECT parent.relname AS table, child.relname AS partition, pg_total_relation_size(child.oid) AS size
     FROM pg_inherits JOIN pg_class AS parent ON parent.oid = inhparent JOIN pg_class AS child ON child.oid = inhrelid
     WHERE parent.relname = ANY($1) AND parent.relnamespace = current_schema()::regnamespace`,
    [`{${monthlyTables.join(',')}}`],
  )
