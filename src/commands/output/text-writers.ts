import { isContainer } from '../../base/json.ts'
import {
  createTextTable,
  type TextColumn,
  toCsv,
  toJson,
  toMarkdownRows,
  toMarkdownTable,
} from '../../domain/output/output.ts'
import { type SafeText, safeText } from '../../domain/text/safe-text.ts'
import type { Deps } from '../kit/command.ts'
import type { RowFormat } from '../kit/output-format.ts'
import { extraColumns, fittingColumns, membersOf, scalarMembers } from './columns.ts'
import { SCHEMA_VERSION } from './document.ts'
import type { RawRow, RowLayout } from './row-layout.ts'
import { cellOf, createTotals, isNumber } from './table-cells.ts'

export type PrintDeps = Pick<
  Deps,
  'out' | 'outMasked' | 'err' | 'redact' | 'globals' | 'format' | 'isOutputTerminal' | 'columns'
>

/** Formats rows in parts: the heading with the first part, totals and notes with the last, which has an `end`. */
export type RowWriter = (
  rows: readonly RawRow[],
  end?: {
    /** The other members of the JSON envelope. */
    envelope: RawRow
    part: string | undefined
    /** Called with a sentence to print after all rows. */
    note: (sentence: string) => void
  },
) => string

/** `first` are the rows that determine the columns. */
type CreateWriter = (first: readonly RawRow[], layout: RowLayout, deps: PrintDeps) => RowWriter

const createCsvWriter: CreateWriter = (first, layout, { globals, isOutputTerminal }) => {
  const shown = (rows: readonly RawRow[]) => (isOutputTerminal ? rows.map(safeRow) : rows)
  const members = globals.selectedColumns ? layout.members : membersOf(shown(first), layout.members)
  let isContinued = false
  return (rows) => {
    const text = toCsv(shown(rows), members, { raw: globals.isCsvRaw, isContinued })
    isContinued = true
    return text
  }
}

const createMarkdownWriter: CreateWriter = (first, layout) => {
  const members = layout.readable ?? scalarMembers(first, layout.members)
  let write = toMarkdownTable
  return (rows) => {
    const text = write(rows, members)
    write = toMarkdownRows
    return text
  }
}

/** One line of JSON: the version and the rows first, then the other members of the envelope. */
const createJsonWriter: CreateWriter = () => {
  let isFirst = true
  return (rows, end) => {
    const start = isFirst ? `{"schema":${SCHEMA_VERSION},"data":[` : rows.length > 0 ? ',' : ''
    isFirst = false
    const text = start + rows.map((row) => toJson(row)).join(',')
    if (!end) return text
    const rest = toJson(end.envelope).slice(1)
    return `${text}]${rest === '}' ? '' : ','}${rest}\n`
  }
}

// A file gets text as received; a terminal would execute control characters in it.
const safeRow = (row: RawRow): RawRow =>
  Object.fromEntries(
    Object.entries(row).map(([member, value]) => {
      const name = safeText(member)
      if (typeof value === 'string') return [name, safeText(value)]
      return [name, isContainer(value) ? toJson(value) : value]
    }),
  )

const createTableWriter: CreateWriter = (first, layout, { columns: width, globals }) => {
  const { isAscii, selectedColumns } = globals
  const mainColumns = layout.columns
  // In a pipe, width is no limit, and scripts rely on a fixed set of columns.
  const columns =
    width === undefined || selectedColumns ? mainColumns : [...mainColumns, ...extraColumns(layout, first)]
  const headings = columns.map(
    ({ title, kind, isProse, isAddress, minCells }): TextColumn => ({
      title,
      align: isNumber(kind) ? 'right' : 'left',
      shrinks: kind === 'text',
      wraps: isProse,
      isAddress,
      minCells,
    }),
  )
  const totals = createTotals(columns, isAscii)
  let count = columns.length
  let write: ((rows: readonly (readonly SafeText[])[]) => string) | undefined
  return (rows, end) => {
    totals.take(rows)
    const body = rows.map((row) => columns.map((column) => cellOf(row, column, isAscii)))
    const last = end === undefined ? [] : totals.lines(end.part)
    if (width !== undefined && write === undefined)
      count = fittingColumns(headings, [...body, ...last], width, mainColumns.length)
    write ??= createTextTable(headings.slice(0, count), width)
    const hasTotals = columns.slice(0, count).some(({ isSummed }) => isSummed)
    const left = new Set(mainColumns.slice(count).map(({ title }) => title))
    if (end !== undefined && left.size > 0)
      end.note(`Hidden columns: ${[...left].join(', ')}. Choose columns with --columns, or use --format csv for all.`)
    return write(hasTotals ? [...body, ...last] : body)
  }
}

export const ndjsonText = (rows: readonly RawRow[]): string => rows.map((row) => `${toJson(row)}\n`).join('')

export const rowWriters: Record<RowFormat, CreateWriter> = {
  csv: createCsvWriter,
  md: createMarkdownWriter,
  table: createTableWriter,
  json: createJsonWriter,
  ndjson: () => ndjsonText,
}
