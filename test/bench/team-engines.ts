/** The databases that the bench of a team compares: SQLite in a file, and each PostgreSQL that is installed. */
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Db } from '../../src/service/db/db.ts'
import { openDatabase } from '../../src/service/db/open-store-file.ts'
import { openPostgres } from '../../src/service/db/postgres-db.ts'
import { createSqliteDb } from '../../src/service/db/sqlite-db.ts'
import { postgresFolders, startPostgres } from '../helpers/postgres.ts'
import { home } from './bench-kit.ts'

/** An open database without data. */
export type TeamEngine = {
  db: Db
  /** Its value of `--data`. */
  data: string
  /** Creates another empty one. Returns its value of `--data`. */
  createOther: () => Promise<string>
  /** Updates the statistics of the planner, as a server does by itself. */
  analyze: () => Promise<unknown>
  sizeBytes: () => Promise<number>
  /** Bytes of the log since its beginning; undefined if they cannot be counted. */
  logBytes: (() => Promise<number>) | undefined
  /** Writes all changed pages to the data files. Does nothing on SQLite. */
  checkpoint: () => Promise<unknown>
  /** Closes the database and removes its data. */
  end: () => Promise<void>
}

const openSqlite = async (): Promise<TeamEngine> => {
  const file = join(home, 'team.db')
  const other = join(home, 'tokens.db')
  const db = createSqliteDb(openDatabase(file), true)
  return {
    db,
    data: file,
    createOther: async () => other,
    analyze: async () => {},
    sizeBytes: async () => statSync(file).size,
    logBytes: undefined,
    checkpoint: async () => {},
    end: async () => {
      await db.close()
      for (const path of [file, other]) rmSync(path, { force: true })
    },
  }
}

const openServer = async (folder: string): Promise<TeamEngine> => {
  const ends: (() => Promise<void>)[] = []
  const end = async (): Promise<void> => {
    for (const each of ends.splice(0).reverse()) await each()
  }
  try {
    const server = await startPostgres(folder, (stop) => ends.push(stop))
    const data = await server.createDatabase()
    const db = await openPostgres(data)
    ends.push(db.close)
    const client = new pg.Client({ connectionString: data })
    await client.connect()
    ends.push(() => client.end())
    const number = async (sql: string) => Number((await client.query(`SELECT ${sql} AS value`)).rows[0].value)
    return {
      db,
      data,
      createOther: server.createDatabase,
      analyze: () => client.query('VACUUM ANALYZE'),
      sizeBytes: () => number('pg_database_size(current_database())'),
      logBytes: () => number("pg_current_wal_insert_lsn() - '0/0'"),
      checkpoint: () => client.query('CHECKPOINT'),
      end,
    }
  } catch (error) {
    await end()
    throw error
  }
}

/** The databases by their names. SQLite, with which the others are compared, is the first. */
export const teamEngines = (): [name: string, open: () => Promise<TeamEngine>][] => [
  ['SQLite', openSqlite],
  ...Object.entries(postgresFolders()).map(([name, folder]): [string, () => Promise<TeamEngine>] => [
    `PostgreSQL of ${name}`,
    () => openServer(folder),
  ]),
]
