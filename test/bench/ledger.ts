/**
 * How fast the ledger reads what the explorer shows, from the disk, in this process. Medians; the file has been read before, as
 * it has when somebody looks at it for the second time on a day. Run with: node test/bench/ledger.ts
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Ledger } from '../../src/cache/ledger/open-ledger.ts'
import { openLedger } from '../../src/cache/ledger/open-ledger.ts'
import { addDays, daysOf, type Range } from '../../src/domain/calendar/calendar.ts'
import { toPersonDaysChunk } from '../../src/domain/people/person-days.ts'

const ROUNDS = 21
const NOW = Date.UTC(2026, 10, 21, 9)

/** Goals in ms: of the design for 30 days, of the walk for a page, and of what a reader does not notice for the rest. */
const goals = { thirtyDays: 30, personDays: 100, page: 60, lastPage: 400 }

const folder = mkdtempSync(join(tmpdir(), 'ledger-bench-'))
const models = ['opus', 'sonnet', 'haiku', 'codex']

/** The same numbers in each run, below `limit`. */
let seed = 1
const random = (limit: number): number => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((seed / 0x1_0000_0000) * limit)
}

const open = (name: string): Ledger => {
  const tenant = { baseUrl: 'https://api.example', appUrl: 'https://api.example', apiKey: 'bench' }
  const ledger = openLedger({ path: join(folder, name), salt: new Uint8Array(32), tenant })
  ledger.setOrg('org')
  return ledger
}

const byModel = (count: number) =>
  models.slice(0, count).map((model_id) => ({
    model_id,
    model_tier: 'standard',
    billable_tokens: random(2_000),
    input_tokens: random(10_000_000),
    output_tokens: random(1_000_000),
  }))
const email = (person: number): string => `person.number.${person}@northwind.example`

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
    user_email: email(at),
    billable_tokens: random(5_000),
    by_model: byModel(1 + random(3)),
  })),
})

const personDay = (person: number, date: string) => ({
  user_id: `user_${person}`,
  user_email: email(person),
  date,
  tool_calls: random(500),
  billable_tokens: random(9_000),
  primary_model: models[random(4)] ?? '',
  primary_model_tier: 'standard',
  files_created: random(20),
  files_edited: random(50),
  git_commits: random(9),
  git_prs_created: random(3),
  mcp_calls: random(90),
  skill_calls: random(9),
  slash_commands: random(9),
  hooks: random(9),
  sessions: random(9),
  messages: random(400),
  user_messages: random(100),
  assistant_messages: random(300),
  autonomy_ratio: random(1_000) / 100,
  delegation_level: 'auto-high',
  languages: ['Go', 'TypeScript', 'Rust'].slice(0, 1 + random(3)),
})

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN
const time = (work: () => unknown): number => {
  const started = performance.now()
  work()
  return performance.now() - started
}
const repeat = (work: () => unknown): number => {
  work()
  return median(Array.from({ length: ROUNDS }, () => time(work)))
}

let missed = 0
const say = (what: string, ms: number, goalMs: number): void => {
  if (!(ms <= goalMs)) missed++
  const verdict = ms <= goalMs ? 'met' : 'NOT met'
  console.log(`${what.padEnd(58)} ${ms.toFixed(1).padStart(7)} ms   goal ${`${goalMs} ms`.padEnd(8)} ${verdict}`)
}

const measureCredits = (people: number): void => {
  const ledger = open(`credits-${people}.db`)
  const span: Range = { from: '2026-09-01', to: '2026-10-30' }
  const rows = daysOf(span).map((day) => creditDay(day, people))
  ledger.writeDays('credits', { span, fetchedAt: NOW, rows, rawRows: rows, problems: 0 })
  const range: Range = { from: '2026-09-20', to: addDays('2026-09-20', 29) }
  const entries = ledger.readCreditDays(range).people.columns.reduce((sum, { person }) => sum + person.length, 0)
  if (entries !== people * 30) throw new Error(`${entries} entries were read`)
  say(
    `30 days of credits, ${people} people: rows`,
    repeat(() => ledger.readCreditDays(range).days),
    goals.thirtyDays,
  )
  say(
    `30 days of credits, ${people} people: what each used`,
    repeat(() => ledger.readCreditDays(range).people),
    goals.thirtyDays,
  )
  ledger.close()
  const opened = () => {
    const again = open(`credits-${people}.db`)
    again.readCreditDays(range).days
    again.readCreditDays(range).people
    again.close()
  }
  say(`30 days of credits, ${people} people: opened and both read`, repeat(opened), goals.thirtyDays)
}

const measureTools = (): void => {
  const ledger = open('tools.db')
  const named = (member: string, count: number, number: string) =>
    Array.from({ length: count }, (_, at) => ({ [member]: `${member} number ${at}`, [number]: random(9_000) }))
  const range: Range = { from: '2026-09-20', to: addDays('2026-09-20', 29) }
  const rows = daysOf(range).map((date) => ({
    date,
    tool_calls: random(90_000),
    by_tool: named('tool', 60, 'invocations'),
    mcp_by_server: named('server', 40, 'invocations'),
    skills_by_name: named('name', 40, 'count'),
    slash_commands_by_name: named('name', 40, 'count'),
    hooks_by_event: named('event', 60, 'count'),
  }))
  ledger.writeDays('tools', { span: range, fetchedAt: NOW, rows, rawRows: rows, problems: 0 })
  say(
    '30 days of tools, 240 names a day',
    repeat(() => ledger.readDays('tools', range)),
    goals.thirtyDays,
  )
  ledger.close()
}

const measurePersonDays = (people: number, days: number): void => {
  const ledger = open('users.db')
  const span: Range = { from: '2026-07-01', to: addDays('2026-07-01', days - 1) }
  let walk = ledger.beginWalk(span, NOW)
  const pageMs: number[] = []
  for (let first = 0; first < people; first += 100) {
    const rows = Array.from({ length: 100 }, (_, at) => daysOf(span).map((day) => personDay(first + at, day))).flat()
    const chunk = toPersonDaysChunk(rows)
    const nextCursor = first + 100 < people ? `user_${first + 100}` : undefined
    pageMs.push(
      time(() => {
        walk = ledger.writePage(walk, { chunk, rawRows: rows, nextCursor, fetchedAt: NOW })
      }),
    )
    if (first + 200 === people)
      say(
        `${days * (people - 100)} per-user rows of an unfinished walk`,
        repeat(() => ledger.readPersonDays(span).chunks),
        goals.personDays,
      )
  }
  const rows = people * days
  const read = ledger.readPersonDays(span).chunks[0]?.length
  if (read !== rows) throw new Error(`${read} of ${rows} rows were read`)
  say(`a page of ${100 * days} per-user rows is written`, median(pageMs.slice(0, -1)), goals.page)
  say(`the last page of ${rows} rows`, pageMs.at(-1) ?? Number.NaN, goals.lastPage)
  say(
    `${rows} per-user rows of a complete walk`,
    repeat(() => ledger.readPersonDays(span).chunks),
    goals.personDays,
  )
  const month = { from: span.from, to: addDays(span.from, 29) }
  say(
    `30 days of ${people} people among them`,
    repeat(() => ledger.readPersonDays(month).chunks),
    goals.personDays,
  )
  ledger.close()
  console.log(`the file of these rows: ${(statSync(join(folder, 'users.db')).size / 1e6).toFixed(1)} MB`)
}

try {
  console.log(`Node ${process.versions.node}; medians of ${ROUNDS}\n`)
  measureTools()
  measureCredits(60)
  measureCredits(2_000)
  measurePersonDays(2_000, 100)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(missed === 0 ? '\nAll goals met.' : `\n${missed} goals NOT met.`)
