import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allCommands } from '../../src/commands/command-table.ts'
import { ALL_FORMATS, FORMATS } from '../../src/commands/kit/output-format.ts'
import { startService } from '../../src/service/start-service.ts'
import { createStore } from '../../src/service/store/store.ts'
import { poisoned } from '../domain/hostile/families.ts'
import { createRandom, hostileString } from '../domain/hostile/strings.ts'
import { csvRows, FORMULA } from '../helpers/csv-rows.ts'
import { NOW } from '../helpers/demos.ts'
import { type Behaviour, type FaultyServer, startFaultyServer } from '../helpers/faulty-server.ts'
import { listCommands } from '../helpers/list-commands.ts'
import { fileFolder, makeFolder } from '../helpers/make-folder.ts'
import { ALL_CHECKS } from '../helpers/run-check.ts'
import { type Ran, runQd } from '../helpers/run-qd.ts'
import { zipFile } from '../helpers/zip-file.ts'

const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠x', '=', '"=1', "'=1"]
const acting = [
  '\x1b[c', // asks the terminal to identify itself
  '\x1b]0;owned\x07',
  '\x1b]52;c;ZXZpbA==\x07',
  '\u009d52;c;ZXZpbA==\u009c',
  '\u009b6n',
  '\u009d2;owned\x07',
  '\x07',
  '\x1bP$q"p\x1b\\',
  '\x1b[?1049h\x1b[?2004h',
]
const hiding = [
  'a\u202eb\u2066c',
  'x\0y',
  'over\rwritten',
  'line\u2028two',
  '\ud800',
  'half \udc00',
  '\u200b\ufeff',
  '\u0085',
]
const hostile = (() => {
  const random = createRandom(20_261_121)
  return [...formulas, ...acting, ...hiding, ...Array.from({ length: 150 }, () => hostileString(random))]
})()

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Replaces every text of a response by a different hostile one. Keeps the days that a command needs. */
const hostileAnswer = (document: unknown, keepsDays: boolean): unknown => {
  let at = 0
  const next = (): string => hostile[at++ % hostile.length] ?? ''
  const grown = poisoned(document, next, keepsDays) as Json
  // A printed note repeats this text of the response.
  if (isObject(grown.meta) && 'has_more' in grown.meta)
    Object.assign(grown.meta, { has_more: true, next_cursor: acting.join('') })
  const data = grown.data
  // Unknown members with hostile names, and a number that looks like a formula.
  if (Array.isArray(data))
    for (const row of data.filter(isObject))
      Object.assign(row, { '=cmd\x1b]0;x\x07': next(), '\u009b6n': next(), remark: '=1+1', delta: -5 })
  return grown
}

const range = ['--from', '2026-11-18', '--to', '2026-11-20']
const query = 'startDate=2026-11-18&endDate=2026-11-20'
const analytics = '/api/v1/analytics'
/** Commands that print the rows of one response, and its path. */
const printers: [line: string[], path: string][] = [
  [['analytics', 'tokens', ...range], `${analytics}/tokens?${query}`],
  [['analytics', 'tokens', ...range, '--group-by', 'model'], `${analytics}/tokens?${query}&group_by=model`],
  [['analytics', 'tools', ...range], `${analytics}/tools?${query}`],
  [['analytics', 'tools', ...range, '--group-by', 'tool_name'], `${analytics}/tools?${query}&group_by=tool_name`],
  [['analytics', 'activity', ...range], `${analytics}/activity?${query}`],
  [['analytics', 'activity', ...range, '--group-by', 'client'], `${analytics}/activity?${query}&group_by=client`],
  [['analytics', 'productivity', ...range], `${analytics}/productivity?${query}`],
  [['analytics', 'users', ...range, '--limit', '5'], `${analytics}/users?${query}&limit=5`],
]

/** Hostile responses by path. Any other path returns an error with a hostile message. */
const answers = new Map<string, Json>()
let server: FaultyServer

beforeAll(async () => {
  const service = await startService({ demo: { users: 6, days: 30 }, now: () => NOW })
  const headers = { authorization: `Bearer ${service.keys.owner}` }
  const paths = [
    ...printers.map(([, path]) => path),
    '/api/v0/organization/enterprise-controls/history',
    '/api/organization/maturity-level-reports',
    '/api/v0/automations/ci/jobs',
    '/api/v0/computers?includeProvisioningSteps=true',
    '/api/v0/computers/cmp_cygnus',
    '/api/v0/service-accounts/sa_ci-bot/api-keys',
  ]
  for (const path of paths) {
    const document: unknown = await (await fetch(service.url + path, { headers })).json()
    // Rows by day need a day of the range.
    const isKeptByDay = path.includes(analytics) && !path.includes('/users')
    answers.set(path, hostileAnswer(document, isKeptByDay) as Json)
    // For commands that request other days and sum them.
    const [plainPath = ''] = path.split('?')
    if (!path.includes('group_by')) answers.set(`${plainPath}?*`, hostileAnswer(document, true) as Json)
  }
  answers.set(
    '/api/v0/openapi.json',
    (await (await fetch(`${service.url}/api/v0/openapi.json`, { headers })).json()) as Json,
  )
  await service.close()
  const words = hostile.slice(0, 40).join('')
  const problem = { detail: words, title: words, status: 418, requestId: words }
  const behaviour: Behaviour = ({ path }, response) => {
    const found = answers.get(path) ?? answers.get(`${path.split('?')[0]}?*`)
    response.writeHead(found === undefined ? 418 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(found ?? problem))
  }
  server = await startFaultyServer(behaviour)
})
afterAll(() => server.close())

const qd = (line: string[], isTerminal: boolean): Promise<Ran> =>
  runQd(line, {
    url: server.url,
    key: 'qd-secret-key-7f3a9c',
    isOutputTerminal: isTerminal,
    isErrorTerminal: isTerminal,
    columns: isTerminal ? 100 : undefined,
  })

// A text without control characters has no effect on a terminal. Bidirectional controls change the order of a line. Line breaks are our own.
const unsafe = /[^\P{Cc}\n]|[\u2028\u2029\p{Bidi_Control}]|\p{Cs}/u
// The lines of a csv file end with CR LF, and in a pipe its cells contain tabs and line breaks unchanged.
const unsafeInFile = /[^\P{Cc}\t\r\n]|[\u2028\u2029\p{Bidi_Control}]/u

const expectHarmless = ({ out, err }: Ran, what: string, allowed = unsafe): void => {
  expect(allowed.exec(out), `output of ${what}`).toBeNull()
  expect(unsafe.exec(err.replaceAll('\r', '')), `errors of ${what}`).toBeNull()
}

const withoutCrlf = (ran: Ran): Ran => ({ ...ran, out: ran.out.replaceAll('\r\n', '\n') })

test('every text that affects a terminal is recognized as unsafe', () => {
  for (const text of acting) expect(text).toMatch(unsafe)
})

test.each(printers)('%j has no effect on a terminal in any format', async (line) => {
  for (const format of FORMATS) {
    const what = `${line.join(' ')} --format ${format}`
    const shown = await qd([...line, '--format', format], true)
    expect(shown.code, `${what}: ${shown.err}`).toBe(0)
    expect(shown.out.length).toBeGreaterThan(100)
    expectHarmless(format === 'csv' ? withoutCrlf(shown) : shown, what)
    expectHarmless(await qd([...line, '--format', format], false), what, format === 'csv' ? unsafeInFile : unsafe)
  }
  expectHarmless(withoutCrlf(await qd([...line, '--format', 'csv', '--csv-raw'], true)), `${line.join(' ')} raw`)
})

test.each(printers)('%j in json and ndjson parses back to what was sent', async (line, path) => {
  const sent = answers.get(path) ?? {}
  expect((sent.data as unknown[]).length).toBeGreaterThan(0)
  for (const isTerminal of [true, false]) {
    expect(JSON.parse((await qd([...line, '--format', 'json'], isTerminal)).out)).toEqual({ schema: 1, ...sent })
    const rows = (await qd([...line, '--format', 'ndjson'], isTerminal)).out.trimEnd().split('\n')
    expect(rows.map((row) => JSON.parse(row))).toEqual(sent.data)
  }
})

test.each(printers)('%j in csv starts no formula, and leaves numbers alone', async (line, path) => {
  const [heading = [], ...lines] = csvRows((await qd([...line, '--format', 'csv'], false)).out)
  expect(lines).toHaveLength((answers.get(path) as { data: Json[] }).data.length)
  expect([...heading, ...lines.flat()].filter((cell) => FORMULA.test(cell))).toEqual([])
  const column = (name: string) => new Set(lines.map((cells) => cells[heading.indexOf(name)]))
  expect([column('remark'), column('delta')]).toEqual([new Set(["'=1+1"]), new Set(['-5'])])
})

/** An archive whose page has a hostile name and a hostile text. */
const mirrorFolder = fileFolder()
const archives = fileFolder()
const hostileArchive = join(archives, 'a.zip')
const pageName = acting.join('').replaceAll(/[/\\\0]/g, '')
writeFileSync(hostileArchive, zipFile([{ name: `${pageName}.md`, content: `# ${acting.join(' ')}` }]))

const policy = join(archives, 'policy.yaml')
writeFileSync(policy, ALL_CHECKS)

/** Lists that need no argument; the others are below. */
const serverLists = listCommands.filter(({ isLocal, arguments: operands = [] }) => !isLocal && operands.length === 0)

// Commands that print more than the rows of one response. `qd api` prints responses unchanged only in a pipe.
const others: string[][] = [
  ['overview', ...range],
  ['overview', ...range, '--compare', 'prev'],
  ['overview', ...range, '--json'],
  ['status', '--json'],
  ['watch', '--once'],
  ['live'],
  ['live', '--format', 'table'],
  ['doctor'],
  ['doctor', '--json'],
  ['sync', '--to', join(mirrorFolder, 'mirror.db')],
  ['sync', '--to', join(mirrorFolder, 'mirror.db'), '--status'],
  ['api', '/api/v0/automations/ci/jobs'],
  ['api', '/api/v0/nothing', '--verbose'],
  ['computers', 'update', 'cmp_cygnus', '--name', 'other', '--json'],
  ['computers', 'install-deps', 'cmp_cygnus'],
  ['computers', 'create', '--name', 'other-computer', '--remote-user', 'agent'],
  ['computers', 'restart', 'cmp_cygnus'],
  ['computers', 'delete', 'cmp_atlas', '--yes'],
  ['keys', 'create', 'sa_ci-bot', '--name', 'other'],
  ['wiki', 'export', 'wr_1', '-o', '/dev/null/a.zip'],
  ['wiki', 'extract', hostileArchive, '/dev/null/pages'],
  ['wiki', 'delete', 'wr_1', '--yes'],
  ['keys', 'revoke', 'sa_ci-bot', 'key_1', '--yes'],
  ['limits', 'set', '2000000', '--user', 'a@b.example', '--yes'],
  ['limits', 'clear', '--global', '--yes'],
  ...FORMATS.flatMap((format) => [
    ...serverLists.map(({ name }) => [...name.split(' '), '--format', format]),
    ['analytics', 'users', ...range, '--all', '--format', format],
    ['analytics', 'users', ...range, '--totals', '--compare', 'prev', '--format', format],
    ['analytics', 'tokens', ...range, '--totals', '--format', format],
    ['analytics', 'tools', ...range, '--group-by', 'tool_name', '--totals', '--compare', 'prev', '--format', format],
    ['readiness', 'list', '--all', '--format', format],
    ['readiness', 'show', 'latest', '--format', format],
    ['readiness', 'compare', '--format', format],
    ['computers', 'show', 'cmp_cygnus', '--format', format],
    ['computers', 'metrics', 'cmp_cygnus', '--format', format],
    ['keys', 'list', 'sa_ci-bot', '--format', format],
    ['wiki', 'show', 'wr_1', '--format', format],
    ['wiki', 'pages', hostileArchive, '--format', format],
    ['wiki', 'search', 'md', '--file', hostileArchive, '--format', format],
    ['wiki', 'search', '#', '--file', hostileArchive, '--format', format],
    ['controls', 'diff', '--format', format],
    ['controls', 'blame', 'sandbox', '--format', format],
  ]),
  ...['unified', 'split', 'json-patch'].flatMap((style) => [
    ['controls', 'diff', '--style', style],
    ['controls', 'diff', '--style', style, '--reveal', '--yes'],
  ]),
  ['controls', 'show', 'latest', '--format', 'table'],
  ['controls', 'show', 'latest', '--reveal', '--yes'],
  ['controls', 'show', 'latest', '--format', 'json'],
  ...ALL_FORMATS.map((format) => ['check', policy, '--format', format]),
  ['check', policy, '--pseudonyms'],
  ['export', ...range, '--parquet', fileFolder()],
  ['analytics', 'users', '--where', `${acting.join('').replaceAll(' ', '')}>1`],
  ['analytics', 'tokens', '--sort', acting.join('').replaceAll(' ', '')],
]

test.each(others.map((line) => line.join(' ')))('qd %s has no effect on a terminal', async (line) => {
  const ran = await qd(line.split(' '), true)
  expect(ran.out.length + ran.err.length).toBeGreaterThan(30)
  expectHarmless(line.endsWith('csv') ? withoutCrlf(ran) : ran, line)
})

test('the name of an organisation in qd cache status does not affect the terminal', async () => {
  const folder = makeFolder()
  const options = { url: server.url, key: 'qd-secret-key-7f3a9c', cache: join(folder, 'quarterdeck', 'cache.db') }
  await runQd(['analytics', 'tokens', ...range], options)
  for (const format of ['table', 'json']) {
    const env = { XDG_CACHE_HOME: folder }
    const ran = await runQd(['cache', 'status', '--format', format], { env, isOutputTerminal: true, columns: 100 })
    expect(ran.out).toContain('credits')
    expectHarmless(ran, `cache status as ${format}`)
  }
})

test('texts in the audit log of a server and names of its keys have no effect on a terminal', async () => {
  const data = join(makeFolder(), 'server.db')
  const store = createStore(data)
  const [text, name] = [acting.join(''), `=1+1${acting.join('')}`]
  await store.keys.add('the-value-of-a-hostile-key', { name, role: 'owner' })
  await store.auditLog.add({ id: text, key_name: name, role: text, action: text, target: text })
  await store.teams.replace([{ email: text, team: name }])
  await store.budgets.replace([{ scope: `team:${name}`, credits: 1 }])
  await store.close()
  for (const line of ['serve audit', 'serve keys list', 'serve teams list', 'serve budgets list'])
    for (const format of FORMATS) {
      const ran = await runQd([...line.split(' '), '--data', data, '--format', format], { isOutputTerminal: true })
      expect(ran.code, ran.err).toBe(0)
      expectHarmless(format === 'csv' ? withoutCrlf(ran) : ran, `${line} as ${format}`)
    }
})

test('every command that prints text of a server is tested', async () => {
  const lines = [...printers.map(([line]) => line), ...others].map((line) => line.join(' '))
  const silent =
    /^(demo|serve|serve .*|cache status|cache clear|controls rules|login|logout|mcp|mcp install|profile .*|hooks .*|\w+ (add|forget)|completion|man|report|open|schema)$/
  const names = (await allCommands()).map(({ name }) => name).filter((name) => !silent.test(name))
  expect(names.filter((name) => !lines.some((line) => line.startsWith(name)))).toEqual([])
})
