/**
 * Pages of people a second that the local service sends, beside a bare HTTP server that sends the same bytes, with 1, 8 and 64
 * requests under way at once. CPU is the server's own, of all its threads, so a busy machine changes it little.
 * Run with: npm run bench -- --service, or node test/bench/service-load.ts [--service | --bare FILE, which start one of the servers]
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { keepSection } from './results.ts'

const KEY = 'a-key-for-measuring-only'
const NOW = Date.UTC(2026, 10, 21, 9)
const PAGES = 4_000
const ROUNDS = 3
const AT_ONCE = [1, 8, 64]
/** Of the bare server's pages a second. */
const GOAL = 0.5
const self = fileURLToPath(import.meta.url)

type Server = { url: string; cpuMs: () => Promise<number>; stop: () => void }
type Measured = { perSecond: number; p99Ms: number; cpuMs: number }

const paths = (first: number): string[] =>
  Array.from({ length: 20 }, (_, at) => {
    const day = new Date(NOW - (first + at) * 86_400_000).toISOString().slice(0, 10)
    return `/api/v1/analytics/users?startDate=${day}&endDate=${day}&limit=100`
  })

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** In a process of its own: what the client does must not be counted. */
const start = async (...args: string[]): Promise<Server> => {
  const child = fork(self, args, { stdio: 'inherit', execArgv: ['--no-warnings'] })
  const [url] = (await once(child, 'message')) as [string]
  return {
    url,
    cpuMs: async () => {
      child.send('cpu')
      const [ms] = (await once(child, 'message')) as [number]
      return ms
    },
    stop: () => void child.kill(),
  }
}

process.once('SIGINT', () => process.exit())
const tellCpu = (): void => {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.((user + system) / 1_000)
  })
}

const serve = async (): Promise<void> => {
  const { startService } = await import('../../src/service/start-service.ts')
  const { url } = await startService({ demo: { users: 200, days: 60 }, keys: { owner: KEY }, now: () => NOW })
  tellCpu()
  process.send?.(url)
}

/** Sends for each path what the service at `from` sends for it. */
const serveBare = async (from: string): Promise<void> => {
  const bodies = new Map<string, Buffer>()
  for (const path of paths(3)) {
    const reply = await fetch(from + path, { headers: { authorization: `Bearer ${KEY}` } })
    bodies.set(path, Buffer.from(await reply.arrayBuffer()))
  }
  const server = createServer((request, reply) => {
    const body = bodies.get(request.url ?? '') ?? Buffer.alloc(0)
    reply.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length })
    reply.end(body)
  })
  server.listen(0, '127.0.0.1', () => {
    tellCpu()
    process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  })
}

const drive = async (server: Server, atOnce: number): Promise<Measured> => {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const asked = paths(3)
  const times: number[] = []
  let next = 0
  const one = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const startedAt = performance.now()
      const path = asked[next++ % asked.length] ?? ''
      const options = { agent, headers: { authorization: `Bearer ${KEY}` } }
      get(server.url + path, options, (reply) => {
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
  const cpu = await server.cpuMs()
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: atOnce }, worker))
  const ms = performance.now() - startedAt
  const used = (await server.cpuMs()) - cpu
  agent.destroy()
  times.sort((a, b) => a - b)
  return {
    perSecond: (times.length / ms) * 1_000,
    p99Ms: times[Math.floor(times.length * 0.99)] ?? 0,
    cpuMs: used / times.length,
  }
}

const compare = async (): Promise<void> => {
  const service = await start('--service')
  const bare = await start('--bare', service.url)
  const rows: string[][] = []
  for (const atOnce of AT_ONCE) {
    const rounds: { service: Measured; bare: Measured }[] = []
    for (let round = 0; round < ROUNDS; round++)
      rounds.push({ service: await drive(service, atOnce), bare: await drive(bare, atOnce) })
    const of = (server: 'service' | 'bare', figure: keyof Measured) =>
      median(rounds.map((each) => each[server][figure]))
    const share = of('service', 'perSecond') / of('bare', 'perSecond')
    const cell = (server: 'service' | 'bare') =>
      `${of(server, 'perSecond').toFixed(0)} pages/s, p99 ${of(server, 'p99Ms').toFixed(1)} ms`
    const cpu = of('service', 'cpuMs') / of('bare', 'cpuMs')
    const goal = `${GOAL}x ${share >= GOAL ? 'met' : 'NOT met'}`
    rows.push([`${atOnce}`, cell('service'), cell('bare'), `${share.toFixed(2)}x`, `${cpu.toFixed(2)}x`, goal])
    const told = (server: 'service' | 'bare') =>
      `${of(server, 'perSecond').toFixed(0).padStart(6)} pages/s  p99 ${of(server, 'p99Ms').toFixed(1).padStart(5)} ms  ${of(server, 'cpuMs').toFixed(3)} CPU ms a page`
    console.log(
      `${String(atOnce).padStart(2)} at once  service ${told('service')}   bare ${told('bare')}   ${share.toFixed(2)}x, CPU ${cpu.toFixed(2)}x   goal ${goal}`,
    )
  }
  service.stop()
  bare.stop()
  keepSection({
    title: 'The service',
    by: 'npm run bench -- --service',
    note: `Beside a bare HTTP server that sends the same bytes; medians of ${ROUNDS} rounds of ${PAGES} pages.`,
    heads: ['at once', 'service', 'bare', 'share', 'CPU a page', 'goal'],
    rows,
  })
}

const [mode, from = ''] = process.argv.slice(2)
await (mode === '--service' ? serve() : mode === '--bare' ? serveBare(from) : compare())
