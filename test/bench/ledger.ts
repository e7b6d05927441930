import { statSync } from 'node:fs'
import { type Ledger, openLedger } from '../../src/cache/ledger/open-ledger.ts'
import { addDays, daysOf, type Range } from '../../src/domain/calendar/calendar.ts'
import { toPersonDaysChunk } from '../../src/domain/people/person-days.ts'
import { createRandom, home, median, timeOf } from './bench-kit.ts'
import { createPersonDays } from './person-days.ts'
import { print } from './results.ts'

const ROUNDS = 21
const NOW = Date.UTC(2026, 10, 21, 9)
const RANGE: Range = { from: '2026-09-20', to: '2026-10-19' }

/** Limits, ms: `thirtyDays` from the design, `page` from the time to load a page, the others are what users don't notice. */
const goals = { thirtyDays: 30, personDays: 100, page: 60, lastPage: 400 }

const open = (name: string): Ledger => {
  const tenant = { baseUrl: 'https://api.example', appUrl: 'https://api.example', apiKey: 'bench' }
  const ledger = openLedger({ path: `${home}/${name}`, salt: new Uint8Array(32), tenant })
  ledger.setOrg('org')
  return ledger
}

const random = createRandom()
const byModel = (count: number) =>
  ['opus', 'sonnet', 'haiku', 'codex'].slice(0, count).map((model_id) => ({
    model_id,
    model_tier: 'standard',
    billable_tokens: random(2_000),
    input_tokens: random(10_000_000),
    output_tokens: random(1_000_000),
  }))
const creditDay = (date: string, people: number) => ({
  date,
  billable_tokens: random(1_000_000),
  input_tokens: random(1_000_000_000),
  output_tokens: random(100_000_000),
  cache_read_tokens: random(1_000_000_000),
  cache_write_tokens: random(100_000_000),
  by_model: byModel(4),
  by_user: Array.from({ length: people }, (_, at) => ({
    user_id: `user_${at}`,
    user_email: `person.number.${at}@northwind.example`,
    billable_tokens: random(5_000),
    by_model: byModel(1 + random(3)),
  })),
})

/** Prints the median time of rounds. The file is read once before, as when a user reopens a screen. */
const measure = (what: string, goalMs: number, work: () => unknown): void => {
  work()
  print(what, '', median(Array.from({ length: ROUNDS }, () => timeOf(work))), goalMs, ' ms')
}

const measureCredits = (people: number): void => {
  const ledger = open(`credits-${people}.db`)
  const span: Range = { from: '2026-09-01', to: '2026-10-30' }
  const rows = daysOf(span).map((day) => creditDay(day, people))
  ledger.writeDays('credits', { span, fetchedAt: NOW, rows, rawRows: rows, problems: 0 })
  const entries = ledger.readCreditDays(RANGE).people.columns.reduce((sum, { person }) => sum + person.length, 0)
  if (entries !== people * 30) throw new Error(`${entries} entries were read`)
  const what = `30 days of credits, ${people} people`
  measure(`${what}: rows`, goals.thirtyDays, () => ledger.readCreditDays(RANGE).days)
  measure(`${what}: by person`, goals.thirtyDays, () => ledger.readCreditDays(RANGE).people)
  ledger.close()
  measure(`${what}: opened and both read`, goals.thirtyDays, () => {
    const again = open(`credits-${people}.db`)
    again.readCreditDays(RANGE).days
    again.readCreditDays(RANGE).people
    again.close()
  })
}

const measureTools = (): void => {
  const ledger = open('tools.db')
  const named = (member: string, count: number, number: string) =>
    Array.from({ length: count }, (_, at) => ({ [member]: `${member} number ${at}`, [number]: random(9_000) }))
  const rows = daysOf(RANGE).map((date) => ({
    date,
    tool_calls: random(90_000),
    by_tool: named('tool', 60, 'invocations'),
    mcp_by_server: named('server', 40, 'invocations'),
    skills_by_name: named('name', 40, 'count'),
    slash_commands_by_name: named('name', 40, 'count'),
    hooks_by_event: named('event', 60, 'count'),
  }))
  ledger.writeDays('tools', { span: RANGE, fetchedAt: NOW, rows, rawRows: rows, problems: 0 })
  measure('30 days of tools, 240 names a day', goals.thirtyDays, () => ledger.readDays('tools', RANGE))
  ledger.close()
}

const measurePersonDays = (people: number, days: number): void => {
  const ledger = open('users.db')
  const span: Range = { from: '2026-07-01', to: addDays('2026-07-01', days - 1) }
  const personDay = createPersonDays(span.from)
  let walk = ledger.beginWalk(span, NOW)
  const pageMs: number[] = []
  for (let first = 0; first < people; first += 100) {
    const rows = Array.from({ length: 100 * days }, (_, at) => personDay(first + Math.floor(at / days), at % days))
    const chunk = toPersonDaysChunk(rows)
    const nextCursor = first + 100 < people ? `user_${first + 100}` : undefined
    const page = { chunk, rawRows: rows, nextCursor, fetchedAt: NOW }
    pageMs.push(timeOf(() => (walk = ledger.writePage(walk, page))))
    if (first + 200 === people)
      measure(
        `${days * (people - 100)} per-user rows of an unfinished walk`,
        goals.personDays,
        () => ledger.readPersonDays(span).chunks,
      )
  }
  const rows = people * days
  const read = ledger.readPersonDays(span).chunks[0]?.length
  if (read !== rows) throw new Error(`${read} of ${rows} rows were read`)
  print(`a page of ${100 * days} per-user rows is written`, '', median(pageMs.slice(0, -1)), goals.page, ' ms')
  print(`the last page of ${rows} rows`, '', pageMs.at(-1) ?? Number.NaN, goals.lastPage, ' ms')
  const month = { from: span.from, to: addDays(span.from, 29) }
  measure(`${rows} per-user rows of a complete walk`, goals.personDays, () => ledger.readPersonDays(span).chunks)
  measure('30 days of these rows', goals.personDays, () => ledger.readPersonDays(month).chunks)
  ledger.close()
  console.log(`size of the file: ${(statSync(`${home}/users.db`).size / 1e6).toFixed(1)} MB`)
}

/** Measures how fast this process reads and writes the explorer's data in the cache on disk. */
export const measureLedger = (): void => {
  measureTools()
  measureCredits(60)
  measureCredits(2_000)
  measurePersonDays(2_000, 100)
}
