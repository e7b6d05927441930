import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ROLES } from '../../src/contract/roles.ts'
import { openStore } from '../../src/service/store/store.ts'
import { builtProgram, outputOf, type Ran, withFolder } from '../helpers/built-program.ts'
import { personDay } from '../helpers/person-day.ts'
import { type Fault, numberOf, type Outcome, stackIn, tryTimes } from './fault.ts'
import { onEachServer, sumOf, type TeamDatabase, type TeamServer } from './team-servers.ts'

const DAYS = ['2026-09-29', '2026-09-30', '2026-10-01']
const USERS = 3_000
const ACCOUNT = 'sa_import'

/** Writes a folder of an import. Each row has the number of the round, so that two imports differ in every row. */
const writeImport = (folder: string, round: number): void => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  const write = (name: string, data: unknown): void => writeFileSync(join(folder, name), JSON.stringify(data))
  const meta = { org_id: `org_${round}`, start_date: DAYS[0], end_date: DAYS.at(-1) }
  for (const date of DAYS) {
    const rows = Array.from({ length: USERS }, (_, user) => personDay(`user_${user}`, date, { round }))
    write(`users.${date}.json`, { data: rows, meta: { ...meta, has_more: false } })
  }
  const counts = { files_created: 1, files_edited: 1, git_commits: 1, git_prs_created: 1 }
  const days = DAYS.map((date) => ({ date, ...counts, by_extension: [], by_language: [], round }))
  write('productivity.json', { data: days, meta })
  const keys = Array.from({ length: 50 }, (_, at) => ({
    ...{ id: `key_${at}`, name: `key ${at}`, fingerprint: 'f', createdAt: 1_780_000_000_000, isRevoked: false, round },
  }))
  write(`serviceAccountKeys.${ACCOUNT}.json`, { apiKeys: keys })
}

/** Which rounds the stored rows come from, with their numbers, as text: all rows of one round if nothing is half written. */
const storedRounds = async (data: string): Promise<string> => {
  const store = await openStore(data)
  try {
    const [first = '', last = ''] = [DAYS[0], DAYS.at(-1)]
    const { rows } = await store.personDays.readPage(first, last, USERS * 2, '')
    const days = await store.days.read('productivity', first, last, false)
    const keys = (await store.serviceAccounts.readKeys(ACCOUNT)) ?? ''
    const counts = new Map<number, number>()
    for (const row of JSON.parse(`[${[rows, days, keys].filter((text) => text !== '').join(',')}]`) as {
      round: number
    }[])
      counts.set(row.round, (counts.get(row.round) ?? 0) + 1)
    const organisation = await store.readOrganisation()
    return [...counts]
      .map(([round, count]) => `${count} rows of round ${round}`)
      .concat(organisation)
      .join(', ')
  } finally {
    await store.close()
  }
}
const whole = (round: number): string =>
  `${DAYS.length * USERS + DAYS.length + 50} rows of round ${round}, org_${round}`

const startImport = (data: string, folder: string): ChildProcess => {
  const args = [builtProgram, 'serve', '--data', data, '--import', folder, '--port', '0', '--json', '--end-with-parent']
  return spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'] })
}

/** Resolves when the service prints its address, after the import, or ends. */
const finished = async (child: ChildProcess): Promise<void> => {
  await Promise.race([once(child.stdout as NodeJS.EventEmitter, 'data'), once(child, 'close')])
}

const runImport = async (data: string, folder: string): Promise<Ran & { ms: number }> => {
  const startedAt = performance.now()
  const child = startImport(data, folder)
  const output = outputOf(child)
  await finished(child)
  const ms = performance.now() - startedAt
  child.stdin?.end()
  return { ...(await output), ms }
}

type Target = { data: string; stopServer?: () => Promise<void>; startServer?: () => Promise<void> }

/**
 * Kills an import, or its database, at any time: all of its rows are stored or none, and the next one succeeds. The import of an
 * even round is killed; in odd rounds the database is, and the import says so in a sentence.
 */
const killImports = (target: Target, count: number): Promise<Outcome> =>
  withFolder(async (folder) => {
    const files = join(folder, 'files')
    writeImport(files, 0)
    const { code, err, ms } = await runImport(target.data, files)
    if (code !== 0)
      return { tried: count, broke: count, notes: [`the first import ended with ${code}: ${err.slice(0, 300)}`] }
    let stored = 0
    let halves = 0
    const outcome = await tryTimes(count, async (index) => {
      const round = index + 1
      writeImport(files, round)
      const child = startImport(target.data, files)
      const output = outputOf(child)
      // The program starts in the first part of this time.
      await Promise.race([wait(ms * 0.3 + numberOf(round * 13, Math.ceil(ms * 0.7))), finished(child)])
      const isServerKilled = round % 2 === 1 && target.stopServer !== undefined
      if (isServerKilled) await target.stopServer?.()
      else child.kill('SIGKILL')
      child.stdin?.end()
      const { err } = await output
      if (isServerKilled) await target.startServer?.()
      if (stackIn(err)) return stackIn(err)
      const rows = await storedRounds(target.data)
      if (rows === whole(round)) halves++
      else if (rows !== whole(stored)) return `stored: ${rows}`
      const next = await runImport(target.data, files)
      if (next.code !== 0) return `the next import ended with ${next.code}: ${next.err}`
      stored = round
      const again = await storedRounds(target.data)
      return again === whole(round) ? undefined : `after the next import: ${again}`
    })
    return { ...outcome, notes: [...outcome.notes, `${count} killed, of which ${halves} had stored their rows`] }
  })

const importOnServer = onEachServer(async (server, count) => {
  const { url } = await server.createDatabase()
  return killImports({ data: url, stopServer: server.kill, startServer: server.start }, count)
})

const importOnSqlite = (count: number): Promise<Outcome> =>
  withFolder(async (folder) => {
    const { notes, ...outcome } = await killImports({ data: join(folder, 'data.db') }, count)
    return { ...outcome, notes: notes.map((note) => `SQLite: ${note}`) }
  })

const INSTANCES = 8

/** The tables, columns, keys and indexes of a database. */
const schemaOf = async ({ admin }: TeamDatabase): Promise<string> =>
  JSON.stringify([
    await admin(`SELECT table_name, column_name, data_type, is_nullable, collation_name FROM information_schema.columns
      WHERE table_schema = 'public' ORDER BY 1, 2`),
    await admin("SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1"),
    await admin(
      "SELECT conrelid::regclass::text, pg_get_constraintdef(oid) AS def FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2",
    ),
    await admin('SELECT version FROM schema_versions ORDER BY 1'),
  ])

/** Eight programs start at once on an empty database: all of them serve, with one schema and one key for each role. */
const migrators = onEachServer(async (server: TeamServer, count: number) => {
  const alone = await server.createDatabase()
  await (await openStore(alone.url)).close()
  const expected = await schemaOf(alone)
  return tryTimes(count, async (round) => {
    const database = await server.createDatabase()
    const args = [builtProgram, 'serve', '--data', database.url, '--port', '0', '--json', '--end-with-parent']
    const all = Array.from({ length: INSTANCES }, () =>
      spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'] }),
    )
    const outputs = all.map(outputOf)
    // One of them is killed while it migrates.
    const killed = round % 2 === 0 ? undefined : all[0]
    if (killed) {
      await wait(200 + numberOf(round, 600))
      killed.kill('SIGKILL')
    }
    await Promise.all(all.map(finished))
    for (const child of all) child.stdin?.end()
    const ended = await Promise.all(outputs)
    const others = ended.filter((_, at) => all[at] !== killed)
    const failed = others.find(({ code, out }) => code !== 0 || out === '')
    if (failed) return `an instance ended with ${failed.code}: ${failed.err}`
    const roles = others.flatMap(({ out }) => Object.keys((JSON.parse(out) as { keys: object }).keys)).sort()
    if (!killed && roles.join() !== [...ROLES].sort().join()) return `printed keys: ${roles.join()}`
    return (await schemaOf(database)) === expected ? undefined : 'the schema differs from that of one instance'
  })
})

export const teamImportFaults: readonly Fault[] = [
  {
    name: 'team: kill -9 in an import',
    count: 12,
    run: async (count) => sumOf([await importOnSqlite(count), await importOnServer(count)]),
  },
  { name: 'team: eight migrators at once', count: 6, run: migrators },
]
