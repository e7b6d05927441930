import type { DatabaseSync } from 'node:sqlite'
import { rowsOf } from './rows-of.ts'

/** Revisions of the enterprise controls, highest first. */
export const createRevisionStore = (database: DatabaseSync) => {
  const put = database.prepare(
    'INSERT INTO revisions (revision, row) VALUES (?, ?) ON CONFLICT DO UPDATE SET row = excluded.row',
  )
  const select = database.prepare(
    'SELECT revision, row FROM revisions WHERE revision < ? ORDER BY revision DESC LIMIT ?',
  )
  return {
    put: (revision: number, row: string): void => {
      put.run(revision, row)
    },
    /**
     * The next `limit` revisions below another.
     *
     * @param below Undefined: from the newest on.
     */
    readPage: (
      below: number | undefined,
      limit: number,
    ): { rows: string; last: number | undefined; hasMore: boolean } => {
      const found = rowsOf<{ revision: number; row: string }>(select.all(below ?? Number.MAX_VALUE, limit + 1))
      const page = found.slice(0, limit)
      return {
        rows: page.map(({ row }) => row).join(','),
        last: page.at(-1)?.revision,
        hasMore: found.length > limit,
      }
    },
  }
}
