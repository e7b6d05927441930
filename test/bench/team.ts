/**
 * Compares a team's database, PostgreSQL, with SQLite on the same rows of users: import, size, pages, rankings, totals, the
 * load of 24 explorers, and the memory of both ends while credits with the share of each user are sent. The rows are
 * imported up to each size, to show whether the time of a page grows. Figures are printed, and stored in RESULTS.md, as they
 * come.
 * Run with: npm run bench -- --team [--rows 2000000,10000000]
 */
import { storeOf } from '../../src/service/store/store.ts'
import { at } from './bench-kit.ts'
import { fillDays, idOf, lastDay, rowsOf } from './team-data.ts'
import { type TeamEngine, teamEngines } from './team-engines.ts'
import { EXPLORERS, loadExplorers, serveData } from './team-explorers.ts'
import { pageTimes, timedImport } from './team-pages.ts'
import { createTeamReport } from './team-report.ts'
import { measureRanking, measureRefresh, measureTotals } from './team-rollups.ts'
import { measureTokens } from './team-tokens.ts'

const MAX_USERS = 100_000
const DAYS = 14
/**
 * Maximum time of a page, as a multiple of SQLite's and of that with fewer rows; maximum log of an unchanged day, as a
 * share of that of its import; maximum time from rollups, as a share of that from facts; maximum memory of either end.
 */
const GOALS = { page: 2, growth: 1.3, log: 0.15, rollup: 0.01, tokensMb: 150 }

const rowsFlag = process.argv.indexOf('--rows')
const sizes = (rowsFlag < 0 ? '2000000,10000000' : (process.argv[rowsFlag + 1] ?? '')).split(',').map(Number)
const [first = 0] = sizes
const users = Math.min(MAX_USERS, Math.floor(first / DAYS))
if (!(users > 0)) throw new Error('--rows needs numbers of rows, such as 2000000,10000000')

const report = createTeamReport(
  `${users.toLocaleString('en')} users. A time with a slash is p50 / p99. PostgreSQL runs without fsync.`,
)
const both = (times: readonly number[]): string => `${at(times, 0.5).toFixed(1)} / ${at(times, 0.99).toFixed(1)} ms`
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

/** The median time of a page in SQLite, by the number of days. */
const sqlitePages = new Map<number, number>()

type Line = (what: string, figures: string, ...goals: Parameters<typeof report>[4][]) => void

const measurePages = async ({ db }: TeamEngine, days: number, line: Line, before: number | undefined) => {
  const times = await pageTimes(db, users)
  const median = at(times, 0.5)
  if (db.dialect === 'sqlite') sqlitePages.set(days, median)
  const sqlite = db.dialect === 'sqlite' ? undefined : sqlitePages.get(days)
  line(
    'page of 100 users, 14 days',
    both(times),
    ...(sqlite ? [{ of: 'of SQLite', value: median / sqlite, goal: GOALS.page, unit: 'x' }] : []),
    ...(before ? [{ of: 'of the size before', value: median / before, goal: GOALS.growth, unit: 'x' }] : []),
  )
  return median
}

const measureRollups = async ({ db }: TeamEngine, days: number, line: Line): Promise<void> => {
  const top = await measureRanking(db)
  line(
    'top 50 of 30 days',
    `${top.topMs.toFixed(1)} ms, by another figure ${top.otherTopMs.toFixed(1)} ms, from facts ${top.factsMs.toFixed(0)} ms`,
    { of: 'of facts', value: top.topMs / top.factsMs, goal: GOALS.rollup },
  )
  const totals = await measureTotals(db, days)
  line(
    `totals of ${days} days by model`,
    `${totals.rollupMs.toFixed(1)} ms, from facts ${totals.factsMs.toFixed(0)} ms`,
    { of: 'of facts', value: totals.rollupMs / totals.factsMs, goal: GOALS.rollup },
  )
  line('rankings after a change of 100 users', `${(await measureRefresh(db)).toFixed(0)} ms`)
}

const measureExplorers = async ({ data }: TeamEngine, line: Line): Promise<void> => {
  const service = await serveData(data)
  try {
    const { times, errors, ms } = await loadExplorers(service, users)
    const count = Object.values(times).flat().length
    const figures = Object.entries(times).map(([kind, list]) => `${kind} ${both(list)}`)
    line(`${EXPLORERS} explorers at once`, `${count} requests in ${seconds(ms)}: ${figures.join(', ')}`, {
      of: 'errors',
      value: errors.length,
      goal: 0,
    })
    for (const error of errors.slice(0, 5)) console.log(`  ${error}`)
  } finally {
    service.stop()
  }
}

/** The log that a new day writes, with its facts, and that the same day writes when it is imported again. */
const measureLog = async ({ db, logBytes, checkpoint }: TeamEngine, ago: number, line: Line): Promise<void> => {
  if (logBytes === undefined) return
  const rows = rowsOf(ago, users)
  // After a checkpoint the server logs each changed page whole. One between both imports would count for the second.
  await checkpoint()
  const logOf = async (): Promise<number> => {
    const before = await logBytes()
    await storeOf(db, true).personDays.put(rows, { isPartOfDay: true })
    return (await logBytes()) - before
  }
  const [written, again] = [await logOf(), await logOf()]
  line('log of a new day, of the same day again', `${(written / 1e6).toFixed(1)} MB, ${(again / 1e6).toFixed(1)} MB`, {
    of: 'of the new day',
    value: again / written,
    goal: GOALS.log,
  })
}

/** Credits with the share of each user, read by commands. */
const measureCredits = async (name: string, engine: TeamEngine): Promise<void> => {
  for (const { name: command, clientMb, serverMb, ms } of await measureTokens(await engine.createOther(), users))
    report(
      name,
      0,
      `${command}, ${DAYS} days`,
      `${seconds(ms)}, service ${serverMb.toFixed(0)} MB, command ${clientMb.toFixed(0)} MB`,
      { of: 'at most', value: Math.max(serverMb, clientMb), goal: GOALS.tokensMb, unit: ' MB' },
    )
}

const measureEngine = async (name: string, engine: TeamEngine): Promise<void> => {
  await fillDays(storeOf(engine.db, true))
  let pageMs: number | undefined
  let days = 0
  for (const size of sizes) {
    const before = days
    days = Math.max(before + 1, Math.round(size / users))
    const line: Line = (what, figures, ...goals) =>
      report(name, days * users, what, figures, ...goals.filter((goal) => goal !== undefined))
    const imported = await timedImport(engine.db, before, days, users)
    line('import with facts', `${Math.round(imported.rowsPerSecond).toLocaleString('en')} rows/s`)
    line('first rankings', seconds(imported.publishMs))
    await engine.analyze()
    line('size', `${Math.round((await engine.sizeBytes()) / 1e6).toLocaleString('en')} MB`)
    pageMs = await measurePages(engine, days, line, pageMs)
    await measureRollups(engine, days, line)
    await measureExplorers(engine, line)
    await measureLog(engine, days, line)
  }
  await measureCredits(name, engine)
}

console.log(`${users} users, days up to ${lastDay}, first user ${idOf(0)}`)
for (const [name, open] of teamEngines()) {
  const engine = await open()
  try {
    await measureEngine(name, engine)
  } finally {
    await engine.end()
  }
}
process.exit()
