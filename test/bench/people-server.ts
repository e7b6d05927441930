/**
 * A server of what each person did and used on each day, which makes an answer when it is asked for it: 20,000 people on 300 days
 * are 6,000,000 rows, which no store is filled with for a measurement. Pages are of people, as the service's are. Everything
 * else is asked of another server, or is not there.
 * Started by other benchmarks, with a number of people, of days, and the other server's address, whose key is in QUARTERDECK_API_KEY:
 * tells its own on standard output.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addDays, type Day, daysOf } from '../../src/domain/calendar/calendar.ts'
import { createPersonDays } from './person-days.ts'

const [people = 2_000, days = 300] = process.argv.slice(2, 4).map(Number)
const other = process.argv[4]
const today = new Date().toISOString().slice(0, 10)
const first = addDays(today, -days - 2)

// What differs from row to row, often enough that no two days are alike and no page is free to pack.
const personDay = createPersonDays(first)
const tails = Array.from({ length: 997 }, (_, at) => {
  const { user_id, user_email, date, ...row } = personDay(at, 0)
  return JSON.stringify(row).slice(1)
})

const askedDays = (query: URLSearchParams): Day[] =>
  daysOf({ from: query.get('startDate') ?? first, to: query.get('endDate') ?? today })
const spanOf = (query: URLSearchParams): Day[] => askedDays(query).filter((day) => day >= first)
const idOf = (person: number): string =>
  `"user_id":"user_${String(person).padStart(6, '0')}","user_email":"person.${person}@northwind.example"`

const page = (query: URLSearchParams): string => {
  const own = spanOf(query)
  const start = Number(query.get('cursor') ?? 0)
  const end = Math.min(people, start + Number(query.get('limit') ?? 100))
  const rows: string[] = []
  for (let person = start; person < end; person += 1) {
    const who = `{${idOf(person)},"date":"`
    for (const [at, day] of own.entries()) rows.push(`${who}${day}",${tails[(person * 31 + at * 7) % tails.length]}`)
  }
  const meta = { org_id: 'org_scale', has_more: end < people, next_cursor: end < people ? String(end) : null }
  return `{"data":[${rows.join(',')}],"meta":${JSON.stringify(meta)}}`
}

const MODELS = ['opus-4', 'sonnet-4', 'haiku-4']
/** Days with people: no client needs more of so many people at once. */
const MAX_DAYS = people >= 10_000 ? 20 : days + 2

/** The organisation has credits on every day, so that Overview can forecast the month; its people only on theirs. */
const credits = (query: URLSearchParams): string => {
  const own = new Set(spanOf(query).slice(0, MAX_DAYS))
  const rows = askedDays(query).map((day, at) => {
    const users = Array.from({ length: own.has(day) ? people : 0 }, (_, person) => {
      const used = 100 + ((person * 7919 + at * 104_729) % 90_000)
      return `{${idOf(person)},"billable_tokens":${used},"by_model":[{"model_id":"${MODELS[(person + at) % 3]}","billable_tokens":${used}}]}`
    })
    const sum = people * 45_000
    return `{"date":"${day}","billable_tokens":${sum},"input_tokens":${sum * 3},"output_tokens":${sum},"cache_read_tokens":${sum},"cache_write_tokens":${sum},"by_model":[],"by_user":[${users.join(',')}]}`
  })
  return `{"data":[${rows.join(',')}],"meta":{"org_id":"org_scale"}}`
}

const server = createServer(async (request, reply) => {
  const { pathname, searchParams, search } = new URL(request.url ?? '/', 'http://localhost')
  const answer = (status: number, text: string): void => {
    const body = Buffer.from(text)
    reply.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length })
    reply.end(body)
  }
  if (pathname === '/api/v1/analytics/users') return answer(200, page(searchParams))
  if (other === undefined) return answer(404, '{"status":404,"title":"Not Found"}')
  if (pathname === '/api/v1/analytics/tokens' && !searchParams.has('group_by'))
    return answer(200, credits(searchParams))
  const authorization = `Bearer ${process.env.QUARTERDECK_API_KEY}`
  const theirs = await fetch(other + pathname + search, { headers: { authorization } })
  answer(theirs.status, (await theirs.text()).replace(/"org_id":"[^"]*"/, '"org_id":"org_scale"'))
})
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`),
)
process.stdin.on('end', () => process.exit()).resume()
