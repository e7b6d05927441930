import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { compileCache } from '../helpers/compile-cache.ts'
import { answer, hang } from '../helpers/faulty-server.ts'
import { startOrganisation } from '../helpers/organisation.ts'
import { testServer } from '../helpers/test-server.ts'

/** Folder of the cache and the salt of these processes. */
const home = mkdtempSync(join(tmpdir(), 'quarterdeck-built-'))
const organisation = await startOrganisation()
afterAll(async () => {
  await organisation.close()
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
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

test('qd prints its result and exits', async () => {
  // Through qd api, because a built program uses the real clock, which the test cannot set.
  const child = start(['api', '/api/v1/analytics/tokens?startDate=2026-11-18&endDate=2026-11-18'], organisation.url)
  const { out, err, code } = await endOf(child)
  // The service's clock shows another day, and the program reports the difference.
  const others = err.replace(/^This machine's clock is [^\n]*\n/, '')
  expect([others, JSON.parse(out || '{"data":[]}').data.length, code]).toEqual(['', 1, 0])
})

test('--key-stdin reads the key from standard input', async () => {
  const child = start(['api', '/api/v0/automations/ci/jobs', '--key-stdin'], organisation.url, 'not-the-key-of-anyone')
  child.stdin?.end(`${organisation.keys.owner}\n`)
  const { out, code } = await endOf(child)
  expect([out, code]).toEqual(['{"jobs":[]}', 0])
})

test('requests go through the proxy of the environment', async () => {
  const requested: string[] = []
  const proxy = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (head) => {
      requested.push(head.toString().split('\r\n')[0] ?? '')
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
    })
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void proxy.close())
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const key = 'an-unknown-api-key'
  const child = start(['computers', 'delete', 'c', '--yes'], 'https://api.example.test', key, { HTTPS_PROXY: address })
  const { err, code } = await endOf(child)
  expect([err.slice(0, 46), code]).toEqual(['The proxy did not connect to api.example.test:', 5])
  expect(requested).toEqual(['CONNECT api.example.test:443 HTTP/1.1'])
})

test('when standard output is closed, the program exits with 0 and prints no error', async () => {
  const server = await testServer(answer(200, { text: 'x'.repeat(4_000_000) }))
  const child = start(['api', '/big'], server.url)
  await once(child.stdout ?? child, 'readable')
  child.stdout?.destroy()
  const [err, [code]] = await Promise.all([textOf(child.stderr), once(child, 'close')])
  expect([err, code]).toEqual(['', 0])
})

test
  .skipIf(!existsSync('/dev/full'))
  .each(['analytics tokens --from 2026-11-18 --to 2026-11-18', '--help', '--version'])(
  'qd %s into a full disk is an error',
  async (words) => {
    const full = openSync('/dev/full', 'w')
    onTestFinished(() => closeSync(full))
    const child = spawn(process.execPath, [program, ...words.split(' ')], {
      env: { QUARTERDECK_BASE_URL: organisation.url, QUARTERDECK_API_KEY: organisation.keys.owner, ...folders() },
      stdio: ['ignore', full, 'pipe'],
    })
    const { err, code } = await endOf(child)
    expect(err.match(/Couldn't write standard output: the disk is full/g)).toHaveLength(1)
    expect(code).toBe(1)
  },
)

test('Ctrl-C while waiting for an answer exits with 130', async () => {
  const server = await testServer(hang)
  const child = start(['api', '/slow'], server.url)
  while (server.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
  child.kill('SIGINT')
  const { out, code } = await endOf(child)
  expect([out, code]).toEqual(['', 130])
})

test('opening the explorer without a terminal prints an error of one sentence', async () => {
  const child = start(['--screen', 'usage'], '')
  const { out, err, code } = await endOf(child)
  expect([out, err.trimEnd().split('\n').length, code]).toEqual(['', 1, 2])
})

test('no bundled file imports node:http, because that would slow down each start', () => {
  const folder = dirname(program)
  const modules = readdirSync(folder).filter(
    (name) => name.endsWith('.js') && !/^(?:qd|hooks-notify|first-frame)\.js$/.test(name),
  )
  expect(modules.length).toBeGreaterThan(20)
  expect(modules.filter((name) => /from ?"(?:node:)?http"/.test(readFileSync(join(folder, name), 'utf8')))).toEqual([])
})
