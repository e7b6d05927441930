import { AppError } from '../../base/errors.ts'
import { readPages } from '../../cache/load/people/raw-person-days.ts'
import type { Source } from '../../cache/load/source.ts'
import { type Day, daysOf, type Range } from '../../domain/calendar/calendar.ts'
import { counted } from '../../domain/text/format.ts'
import { lastGroupedRows } from '../../domain/usage/measure-figures.ts'
import type { Deps } from '../kit/command.ts'
import { loadOptions, missingReason } from '../kit/load-options.ts'
import { createStatusLine } from '../kit/notes.ts'
import { isRow, type RawRow } from '../output/row-layout.ts'
import { DAY_SHAPES, type DayShape } from './export-tables.ts'

const incomplete = (reason: string): AppError => new AppError('incomplete', `Nothing was exported: ${reason}`)

/**
 * Loads the rows of all users and passes them on as they arrive.
 *
 * @param restart Called if rows that were passed on have newer figures: they all come again.
 * @returns The number of members that violate the contract.
 * @throws AppError, also if rows are missing.
 */
export const loadUsers = async (
  range: Range,
  { take, restart }: { take: (rows: readonly RawRow[]) => void; restart: () => void },
  deps: Deps,
): Promise<number> => {
  const source = await deps.source()
  const progress = createStatusLine(deps)
  let [count, changed, problems] = [0, 0, 0]
  try {
    for await (const part of source.walkUsers(range, loadOptions(deps))) {
      if (part.incomplete !== undefined) throw incomplete(part.incomplete)
      take(part.rows.filter(isRow))
      count += part.rows.length
      changed += part.changedRows.length
      problems += part.problems
      if (part.page > 0 && !deps.globals.isVerbose) progress.show(`page ${part.page}, ${counted(count, 'row')}`)
    }
  } finally {
    progress.clear()
  }
  if (changed > 0) {
    restart()
    // The cache has only the last figures.
    for (const rows of readPages(source.ledger, source.ledger.rawPages(range).pages)) {
      count -= rows.length
      take(rows.filter(isRow))
    }
    if (count > 0) throw incomplete('Rows changed while they were loaded, and are not in the cache. Run it again.')
  }
  return problems
}

/** The tables of the cache that have the rows of days. */
export const DAY_TABLES = [...DAY_SHAPES, 'creditsByModel'] as const

/**
 * Loads the rows of days and of models, and passes them on day by day: with the credits of each user, a day can be large.
 *
 * @returns The number of members that violate the contract.
 * @throws AppError, also if days are missing.
 */
export const loadDays = async (
  range: Range,
  take: (rows: { days: ReadonlyMap<DayShape, RawRow>; models: readonly RawRow[] }) => void,
  deps: Deps,
): Promise<number> => {
  const source = await deps.source()
  for (const table of DAY_TABLES) {
    const { missing } = await source.fillDays(table, range, loadOptions(deps))
    const reason = missingReason(source, missing)
    if (reason !== undefined) throw incomplete(reason)
  }
  let problems = 0
  const read = (table: DayShape | 'creditsByModel', day: Day): RawRow[] => {
    const { rows, problemCount } = readDay(source, table, day)
    problems += problemCount
    return rows
  }
  for (const day of daysOf(range)) {
    // If a day has several rows, the last one counts.
    const last = (name: DayShape) => read(name, day).slice(-1)
    const days = new Map(DAY_SHAPES.flatMap((name) => last(name).map((row) => [name, row] as const)))
    take({ days, models: lastGroupedRows(read('creditsByModel', day)) })
  }
  return problems
}

/** @throws AppError if another process has removed the day from the cache. */
const readDay = (source: Source, table: DayShape | 'creditsByModel', day: Day) => {
  const [cached] = source.ledger.readRawDays(table, { from: day, to: day })
  if (!cached) throw incomplete(`Another process removed ${day} from the cache. Run the command again.`)
  return { rows: cached.rows.filter(isRow), problemCount: cached.problems }
}
