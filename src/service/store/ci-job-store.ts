import type { DatabaseSync } from 'node:sqlite'
import { joinedRows } from './rows-of.ts'

/** CI jobs, last changed first. */
export const createCiJobStore = (database: DatabaseSync) => {
  const put = database.prepare(
    'INSERT INTO ci_jobs (id, updated_at, row) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET updated_at = excluded.updated_at, row = excluded.row',
  )
  const select = database.prepare('SELECT row FROM ci_jobs ORDER BY updated_at DESC, id')
  return {
    /** @param updatedAtMs 0 when it is not known: such jobs come last. */
    put: (id: string, updatedAtMs: number, row: string): void => {
      put.run(id, updatedAtMs, row)
    },
    /** JSON texts of all jobs joined by commas. */
    read: (): string => joinedRows(select.all()),
  }
}
