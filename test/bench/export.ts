/**
 * How fast an archive of 200 MB is exported, beside curl in the same run: over a network of a gigabit, from the local service, and as
 * fast as one program can hand bytes that are ready to another on this machine. Then how long keys wait in the explorer while it goes on.
 * Run with: node test/bench/export.ts
 */
import { execFile, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { median } from '../../src/base/numbers.ts'
import { startService } from '../../src/service/start-service.ts'
import { zipFile } from '../helpers/zip-file.ts'
import { measure as measureInTerminal } from './measure-in-terminal.ts'
import { type Ran, runMeasured } from './run-measured.ts'

const ARCHIVE_BYTES = 200_000_000
const PAGE_BYTES = 60_000
const ROUNDS = 3
const GIGABIT = 118_000_000
const SLICE = 1024 * 1024
/** `speed`: the archive is verified after the download, before it is renamed, which takes about a quarter of the time at a gigabit. */
const goals = { speed: 0.7, megabytes: 150, keyToFrameMs: 16 }

const self = fileURLToPath(import.meta.url)
const program = fileURLToPath(new URL('../../dist/qd.js', import.meta.url))
const run = promisify(execFile)

/** Pages that no packer makes smaller, so that 200 MB come whatever it does with them. */
const archive = (): Buffer => {
  const contents = Array.from({ length: 20 }, () => randomBytes(PAGE_BYTES))
  const name = (at: number) => `pages/${at % 50}/page-${at}.md`
  return zipFile(
    Array.from({ length: Math.floor(ARCHIVE_BYTES / PAGE_BYTES) }, (_, at) => ({
      name: name(at),
      content: contents[at % contents.length] as Buffer,
    })),
  )
}

/** Enough of them for keys to move through; the first is exported. */
const runs = {
  wikiRuns: Array.from({ length: 40 }, (_, at) => ({
    wikiRunId: `wr_large_${at}`,
    repoUrl: `https://git.example/large-${at}`,
    createdAt: 1_780_000_000_000 - at,
  })),
}

/** The local service with a wiki as large, whose archive it makes as it sends it. */
const startLocal = () => {
  const contents = Array.from({ length: 20 }, () => randomBytes(PAGE_BYTES).toString('base64'))
  const pages = Array.from({ length: Math.floor(ARCHIVE_BYTES / PAGE_BYTES) }, (_, at) => ({
    path: `pages/${at % 50}/page-${at}`,
    markdown: contents[at % contents.length] as string,
  }))
  const [run] = runs.wikiRuns
  return startService({
    prepare: (store) => store.wikis.put({ wikiRunId: 'wr_large_0', ...run }, JSON.stringify(run), pages),
  })
}

const serve = async () => {
  const local = await startLocal()
  const bytes = archive()
  const slowly = async (response: ServerResponse) => {
    const startedAt = performance.now()
    for (let at = 0; at < bytes.length && !response.destroyed; at += SLICE) {
      if (!response.write(bytes.subarray(at, at + SLICE)))
        await Promise.race(['drain', 'close'].map((event) => new Promise((resolve) => response.once(event, resolve))))
      const aheadMs = (at / GIGABIT) * 1000 - (performance.now() - startedAt)
      if (aheadMs > 1) await new Promise((resolve) => setTimeout(resolve, aheadMs))
    }
    response.end()
  }
  let isSlow = true
  process.on('message', (message) => {
    isSlow = message === 'gigabit'
    process.send?.('ready')
  })
  const server = createServer((request, response) => {
    const { url = '' } = request
    if (url.endsWith('/export')) {
      response.writeHead(200, { 'content-type': 'application/zip', 'content-length': bytes.length })
      if (isSlow) void slowly(response)
      else response.end(bytes)
      return
    }
    const known: Record<string, unknown> = {
      '/api/v0/openapi.json': { openapi: '3.1.0', paths: { '/api/v0/wiki': { get: {} } } },
      '/api/v0/wiki': runs,
    }
    response.writeHead(known[url] ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(known[url] ?? { status: 404, title: 'Not Found' }))
  })
  server.listen(0, '127.0.0.1', () => {
    const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`
    process.send?.({ url, local: { url: local.url, key: local.keys.owner } })
  })
  process.on('disconnect', () => process.exit())
}

const names = { gigabit: 'over a gigabit', service: 'from qd serve', loopback: 'on this machine' }

const middle = (values: readonly number[]): number => median(values) ?? Number.NaN

const say = (what: string, figures: string, value: string, goal: string, isMet: boolean | undefined) =>
  console.log(
    `${what.padEnd(38)} ${figures.padEnd(30)} ${value.padStart(10)}   ${isMet === undefined ? goal : `goal ${goal.padEnd(9)} ${isMet ? 'met' : 'NOT met'}`}`,
  )

const measure = async () => {
  const home = mkdtempSync(join(tmpdir(), 'quarterdeck-export-'))
  const server = fork(self, ['--serve'], { execArgv: ['--no-warnings'] })
  const answer = <Answer>() => new Promise<Answer>((resolve) => server.once('message', resolve))
  try {
    const { url, local } = await answer<{ url: string; local: { url: string; key: string } }>()
    const env = {
      QUARTERDECK_BASE_URL: url,
      QUARTERDECK_API_KEY: 'a-key-for-measuring',
      XDG_CACHE_HOME: join(home, 'cache'),
      XDG_CONFIG_HOME: join(home, 'config'),
      XDG_STATE_HOME: join(home, 'state'),
    }
    const hasCurl = await run('curl', ['--version']).then(
      () => true,
      () => false,
    )
    for (const way of ['gigabit', 'service', 'loopback'] as const) {
      const from = way === 'service' ? local : { url, key: env.QUARTERDECK_API_KEY }
      const ownEnv = { ...env, QUARTERDECK_BASE_URL: from.url, QUARTERDECK_API_KEY: from.key }
      server.send(way)
      await answer()
      const ours: Ran[] = []
      const curls: Ran[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const target = join(home, 'a.zip')
        const asked = ['-H', `Authorization: Bearer ${from.key}`, `${from.url}/api/v0/wiki/wr_large_0/export`]
        if (hasCurl) curls.push(await runMeasured('curl', ['-sf', '-o', target, ...asked], { env: ownEnv }))
        rmSync(target, { force: true })
        ours.push(
          await runMeasured(process.execPath, [program, 'wiki', 'export', 'wr_large_0', '-o', target], { env: ownEnv }),
        )
        rmSync(target, { force: true })
      }
      const ms = middle(ours.map(({ ms }) => ms))
      const megabytes = Math.max(...ours.map(({ megabytes }) => megabytes))
      const what = `export of 200 MB ${names[way]}`
      if (hasCurl) {
        const speed = middle(curls.map(({ ms }) => ms)) / ms
        const figures = `${ms.toFixed(0)} ms, curl ${(speed * ms).toFixed(0)} ms`
        const [goal, isMet] =
          way === 'loopback' ? ['none: no network is as fast', undefined] : [`${goals.speed}x`, speed >= goals.speed]
        say(`${what} / curl`, figures, `${speed.toFixed(2)}x`, goal, isMet)
      } else say(what, `${ms.toFixed(0)} ms`, '', 'without curl there is nothing to compare it with', undefined)
      if (megabytes > 0)
        say(`${what}: memory`, '', `${megabytes.toFixed(0)} MB`, `${goals.megabytes} MB`, megabytes < goals.megabytes)
    }
    server.send('gigabit')
    await answer()
    await measureKeys(env, home)
  } finally {
    server.disconnect()
    rmSync(home, { recursive: true, force: true })
  }
}

const measureKeys = async (env: Record<string, string>, home: string) => {
  const { loading } = await measureInTerminal({
    command: [process.execPath, program, '--screen', 'wiki'],
    firstFrame: 'Wiki',
    enter: [
      { press: '', expect: 'wr_large_0' },
      { press: 'x', expect: 'exports it' },
      // The dialog has gone when its notice is there, and keys go to the list.
      { press: '\r', expect: 'goes on wherever you look' },
    ],
    loading: { press: '', keys: 'jk', seconds: 1.5 },
    quit: '\x03',
    cwd: home,
    env,
  })
  const isMet = loading.p95Ms <= goals.keyToFrameMs
  say(
    'an export goes on: p95 key to frame',
    `longest ${loading.maxMs.toFixed(1)} ms`,
    `${loading.p95Ms.toFixed(1)} ms`,
    `${goals.keyToFrameMs} ms`,
    isMet,
  )
}

if (process.argv.includes('--serve')) await serve()
else await measure()
