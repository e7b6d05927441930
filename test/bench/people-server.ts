/**
 * A server with the usage of each user per day. It computes its responses from the request: 20,000 users on 300 days
 * are 6,000,000 rows, too many to fill a store for a measurement. All other requests go to another server.
 * Arguments: the numbers of people and of days, and the address of the other server, whose key is in QUARTERDECK_API_KEY.
 * Prints its own address.
 */
import { createServer } from 'node:http'
import { addDays, type Day, daysOf } from '../../src/domain/calendar/calendar.ts'
import { listen } from '../helpers/built-program.ts'
import { createPersonDays } from './person-days.ts'

const [people = 0, days = 0] = process.argv.slice(2, 4).map(Number)
const other = process.argv[4] ?? ''
const today = new Date().toISOString().slice(0, 10)
const first = addDays(today, -days - 2)

// Enough different rows that no page compresses well.
const personDay = createPersonDays(first)
const tails = Array.from({ length: 997 }, (_, at) => {
  const { user_id, user_email, date, ...row } = personDay(at, 0)
  return JSON.stringify(row).slice(1)
})

const requestedDays = (query: URLSearchParams): Day[] =>
  daysOf({ from: query.get('startDate') ?? first, to: query.get('endDate') ?? today })
const idOf = (person: number): string =>
  `"user_id":"user_${String(person).padStart(6, '0')}","user_email":"person.${person}@northwind.example"`

const page = (query: URLSearchParams): string => {
  const own = requestedDays(query).filter((day) => day >= first)
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
/** Maximum number of days with credits by user, which limits the size of a response with many users. */
const MAX_DAYS = people >= 10_000 ? 20 : days + 2

/** The organisation has credits on every day, so that Overview can forecast the month; users only on {@link MAX_DAYS}. */
const credits = (query: URLSearchParams): string => {
  const dayList = requestedDays(query)
  const own = new Set(dayList.filter((day) => day >= first).slice(0, MAX_DAYS))
  const rows = dayList.map((day, at) => {
    const users = Array.from({ length: own.has(day) ? people : 0 }, (_, person) => {
      const used = 100 + ((person * 7919 + at * 104_729) % 90_000)
      return `{${idOf(person)},"billable_tokens":${used},"by_model":[{"model_id":"${MODELS[(person + at) % 3]}","billable_tokens":${used}}]}`
    })
    const sum = people * 45_000
    return `{"date":"${day}","billable_tokens":${sum},"input_tokens":${sum * 3},"output_tokens":${sum},"cache_read_tokens":${sum},"cache_write_tokens":${sum},"by_model":[],"by_user":[${users.join(',')}]}`
  })
  return `{"data":[${rows.join(',')}],"meta":{"org_id":"org_scale"}}`
}

const otherAnswer = async (path: string): Promise<[status: number, body: string]> => {
  const reply = await fetch(other + path, { headers: { authorization: `Bearer ${process.env.QUARTERDECK_API_KEY}` } })
  return [reply.status, (await reply.text()).replace(/"org_id":"[^"]*"/, '"org_id":"org_scale"')]
}

const server = createServer(async (request, reply) => {
  const { pathname, searchParams, search } = new URL(request.url ?? '/', 'http://localhost')
  const isCredits = pathname === '/api/v1/analytics/tokens' && !searchParams.has('group_by')
  const [status, body] =
    pathname === '/api/v1/analytics/users'
      ? [200, page(searchParams)]
      : isCredits
        ? [200, credits(searchParams)]
        : await otherAnswer(pathname + search)
  reply.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
})
process.stdout.write(`http://${await listen(server)}\n`)
process.stdin.on('end', () => process.exit()).resume()
