import { masked } from '../../client/masked.ts'
import { counted } from '../../domain/text/format.ts'
import { noteTo } from '../kit/notes.ts'
import type { Format, RowFormat } from '../kit/output-format.ts'
import { membersOf, pickMembers, selectColumns } from './columns.ts'
import type { RawRow, RowLayout } from './row-layout.ts'
import { type PrintDeps, type RowWriter, rowWriters } from './text-writers.ts'

export type RowStream = ReturnType<typeof createRowStream>

/** Number of first rows that determine the columns. Members that appear only after so many rows are rare. */
const LAYOUT_ROWS = 5_000
/** Number of later rows to write together. */
const ROWS_PER_FLUSH = 1_000

/**
 * Writes rows as text. The first rows determine the columns; JSON of whole rows is written immediately.
 *
 * @param first - Number of rows that determine the columns.
 * @throws AppError for a requested column that none of them has.
 */
export const createRowStream = (format: Format, layout: RowLayout, deps: PrintDeps, first = LAYOUT_ROWS) => {
  const { selectedColumns } = deps.globals
  const isJson = format === 'json' || format === 'ndjson'
  const out = format === 'md' || format === 'table' ? deps.out : deps.outMasked
  let pending: RawRow[] = []
  let chosen: RowLayout | undefined
  let known: Set<string> | undefined
  const late = new Set<string>()
  let write: RowWriter | undefined
  const flush = (end?: Parameters<RowWriter>[1]): void => {
    const rows = masked(pending, deps.redact)
    pending = []
    chosen ??= selectedColumns ? selectColumns(layout, rows, selectedColumns) : layout
    const { members } = chosen
    const shown = selectedColumns ? rows.map((row) => pickMembers(row, members)) : rows
    if (!isJson && !selectedColumns) {
      known ??= new Set(membersOf(rows, members))
      for (const row of rows) for (const name in row) if (!known.has(name)) late.add(name)
    }
    // A command with other formats prints those itself.
    write ??= rowWriters[format as RowFormat](shown, chosen, deps)
    const text = write(shown, end)
    if (text !== '') out(text)
  }
  return {
    writeRows: (rows: readonly RawRow[]): void => {
      for (const row of rows) {
        pending.push(row)
        if (pending.length === (write ? ROWS_PER_FLUSH : first)) flush()
      }
      if (isJson && pending.length > 0 && (write || !selectedColumns)) flush()
    },
    /** Called once, with the other members of the envelope and a label for totals that do not cover all rows. */
    end: (envelope: RawRow, part: string | undefined): void => {
      const notes: string[] = []
      flush({ envelope: masked(envelope, deps.redact), part, note: (sentence) => notes.push(sentence) })
      if (late.size > 0)
        notes.push(
          `${[...late].join(', ')} appeared only after the first ${counted(first, 'row')} and has no column; use --format ndjson for all data.`,
        )
      for (const note of notes) noteTo(deps.err, note)
    },
    /** Whether rows have been printed. */
    hasWritten: (): boolean => write !== undefined,
  }
}
