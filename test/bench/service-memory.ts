/**
 * The memory of the local service under load: 200 requests a second for ten minutes, or as many as are given (60 is the hour that
 * it is to be flat over). The demo organisation is in memory, and pages of people change with every request, so nothing that
 * is kept of earlier answers helps.
 * Run with: npm run bench -- --service-memory [MINUTES]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { fileURLToPath } from 'node:url'
import { median } from '../../src/base/numbers.ts'
import { keepSection } from './results.ts'
import { peakOf, residentOf } from './run-measured.ts'

const PER_SECOND = 200
/** Requests that are sent together. */
const AT_ONCE = 20
/** A part of the time to become warm in; the rest is compared in two halves. */
const WARM = 0.2
/** Memory of the second half as a multiple of the first. */
const GOAL_GROWTH = 1.05

const minutes = Number(process.argv.slice(2).find((word) => !word.startsWith('--')) ?? 10)
const program = fileURLToPath(new URL('../../dist/qd.js', import.meta.url))
const words = ['serve', '--demo', '--users', '200', '--days', '60', '--port', '0', '--json', '--end-with-parent']
const service = spawn(process.execPath, [program, ...words], { stdio: ['pipe', 'pipe', 'inherit'] })
const [line] = (await once(service.stdout.setEncoding('utf8'), 'data')) as [string]
const { url, keys } = JSON.parse(line) as { url: string; keys: { owner: string } }

const dayAgo = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
let asked = 0
const nextPath = (): string => {
  asked += 1
  const from = 2 + (asked % 50)
  const limit = 20 + (asked % 81)
  return `/api/v1/analytics/users?startDate=${dayAgo(from)}&endDate=${dayAgo(from - (asked % 2))}&limit=${limit}`
}
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
let answered = 0
const ask = (): void => {
  get(url + nextPath(), { agent, headers: { authorization: `Bearer ${keys.owner}` } }, (reply) => {
    if (reply.statusCode !== 200) throw new Error(`a page was answered ${reply.statusCode}`)
    reply.resume().on('end', () => (answered += 1))
  }).on('error', (error) => {
    // The last ones are under way when the service is ended.
    if (performance.now() < endsAt) throw error
  })
}

const samples: number[] = []
const endsAt = performance.now() + minutes * 60_000
const sending = setInterval(
  () => {
    for (let count = 0; count < AT_ONCE; count += 1) ask()
  },
  (1_000 * AT_ONCE) / PER_SECOND,
)
const sampling = setInterval(() => {
  samples.push(residentOf(service.pid))
  if (samples.length % 30 === 0)
    console.log(`after ${samples.length} s: ${samples.at(-1)?.toFixed(0)} MB, ${answered} answers`)
  if (performance.now() < endsAt) return
  clearInterval(sending)
  clearInterval(sampling)
  tell()
  service.kill()
  agent.destroy()
}, 1_000)

const tell = (): void => {
  const warm = samples.slice(Math.floor(samples.length * WARM))
  const half = warm.length >> 1
  const [first, second] = [median(warm.slice(0, half)) ?? 0, median(warm.slice(half)) ?? 0]
  const isMet = second <= first * GOAL_GROWTH
  const perSecond = (answered / minutes / 60).toFixed(0)
  const most = peakOf(service.pid).toFixed(0)
  const growth = `${(second / first).toFixed(2)}x, goal ${GOAL_GROWTH}x ${isMet ? 'met' : 'NOT met'}`
  const cells = [String(minutes), perSecond, `${first.toFixed(0)} MB`, `${second.toFixed(0)} MB`, `${most} MB`, growth]
  console.log(cells.join(', '))
  keepSection({
    title: 'Memory of the service',
    by: 'npm run bench -- --service-memory 60',
    note: `The first ${WARM * 100} % of the time are left out, in which it becomes warm; medians of the rest in two halves.`,
    heads: ['minutes', 'requests a second', 'first half', 'second half', 'most', 'growth'],
    rows: [cells],
  })
  if (!isMet) process.exitCode = 1
}
