import { isObject } from '../../base/json.ts'
import type { NumberKind } from '../../domain/usage/measure.ts'

/** A row as the API sent it. */
export type RawRow = Readonly<Record<string, unknown>>

/** A column of the table that people read. */
export type ColumnLayout = {
  /** The member of the row it shows. */
  member: string
  title: string
  /**
   * How the value is written: `day` and `text` on the left, numbers on the right, a `share` of 1 in percent, a `signed` number with
   * its sign, a `difference` from what is usual with the sign of a change. A `change` is worked out from `member` and the value
   * before, which stands in `member` + `_previous`.
   */
  kind: 'day' | 'text' | 'count' | 'ratio' | 'share' | 'signed' | 'difference' | 'change'
  /** Of a change or a difference, what the two values are. @default 'count' */
  of?: NumberKind
  /** Where rows have units of their own: the member that says how this row's value is written. */
  kindMember?: string
  /** The member that is true where some of the value is missing: the cell is marked then. */
  partialMember?: string
  /** The member that is shown in its place where it is null or missing. */
  otherwise?: string
  /** What stands in the cell where both are null or missing. */
  whenMissing?: string
  /** Whether it holds sentences, which go on in the next line between words where a row has no room for them. @default false */
  isProse?: boolean
  /** Whether it holds addresses or paths, which are cut in the middle: their ends tell them apart. @default false */
  isAddress?: boolean
  /** Of a text: cells that it is not cut below while a column behind it can be left out. @default see {@link fittingColumns} */
  leastCells?: number
  /** Whether the column has a total. Never where the same people would be counted again. */
  isSummed?: boolean
}

/** How rows of one shape are shown. */
export type RowLayout = {
  columns: readonly ColumnLayout[]
  /** Members by the contract, in its order; what else a row holds comes behind them. */
  members: readonly string[]
  /** Of these, what Markdown is to have. @default those that hold neither a list nor an object */
  readable?: readonly string[]
}

/** Columns of one kind: the members that they show, with their titles. */
export const columnsOf = (kind: ColumnLayout['kind'], titles: Readonly<Record<string, string>>): ColumnLayout[] =>
  Object.entries(titles).map(([member, title]) => ({ member, title, kind }))

/** The rows of an envelope as they came. Elements that are no objects are left out: json still shows them. */
export const rawRowsOf = (envelope: unknown, member: string): RawRow[] => {
  if (!isRow(envelope)) return []
  const list = envelope[member]
  return Array.isArray(list) ? list.filter(isRow) : []
}

/** Whether a value is a row: an object, and no list. */
export const isRow = (value: unknown): value is RawRow => isObject(value)
