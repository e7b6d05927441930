import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { NOW, startDemo } from '../../helpers/demos.ts'
import { answer } from '../../helpers/faulty-server.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { type RunOptions, runQd } from '../../helpers/run-qd.ts'
import { testServer } from '../../helpers/test-server.ts'
import { zipFile } from '../../helpers/zip-file.ts'

const qd = async (argv: string[], options: RunOptions = {}) => {
  const { url, key } = await startDemo()
  return runQd(argv, { url, key, now: () => NOW, ...options })
}

test('wiki export prints the path of the archive, which wiki pages and wiki extract can read', async () => {
  const folder = makeFolder()
  const path = join(folder, 'a.zip')
  const exported = await qd(['wiki', 'export', 'latest', '--repo', 'checkout', '-o', path])
  expect(exported).toMatchObject({ code: 0, out: `${path}\n` })
  expect(exported.err).toMatch(/^Verified: [\d.]+ kB, 39 pages\.$/m)
  const again = await qd(['wiki', 'export', 'wiki_checkout', '-o', path])
  expect(again).toMatchObject({ code: 1, out: '' })
  expect(again.err).toContain('use --force to replace it')
  const extracted = join(folder, 'pages')
  const forced = await qd(['wiki', 'export', 'wiki_checkout', '-o', path, '--force', '--extract', extracted, '--json'])
  expect(JSON.parse(forced.out)).toMatchObject({ path, files: 39, folder: extracted })
  expect(readdirSync(extracted)).toContain('Home.md')
  const page = await qd(['wiki', 'pages', path, 'Home.md'])
  expect(page.out.trim()).toBe(readFileSync(join(extracted, 'Home.md'), 'utf8').trim())
  expect(await qd(['wiki', 'extract', path, extracted])).toMatchObject({ code: 1, out: '' })
  const pages = await qd(['wiki', 'pages', path, '--json'])
  expect(JSON.parse(pages.out).pages).toHaveLength(39)
})

test('a page in a pipe has no control sequences, and is JSON or CSV with --format', async () => {
  const path = join(makeFolder(), 'a.zip')
  const content = 'one\ttwo\r\n\x1b]0;owned\x07 \u202eend'
  writeFileSync(path, zipFile([{ name: 'a.md', content }]))
  expect(await qd(['wiki', 'pages', path, 'a'])).toMatchObject({
    code: 0,
    out: 'one\ttwo\r\n␛]0;owned␇ ⟨202E⟩end\n',
    err: '',
  })
  const { out } = await qd(['wiki', 'pages', path, 'a', '--json'])
  expect(out).not.toMatch(/[\x1b\x07\u202e]/)
  const sizeBytes = Buffer.byteLength(content)
  expect(JSON.parse(out)).toEqual({ schema: 1, page: 'a.md', sizeBytes, isCut: false, text: content })
  expect((await qd(['wiki', 'pages', path, 'a', '--format', 'csv'])).out).toMatch(
    /^page,sizeBytes,isCut,text\r\na\.md,/,
  )
})

test('wiki show prints the facts of a run and the titles of its pages', async () => {
  const { code, out } = await qd(['wiki', 'show', 'latest', '--repo', 'checkout', '--format', 'table'])
  expect(code).toBe(0)
  const [facts = '', pages = ''] = out.split('\n\n')
  expect(facts.split('\n')).toEqual([
    'run         wiki_checkout',
    'repository  https://github.example/northwind/checkout',
    expect.stringMatching(/^commit {6}[0-9a-f]{40}$/),
    'branch      main',
    expect.stringMatching(/^created {5}2026-\d\d-\d\d \d\d:\d\d UTC$/),
    'pages       39',
  ])
  expect(pages).toContain('\nApplications\n  apps web\n    Overview\n')
  const [heading, row] = (await qd(['wiki', 'show', 'wiki_checkout', '--format', 'csv'])).out.split('\n')
  expect([heading, row]).toEqual([
    expect.stringMatching(/^wikiRunId,/),
    expect.stringMatching(/^wiki_checkout,checkout,39,[0-9a-f]{40},main,2026-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z,/),
  ])
})

test.each([
  ['wiki export', ['wiki', 'export', 'wiki_oshirase']],
  ['api', ['api', '/api/v0/wiki/wiki_oshirase/export']],
])('on a terminal %s asks before it overwrites a file, and only yes confirms', async (_, words) => {
  const path = join(makeFolder(), 'a.zip')
  const argv = [...words, '-o', path]
  const requested: string[] = []
  const answering = (answer: string): RunOptions => ({
    ask: async (question) => {
      requested.push(question)
      return answer
    },
  })
  expect(await qd(argv, answering('no'))).toMatchObject({ code: 0 })
  expect(requested).toEqual([])
  writeFileSync(path, 'mine')
  const refused = await qd(argv, answering('no'))
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toContain('Nothing was changed')
  expect(readFileSync(path, 'utf8')).toBe('mine')
  expect(await qd(argv, answering('yes'))).toMatchObject({ code: 0 })
  expect(requested).toEqual(Array(2).fill(`${path} exists. Overwrite it? Type yes to continue: `))
  expect(readFileSync(path).subarray(0, 2).toString()).toBe('PK')
})

test.skipIf(process.platform === 'win32')('an incomplete export is an error and leaves no file', async () => {
  const argv = ['wiki', 'export', 'wiki_checkout']
  const { url, key } = await startDemo()
  const folder = makeFolder()
  const program = fileURLToPath(new URL('../../../dist/qd.js', import.meta.url))
  const path = join(folder, 'a.zip')
  const home = makeFolder()
  // Limits files to 8 blocks of 512 or 1024 bytes, like a full disk.
  const line = 'ulimit -f 8; exec "$@"'
  const env = {
    PATH: process.env.PATH,
    QUARTERDECK_BASE_URL: url,
    QUARTERDECK_API_KEY: key,
    XDG_CONFIG_HOME: home,
    XDG_STATE_HOME: home,
    XDG_CACHE_HOME: home,
  }
  const args = ['-c', line, 'sh', process.execPath, program, ...argv, '-o', path]
  const { status, stderr } = await new Promise<{ status: unknown; stderr: string }>((resolve) => {
    execFile('sh', args, { env }, (error, _, stderr) => resolve({ status: error?.code, stderr }))
  })
  expect(stderr).toContain(`Can't write ${path}: the file is too large for this file system`)
  expect(status).toBe(1)
  expect(readdirSync(folder)).toEqual([])
})

test('wiki list keeps fields that are null, and --columns accepts only its fields', async () => {
  const runs = [
    { wikiRunId: 'w1', createdAt: NOW, repoUrl: 'https://git.example/shop', branch: null, pageCount: 3, extra: null },
    { wikiRunId: 'w2', createdAt: null, repoUrl: null, commitHash: null, branch: 'main', hasLocalChanges: null },
  ]
  const server = await testServer((received, response, socket) =>
    (received.path.includes('openapi')
      ? answer(200, { openapi: '3.1.0', paths: { '/api/v0/wiki': { get: {} } } })
      : answer(200, { wikiRuns: runs }))(received, response, socket),
  )
  const list = (...words: string[]) => qd(['wiki', 'list', ...words], { url: server.url })
  const json = await list()
  const computed = [
    { repository: 'shop', createdAt: new Date(NOW).toISOString() },
    { repository: null, createdAt: null },
  ]
  const printed = runs.map((run, at) => ({ ...run, computed: computed[at] }))
  expect(JSON.parse(json.out)).toEqual({ schema: 1, wikiRuns: printed })
  expect(json).toMatchObject({ code: 0, err: '' })
  expect((await list('--format', 'csv')).out.split('\r\n').slice(1, 3)).toEqual([
    expect.stringMatching(/^w1,shop,3,,,2026-11-21T09:00:00.000Z,listed,/),
    'w2,,,,main,,listed,',
  ])
  const chosen = await list('--format', 'ndjson', '--columns', 'wikiRunId,branch')
  expect(chosen.out).toBe('{"wikiRunId":"w1","branch":null}\n{"wikiRunId":"w2","branch":"main"}\n')
  expect((await list('--format', 'ndjson', '--columns', 'wiki_run_id')).err).toContain('is not a column of these rows')
  expect(JSON.parse((await list('--where', 'repo=?')).out).wikiRuns).toEqual([printed[1]])
})

test('wiki delete sends one request and prints the id', async () => {
  const server = await testServer(answer(200, { deleted: true }))
  const deleted = await qd(['wiki', 'delete', 'wr_1', '--yes', '--json'], { url: server.url })
  expect([deleted.code, JSON.parse(deleted.out)]).toEqual([0, { schema: 1, id: 'wr_1', deleted: true }])
  expect(server.received.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
})
