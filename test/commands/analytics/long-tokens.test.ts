import { expect, onTestFinished, test } from 'vitest'
import { addDays, daysOf } from '../../../src/domain/calendar/calendar.ts'
import { answer, startFaultyServer } from '../../helpers/faulty-server.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { NOW } from '../../helpers/now.ts'
import { runQd } from '../../helpers/run-qd.ts'

const USERS = 12_000
const to = addDays(new Date(NOW).toISOString().slice(0, 10), -3)
const range = { from: addDays(to, -2), to }

const creditsOn = (user: number, day: number): number => (user * 7_919 + day * 31) % 1_000

const rowOf = (date: string, day: number) => {
  const by_user = Array.from({ length: USERS }, (_, user) => {
    const used = creditsOn(user, day)
    const by_model = [{ model_id: user % 2 ? 'opus' : 'haiku', billable_tokens: used }]
    return { user_id: `user_${user}`, user_email: `${user}@é.example`, billable_tokens: used, by_model }
  })
  const sums = { input_tokens: 2, output_tokens: 3, cache_read_tokens: 4, cache_write_tokens: 5 }
  return { date, billable_tokens: 1_000 + day, ...sums, by_model: [], by_user }
}

const rows = daysOf(range).map(rowOf)
const meta = { org_id: 'org_1' }

/** Serves the days in a response of 4 MB. Returns a function that runs `qd analytics tokens` over it. */
const open = async () => {
  const server = await startFaultyServer((received, response, socket) => {
    const query = new URL(received.path, 'http://localhost').searchParams
    const [first = '', last = ''] = [query.get('startDate') ?? '', query.get('endDate') ?? '']
    const data = rows.filter(({ date }) => date >= first && date <= last)
    return answer(200, { data, meta })(received, response, socket)
  })
  onTestFinished(() => server.close())
  const home = makeFolder()
  const run = async (...options: string[]) => {
    const words = ['analytics', 'tokens', '--from', range.from, '--to', range.to, ...options]
    const ran = await runQd(words, { url: server.url, key: 'key-123456789', home, cache: `${home}/cache.db` })
    expect(ran).toMatchObject({ code: 0 })
    return ran.out
  }
  return { server, run }
}

const envelope = { schema: 1, data: rows, meta: { ...meta, start_date: range.from, end_date: range.to } }

test('json and ndjson of days with very many users equal what the server sent, from the server and the cache', async () => {
  const { server, run } = await open()
  expect(await run('--json')).toBe(`${JSON.stringify(envelope)}\n`)
  const requests = server.received.length
  expect(await run('--json')).toBe(`${JSON.stringify(envelope)}\n`)
  expect(await run('--format', 'ndjson')).toBe(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  expect(await run('--format', 'ndjson', '--columns', 'date,by_user')).toBe(
    rows.map(({ date, by_user }) => `${JSON.stringify({ date, by_user })}\n`).join(''),
  )
  expect(server.received).toHaveLength(requests)
})

test('the figures of very many users are the sums over their days', async () => {
  const { run } = await open()
  const sumOf = (user: number): number => rows.reduce((sum, _, day) => sum + creditsOn(user, day), 0)
  const all = Array.from({ length: USERS }, (_, user) => sumOf(user))
  const people = JSON.parse(await run('--by', 'person', '--json'))
  expect(people.data).toHaveLength(USERS)
  const printed = new Map(people.data.map((row: Record<string, unknown>) => [row.user_id, row.credits]))
  expect(all.every((sum, user) => printed.get(`user_${user}`) === sum)).toBe(true)
  const [totals] = JSON.parse(await run('--totals', '--json')).data
  expect(totals.by_user).toHaveLength(USERS)
  expect(totals.by_user.reduce((sum: number, one: { billable_tokens: number }) => sum + one.billable_tokens, 0)).toBe(
    all.reduce((sum, one) => sum + one, 0),
  )
})

test('pseudonyms replace each of very many users', async () => {
  const { run } = await open()
  const out = await run('--json', '--pseudonyms')
  expect(out).not.toContain('user_7')
  expect(out).not.toContain('@')
  const { data } = JSON.parse(out)
  expect(new Set(data[0].by_user.map((one: { user_id: string }) => one.user_id)).size).toBe(USERS)
  expect(data[0].by_user[5]).toMatchObject({ user_email: null, billable_tokens: creditsOn(5, 0) })
})

test('a table and csv have the days', async () => {
  const { run } = await open()
  expect(await run('--format', 'table')).toContain(range.to)
  const csv = await run('--format', 'csv', '--csv-raw')
  expect(csv.split('\r\n')).toHaveLength(rows.length + 2)
  expect(csv).toContain(JSON.stringify(rows[0]?.by_user).replaceAll('"', '""'))
})
