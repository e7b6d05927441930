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
import { fittingColumns, furtherColumns, membersOf, scalarMembers } from './columns.ts'
import type { RawRow, RowLayout } from './row-layout.ts'
import { cellOf, createTotals, isNumber } from './table-cells.ts'

export type PrintDeps = Pick<
  Deps,
  'out' | 'outMasked' | 'err' | 'redact' | 'globals' | 'format' | 'isOutputTerminal' | 'columns'
>

export type TableOptions = {
  isAscii: boolean
  /** Cells of the terminal; undefined without one. */
  columns: number | undefined
  /** Whether the columns were asked for: then there are no others. @default false */
  isChosen?: boolean
}

export type TextFormat = 'csv' | 'md' | 'table'

/** Writes rows a part at a time: the heading with the first, what comes behind all rows with the last, which `end` tells. */
export type TextWriter = (rows: readonly RawRow[], end?: { part: string | undefined }) => string

export type TextWriterOptions = {
  /** The rows that decide which columns there are: all of them, or as many as come before the first part is written. */
  first: readonly RawRow[]
  layout: RowLayout
  deps: PrintDeps
  /** Called with a sentence that belongs behind all rows. */
  tellAfter: (sentence: string) => void
}

export const textWriters: Record<TextFormat, (options: TextWriterOptions) => TextWriter> = {
  csv: ({ first, layout, deps: { globals, isOutputTerminal } }) => {
    const shown = (rows: readonly RawRow[]) => (isOutputTerminal ? rows.map(safeRow) : rows)
    const members = globals.shownMembers ? layout.members : membersOf(shown(first), layout.members)
    let isContinued = false
    return (rows) => {
      const text = toCsv(shown(rows), members, { raw: globals.isCsvRaw, isContinued })
      isContinued = true
      return text
    }
  },
  md: ({ first, layout }) => {
    const members = layout.readable ?? scalarMembers(first, layout.members)
    let write = toMarkdownTable
    return (rows) => {
      const text = write(rows, members)
      write = toMarkdownRows
      return text
    }
  },
  table: (options) => tableWriter(options, tableOptions(options.deps)),
}

export const tableOptions = ({ columns, globals }: PrintDeps): TableOptions => ({
  columns,
  isAscii: globals.isAscii,
  isChosen: globals.shownMembers !== undefined,
})

// A file takes text as it came, a terminal would obey it.
const safeRow = (row: RawRow): RawRow =>
  Object.fromEntries(
    Object.entries(row).map(([member, value]) => {
      const name = safeText(member)
      if (typeof value === 'string') return [name, safeText(value)]
      return [name, isContainer(value) ? toJson(value) : value]
    }),
  )

const tableWriter = (
  { first, layout, tellAfter }: TextWriterOptions,
  { columns: width, isAscii, isChosen = false }: TableOptions,
): TextWriter => {
  const own = layout.columns
  // A pipe has room for everything, and whoever reads it relies on what it has.
  const columns = width === undefined || isChosen ? own : [...own, ...furtherColumns(layout, first)]
  const headings = columns.map(
    ({ title, kind, isProse, isAddress, leastCells }): TextColumn => ({
      title,
      align: isNumber(kind) ? 'right' : 'left',
      shrinks: kind === 'text',
      wraps: isProse,
      isAddress,
      leastCells,
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
      count = fittingColumns(headings, [...body, ...last], width, own.length)
    write ??= createTextTable(headings.slice(0, count), width)
    const hasTotals = columns.slice(0, count).some(({ isSummed }) => isSummed)
    const left = new Set(own.slice(count).map(({ title }) => title))
    if (end !== undefined && left.size > 0)
      tellAfter(`No room for ${[...left].join(', ')}: --columns chooses, and --format csv has everything.`)
    return write(hasTotals ? [...body, ...last] : body)
  }
}
