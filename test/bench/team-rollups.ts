/**
 * Figures of facts and rollups for the bench of a team's database: what deriving them costs an import, what a refresh
 * takes, and how much faster a ranking from a window is than one from facts.
 */
import { USER_FIGURES, type UserFigure } from '../../src/contract/per-user-rows.ts'
import { addDays } from '../../src/domain/calendar/calendar.ts'
import type { Db } from '../../src/service/db/db.ts'
import type { TableRows } from '../../src/service/db/tables.ts'
import { storeOf } from '../../src/service/store/store.ts'
import { at } from './bench-kit.ts'

type PersonDay = TableRows['person_days']
export type RollupBench = {
  rowsOf: (day: string) => PersonDay[]
  lastDay: string
  /** At least the length of the window. */
  days: number
  /** Updates the statistics of the planner, if the database has them. */
  analyze: () => Promise<unknown>
}

const WINDOW = 30
const PAGE = 100

const medianOf = async (runs: number, work: (run: number) => Promise<unknown>): Promise<number> => {
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const startedAt = performance.now()
    await work(run)
    times.push(performance.now() - startedAt)
  }
  return at(times, 0.5)
}

/** Fills an empty database with days, as a mirror does, and measures it. */
export const measureRollups = async (db: Db, { rowsOf, lastDay, days, analyze }: RollupBench) => {
  const store = storeOf(db, true)
  let [rowCount, importMs] = [0, 0]
  for (let ago = days - 1; ago >= 0; ago--) {
    const rows = rowsOf(addDays(lastDay, -ago))
    rowCount += rows.length
    const startedAt = performance.now()
    await store.personDays.put(rows, { isPartOfDay: true })
    importMs += performance.now() - startedAt
  }
  await analyze()
  const refreshMs = await medianOf(3, () => store.rollups.publish([lastDay]))
  const page = rowsOf(lastDay).slice(0, PAGE)
  const changed = ({ row, ...key }: PersonDay, hooks: number): PersonDay => ({
    ...key,
    row: JSON.stringify({ ...JSON.parse(row), hooks }),
  })
  const pageMs = await medianOf(5, (run) => store.personDays.put(page.map((row) => changed(row, 1_000 + run))))
  await analyze()
  const topMs = (sort: UserFigure) => medianOf(20, () => store.rollups.readTop({ days: WINDOW, sort, limit: 50 }))
  const sums = USER_FIGURES.map((figure) => `sum(${figure}) AS ${figure}`).join(', ')
  return {
    rowsPerSecond: (rowCount * 1_000) / importMs,
    /** All windows of all users. */
    refreshMs,
    /** Changed days of 100 users, with their windows. */
    pageMs,
    topMs: await topMs('billable_tokens'),
    otherTopMs: await topMs('tool_calls'),
    factsMs: await medianOf(5, () =>
      db.all(
        `SELECT user_id, ${sums} FROM user_facts WHERE day BETWEEN $1 AND $2
         GROUP BY user_id ORDER BY sum(billable_tokens) DESC, user_id LIMIT 50`,
        [addDays(lastDay, 1 - WINDOW), lastDay],
      ),
    ),
  }
}
