import type { DatabaseSync } from 'node:sqlite'
import { change, rowOf, rowsOf } from './file/prepared.ts'
import { purgeKnownIds } from './known-ids.ts'
import type { Ledger } from './ledger.ts'
import { deleteWalk } from './walks.ts'

type What = Exclude<Parameters<Ledger['purge']>[number], 'all'>

/** Deletes what is kept of one table of a partition. Call it in a transaction to write. */
export const purgeTable = (database: DatabaseSync, partition: number, what: What): void => {
  if (what === 'computers' || what === 'serviceAccounts' || what === 'wikiRuns') {
    purgeKnownIds(database, partition, what)
  } else if (what === 'users') {
    for (const [id] of rowsOf(database, ['number'], 'SELECT id FROM walk WHERE partition = ?', partition))
      deleteWalk(database, id)
  } else if (what === 'reports' || what === 'revisions') {
    change(database, `DELETE FROM ${what === 'reports' ? 'report' : 'revision'} WHERE partition = ?`, partition)
    change(database, 'DELETE FROM list WHERE partition = ? AND name = ?', partition, what)
  } else {
    change(database, 'DELETE FROM day WHERE partition = ? AND endpoint = ?', partition, what)
  }
  if (!hasPeople(database, partition))
    for (const table of ['person', 'word']) change(database, `DELETE FROM ${table} WHERE partition = ?`, partition)
}

/** Whether any columns name people or words of the dictionaries. */
const hasPeople = (database: DatabaseSync, partition: number): boolean =>
  rowOf(
    database,
    ['number'],
    `SELECT 1 FROM day WHERE partition = ? AND people IS NOT NULL
     UNION ALL SELECT 1 FROM walk WHERE partition = ? LIMIT 1`,
    partition,
    partition,
  ) !== undefined
