/**
 * Compares a team's database, PostgreSQL, with SQLite on the same rows of users in one run: import, size, and pages.
 * PostgreSQL gets five times as many rows in the end, to show whether the time of a page grows.
 * Run with: npm run bench -- --team [--rows 2000000]
 */
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { addDays } from '../../src/domain/calendar/calendar.ts'
import type { Db } from '../../src/service/db/db.ts'
import { openDatabase } from '../../src/service/db/open-store-file.ts'
import { openPostgres } from '../../src/service/db/postgres-db.ts'
import { createSqliteDb } from '../../src/service/db/sqlite-db.ts'
import { storeOf } from '../../src/service/store/store.ts'
import { postgresFolders, startPostgres } from '../helpers/postgres.ts'
import { at, home } from './bench-kit.ts'
import { keepSection } from './results.ts'
import { measureRollups } from './team-rollups.ts'
import { measureTokens } from './team-tokens.ts'

const USERS = 100_000
const DAYS = 14
const PAGES = 400
/**
 * Maximum time of a page, as a multiple of SQLite's and of PostgreSQL's own with a fifth of the rows, and of the top 50
 * from a window, as a fraction of the time from facts; maximum memory of either end while 14 days of tokens are sent.
 */
const GOALS = { page: 2, growth: 1.3, log: 0.15, top: 0.01, tokensMb: 150 }

const rowsFlag = process.argv.indexOf('--rows')
const rowCount = rowsFlag < 0 ? 2_000_000 : Number(process.argv[rowsFlag + 1])
const users = Math.min(USERS, Math.floor(rowCount / DAYS))

const idOf = (user: number): string => `user_${(Math.imul(user, 2_654_435_761) >>> 0).toString(16).padStart(8, '0')}`
const lastDay = '2026-10-20'

/** The rows of a day, about as long as those of a real server. */
const rowsOf = (day: string) =>
  Array.from({ length: users }, (_, user) => {
    const id = idOf(user)
    const figures = { sessions: user % 9, user_messages: user % 70, tool_calls: user % 300, files_edited: user % 40 }
    const clients = {
      by_client: { cli: user % 7, desktop: user % 3 },
      models: [{ model_id: 'opus', tokens: user * 17 }],
    }
    const row = {
      user_id: id,
      user_email: `${id}@example.com`,
      date: day,
      ...figures,
      ...clients,
      languages: ['Go', 'Rust'],
    }
    return { day, user_id: id, row: JSON.stringify(row) }
  })

/** Stores days before the last one. Returns rows per second, without the time to create them. */
const fill = async (db: Db, fromDay: number, toDay: number): Promise<number> => {
  let ms = 0
  for (let ago = fromDay; ago < toDay; ago++) {
    const rows = rowsOf(addDays(lastDay, -ago))
    const startedAt = performance.now()
    await db.upsert('person_days', rows)
    ms += performance.now() - startedAt
  }
  return ((toDay - fromDay) * users * 1_000) / ms
}

/** Times of pages of 100 users over 14 days, at places all over the list, ms. */
const pageTimes = async (db: Db): Promise<number[]> => {
  const store = storeOf(db, true).personDays
  const times: number[] = []
  for (let page = 0; page < PAGES; page++) {
    const cursor = idOf((page * 7_919) % users)
    const startedAt = performance.now()
    const { lastUserId } = await store.readPage(addDays(lastDay, 1 - DAYS), lastDay, 100, cursor)
    times.push(performance.now() - startedAt)
    if (lastUserId === undefined && page === 0) throw new Error('the first page is empty')
  }
  return times
}

const shown = (times: readonly number[]): string => `${at(times, 0.5).toFixed(1)} / ${at(times, 0.99).toFixed(1)} ms`
const perSecond = (rate: number): string => `${Math.round(rate / 1_000)},000 rows/s`
const verdict = (value: number, goal: number): string => `${goal}x ${value <= goal ? 'met' : 'NOT met'}`

const MIN_ROLLUP_DAYS = 30

/** Facts and rollups in a database of their own. */
const benchRollups = async (name: string, server: Awaited<ReturnType<typeof startPostgres>>): Promise<void> => {
  const url = await server.createDatabase()
  const db = await openPostgres(url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const rollupDays = Math.max(MIN_ROLLUP_DAYS, Math.round(rowCount / users))
  const found = await measureRollups(db, {
    rowsOf,
    lastDay,
    days: rollupDays,
    analyze: () => client.query('VACUUM ANALYZE'),
  })
  const ratio = found.topMs / found.factsMs
  rows.push([
    `${name}, with facts`,
    `${rollupDays * users}`,
    perSecond(found.rowsPerSecond),
    '',
    `top 50: ${found.topMs.toFixed(1)} ms, by another figure ${found.otherTopMs.toFixed(1)} ms, from facts ${found.factsMs.toFixed(0)} ms`,
    `top 50 ${verdict(ratio, GOALS.top)} (${ratio.toFixed(4)} of facts); refresh of all ${(found.refreshMs / 1_000).toFixed(1)} s, of 100 users ${found.pageMs.toFixed(0)} ms`,
  ])
  await client.end()
  await db.close()
}

/** Credits with the share of each user, read by commands. */
const benchTokens = async (name: string, data: string): Promise<void> => {
  for (const { name: line, clientMb, serverMb, ms } of await measureTokens(data, users)) {
    const about = Math.max(clientMb, serverMb) <= GOALS.tokensMb ? 'met' : 'NOT met'
    const memory = `service ${serverMb.toFixed(0)} MB, command ${clientMb.toFixed(0)} MB`
    rows.push([
      `${name}, ${line}`,
      `${DAYS} days`,
      '',
      '',
      `${(ms / 1_000).toFixed(1)} s`,
      `${memory}, goal ${GOALS.tokensMb} MB ${about}`,
    ])
  }
}

const file = join(home, 'team.db')
const sqlite = createSqliteDb(openDatabase(file), true)
const days = Math.max(DAYS, Math.round(rowCount / users))
const sqliteRate = await fill(sqlite, 0, days)
const sqliteTimes = await pageTimes(sqlite)
const sqliteBytes = statSync(file).size
await sqlite.close()
rmSync(file)

const rows: string[][] = [
  ['SQLite', `${days * users}`, perSecond(sqliteRate), `${Math.round(sqliteBytes / 1e6)} MB`, shown(sqliteTimes), ''],
]
await benchTokens('SQLite', join(home, 'tokens.db'))
const ends: (() => Promise<void>)[] = []
// Also after a failure, or the servers go on.
process.once('uncaughtException', async (error) => {
  console.error(error)
  for (const end of ends) await end()
  process.exit(1)
})
for (const [name, folder] of Object.entries(postgresFolders())) {
  const server = await startPostgres(folder, (end) => ends.push(end))
  const url = await server.createDatabase()
  const db = await openPostgres(url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const number = async (sql: string) => Number((await client.query(`SELECT ${sql} AS value`)).rows[0].value)
  const log = () => number("pg_current_wal_insert_lsn() - '0/0'")
  const rate = await fill(db, 0, days)
  await client.query('ANALYZE person_days')
  const logOf = async (work: () => Promise<unknown>) => {
    const before = await log()
    await work()
    return (await log()) - before
  }
  const first = await logOf(() => fill(db, days, days + 1))
  const again = (await logOf(() => fill(db, days, days + 1))) / first
  const times = await pageTimes(db)
  const bytes = await number('pg_database_size(current_database())')
  const ratio = at(times, 0.5) / at(sqliteTimes, 0.5)
  const about = `page ${verdict(ratio, GOALS.page)} (${ratio.toFixed(2)}x), unchanged day ${verdict(again, GOALS.log)} (${again.toFixed(3)} of its log)`
  rows.push([name, `${days * users}`, perSecond(rate), `${Math.round(bytes / 1e6)} MB`, shown(times), about])
  await fill(db, days + 1, days * 5)
  await client.query('ANALYZE person_days')
  const later = await pageTimes(db)
  const growth = at(later, 0.5) / at(times, 0.5)
  const largeBytes = await number('pg_database_size(current_database())')
  const grown = `page ${verdict(growth, GOALS.growth)} (${growth.toFixed(2)}x of a fifth of the rows)`
  rows.push([name, `${days * 5 * users}`, '', `${Math.round(largeBytes / 1e6)} MB`, shown(later), grown])
  await client.end()
  await db.close()
  await benchRollups(name, server)
  await benchTokens(name, await server.createDatabase())
  for (const end of ends.splice(0)) await end()
}
for (const row of rows) console.log(row.join('   '))
keepSection({
  title: 'A team’s database',
  by: 'npm run bench -- --team',
  note: `${users} users; pages of 100 users over ${DAYS} days at ${PAGES} places, p50 / p99; without fsync.`,
  heads: ['database', 'rows', 'import', 'size', 'page', 'goals'],
  rows,
})
process.exit()
