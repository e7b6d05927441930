import { usageError } from '../../base/errors.ts'
import { createPairSet } from '../../base/seen-pairs.ts'
import type { Deps } from '../kit/command.ts'
import { printRows } from '../output/print-rows.ts'
import type { RawRow, RowLayout } from '../output/row-layout.ts'
import { createRowStream, type RowStream } from '../output/row-stream.ts'
import { compareRows } from './compare-rows.ts'
import { comparedLayout, personDays } from './day-kinds.ts'
import type { UsersWithCredits } from './load-model-credits.ts'
import { createPeopleTotals, peopleLayout } from './people-totals.ts'
import type { UsersOptions } from './users-options.ts'
import { sortPeopleRows, whereRows } from './where-rows.ts'

/**
 * Prints the rows of a walk (a load of all pages). `end` takes the envelope without the rows, a label for totals that do
 * not cover all rows, and the total credits of the organisation if they are needed and known.
 */
export type Sink = {
  take: (rows: RawRow[]) => void | Promise<void>
  /** Takes rows that the server sent again with other figures. Returns how many were already printed. */
  takeChanged: (rows: RawRow[]) => number | Promise<number>
  end: (envelope: RawRow, part: string | undefined, total: number | undefined) => void | Promise<void>
  /** Whether rows have been printed. */
  hasWritten: () => boolean
}

export const sinkFor = (options: UsersWithCredits, deps: Deps): Sink => {
  if (options.isTotals) return totalsSink(options, deps)
  const isOrdered = options.order !== undefined || options.isCompared
  const stream = isOrdered ? undefined : streamFor(personDays, deps)
  return stream === undefined ? rowsSink(options, deps) : streamSink(stream, options, deps)
}

/** Writes rows as they arrive, which needs little memory; undefined for indented JSON on a terminal. */
const streamFor = (layout: RowLayout, deps: Deps): RowStream | undefined =>
  deps.format === 'json' && deps.isOutputTerminal ? undefined : createRowStream(deps.format, layout, deps)

/** Rows written at a time before waiting for the output buffer to drain. */
const ROWS_PER_WRITE = 1_000

const writeAll = async (stream: RowStream, rows: readonly RawRow[], { drained }: Deps): Promise<void> => {
  for (let at = 0; at < rows.length; at += ROWS_PER_WRITE) {
    stream.writeRows(rows.slice(at, at + ROWS_PER_WRITE))
    await drained()
  }
}

const streamSink = (stream: RowStream, { where, range, credits }: UsersWithCredits, deps: Deps): Sink => {
  /** The printed users and days. Used only with conditions: a row that didn't match may match when it arrives again. */
  const printed = createPairSet()
  const write = (rows: RawRow[]): Promise<void> => {
    if (where === undefined) return writeAll(stream, rows, deps)
    const chosen = whereRows(rows, where, range, credits)
    for (const { user_id: id, date } of chosen) printed.add(id, date)
    return writeAll(stream, chosen, deps)
  }
  return {
    take: write,
    takeChanged: async (rows) => {
      const isPrinted = ({ user_id: id, date }: RawRow): boolean => where === undefined || printed.has(id, date)
      const fresh = rows.filter((row) => !isPrinted(row))
      await write(fresh)
      return rows.length - fresh.length
    },
    end: (envelope, part) => stream.end(envelope, part),
    hasWritten: stream.hasWritten,
  }
}

/** Max number of rows to print as one text: a longer one would double the memory or be too long for a string. */
const MAX_ROWS_PER_PRINT = 20_000

/** Members of sinks that print at the end. They ignore changed rows, which the caller reads from the cache instead. */
const bufferedSink = { takeChanged: (rows: RawRow[]) => rows.length, hasWritten: () => false }

const rowsSink = (options: UsersWithCredits, deps: Deps): Sink => {
  const { top, isCompared } = options
  const first =
    top === undefined || isCompared
      ? undefined
      : { count: top, of: (rows: readonly RawRow[]) => orderedRows(rows, options) }
  const buffered = createRowBuffer(first)
  return {
    ...bufferedSink,
    // With a comparison, filter at the end: rows outside the range may belong to the previous period.
    take: (rows) => buffered.take(isCompared ? rows : filteredUserRows(rows, options)),
    end: async (envelope, reason) => {
      const { rows, layout } = chosenRows(buffered.rows, options)
      const part = totalsLabel(rows, reason, options)
      const stream = rows.length > MAX_ROWS_PER_PRINT ? streamFor(layout, deps) : undefined
      if (stream === undefined) return printRows({ rows, envelope: { data: rows, ...envelope }, layout, part }, deps)
      await writeAll(stream, rows, deps)
      stream.end(envelope, part)
    },
  }
}

const COMPARED = personDays.columns.filter(({ kind }) => kind === 'count').map(({ member }) => member)

// In a table only one change fits. It has no total, because that would compare only the filtered rows.
const comparedPersonDays: RowLayout = {
  members: comparedLayout(personDays, COMPARED).members,
  columns: comparedLayout(personDays, ['billable_tokens']).columns.map((column) =>
    column.kind === 'change' ? { ...column, isSummed: false } : column,
  ),
}

/** Label for totals that do not cover all rows; undefined if they do. */
const totalsLabel = (rows: readonly RawRow[], part: string | undefined, { top }: UsersOptions): string | undefined =>
  part ?? (top !== undefined && rows.length === top ? `the first ${top}` : undefined)

/** The rows of the range that match the conditions. */
const filteredUserRows = (rows: readonly RawRow[], { range, where, credits }: UsersWithCredits): RawRow[] => {
  const inRange = rows.filter(({ date }) => typeof date !== 'string' || (date >= range.from && date <= range.to))
  return where ? whereRows(inRange, where, range, credits) : inRange
}

/** The rows in order, up to `top`. */
const orderedRows = (rows: readonly RawRow[], { range, order, top }: UsersWithCredits): RawRow[] =>
  (order ? sortPeopleRows(rows, order, range) : rows).slice(0, top)

const chosenRows = (all: readonly RawRow[], options: UsersWithCredits): { rows: RawRow[]; layout: RowLayout } => {
  const { range, previous, isCompared, where, order } = options
  if (!isCompared) return { rows: orderedRows(all, options), layout: personDays }
  const sorted = orderedRows(filteredUserRows(all, options), options)
  const compared = { rows: sorted, before: all, range, previous, members: COMPARED, keys: ['user_id'] }
  const rows = compareRows({ ...compared, isFilteredOrSorted: where !== undefined || order !== undefined })
  return { rows, layout: comparedPersonDays }
}

const totalsSink = (options: UsersWithCredits, deps: Deps): Sink => {
  const totals = createPeopleTotals(options)
  return {
    ...bufferedSink,
    take: totals.take,
    end: (envelope, part, total) => {
      const rows = totals.rows(total)
      const layout = peopleLayout(options, total === undefined ? 'these rows' : 'all credits')
      printRows({ rows, envelope: { data: rows, ...envelope }, layout, part: totalsLabel(rows, part, options) }, deps)
    },
  }
}

/** Max number of rows in memory: about a gigabyte. */
const MAX_BUFFERED_ROWS = 1_000_000
/** Min number of rows to collect before picking the first ones. Each pick sorts all rows, so picks must be rare. */
const MIN_PICK_ROWS = 20_000

/**
 * Collects rows that must all be known before the first one is printed.
 *
 * @param first - How many rows are wanted and how to pick them; undefined: all.
 */
export const createRowBuffer = (
  first: { count: number; of: (rows: readonly RawRow[]) => RawRow[] } | undefined,
  maxRows = MAX_BUFFERED_ROWS,
) => {
  let buffered: RawRow[] = []
  const maxKept = first ? Math.max(MIN_PICK_ROWS, 2 * first.count) : maxRows
  return {
    /** @throws AppError when there are more rows than fit. */
    take(rows: readonly RawRow[]): void {
      for (const row of rows) buffered.push(row)
      if (first && buffered.length > maxKept) buffered = first.of(buffered)
      if (buffered.length > maxRows)
        throw usageError(
          `More than ${maxRows.toLocaleString('en')} rows do not fit into memory: use a shorter range, --where, or --top with --sort, or omit --sort and --compare.`,
        )
    },
    get rows(): readonly RawRow[] {
      return buffered
    },
  }
}
