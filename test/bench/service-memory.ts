/**
 * Measures the memory of the local service under load: 200 requests per second for MINUTES, by default ten. In an hour (60)
 * it must not grow. The demo organisation is in memory, and the pages differ with every request, so that no cached
 * response helps.
 * Run with: npm run bench -- --service-memory [MINUTES]
 */
import { Agent, get } from 'node:http'
import { serveDemo } from '../helpers/built-program.ts'
import { median, memoryOf } from './bench-kit.ts'
import { keepSection } from './results.ts'

const PER_SECOND = 200
/** Requests that are sent together. */
const AT_ONCE = 20
/** The share of the time that is ignored as warm-up. The remaining time is compared in two halves. */
const WARM = 0.2
/** Memory of the second half as a multiple of the first. */
const GOAL_GROWTH = 1.05

const minutes = Number(process.argv.slice(2).find((word) => !word.startsWith('--')) ?? 10)
const service = await serveDemo('--users', '200', '--days', '60')
const endsAt = performance.now() + minutes * 60_000

const dayAgo = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
let sent = 0
let received = 0
const sendRequest = (): void => {
  sent += 1
  const from = 2 + (sent % 50)
  const days = `startDate=${dayAgo(from)}&endDate=${dayAgo(from - (sent % 2))}`
  const url = `${service.url}/api/v1/analytics/users?${days}&limit=${20 + (sent % 81)}`
  get(url, { agent, headers: { authorization: `Bearer ${service.key}` } }, (reply) => {
    if (reply.statusCode !== 200) throw new Error(`a page has the status ${reply.statusCode}`)
    reply.resume().on('end', () => (received += 1))
  })
}

const samples: number[] = []
const sendBatch = () => {
  for (let count = 0; count < AT_ONCE; count += 1) sendRequest()
}
setInterval(sendBatch, (1_000 * AT_ONCE) / PER_SECOND)
setInterval(() => {
  samples.push(memoryOf(service.pid, 'VmRSS'))
  if (samples.length % 30 === 0)
    console.log(`after ${samples.length} s: ${samples.at(-1)?.toFixed(0)} MB, ${received} responses`)
  if (performance.now() >= endsAt) finish()
}, 1_000)

const finish = (): void => {
  const warm = samples.slice(Math.floor(samples.length * WARM))
  const half = warm.length >> 1
  const [first, second] = [median(warm.slice(0, half)), median(warm.slice(half))]
  const isMet = second <= first * GOAL_GROWTH
  const perSecond = (received / minutes / 60).toFixed(0)
  const sizes = [first, second, memoryOf(service.pid, 'VmHWM')].map((megabytes) => `${megabytes.toFixed(0)} MB`)
  const growth = `${(second / first).toFixed(2)}x, goal ${GOAL_GROWTH}x ${isMet ? 'met' : 'NOT met'}`
  const cells = [String(minutes), perSecond, ...sizes, growth]
  console.log(cells.join(', '))
  keepSection({
    title: 'Memory of the service',
    by: 'npm run bench -- --service-memory 60',
    note: `Excludes the first ${WARM * 100} % of the time as warm-up. The columns have the medians of both halves of the rest.`,
    heads: ['minutes', 'requests a second', 'first half', 'second half', 'peak', 'growth'],
    rows: [cells],
  })
  process.exit(isMet ? 0 : 1)
}
