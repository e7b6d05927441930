import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { pgBouncerPath, postgresFolders, runSql, startPgBouncer, startPostgres } from '../helpers/postgres.ts'
import type { Outcome } from './fault.ts'

/** A database of a team, with a running server. */
export type TeamServer = {
  /** Such as `PostgreSQL 18.4 of npm`. */
  name: string
  /** Creates an empty database of the user `app`, who has no rights elsewhere. */
  createDatabase: () => Promise<TeamDatabase>
  start: () => Promise<void>
  /** Stops it at once, as in a crash: connections are cut. */
  stop: () => Promise<void>
  /** Ends the server by SIGKILL, without any notice to its clients. */
  kill: () => Promise<void>
}

export type TeamDatabase = {
  /** The address for the service, through PgBouncer if that is tested. */
  url: string
  /** Runs a statement as the superuser, directly. */
  admin: <Row>(sql: string) => Promise<Row[]>
  /** Locks tables until the returned function is called. */
  lock: (...tables: string[]) => Promise<() => Promise<void>>
}

const pgBouncer = pgBouncerPath()

const versionOf = (program: string): string =>
  /\d+(\.\d+)+/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' }))?.[0] ?? 'unknown'

type Kind = { name: string; folder: string; isPooled: boolean }

/** The databases that are installed: PostgreSQL of npm and of Debian, and PgBouncer in front of the first one. */
const kinds: readonly Kind[] = Object.entries(postgresFolders()).flatMap(([source, folder], at) => {
  const name = `PostgreSQL ${versionOf(join(folder, 'bin/postgres'))} of ${source.replace(/ .*/, '')}`
  const pooled = { name: `PgBouncer ${pgBouncer ? versionOf(pgBouncer) : ''}`, folder, isPooled: true }
  return [{ name, folder, isPooled: false }, ...(at === 0 && pgBouncer ? [pooled] : [])]
})

/** The databases on which the rows run, and those that are missing. */
export const teamEngines = (): string => {
  const names = kinds.map(({ name }) => name)
  const missing = ['npm', 'Debian', 'PgBouncer'].filter((word) => !names.some((name) => name.includes(word)))
  return [`SQLite ${process.versions.sqlite}`, ...names, ...missing.map((name) => `${name}: not found`)].join(', ')
}

type RunOn = (server: TeamServer, count: number) => Promise<Outcome>

/** Runs the attempts of a row on each database, and adds them up. */
export const onEachServer =
  (run: RunOn, isWanted: (kind: Kind) => boolean = () => true) =>
  async (count: number): Promise<Outcome> => {
    const outcomes: Outcome[] = []
    for (const kind of kinds.filter(isWanted)) {
      const { tried, broke, notes } = await withServer(kind, (server) => run(server, count))
      outcomes.push({ tried, broke, notes: notes.map((note) => `${kind.name}: ${note}`) })
    }
    return sumOf(outcomes)
  }

/** Adds outcomes up. The notes of failures come first, because few are printed. */
export const sumOf = (outcomes: readonly Outcome[]): Outcome => ({
  tried: outcomes.reduce((sum, { tried }) => sum + tried, 0),
  broke: outcomes.reduce((sum, { broke }) => sum + broke, 0),
  notes: outcomes.toSorted((a, b) => b.broke - a.broke).flatMap(({ notes }) => notes),
})

const withServer = async <T>(
  { name, folder, isPooled }: Kind,
  work: (server: TeamServer) => Promise<T>,
): Promise<T> => {
  const ends: (() => Promise<void>)[] = []
  const atEnd = (end: () => Promise<void>) => void ends.unshift(end)
  try {
    const server = await startPostgres(folder, atEnd)
    await runSql(server.urlOf('postgres'), 'CREATE ROLE app LOGIN')
    const front = isPooled && pgBouncer ? await startPgBouncer(pgBouncer, server, atEnd) : server
    const createDatabase = async (): Promise<TeamDatabase> => {
      const direct = await server.createDatabase()
      const database = new URL(direct).pathname.slice(1)
      await runSql(direct, `ALTER DATABASE ${database} OWNER TO app`)
      const url = front.urlOf(database).replace('//postgres@', '//app@')
      return { url, admin: async (sql) => (await runSql(direct, sql)).rows, lock: createLock(direct) }
    }
    return await work({
      name,
      createDatabase,
      start: () => startAgain(server.start),
      stop: async () => void (await server.stop('immediate')),
      kill: async () => server.signal('SIGKILL'),
    })
  } finally {
    for (const end of ends) await end()
  }
}

/** A killed server leaves processes that end a moment later; until then another one refuses to start. */
const startAgain = async (start: () => Promise<unknown>): Promise<void> => {
  for (let tries = 1; ; tries++) {
    try {
      await start()
      return
    } catch (error) {
      if (tries === 40) throw error
      await wait(100)
    }
  }
}

const createLock =
  (url: string) =>
  async (...tables: string[]): Promise<() => Promise<void>> => {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    await client.connect()
    await client.query(`BEGIN; LOCK TABLE ${tables.join(', ')} IN ACCESS EXCLUSIVE MODE`)
    return () => client.end()
  }
