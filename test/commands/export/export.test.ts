import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects, parquetSchema } from 'hyparquet'
import { expect, test } from 'vitest'
import { exportTables } from '../../../src/commands/export/export-tables.ts'
import { createParquetFile } from '../../../src/commands/export/parquet-file.ts'
import { startDemo, startManyPeople } from '../../helpers/demos.ts'
import { answer } from '../../helpers/faulty-server.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { type RunOptions, runQd } from '../../helpers/run-qd.ts'
import { testServer } from '../../helpers/test-server.ts'

const demo = await startDemo()
const RANGE = ['--from', '2026-11-01', '--to', '2026-11-14']
const QUERY = 'startDate=2026-11-01&endDate=2026-11-14'

type Row = Record<string, unknown>

const readFile = async (path: string): Promise<Row[]> =>
  (await parquetReadObjects({ file: await asyncBufferFromFile(path) })) as Row[]

const isoDay = (value: unknown): unknown => (value instanceof Date ? value.toISOString().slice(0, 10) : value)

/** Exports into an empty folder and reads the files back. */
const exportTo = async (words: string[], options: RunOptions, folder = join(makeFolder(), 'out')) => {
  const ran = await runQd(['export', '--parquet', folder, ...words], options)
  const names = ran.code === 0 ? ['users', 'days', 'models'] : []
  const tables = await Promise.all(
    names.map(async (name) => {
      const rows = await readFile(join(folder, `${name}.parquet`))
      return [name, rows.map((row) => ({ ...row, date: isoDay(row.date) }))] as const
    }),
  )
  return { ...ran, folder, tables: Object.fromEntries(tables) as Record<string, Row[]> }
}

const rawRows = async (path: string, { url, key } = demo): Promise<Row[]> =>
  JSON.parse((await runQd(['api', `/api/v1/analytics/${path}&${QUERY}`], { url, key })).out).data

const sumOf = (rows: readonly Row[], member: string): number =>
  rows.reduce((total, row) => total + Number(row[member]), 0)

/** Without the columns that are empty. */
const filled = (row: Row | undefined): Row =>
  Object.fromEntries(Object.entries(row ?? {}).filter(([, value]) => value !== null))

test('rows of users equal those of the command analytics users, with every member', async () => {
  const many = await startManyPeople()
  const { tables, code, err } = await exportTo(RANGE, many)
  expect([code, err]).toEqual([0, ''])
  const { out } = await runQd(['analytics', 'users', ...RANGE, '--all', '--format', 'json'], many)
  const { data } = JSON.parse(out) as { data: Row[] }
  expect(data.length).toBeGreaterThan(1_000)
  const keyOf = (row: Row) => `${row.date} ${row.user_id}`
  const byKey = new Map((tables.users ?? []).map((row) => [keyOf(row), row]))
  expect(tables.users).toHaveLength(byKey.size)
  expect(byKey.size).toBe(data.length)
  for (const row of data) expect(filled(byKey.get(keyOf(row)))).toEqual(filled(row))
})

test('sums of days and models equal those of the raw answers', async () => {
  const { tables, out, folder } = await exportTo(RANGE, demo)
  expect(out).toMatch(
    new RegExp(`^${folder}/users.parquet: [\\d,]+ rows, [\\d.]+ kB\n${folder}/days.parquet: 14 rows, `),
  )
  const answers: Record<string, string[]> = {
    'tokens?': ['billable_tokens', 'input_tokens', 'output_tokens', 'cache_read_tokens', 'cache_write_tokens'],
    'activity?': ['daily_active_users', 'weekly_active_users', 'sessions', 'messages', 'user_messages'],
    'productivity?': ['files_created', 'files_edited', 'git_commits', 'git_prs_created'],
    'tools?': ['tool_calls', 'skills_invocations', 'hooks_invocations', 'web_users', 'autonomy_ratio_avg'],
  }
  for (const [path, members] of Object.entries(answers)) {
    const rows = await rawRows(path)
    expect(rows).toHaveLength(14)
    for (const member of members) {
      expect(sumOf(rows, member), member).toBeGreaterThan(0)
      expect(sumOf(tables.days ?? [], member), member).toBe(sumOf(rows, member))
    }
  }
  const models = await rawRows('tokens?group_by=model')
  expect(models.length).toBeGreaterThan(20)
  expect(tables.models?.map(({ model_id, date, billable_tokens }) => [model_id, date, billable_tokens])).toEqual(
    models.map(({ group_key, date, billable_tokens }) => [group_key, date, billable_tokens]),
  )
})

test('columns are typed', async () => {
  const { folder } = await exportTo(RANGE, demo)
  const metadata = await parquetMetadataAsync(await asyncBufferFromFile(join(folder, 'users.parquet')))
  expect(metadata.created_by).toBe('quarterdeck 1.2.3')
  const types = parquetSchema(metadata).children.map(({ element }) => [
    element.name,
    element.converted_type ?? element.type,
  ])
  expect(Object.fromEntries(types)).toMatchObject({
    date: 'DATE',
    user_id: 'UTF8',
    user_email: 'UTF8',
    sessions: 'DOUBLE',
    languages: 'LIST',
    other_members: 'UTF8',
  })
})

test('column names differ within each table', () => {
  for (const columns of Object.values(exportTables)) {
    const names = columns.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  }
})

/** A server with these rows by path: the last word of it, or with `group_by` that. */
const serverWith = (rows: Record<string, unknown[]>) =>
  testServer((received, response, socket) => {
    const { pathname, searchParams } = new URL(received.path, 'http://x')
    const name = searchParams.get('group_by') ?? pathname.split('/').at(-1) ?? ''
    const body = { data: rows[name] ?? [], meta: { org_id: 'o', has_more: false } }
    void answer(200, body)(received, response, socket)
  })
const DAY = ['--from', '2026-11-01', '--to', '2026-11-01']
const date = '2026-11-01'

test('unknown members, and values of another type, are kept as JSON', async () => {
  const hostile = JSON.parse('{"__proto__":{"a":1},"later":[1.5,null,"\\u0000\\ud83d\\ude00"],"nothing":null}')
  const { url } = await serverWith({
    users: [
      { user_id: 'a', date, sessions: 'many', messages: 1.5, languages: ['Go', null], user_email: null, ...hostile },
      { user_id: "'; DROP--\u202e😀", date, sessions: 2, languages: ['Go', ''] },
    ],
    tokens: [{ date, billable_tokens: 5, by_model: [{ model_id: 'x' }], tool_calls: 7, later: 1 }],
    tools: [{ date, tool_calls: 3, by_tool: [] }],
    model: [{ date, group_key: 'opus', billable_tokens: 5, model_id: 'other' }],
  })
  const { tables, code } = await exportTo(DAY, { url, key: 'key-of-a-test' })
  expect(code).toBe(0)
  const [first = {}, second] = tables.users ?? []
  const { other_members: others, ...columns } = filled(first)
  expect(columns).toEqual({ user_id: 'a', date, messages: 1.5 })
  expect(others).toBe(JSON.stringify({ sessions: 'many', languages: ['Go', null], ...hostile }))
  expect(filled(second)).toEqual({ user_id: "'; DROP--\u202e😀", date, sessions: 2, languages: ['Go', ''] })
  expect(tables.days?.map(filled)).toEqual([
    { date, billable_tokens: 5, tool_calls: 3, other_members: '{"credits":{"tool_calls":7,"later":1}}' },
  ])
  expect(tables.models?.map(filled)).toEqual([
    { date, model_id: 'opus', billable_tokens: 5, other_members: '{"model_id":"other"}' },
  ])
})

test('existing files stay, unless --force is given, and nothing else is left in the folder', async () => {
  const folder = makeFolder()
  writeFileSync(join(folder, 'models.parquet'), 'mine')
  const refused = await exportTo(RANGE, demo, folder)
  expect([refused.code, refused.err]).toEqual([
    1,
    `${folder}/models.parquet already exists and was not changed; use --force to replace it.\n`,
  ])
  expect(readdirSync(folder)).toEqual(['models.parquet'])
  const forced = await exportTo([...RANGE, '--force'], demo, folder)
  expect(forced.tables.models?.length).toBeGreaterThan(10)
  expect(readdirSync(folder)).toEqual(['days.parquet', 'models.parquet', 'users.parquet'])
})

test('a folder that cannot be written ends with one sentence', async () => {
  const folder = makeFolder()
  writeFileSync(join(folder, 'file'), '')
  const { code, err } = await exportTo(RANGE, demo, join(folder, 'file'))
  expect([code, err]).toEqual([1, expect.stringMatching(/^Can't write .*: a part of the path is not a folder/)])
  mkdirSync(join(folder, 'users.parquet'))
  const taken = await exportTo([...RANGE, '--force'], demo, folder)
  expect([taken.code, readdirSync(folder)]).toEqual([1, ['file', 'users.parquet']])
})

test('a load that fails leaves no file', async () => {
  const server = await testServer((received, response, socket) => {
    const isLate = received.path.includes('cursor')
    const meta = { org_id: 'o', has_more: true, next_cursor: 'a' }
    void answer(isLate ? 403 : 200, { data: [{ user_id: 'a', date }], meta })(received, response, socket)
  })
  const { code, folder, out } = await exportTo(DAY, { url: server.url, key: 'key-of-a-test' })
  expect([code, out, readdirSync(folder)]).toEqual([3, '', []])
})

test('a row that the server sends again counts once, with its last figures', async () => {
  const server = await testServer((received, response, socket) => {
    const { pathname, searchParams } = new URL(received.path, 'http://x')
    const isUsers = pathname.endsWith('users')
    const isSecond = searchParams.get('cursor') !== null
    const data = isUsers
      ? [
          { user_id: 'a', date, sessions: isSecond ? 8 : 1 },
          { user_id: isSecond ? 'c' : 'b', date },
        ]
      : []
    const meta = { org_id: 'o', has_more: isUsers && !isSecond, ...(isUsers && !isSecond && { next_cursor: 'b' }) }
    void answer(200, { data, meta })(received, response, socket)
  })
  const { tables } = await exportTo(DAY, { url: server.url, key: 'key-of-a-test' })
  expect(tables.users?.map(({ user_id, sessions }) => [user_id, sessions]).sort()).toEqual([
    ['a', 8],
    ['b', null],
    ['c', null],
  ])
})

test('offline, days that are not cached are named, and no file is written', async () => {
  const cache = join(makeFolder(), 'cache.db')
  const { folder, ...first } = await exportTo(DAY, { ...demo, cache })
  expect(first.code).toBe(0)
  const again = await exportTo([...DAY, '--offline'], { ...demo, cache })
  expect(again.tables).toEqual(first.tables)
  expect(again.err).toBe('Offline: fetched 0 s ago.\n')
  const more = await exportTo([...RANGE, '--offline'], { ...demo, cache })
  expect([more.code, more.err]).toEqual([7, expect.stringContaining('Nothing was exported: ')])
  expect(readdirSync(more.folder)).toEqual([])
})

test('with --pseudonyms no file has a name, and the key is masked wherever a server sends it', async () => {
  const key = 'a-key-that-is-secret'
  const { url } = await serverWith({
    users: [{ user_id: 'ada', user_email: 'ada@example.com', date, nickname: `x ${key}`, primary_model: key }],
    tokens: [{ date, by_user: [{ user_id: 'ada' }], later: key }],
    model: [{ date, group_key: key }],
  })
  const textOf = (folder: string) =>
    readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'latin1'))
      .join('')
  const plain = await exportTo(DAY, { url, key })
  expect(textOf(plain.folder)).toContain('ada@example.com')
  expect(textOf(plain.folder)).not.toContain(key)
  const { folder, tables } = await exportTo([...DAY, '--pseudonyms'], { url, key })
  expect(textOf(folder)).not.toContain('ada')
  expect(textOf(folder)).not.toContain('nickname')
  expect(tables.users).toHaveLength(1)
})

test('rows are written in groups, so that their number does not matter', async () => {
  const path = join(makeFolder(), 'many.parquet')
  const file = createParquetFile(path, exportTables.users, 'test')
  for (let at = 0; at < 500; at += 1)
    file.add(Array.from({ length: 100 }, (_, row) => ({ user_id: `u${at * 100 + row}`, date, sessions: at })))
  expect(file.end()).toMatchObject({ path, rows: 50_000 })
  expect(file.moveIntoPlace(false)).toBe(true)
  const metadata = await parquetMetadataAsync(await asyncBufferFromFile(path))
  expect(metadata.row_groups.map(({ num_rows }) => Number(num_rows))).toEqual([20_000, 20_000, 10_000])
  const rows = await readFile(path)
  expect([rows.length, sumOf(rows, 'sessions')]).toEqual([50_000, (499 * 500 * 100) / 2])
})

test('JSON and CSV output name the files, and --parquet is required', async () => {
  const { out, folder } = await exportTo([...DAY, '--json'], demo)
  expect(JSON.parse(out).files).toMatchObject([
    { table: 'users', path: join(folder, 'users.parquet') },
    { table: 'days', rows: 1 },
    { table: 'models' },
  ])
  const csv = await exportTo([...DAY, '--format', 'csv', '--columns', 'table,rows'], demo)
  expect(csv.out).toMatch(/^table,rows\r\nusers,\d+\r\ndays,1\r\nmodels,\d+\r\n$/)
  expect((await runQd(['export'], demo)).err).toContain('--parquet is missing: use --parquet FOLDER.')
})
