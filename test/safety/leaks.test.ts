import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { type Client, createClient } from '../../src/client/client.ts'
import type { LogEntry } from '../../src/client/request-log.ts'
import { allCommands } from '../../src/commands/command-table.ts'
import { wordsOfLine } from '../../src/commands/completion/complete-words.ts'
import { ALL_FORMATS, FORMATS } from '../../src/commands/kit/output-format.ts'
import { NOW } from '../helpers/demos.ts'
import { fileService } from '../helpers/e2e.ts'
import { answer, type Behaviour } from '../helpers/faulty-server.ts'
import { fileFolder } from '../helpers/make-folder.ts'
import { ALL_CHECKS } from '../helpers/run-check.ts'
import { type Ran, runQd } from '../helpers/run-qd.ts'
import { testServer } from '../helpers/test-server.ts'
import { CANARY, canariesIn, spellings } from './canary.ts'

const service = fileService({ demo: { users: 5, days: 30 }, keys: { owner: CANARY }, now: () => NOW })

const home = fileFolder()
const serverData = ['--data', join(home, 'server.db')]
const mirrorFolder = fileFolder()
const dates = ['--from', '2026-11-18', '--to', '2026-11-20']
const policy = join(fileFolder(), 'policy.yaml')
writeFileSync(policy, ALL_CHECKS)
const policyResult = join(fileFolder(), 'result.sarif')
const addAcme = ['profile', 'add', 'acme', '--base-url', 'https://api.example.com', '--yes']
// An id of the demo with seed 1.
const RELEASE_KEY = 'key_bb833b537add'
/** Command lines in place of examples that never end, or that name missing files or ids. */
const ownLines: Partial<Record<string, string[][]>> = {
  overview: [
    ['overview', ...dates],
    ['overview', '--compare', 'prev', '--format', 'table'],
  ],
  watch: [
    ['watch', '--once'],
    ['watch', '--once', '--format', 'table'],
    ['watch', '--once', '--digest', 'daily', '--at', '00:00', '--zone', 'UTC'],
    ['watch', '--once', '--digest', 'weekly', '--at', '00:00', '--zone', 'UTC', '--format', 'table'],
  ],
  'analytics users': [
    ['analytics', 'users', ...dates, '--limit', '2'],
    ['analytics', 'users', ...dates, '--all', '--format', 'ndjson'],
    ['analytics', 'users', ...dates, '--totals', '--pseudonyms', '--format', 'table'],
  ],
  'controls show': [
    ['controls', 'show', '--format', 'table'],
    ['controls', 'show', 'latest~1', '--json'],
  ],
  'controls diff': [
    ...FORMATS.map((format) => ['controls', 'diff', '--format', format]),
    ...['unified', 'split', 'json-patch'].map((style) => ['controls', 'diff', '--style', style, '--reveal', '--yes']),
  ],
  'computers show': FORMATS.map((format) => ['computers', 'show', 'cmp_atlas', '--format', format]),
  'computers metrics': FORMATS.map((format) => [
    'computers',
    'metrics',
    'cmp_atlas',
    '--since',
    '5m',
    '--format',
    format,
  ]),
  'computers add': [['computers', 'add', 'cmp_other']],
  'computers forget': [['computers', 'forget', 'cmp_other']],
  'computers update': [['computers', 'update', 'cmp_atlas', '--name', 'atlas-2', '--json']],
  'computers install-deps': [['computers', 'install-deps', 'cmp_atlas', '--json']],
  'computers create': [['computers', 'create', '--name', 'other', '--remote-user', 'agent', '--json']],
  'computers restart': [['computers', 'restart', 'cmp_fornax']],
  'computers delete': [['computers', 'delete', 'cmp_lyra', '--yes']],
  'keys list': [
    ['keys', 'add', 'sa_ci-bot'],
    ...FORMATS.map((format) => ['keys', 'list', '--format', format]),
    ['keys', 'list', 'sa_ci-bot', '--json'],
  ],
  'keys add': [['keys', 'add', 'sa_other']],
  'keys forget': [['keys', 'forget', 'sa_other']],
  'keys create': [['keys', 'create', 'sa_unused', '--name', 'other', '--expires', '90d']],
  'keys revoke': [['keys', 'revoke', 'sa_release', RELEASE_KEY, '--yes']],
  'limits set': [['limits', 'set', '2M', '--global', '--yes']],
  'limits clear': [['limits', 'clear', '--global', '--yes', '--json']],
  'wiki show': [['wiki', 'show', 'latest']],
  'wiki add': [['wiki', 'add', `wr ${CANARY}`]],
  'wiki forget': [['wiki', 'forget', `wr ${CANARY}`]],
  'wiki export': [
    ['wiki', 'export', 'latest', '--repo', 'checkout', '-o', '/dev/null/a.zip'],
    ['wiki', 'export', `wr ${CANARY}`, '-o', '/dev/null/a.zip'],
  ],
  'wiki pages': [['wiki', 'pages', `/dev/null/${CANARY}.zip`]],
  'wiki search': [['wiki', 'search', CANARY, '--file', `/dev/null/${CANARY}.zip`]],
  'wiki extract': [['wiki', 'extract', `/dev/null/${CANARY}.zip`, `/dev/null/${CANARY}`]],
  'wiki delete': [['wiki', 'delete', `wr ${CANARY}`, '--yes']],
  'profile add': [addAcme, [...addAcme, '--helper', `echo '${CANARY}'`]],
  'profile use': [['profile', 'use', 'acme']],
  'profile show': [
    ['profile', 'show'],
    ['profile', 'show', '--profile', 'acme'],
  ],
  'profile remove': [['profile', 'remove', 'acme', '--yes']],
  'hooks notify': [['hooks', 'notify']],
  'hooks forward': [['hooks', 'forward', '--json']],
  'hooks test': FORMATS.slice(0, 2).map((format) => ['hooks', 'test', 'Stop', '--dry-run', '--format', format]),
  'hooks listen': [['hooks', 'listen', '--port', '0']],
  'hooks install': [['hooks', 'install', '--file', '/dev/null/agent.json', '--yes']],
  'hooks uninstall': [['hooks', 'uninstall', '--file', '/dev/null/agent.json', '--yes']],
  mcp: [['mcp']],
  'mcp install': [
    ['mcp', 'install'],
    ['mcp', 'install', '--file', '/dev/null/mcp.json', '--yes'],
  ],
  login: [addAcme, ['login', '--profile', 'acme', '--key-stdin', '--no-test', '--keep', 'file']],
  logout: [['logout', '--profile', 'acme']],
  check: [
    ...ALL_FORMATS.map((format) => ['check', policy, '--format', format]),
    ['check', policy, '-o', policyResult, '--force'],
  ],
  report: [['report', ...dates, '-o', join(tmpdir(), `quarterdeck-leaks-report-${process.pid}.html`), '--force']],
  export: [['export', ...dates, '--parquet', fileFolder(), '--force', '--json']],
  api: [
    ['api', '/api/v0/automations/ci/jobs'],
    ['api', '/api/v0/computers/cmp_atlas', '-X', 'PATCH', '-d', '{}'],
    ['api', `/api/v0/nothing?key=${encodeURIComponent(CANARY)}`, '-q', `again=${CANARY}`],
  ],
  demo: [['demo']],
  open: [['open', 'qd:///usage']],
  serve: [['serve', '--demo', '--port', '0']],
  'serve keys add': [['serve', 'keys', 'add', 'alice', '--role', 'owner', '--expires', '90d', ...serverData]],
  'serve keys list': FORMATS.map((format) => ['serve', 'keys', 'list', ...serverData, '--format', format]),
  'serve keys revoke': [['serve', 'keys', 'revoke', 'alice', ...serverData, '--yes']],
  'serve rebuild': [['serve', 'rebuild', ...serverData]],
  'serve retention': [['serve', 'retention', '--keep', '24m', ...serverData, '--yes']],
  'serve teams import': [['serve', 'teams', 'import', `/dev/null/${CANARY}.csv`, ...serverData]],
  'serve teams list': FORMATS.map((format) => ['serve', 'teams', 'list', ...serverData, '--format', format]),
  'serve budgets import': [['serve', 'budgets', 'import', `/dev/null/${CANARY}.json`, ...serverData]],
  'serve budgets list': FORMATS.map((format) => ['serve', 'budgets', 'list', ...serverData, '--format', format]),
  'serve audit': FORMATS.map((format) => ['serve', 'audit', ...serverData, '--format', format]),
  sync: [['sync', '--to', join(mirrorFolder, 'mirror.db')]],
}

/** Each command with its lines. @default its examples, of which the first is printed in each format */
const commands = (await allCommands()).map(({ name, examples, formats, arguments: operands = [] }) => {
  const [first = [], ...others] = examples.map((example) => wordsOfLine(example.replace(/ [|<>] .*/, '')))
  const lines = ownLines[name] ?? [...others, ...formats.map((format) => [...first, '--format', format])]
  // An example may name an unknown id.
  return { name, lines, mustSucceed: name in ownLines || operands.length === 0 }
})

type Watched = Ran & { log: LogEntry[]; thrown: unknown[] }

/** Runs a command, if possible with --verbose. Returns all that may contain the key: its output, log and errors. */
const watch = async (line: string[], url: string): Promise<Watched> => {
  const log: LogEntry[] = []
  const thrown: unknown[] = []
  let client: Client | undefined
  const kept = async <T>(promise: Promise<T>): Promise<T> => {
    try {
      return await promise
    } catch (error) {
      thrown.push(error)
      throw error
    }
  }
  const ran = await runQd([...line, ...(line.includes('--pseudonyms') ? [] : ['--verbose'])], {
    url,
    key: CANARY,
    home,
    readInput: async () => `${CANARY}\n`,
    connect: async (credentials) => {
      const made = createClient({
        credentials,
        env: {},
        sleep: async () => {},
        onLog: (entry) => log.push(entry),
      })
      client = made
      const call = ((...args: Parameters<Client['call']>) => kept(made.call(...args))) as Client['call']
      return { ...made, serverNow: () => NOW, clockSkewMs: () => 0, call, send: (...args) => kept(made.send(...args)) }
    },
  })
  return { ...ran, log: [...log, ...(client?.log.entries() ?? [])], thrown }
}

const everythingOf = (error: unknown): string =>
  // inspect() escapes strings, so the texts of the error itself are checked, too.
  [inspect(error, { depth: 10, showHidden: true }), ...(error instanceof Error ? ownTexts(error) : [])].join('\n')

const ownTexts = (error: Error): string[] => [
  ...Object.getOwnPropertyNames(error).map((name) => String((error as unknown as Record<string, unknown>)[name])),
  ...(error.cause instanceof Error ? ownTexts(error.cause) : []),
]

const expectNoCanary = ({ out, err, log, thrown }: Watched, what: string): void => {
  expect(canariesIn(out), `standard output of ${what}`).toEqual([])
  expect(canariesIn(err), `standard error of ${what}`).toEqual([])
  for (const entry of log)
    expect(canariesIn([...Object.values(entry), inspect(entry)].join('\n')), `the log of ${what}`).toEqual([])
  for (const error of thrown) expect(canariesIn(everythingOf(error)), `an error of ${what}`).toEqual([])
}

test.each(commands)('qd $name shows no key with a server that works', async ({ name, lines, mustSucceed }) => {
  for (const line of lines) {
    const ran = await watch(line, service.url)
    const isRefused =
      name === 'wiki delete' ||
      name === 'hooks listen' ||
      line.some((word) => word.includes('nothing?') || word.startsWith('/dev/null')) ||
      name === 'demo' ||
      // Its policy has checks that fail.
      name === 'check' ||
      name === 'open'
    if (mustSucceed && !line.includes('--exit-code'))
      expect(ran.code === 0, `${line.join(' ')}: ${ran.err}`).toBe(!isRefused)
    expectNoCanary(ran, line.join(' '))
  }
})

const all = Object.values(spellings)
const echoed = all.join(' | ')
// Encodings that a header can contain.
const inHeaders = { 'x-request-id': spellings.plain, 'x-echo': echoed, 'retry-after': spellings.plain }
const day = {
  date: '2026-11-20',
  group_key: echoed,
  user_id: spellings.plain,
  user_email: spellings.base64,
  primary_model: spellings['percent-encoded'],
  primary_model_tier: spellings['escaped as JSON'],
  delegation_level: echoed,
  [spellings.plain]: 1,
}
const rows = {
  data: [day],
  meta: {
    org_id: echoed,
    start_date: spellings.plain,
    end_date: '2026-11-20',
    has_more: true,
    next_cursor: spellings.plain,
  },
  reports: [{ reportId: spellings.plain, repoUrl: echoed, branch: echoed, report: {}, apps: {} }],
  changes: [
    { revision: 2, settings: { [echoed]: 1 }, user: { id: echoed, name: echoed, email: echoed }, updatedAt: echoed },
    { revision: 1, settings: {}, user: {} },
  ],
  pagination: { hasMore: true, nextCursor: spellings.plain },
  jobs: [{ id: echoed }],
}
const problem = { detail: echoed, title: echoed, status: 403, requestId: echoed, errors: [{ message: echoed }] }

/** Ways in which a server may send the key back. The client's own tests have more. */
const echoes: Record<string, Behaviour> = {
  'rows of a list': answer(200, rows, inHeaders),
  'an error body': answer(403, problem, inHeaders),
  'plain text': answer(200, echoed, inHeaders),
  'an error page in HTML': answer(
    502,
    `<html><head><title>${spellings.plain} ${spellings.base64}</title></head><body>${echoed}</body></html>`,
    { ...inHeaders, 'content-type': 'text/html' },
  ),
  'a truncated title': answer(200, `<html><title>${'x'.repeat(107)} ${CANARY}</title></html>`),
  'a truncated error text': answer(500, `${'x'.repeat(4072)}${CANARY}`),
  'the address of a redirect on the same host': ({ path }, response) =>
    void response
      .writeHead(302, {
        ...inHeaders,
        location: `${path}${path.includes('?') ? '&' : '?'}k=${encodeURIComponent(CANARY)}`,
      })
      .end(),
  'the host of a redirect': answer(302, '', { location: 'https://canary7f3a9c51b08eyranac.example/' }),
  'an invalid address': answer(302, '', { location: `https://[${spellings.plain}` }),
  'the content type': answer(200, echoed, { 'content-type': `application/zip; name=${spellings.plain}` }),
  'a body that cannot be decompressed': answer(200, echoed, { ...inHeaders, 'content-encoding': 'gzip' }),
  'an unknown content encoding': answer(200, echoed, { ...inHeaders, 'content-encoding': spellings.plain }),
  'a response that is not HTTP': (_received, _response, socket) =>
    void socket.end(`HTTP/1.1 200 OK\r\n${spellings.plain}\r\nx y: ${echoed}\r\n\r\n${echoed}`),
}

/** One line per command, because errors are the same in all formats; all lines where the format matters. */
const linesFor = (how: string): string[][] =>
  commands.flatMap(({ name, lines }) => (how === 'rows of a list' || name === 'api' ? lines : lines.slice(-1)))

/** Lines that send no request, so the response of a server cannot change their output. */
const silent = new Set<string[]>()

// Output is copied into build logs and reports, so the key is masked in results, too (README.md here, "Credentials").
test.each(Object.keys(echoes))('the key that a server sends back in %s is not shown', async (how) => {
  const server = await testServer(echoes[how] as Behaviour)
  for (const line of linesFor(how)) {
    if (silent.has(line)) continue
    const before = server.received.length
    expectNoCanary(await watch(line, server.url), line.join(' '))
    if (server.received.length === before) silent.add(line)
  }
  await watch(['profile', 'add', 'echo', '--base-url', server.url, '--yes'], server.url)
  expectNoCanary(await watch(['login', '--profile', 'echo', '--key-stdin', '--keep', 'file'], server.url), 'qd login')
  expect(server.received.length).toBeGreaterThan(10)
  for (const { headers } of server.received) expect(headers.authorization).toBe(`Bearer ${CANARY}`)
})

test('qd api masks the key in a response and changes no other byte', async () => {
  const before = '  {"a":1.0, "a": 2,\t"é":"\\u001b \u001b[31m", "k":"'
  const after = '"}\r\n\u0000 tail'
  const server = await testServer(answer(200, before + spellings['escaped as JSON'] + after))
  const { out } = await watch(['api', '/x'], server.url)
  expect(out).toBe(`${before}••••••${after}`)
})

test('the key as an unknown command, option or value is masked', async () => {
  const typed = [[CANARY], ['overview', CANARY], ['overview', `--key=${CANARY}`], ['overview', '--format', CANARY]]
  const ranges = [
    ['overview', '--last', CANARY],
    ['overview', '--from', CANARY],
    ['analytics', 'users', '--limit', CANARY],
  ]
  const calls = [
    ['api', CANARY],
    ['api', '/x', '-X', CANARY],
    ['api', '/x', '-q', CANARY],
    ['api', '/x', '-d', CANARY],
  ]
  for (const line of [...typed, ...ranges, ...calls, ['serve', '--host', CANARY], ['demo', '--screen', CANARY]])
    expectNoCanary(await watch(line, service.url), line.join(' ').replace(CANARY, 'KEY'))
})

test('a key from standard input is masked', async () => {
  const server = await testServer(answer(403, problem, inHeaders))
  const { out, err } = await runQd(['analytics', 'tokens', '--key-stdin', '--verbose'], {
    url: server.url,
    readInput: async () => `${CANARY}\n`,
  })
  expect(server.received[0]?.headers.authorization).toBe(`Bearer ${CANARY}`)
  expect(canariesIn(out + err)).toEqual([])
})

test('the search finds the key in each encoding', () => {
  for (const [name, spelling] of Object.entries(spellings)) expect(canariesIn(`x${spelling}y`), name).not.toEqual([])
  expect(canariesIn(inspect({ error: new Error(CANARY) }))).not.toEqual([])
  expect(canariesIn('qd/ without a key')).toEqual([])
})
