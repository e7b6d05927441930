import { decimal, fullNumber } from '../../domain/format.ts'
import { type TextColumn, toCsv, toJson, toMarkdownTable, toTextTable } from '../../domain/output.ts'
import { type SafeText, safeText } from '../../domain/safe-text.ts'
import { sumOfValues } from '../../domain/totals.ts'
import type { Deps } from '../command.ts'
import type { Format } from './format.ts'
import { masked } from './masked.ts'
import { membersOf, scalarMembers } from './members.ts'
import type { ColumnView, RawRow, RowsView } from './rows-view.ts'

export type PrintedRows = {
  rows: readonly RawRow[]
  /** What json prints: the envelope as the API sent it, or several joined. */
  envelope: unknown
  view: RowsView
  /** What the totals are of, when they are not of everything: `this page`. */
  part?: string | undefined
}

export type PrintDeps = Pick<Deps, 'out' | 'redact' | 'globals' | 'format' | 'isOutputTerminal' | 'columns'>

/** Prints rows in the chosen format. */
export const printRows = (printed: PrintedRows, deps: PrintDeps): void => {
  // JSON is masked as text, so that nothing else about it changes.
  const isJson = deps.format === 'json' || deps.format === 'ndjson'
  deps.out(writers[deps.format](isJson ? printed : { ...printed, rows: masked(printed.rows, deps.redact) }, deps))
}

const writers: Record<Format, (printed: PrintedRows, deps: PrintDeps) => string> = {
  json: ({ envelope }, { isOutputTerminal }) => jsonText(envelope, isOutputTerminal),
  ndjson: ({ rows }) => ndjsonText(rows),
  csv: ({ rows, view }, { globals, isOutputTerminal }) => {
    const shown = isOutputTerminal ? rows.map(safeRow) : rows
    return toCsv(shown, membersOf(shown, view.members), { raw: globals.isCsvRaw })
  },
  md: ({ rows, view }) => toMarkdownTable(rows, scalarMembers(rows, view.members)),
  table: (printed, { columns }) => tableText(printed, columns),
}

/** JSON as it is printed: over several lines for people, on one for programs. */
export const jsonText = (value: unknown, isOutputTerminal: boolean): string =>
  `${toJson(value, { indent: isOutputTerminal ? 2 : 0 })}\n`

/** One row a line. */
export const ndjsonText = (rows: readonly RawRow[]): string => rows.map((row) => `${toJson(row)}\n`).join('')

// A file takes text as it came, a terminal would obey it.
const safeRow = (row: RawRow): RawRow =>
  Object.fromEntries(
    Object.entries(row).map(([member, value]) => {
      const name = safeText(member)
      if (typeof value === 'string') return [name, safeText(value)]
      return [name, typeof value === 'object' && value !== null ? toJson(value) : value]
    }),
  )

const tableText = ({ rows, view: { columns }, part }: PrintedRows, width: number | undefined): string => {
  const headings = columns.map(
    ({ title, kind }): TextColumn => ({ title, align: isNumber(kind) ? 'right' : 'left', shrinks: kind === 'text' }),
  )
  const body = rows.map((row) => columns.map((column) => cellOf(row, column)))
  const totals = rows.length > 0 && columns.some(({ isSummed }) => isSummed) ? [totalsOf(rows, columns, part)] : []
  return toTextTable(headings, [...body, ...totals], width)
}

const isNumber = (kind: ColumnView['kind']): boolean => kind === 'count' || kind === 'ratio'

const cellOf = (row: RawRow, { member, kind, otherwise }: ColumnView): SafeText => {
  const own = Object.hasOwn(row, member) ? row[member] : undefined
  const value = own ?? (otherwise === undefined ? own : row[otherwise])
  if (!isNumber(kind)) return safeText(value)
  const number = typeof value === 'number' || value === null ? value : undefined
  return safeText(kind === 'count' ? fullNumber(number) : decimal(number, 2))
}

const totalsOf = (rows: readonly RawRow[], columns: readonly ColumnView[], part: string | undefined): SafeText[] =>
  columns.map(({ member, isSummed }, index) => {
    if (index === 0) return safeText(part === undefined ? 'total' : `total of ${part}`)
    if (!isSummed) return safeText('')
    const { value, missing } = sumOfValues(
      rows.map((row) => (typeof row[member] === 'number' ? row[member] : undefined)),
    )
    // A sum that some rows could not add to says so.
    return safeText(`${fullNumber(value)}${missing > 0 && value !== undefined ? '?' : ''}`)
  })
