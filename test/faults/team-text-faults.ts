import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../src/base/errors.ts'
import type { Db } from '../../src/service/db/db.ts'
import { openDatabase } from '../../src/service/db/open-store-file.ts'
import { openPostgres } from '../../src/service/db/postgres-db.ts'
import { createSqliteDb } from '../../src/service/db/sqlite-db.ts'
import { columnsOf, keyOf, kindOf, type TableName, type TableRows, tableNames } from '../../src/service/db/tables.ts'
import { importFolder } from '../../src/service/import/import-folder.ts'
import { openStore } from '../../src/service/store/store.ts'
import { acting, createRandom, hostileString } from '../domain/hostile/strings.ts'
import { withFolder } from '../helpers/built-program.ts'
import { NOW } from '../helpers/demos.ts'
import { personDay } from '../helpers/person-day.ts'
import { type Fault, numberOf, type Outcome, pick, tryTimes } from './fault.ts'
import { onEachServer, sumOf } from './team-servers.ts'
import { type Reply, withService } from './team-service.ts'

/** Text that is special in SQL, in the arrays of PostgreSQL, in its parameters, in patterns, and in JavaScript. */
const special = [
  ...["'", "''", '"', '\\', '\\\\', "\\'; --", '`', "'; DROP TABLE person_days; --", "') OR 1=1 --", '/* */', '--'],
  ...[
    '{',
    '}',
    '{}',
    '{"a","b"}',
    '{NULL}',
    'NULL',
    'null',
    '"NULL"',
    ',',
    'a,b',
    '{a,b}',
    '\\N',
    '\\.',
    '\\x00',
    "E'\\n'",
  ],
  ...[
    '$1',
    '?1',
    ':id',
    '@x',
    '%',
    '_',
    '%_%',
    '$$',
    '$a$',
    'true',
    'undefined',
    '__proto__',
    'constructor',
    'infinity',
  ],
  ...[' ', '\t', '\r\n', '\ufeff', '\ufffd', 'e\u0301', '\u00e9', '😀', 'a\0b', '\0'],
]

const textOf = (random: () => number): string => {
  const kind = random()
  if (kind < 0.5) return pick(special, Math.floor(random() * special.length))
  return kind < 0.6 ? pick(Object.values(acting), Math.floor(random() * 99))(7) : hostileString(random)
}

const dayOf = (random: () => number): string => `2026-0${1 + Math.floor(random() * 9)}-1${Math.floor(random() * 10)}`

/** A row with hostile text in each column of text. */
const hostileRow = (table: TableName, random: () => number, known: Record<string, string>): Record<string, unknown> =>
  Object.fromEntries(
    columnsOf(table).map((column: string) => {
      const { kind, isNullable } = kindOf(table, column)
      if (isNullable && random() < 0.1) return [column, null]
      if (kind === 'text') return [column, known[column] ?? textOf(random)]
      if (kind === 'day') return [column, dayOf(random)]
      if (kind === 'bytes')
        return [column, new Uint8Array([0, 39, 92, 255].map((byte) => byte ^ Math.floor(random() * 256)))]
      return [column, kind === 'integer' ? Math.floor(random() * 2 ** 31) : random() * 1e15]
    }),
  )

/** JSON of a row as it is stored: a lone surrogate becomes U+FFFD in every database. */
const shown = (row: Record<string, unknown>, columns: readonly string[]): string =>
  JSON.stringify(
    columns.map((column) => {
      const value = row[column]
      if (value instanceof Uint8Array) return [...value]
      return typeof value === 'string' ? value.toWellFormed() : value
    }),
  )

/** Stores a row, and reads it by its key. Returns what is wrong. */
const storeRow = async (db: Db, table: TableName, row: Record<string, unknown>): Promise<string | undefined> => {
  const [columns, key] = [columnsOf(table) as string[], keyOf(table)]
  const find = () => {
    const where = key.map((column, at) => `${column} = $${at + 1}`).join(' AND ')
    return db.all<Record<string, unknown>>(
      `SELECT * FROM ${table} WHERE ${where}`,
      key.map((column) => row[column] as string),
    )
  }
  const hasNul = Object.values(row).some((value) => typeof value === 'string' && value.includes('\0'))
  try {
    await db.upsert(table, [row as TableRows[typeof table]])
  } catch (error) {
    const isRefused = hasNul && db.dialect === 'postgres' && error instanceof AppError && error.kind === 'usage'
    return isRefused ? undefined : `${table} refused ${shown(row, columns)}: ${error}`
  }
  const found = await find()
  const wanted = shown(row, columns)
  const stored = found.map((each) => shown(each, columns))
  return stored.length === 1 && stored[0] === wanted ? undefined : `${table} has ${stored} instead of ${wanted}`
}

const fillTables = (db: Db, count: number): Promise<Outcome> =>
  tryTimes(count, async (round) => {
    const random = createRandom(round)
    const [account_id, run_id] = [textOf(random).replaceAll('\0', ''), textOf(random).replaceAll('\0', '')]
    const known: Partial<Record<TableName, Record<string, string>>> = {
      service_accounts: { id: account_id },
      service_account_keys: { account_id },
      // Without a NUL, so that its pages have a run.
      wiki_runs: { id: run_id, row: textOf(random).replaceAll('\0', '') },
      wiki_pages: { run_id },
    }
    for (const table of tableNames) {
      const problem = await storeRow(db, table, hostileRow(table, random, known[table] ?? {}))
      if (problem !== undefined) return problem
    }
    return undefined
  })

const columns = async (count: number): Promise<Outcome> => {
  const sqlite = createSqliteDb(openDatabase(), false)
  const own = await fillTables(sqlite, count)
  await sqlite.close()
  const servers = onEachServer(async (server, each) => {
    const db = await openPostgres((await server.createDatabase()).url)
    const outcome = await fillTables(db, each)
    await db.close()
    return outcome
  })
  return sumOf([own, await servers(count)])
}

const randomDigits = (length: number): string => {
  const random = createRandom(1)
  return Array.from({ length }, () => Math.floor(random() * 36).toString(36)).join('')
}

/** Ids that are special in paths, files and SQL. */
const ids = [
  ...special,
  ...[
    '',
    '.',
    '..',
    '/',
    '//',
    'a/b',
    '../a',
    '..\\a',
    'a?b',
    'a#b',
    '%2e%2e',
    '%2F',
    '%00',
    '%',
    '%zz',
    'a;b',
    'a&b=c',
  ],
  ...['\ud800', 'a\udc00b', '\u202e', 'x'.repeat(200), 'x'.repeat(3_000), '漢'.repeat(1_500)],
  // Repeated characters are compressed in an index; these are not.
  randomDigits(5_000),
]

const neighbour = 'cmp_neighbour'
const computer = (id: string) => ({
  id,
  name: `n ${id}`.slice(0, 60),
  providerType: 'byom',
  createdAt: 1,
  status: 'active',
})

/** Writes a folder of an import with an id in each place that has one. */
const writeIds = (folder: string, id: string): void => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  const write = (name: string, data: unknown): void => writeFileSync(join(folder, name), JSON.stringify(data))
  const meta = { org_id: 'org_1', start_date: '2026-10-01', end_date: '2026-10-01', has_more: false }
  write('users.json', { data: [personDay(id, '2026-10-01'), personDay('user_neighbour', '2026-10-01')], meta })
  write('computers.json', { computers: [computer(id), computer(neighbour)] })
  write('readinessReports.json', {
    reports: [{ reportId: id, createdAt: 1, repoUrl: `https://${id}`, apps: {}, report: {} }],
  })
  write('ciJobs.json', { jobs: [{ id, name: id, updatedAt: 1 }] })
  const name = encodeURIComponent(id.toWellFormed())
  // Longer names are no file names.
  if (name.length > 200) return
  const key = { id, name: 'k', fingerprint: 'f', createdAt: 1, isRevoked: false }
  write(`serviceAccountKeys.${name}.json`, { apiKeys: [key] })
  write(`wiki.${name}.json`, { wikiRunId: id, pages: [{ path: id || 'p', markdown: id }] })
}

/** Imports an id, and uses it in each request that takes one. Returns all that the program says about it. */
const useId = async (data: string, folder: string, id: string): Promise<Reply[]> => {
  const store = await openStore(data)
  const { refused } = await importFolder(store, folder, () => NOW).finally(() => store.close())
  const report = { status: refused.length === 0 ? 201 : 400, text: refused.join('\n') }
  const path = encodeURIComponent(id.toWellFormed())
  const analytics = `/api/v1/analytics/users?startDate=2026-10-01&endDate=2026-10-01`
  const reports = '/api/organization/maturity-level-reports'
  return withService(data, {}, async ({ request }) => {
    const replies = [report]
    const send = async (to: string, init?: RequestInit) => replies.push(await request(to, init))
    await send(`/api/v0/computers/${path}`)
    await send(`/api/v0/computers/${path}`, { method: 'PATCH', body: JSON.stringify({ name: 'renamed' }) })
    await send(`/api/v0/computers/by-name/${path}`)
    await send(`/api/v0/service-accounts/${path}/api-keys`)
    await send(`/api/v0/service-accounts/${path}/api-keys/${path}/revoke`, { method: 'POST', body: '{}' })
    await send(analytics)
    await send(`${analytics}&limit=1&cursor=${path}`)
    await send(`${reports}?repoId=${path}`)
    await send(`${reports}?startAfter=${path}`)
    await send('/api/v0/automations/ci/jobs')
    await send(`/api/v0/wiki/${path}`)
    await send(`/api/v0/computers/${path}`, { method: 'DELETE' })
    await send(`/api/v0/computers/${neighbour}`)
    return replies
  })
}

/** Replies without what differs from run to run. */
const comparable = ({ status, text }: Reply): string =>
  `${status} ${text.replace(/"(requestId|revokedAt)":("[^"]*"|\d+)/g, '')}`

/** Each id: the same replies as with SQLite, which never are internal errors, and the neighbour is unchanged. */
const idsOnServers = onEachServer(async (server, count) => {
  const { url, admin } = await server.createDatabase()
  await (await openStore(url)).close()
  return withFolder((home) =>
    tryTimes(count, async (round) => {
      const random = createRandom(round)
      const id =
        round < ids.length ? pick(ids, ids.length - 1 - round) : hostileString(random).slice(0, numberOf(round, 60) + 1)
      const [folder, file] = [join(home, 'files'), join(home, 'data.db')]
      writeIds(folder, id)
      for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
      await admin('TRUNCATE computers, service_accounts, wiki_runs, person_days, reports, ci_jobs, facts CASCADE')
      const expected = await useId(file, folder, id)
      const replies = await useId(url, folder, id)
      const internal = [...expected, ...replies].find(({ status }) => status >= 500 || status === 0)
      if (internal) return `${JSON.stringify(id.slice(0, 50))}: ${internal.status} ${internal.text}`
      const at = replies.findIndex((reply, at) => {
        // PostgreSQL refuses a NUL, which SQLite accepts and does not find.
        if (id.includes('\0') && reply.status === 400 && reply.text.includes('U+0000')) return false
        return comparable(reply) !== comparable(expected[at] as Reply)
      })
      if (at < 0) return undefined
      const [actual = { status: 0, text: '' }, other = actual] = [replies[at], expected[at]]
      return `${JSON.stringify(id.slice(0, 50))}: reply ${at} is ${comparable(actual).slice(0, 200)}, and with SQLite ${comparable(other).slice(0, 200)}`
    }),
  )
})

export const teamTextFaults: readonly Fault[] = [
  { name: 'team: hostile text in every column', count: 1_000, run: columns },
  { name: 'team: ids with quotes, slashes and NUL', count: ids.length + 20, run: idsOnServers },
]
