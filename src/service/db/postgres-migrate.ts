import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../base/errors.ts'
import { codeOf, isFailoverError } from './postgres-errors.ts'
import { versions } from './postgres-schema.ts'
import type { Connection, PostgresServer } from './postgres-server.ts'

const MAX_ATTEMPTS = 20
const RETRY_MS = 250

/** Errors of instances that migrate at the same time: unique violation, duplicate table, deadlock, serialization failure. */
const racing = new Set(['23505', '42P07', '40P01', '40001'])
const UNDEFINED_TABLE = '42P01'

/**
 * Migrates a database to the newest version, in one transaction. Several instances may start at once: inserting a version
 * makes the others wait, and then start again.
 *
 * @throws AppError if a newer version of the program wrote the database.
 */
export const migrate = async (server: PostgresServer): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    const current = await server.use(versionOf)
    if (current > versions.length)
      throw new AppError('failed', 'A newer version of quarterdeck wrote this database. Update quarterdeck.')
    if (current === versions.length) return
    try {
      await server.use((connection) => migrateFrom(connection, current))
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !racing.has(codeOf(error))) throw error
      await sleep(RETRY_MS)
    }
  }
}

const versionOf = async ({ query }: Connection): Promise<number> => {
  try {
    const { rows } = await query('SELECT max(version) AS version FROM schema_versions')
    return Number(rows[0]?.version ?? 0)
  } catch (error) {
    if (codeOf(error) === UNDEFINED_TABLE) return 0
    throw error
  }
}

const migrateFrom = async ({ unlimitedQuery: query, commit }: Connection, current: number): Promise<void> => {
  await query('BEGIN')
  try {
    await query(
      'CREATE TABLE IF NOT EXISTS schema_versions (version int PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())',
    )
    for (const [at, statements] of versions.entries()) {
      if (at < current) continue
      await query('INSERT INTO schema_versions (version) VALUES ($1)', [at + 1])
      for (const sql of statements) await query(sql)
    }
    await commit()
  } catch (error) {
    if (!isFailoverError(error)) await query('ROLLBACK')
    throw error
  }
}
