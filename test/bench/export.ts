import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { startService } from '../../src/service/start-service.ts'
import { builtProgram, listen } from '../helpers/built-program.ts'
import { zipFile } from '../helpers/zip-file.ts'
import { envFor, home, median, node, runMeasured } from './bench-kit.ts'
import { measure } from './measure-in-terminal.ts'
import { print } from './results.ts'

const ARCHIVE_BYTES = 200_000_000
const PAGE_BYTES = 60_000
const ROUNDS = 3
/** Bytes per second. */
const GIGABIT = 118_000_000
const SLICE = 1024 * 1024
/** `slowdown` is a multiple of the time of curl, which does not verify the archive: that takes about a quarter of the time. */
const goals = { slowdown: 1.43, megabytes: 150, keyToFrameMs: 16 }

/** Contents of pages, each used by many of them. They cannot be compressed. */
const contents = Array.from({ length: 20 }, () => randomBytes(PAGE_BYTES))
const texts = contents.map((content) => content.toString('base64'))

/** Creates an item for each page of a wiki of 200 MB. */
const pages = <Page>(pageOf: (name: string, content: number) => Page): Page[] =>
  Array.from({ length: Math.floor(ARCHIVE_BYTES / PAGE_BYTES) }, (_, at) =>
    pageOf(`pages/${at % 50}/page-${at}`, at % contents.length),
  )

/** Enough runs to scroll through. The first one is exported. */
const wikiRuns = Array.from({ length: 40 }, (_, at) => ({
  wikiRunId: `wr_large_${at}`,
  repoUrl: `https://git.example/large-${at}`,
  createdAt: 1_780_000_000_000 - at,
}))

/** The local service with a wiki of 200 MB, which is compressed while it is sent. */
const serveLocal = async () => {
  const [run] = wikiRuns
  const markdown = pages((path, content) => ({ path, markdown: texts[content] ?? '' }))
  const { url, keys } = await startService({
    prepare: (store) => store.wikis.put({ wikiRunId: 'wr_large_0', ...run }, JSON.stringify(run), markdown),
  })
  return { url, key: keys.owner ?? '' }
}

/** A server with the archive. @param bytesPerSecond - Its speed. @default as fast as the client reads */
const serveArchive = async (archive: Buffer, bytesPerSecond = Number.POSITIVE_INFINITY) => {
  const send = async (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/zip', 'content-length': archive.length })
    const startedAt = performance.now()
    for (let at = 0; at < archive.length && !response.destroyed; at += SLICE) {
      if (!response.write(archive.subarray(at, at + SLICE)))
        await Promise.race(['drain', 'close'].map((event) => new Promise((resolve) => response.once(event, resolve))))
      const aheadMs = (at / bytesPerSecond) * 1000 - (performance.now() - startedAt)
      if (aheadMs > 1) await pause(aheadMs)
    }
    response.end()
  }
  const answers: Record<string, unknown> = {
    '/api/v0/openapi.json': { openapi: '3.1.0', paths: { '/api/v0/wiki': { get: {} } } },
    '/api/v0/wiki': { wikiRuns },
  }
  const listener: RequestListener = ({ url = '' }, response) => {
    if (url.endsWith('/export')) return void send(response)
    response.writeHead(answers[url] ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answers[url] ?? { status: 404, title: 'Not Found' }))
  }
  return { url: `http://${await listen(createServer(listener))}`, key: 'a-key-for-measuring' }
}

/**
 * Measures how fast an archive of 200 MB is exported, compared with curl: over a gigabit network, from the local service,
 * and from a local server without a speed limit. Then measures how long keys wait in the explorer during an export.
 */
export const measureExport = async (): Promise<void> => {
  const archive = zipFile(pages((name, content) => ({ name: `${name}.md`, content: contents[content] ?? '' })))
  const gigabit = await serveArchive(archive, GIGABIT)
  const ways = {
    'over a gigabit': gigabit,
    'from qd serve': await serveLocal(),
    'on this machine': await serveArchive(archive),
  }
  for (const [name, server] of Object.entries(ways)) {
    const env = envFor(server, `${home}/export`)
    const [ours, curls, peaks]: [number[], number[], number[]] = [[], [], []]
    for (let round = 0; round < ROUNDS; round++) {
      const target = `${home}/a.zip`
      const curlArguments = ['-H', `Authorization: Bearer ${server.key}`, `${server.url}/api/v0/wiki/wr_large_0/export`]
      curls.push((await runMeasured('curl', ['-sf', '-o', target, ...curlArguments], env)).ms)
      rmSync(target)
      const { ms, megabytes } = await runMeasured(
        node,
        [builtProgram, 'wiki', 'export', 'wr_large_0', '-o', target],
        env,
      )
      ours.push(ms)
      peaks.push(megabytes)
      rmSync(target)
    }
    const [own, curl] = [median(ours), median(curls)]
    const what = `export of 200 MB ${name}`
    const figures = `${own.toFixed(0)} ms, curl ${curl.toFixed(0)} ms`
    // Without a network delay there is no goal.
    if (name === 'on this machine') console.log(`${what} / curl   ${figures}   ${(own / curl).toFixed(2)}x`)
    else print(`${what} / curl`, figures, own / curl, goals.slowdown, 'x')
    print(`${what}: memory`, '', Math.max(...peaks), goals.megabytes, ' MB')
  }
  const { loading } = await measure({
    command: [node, builtProgram, '--screen', 'wiki'],
    firstFrame: 'Wiki',
    enter: [
      { press: '', expect: 'wr_large_0' },
      { press: 'x', expect: 'exports it' },
      // The dialog has closed when its notice is visible, and keys go to the list.
      { press: '\r', expect: 'in the background' },
    ],
    loading: { press: '', keys: 'jk', seconds: 1.5 },
    quit: '\x03',
    cwd: home,
    env: envFor(gigabit, `${home}/export`),
  })
  const longest = `longest ${loading.maxMs.toFixed(1)} ms`
  print('during an export: p95 key to frame', longest, loading.p95Ms, goals.keyToFrameMs, ' ms')
}
