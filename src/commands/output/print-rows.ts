import { usageError } from '../../base/errors.ts'
import { masked } from '../../client/masked.ts'
import { toJson } from '../../domain/output/output.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import type { Deps } from '../kit/command.ts'
import { pickMembers, selectColumns } from './columns.ts'
import { withSchema } from './document.ts'
import { hasLongList, jsonPieces } from './json-pieces.ts'
import type { RawRow, RowLayout } from './row-layout.ts'
import { createRowStream } from './row-stream.ts'
import type { PrintDeps } from './text-writers.ts'

export type PrintedRows = {
  rows: readonly RawRow[]
  /** The JSON output: the response as the API sent it, or several responses joined. */
  envelope: unknown
  layout: RowLayout
  /** Label for totals that do not cover all rows: `this page`. */
  part?: string | undefined
  /** The table, if it is not one line per row. */
  table?: (() => string) | undefined
}

export const printRows = (printed: PrintedRows, deps: PrintDeps): void => {
  const { rows, layout, part, table } = printed
  const { format, globals } = deps
  if (format === 'json') printJson(jsonOf(printed, deps), deps)
  else if (format === 'table' && table && !globals.selectedColumns) deps.out(table())
  else {
    const stream = createRowStream(format, layout, deps, Number.POSITIVE_INFINITY)
    stream.writeRows(rows)
    stream.end({}, part)
  }
}

/** Like {@link printRows}. Writes JSON in pieces if a row has a list that doesn't fit into memory. */
export const printLongRows = async (
  printed: PrintedRows,
  deps: PrintDeps & Pick<Deps, 'drained' | 'tuneGcForStreaming'>,
): Promise<void> => {
  const { format, redact, isOutputTerminal, outMasked, drained, globals } = deps
  if ((format !== 'json' && format !== 'ndjson') || !hasLongList(printed.rows)) return printRows(printed, deps)
  deps.tuneGcForStreaming()
  const { selectedColumns } = globals
  const write = async (value: unknown, indent: number): Promise<void> => {
    for (const piece of jsonPieces(value, { indent, redact })) {
      outMasked(piece)
      await drained()
    }
    outMasked('\n')
  }
  if (format === 'json') return write(withSchema(jsonOf(printed, deps)), isOutputTerminal ? 2 : 0)
  const { rows, layout } = printed
  const members = selectedColumns && selectColumns(layout, rows, selectedColumns).members
  for (const row of rows) await write(members ? pickMembers(row, members) : row, 0)
}

/** The envelope, with only the requested members in its rows. */
const jsonOf = (
  { rows, envelope, layout }: PrintedRows,
  { globals: { selectedColumns }, redact }: PrintDeps,
): unknown => {
  if (!selectedColumns) return envelope
  const { members } = selectColumns(layout, masked(rows, redact), selectedColumns)
  const entries: [string, unknown][] = Object.entries(envelope ?? {})
  if (!entries.some(([, value]) => value === rows))
    throw usageError('--columns does not apply to JSON here: remove it or use --format ndjson.')
  const shown = rows.map((row) => pickMembers(row, members))
  return Object.fromEntries(entries.map(([name, value]) => [name, value === rows ? shown : value]))
}

type JsonDeps = Pick<Deps, 'outMasked' | 'redact' | 'isOutputTerminal'>

/** Prints a document of this program as JSON: indented on a terminal, otherwise on one line. */
export const printJson = (value: unknown, deps: JsonDeps): void => printForeignJson(withSchema(value), deps)

/** Prints JSON whose format others define, without the version of our own documents. */
export const printForeignJson = (value: unknown, { outMasked, redact, isOutputTerminal }: JsonDeps): void =>
  outMasked(`${toJson(masked(value, redact), { indent: isOutputTerminal ? 2 : 0 })}\n`)

/** Prints the result of a command: a sentence, or members for json. */
export const printDone = (sentence: string, members: object, deps: Deps): undefined => {
  if (deps.format === 'json') printJson(members, deps)
  else deps.out(`${safeText(sentence)}\n`)
}
