/** Times of rankings and totals: from the rollups, which screens read, and from the facts that they are derived from. */
import { USER_FIGURES, type UserFigure } from '../../src/contract/per-user-rows.ts'
import { addDays } from '../../src/domain/calendar/calendar.ts'
import type { Db } from '../../src/service/db/db.ts'
import { storeOf } from '../../src/service/store/store.ts'
import { at } from './bench-kit.ts'
import { lastDay, rowsOf } from './team-data.ts'

const WINDOW = 30
const CHANGED_USERS = 100

const medianTime = async (runs: number, work: (run: number) => Promise<unknown>): Promise<number> => {
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const startedAt = performance.now()
    await work(run)
    times.push(performance.now() - startedAt)
  }
  return at(times, 0.5)
}

const sums = USER_FIGURES.map((figure) => `sum(${figure}) AS ${figure}`).join(', ')

/** The first 50 users of the last 30 days, by credits and by another figure. */
export const measureRanking = async (db: Db) => {
  const { rollups } = storeOf(db, true)
  const topMs = (sort: UserFigure) => medianTime(20, () => rollups.readTop({ days: WINDOW, sort, limit: 50 }))
  return {
    topMs: await topMs('billable_tokens'),
    otherTopMs: await topMs('tool_calls'),
    factsMs: await medianTime(2, () =>
      db.all(
        `SELECT user_id, ${sums} FROM user_facts WHERE day BETWEEN $1 AND $2
         GROUP BY user_id ORDER BY sum(billable_tokens) DESC, user_id LIMIT 50`,
        [addDays(lastDay, 1 - WINDOW), lastDay],
      ),
    ),
  }
}

/** The totals of the last days, by day and model. */
export const measureTotals = async (db: Db, days: number) => {
  const range = [addDays(lastDay, 1 - days), lastDay]
  const order = 'ORDER BY day, model'
  const isIn = 'WHERE day BETWEEN $1 AND $2'
  const fromRollup = `SELECT * FROM model_days ${isIn} ${order}`
  const fromFacts = `SELECT day, model, count(*) AS users, ${sums} FROM user_facts ${isIn} GROUP BY day, model ${order}`
  const found = (await db.all(fromRollup, range)).length
  const startedAt = performance.now()
  const expected = (await db.all(fromFacts, range)).length
  const factsMs = performance.now() - startedAt
  if (found === 0 || found !== expected) throw new Error(`model_days has ${found} rows in place of ${expected}`)
  return { rollupMs: await medianTime(20, () => db.all(fromRollup, range)), factsMs }
}

/** How long a change of the last day of some users takes until rankings show it, ms. */
export const measureRefresh = (db: Db): Promise<number> => {
  const { personDays } = storeOf(db, true)
  const page = rowsOf(0, CHANGED_USERS)
  const changed = page.map(({ row, ...key }) => ({ ...key, row: JSON.stringify({ ...JSON.parse(row), hooks: 1_000 }) }))
  return medianTime(4, (run) => personDays.put(run % 2 === 0 ? changed : page))
}
