import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { compileCache } from '../helpers/compile-cache.ts'
import { answer, hang, startFaultyServer } from '../helpers/faulty-server.ts'
import { startOrganisation } from '../helpers/organisation.ts'

/** Holds the cache and the salt of these processes. */
const home = mkdtempSync(join(tmpdir(), 'quarterdeck-built-'))
const organisation = await startOrganisation()
afterAll(async () => {
  await organisation.close()
  rmSync(home, { recursive: true, force: true })
})

const folders = () => ({ XDG_CACHE_HOME: join(home, 'cache'), XDG_STATE_HOME: join(home, 'state'), ...compileCache() })

/** Written by the build, which npm test runs first. */
const program = fileURLToPath(new URL('../../dist/qd.js', import.meta.url))

const start = (argv: string[], url: string, key = organisation.keys.owner, env = {}): ChildProcess => {
  const child = spawn(process.execPath, [program, ...argv], {
    env: { PATH: process.env.PATH, QUARTERDECK_BASE_URL: url, QUARTERDECK_API_KEY: key, ...folders(), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

const textOf = async (stream: AsyncIterable<Buffer> | null): Promise<string> => {
  let text = ''
  for await (const piece of stream ?? []) text += piece.toString()
  return text
}

const endOf = async (child: ChildProcess) => {
  const [out, err, [code]] = await Promise.all([textOf(child.stdout), textOf(child.stderr), once(child, 'close')])
  return { out, err, code }
}

test('a process prints its result and ends by itself', async () => {
  // By path, as a real process judges days by the real clock.
  const child = start(['api', '/api/v1/analytics/tokens?startDate=2026-11-18&endDate=2026-11-18'], organisation.url)
  const { out, err, code } = await endOf(child)
  // The service lives on a day of its own, and a real process says how far that is from the machine's.
  const others = err.replace(/^This machine's clock is [^\n]*\n/, '')
  expect([others, JSON.parse(out || '{"data":[]}').data.length, code]).toEqual(['', 1, 0])
})

test('a key comes from standard input', async () => {
  const child = start(['api', '/api/v0/automations/ci/jobs', '--key-stdin'], organisation.url, 'not-the-key-of-anyone')
  child.stdin?.end(`${organisation.keys.owner}\n`)
  const { out, code } = await endOf(child)
  expect([out, code]).toEqual(['{"jobs":[]}', 0])
})

test('another machine is reached through the proxy that the environment names', async () => {
  const asked: string[] = []
  const proxy = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (head) => {
      asked.push(head.toString().split('\r\n')[0] ?? '')
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
    })
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void proxy.close())
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const key = 'key-for-nobody-at-all'
  const child = start(['computers', 'delete', 'c', '--yes'], 'https://api.example.test', key, { HTTPS_PROXY: address })
  const { err, code } = await endOf(child)
  expect([err.slice(0, 46), code]).toEqual(['The proxy did not connect to api.example.test:', 5])
  expect(asked).toEqual(['CONNECT api.example.test:443 HTTP/1.1'])
})

test('a reader that goes away ends it quietly with 0', async () => {
  const server = await startFaultyServer(answer(200, { text: 'x'.repeat(4_000_000) }))
  onTestFinished(() => server.close())
  const child = start(['api', '/big'], server.url)
  await once(child.stdout ?? child, 'readable')
  child.stdout?.destroy()
  const [err, [code]] = await Promise.all([textOf(child.stderr), once(child, 'close')])
  expect([err, code]).toEqual(['', 0])
})

test
  .skipIf(!existsSync('/dev/full'))
  .each(['analytics tokens --from 2026-11-18 --to 2026-11-18', '--help', '--version'])(
  'qd %s into a full disk says so and exits with 1',
  async (words) => {
    const full = openSync('/dev/full', 'w')
    onTestFinished(() => closeSync(full))
    const child = spawn(process.execPath, [program, ...words.split(' ')], {
      env: { QUARTERDECK_BASE_URL: organisation.url, QUARTERDECK_API_KEY: organisation.keys.owner, ...folders() },
      stdio: ['ignore', full, 'pipe'],
    })
    const { err, code } = await endOf(child)
    expect(err.match(/Standard output could not be written, as the disk is full: /g)).toHaveLength(1)
    expect(code).toBe(1)
  },
)

// A limit on the size of files cuts a write short as a disk does that fills up.
test.skipIf(process.platform === 'win32').each(['table', 'json', 'ndjson', 'csv', 'md'])(
  'a %s that does not fit into its file says so and exits with 1',
  async (format) => {
    const tools = Array.from({ length: 4_000 }, (_, at) => ({ tool: `tool-${at}`, invocations: at }))
    const server = await startFaultyServer(answer(200, { data: [{ date: '2026-11-18', by_tool: tools }], meta: {} }))
    onTestFinished(() => server.close())
    const file = join(home, `cut-${format}`)
    const words = `analytics tools --by tool --from 2026-11-18 --to 2026-11-18 --format ${format}`
    const limited = 'ulimit -f 64; exec "$@" > "$0"'
    const child = spawn('/bin/bash', ['-c', limited, file, process.execPath, program, ...words.split(' ')], {
      env: { QUARTERDECK_BASE_URL: server.url, QUARTERDECK_API_KEY: 'a-key-for-the-server', ...folders() },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const { err, code } = await endOf(child)
    expect(err).toContain('Standard output could not be written, as it is larger than a file may be there: ')
    expect([code, statSync(file).size]).toEqual([1, 64 * 1024])
  },
)

test('Ctrl-C while waiting for an answer exits with 130', async () => {
  const server = await startFaultyServer(hang)
  onTestFinished(() => server.close())
  const child = start(['api', '/slow'], server.url)
  while (server.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
  child.kill('SIGINT')
  const { out, code } = await endOf(child)
  expect([out, code]).toEqual(['', 130])
})

test('qd serve tells its address and keys as one line and ends with its parent', async () => {
  const child = start(['serve', '--demo', '--users', '3', '--days', '3', '--json', '--end-with-parent'], '')
  const [line] = (await once(child.stdout ?? child, 'data')) as [Buffer]
  const { url, keys } = JSON.parse(line.toString()) as { url: string; keys: Record<string, string> }
  const jobs = start(['api', '/api/v0/automations/ci/jobs'], url, keys.member)
  const { out, code } = await endOf(jobs)
  expect([JSON.parse(out).jobs.length > 0, code]).toEqual([true, 0])
  child.stdin?.end()
  expect(await once(child, 'close')).toEqual([0, null])
})

test('Ctrl-C ends qd serve cleanly', async () => {
  const child = start(['serve', '--json'], '')
  await once(child.stdout ?? child, 'data')
  child.kill('SIGINT')
  expect(await once(child, 'close')).toEqual([0, null])
})

test('without a terminal the explorer says so in one sentence', async () => {
  const child = start(['--screen', 'usage'], '')
  const { out, err, code } = await endOf(child)
  expect([out, err.trimEnd().split('\n').length, code]).toEqual(['', 1, 2])
})

test('nothing imports node:http, which would load all of it at once', () => {
  const folder = dirname(program)
  const modules = readdirSync(folder).filter(
    (name) => name.endsWith('.js') && !/^(?:qd|hooks-notify|first-frame)\.js$/.test(name),
  )
  expect(modules.length).toBeGreaterThan(20)
  expect(modules.filter((name) => /from ?"(?:node:)?http"/.test(readFileSync(join(folder, name), 'utf8')))).toEqual([])
})
