/**
 * Measures the number of pages of users that the local service sends per second, compared with a minimal HTTP server that sends the
 * same bytes, with 1, 8 and 64 concurrent requests. The CPU time is that of all threads of the server, so other work of the
 * machine hardly affects it.
 * Run with: npm run bench -- --service
 */
import { Agent, createServer, get } from 'node:http'
import { listen, serveDemo } from '../helpers/built-program.ts'
import { at, cpuOf, median, startScript } from './bench-kit.ts'
import { keepSection } from './results.ts'

const PAGES = 4_000
const ROUNDS = 3
const AT_ONCE = [1, 8, 64]
/** Minimum rate of the service, as a fraction of the minimal server's rate. */
const GOAL = 0.5

const paths = Array.from({ length: 20 }, (_, ago) => {
  const day = new Date(Date.now() - (3 + ago) * 86_400_000).toISOString().slice(0, 10)
  return `/api/v1/analytics/users?startDate=${day}&endDate=${day}&limit=100`
})

/** Sends the same bytes as the service for each path. */
const serveBare = async (service: string, key: string): Promise<void> => {
  const bodies = new Map<string, Buffer>()
  for (const path of paths) {
    const reply = await fetch(service + path, { headers: { authorization: `Bearer ${key}` } })
    bodies.set(path, Buffer.from(await reply.arrayBuffer()))
  }
  const server = createServer((request, reply) => {
    const body = bodies.get(request.url ?? '') ?? Buffer.alloc(0)
    reply.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length })
    reply.end(body)
  })
  process.stdin.on('end', () => process.exit()).resume()
  process.stdout.write(`http://${await listen(server)}\n`)
}

type Server = { url: string; pid: number }
type Measured = { perSecond: number; p99Ms: number; cpuMs: number }

const drive = async ({ url, pid }: Server, key: string, atOnce: number): Promise<Measured> => {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const times: number[] = []
  let next = 0
  const one = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const startedAt = performance.now()
      const path = paths[next++ % paths.length] ?? ''
      get(url + path, { agent, headers: { authorization: `Bearer ${key}` } }, (reply) => {
        if (reply.statusCode !== 200) reject(new Error(`${path} answered ${reply.statusCode}`))
        reply.resume().on('end', () => {
          times.push(performance.now() - startedAt)
          resolve()
        })
      }).on('error', reject)
    })
  const worker = async () => {
    while (next < PAGES) await one()
  }
  const cpuMs = cpuOf(pid)
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: atOnce }, worker))
  const ms = performance.now() - startedAt
  agent.destroy()
  return {
    perSecond: (times.length / ms) * 1_000,
    p99Ms: at(times, 0.99),
    cpuMs: (cpuOf(pid) - cpuMs) / times.length,
  }
}

const compareServers = async (): Promise<void> => {
  const service = await serveDemo('--users', '200', '--days', '60')
  // In a separate process, so that the client's work is not counted.
  const bare = await startScript('service-load.ts', ['--bare', service.url, service.key])
  const rows: string[][] = []
  for (const atOnce of AT_ONCE) {
    const [ours, theirs]: [Measured[], Measured[]] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await drive(service, service.key, atOnce))
      theirs.push(await drive(bare, service.key, atOnce))
    }
    const of = (all: readonly Measured[], figure: keyof Measured) => median(all.map((each) => each[figure]))
    const share = of(ours, 'perSecond') / of(theirs, 'perSecond')
    const cpu = of(ours, 'cpuMs') / of(theirs, 'cpuMs')
    const cell = (all: readonly Measured[]) =>
      `${of(all, 'perSecond').toFixed(0)} pages/s, p99 ${of(all, 'p99Ms').toFixed(1)} ms`
    const goal = `${GOAL}x ${share >= GOAL ? 'met' : 'NOT met'}`
    rows.push([`${atOnce}`, cell(ours), cell(theirs), `${share.toFixed(2)}x`, `${cpu.toFixed(2)}x`, goal])
    console.log(rows.at(-1)?.join('   '))
  }
  keepSection({
    title: 'The service',
    by: 'npm run bench -- --service',
    note: `Compared with a bare HTTP server that sends the same bytes; medians of ${ROUNDS} rounds of ${PAGES} pages.`,
    heads: ['at once', 'service', 'bare', 'share', 'CPU a page', 'goal'],
    rows,
  })
  process.exit()
}

const [mode, service = '', key = ''] = process.argv.slice(2)
await (mode === '--bare' ? serveBare(service, key) : compareServers())
