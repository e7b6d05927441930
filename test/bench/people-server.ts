/**
 * A server of per-user rows that makes each page when it is asked for it: 20,000 people on 300 days are 6,000,000 rows, which
 * no store is filled with for a measurement. Pages are of people, as the service's are. Everything else is not there.
 * Started by other benchmarks, with a number of people and of days: tells its address on standard output.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addDays, daysOf } from '../../src/domain/calendar/calendar.ts'
import { createPersonDays } from './person-days.ts'

const [people = 2_000, days = 300] = process.argv.slice(2).map(Number)
const today = new Date().toISOString().slice(0, 10)
const first = addDays(today, -days - 2)

// What differs from row to row, often enough that no two days are alike and no page is free to pack.
const personDay = createPersonDays(first)
const tails = Array.from({ length: 997 }, (_, at) => {
  const { user_id, user_email, date, ...row } = personDay(at, 0)
  return JSON.stringify(row).slice(1)
})

const page = (query: URLSearchParams): Buffer => {
  const span = { from: query.get('startDate') ?? first, to: query.get('endDate') ?? today }
  const own = daysOf({ from: span.from < first ? first : span.from, to: span.to })
  const start = Number(query.get('cursor') ?? 0)
  const end = Math.min(people, start + Number(query.get('limit') ?? 100))
  const rows: string[] = []
  for (let person = start; person < end; person += 1) {
    const who = `{"user_id":"user_${String(person).padStart(6, '0')}","user_email":"person.${person}@northwind.example","date":"`
    for (const [at, day] of own.entries()) rows.push(`${who}${day}",${tails[(person * 31 + at * 7) % tails.length]}`)
  }
  const meta = { org_id: 'org_scale', has_more: end < people, next_cursor: end < people ? String(end) : null }
  return Buffer.from(`{"data":[${rows.join(',')}],"meta":${JSON.stringify(meta)}}`)
}

const server = createServer((request, reply) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const isUsers = pathname === '/api/v1/analytics/users'
  const body = isUsers ? page(searchParams) : Buffer.from('{"status":404,"title":"Not Found"}')
  reply.writeHead(isUsers ? 200 : 404, { 'content-type': 'application/json', 'content-length': body.length })
  reply.end(body)
})
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`),
)
process.stdin.on('end', () => process.exit()).resume()
