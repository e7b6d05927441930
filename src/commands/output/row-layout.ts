import { isObject } from '../../base/json.ts'
import type { NumberKind } from '../../domain/usage/measure.ts'

/** A row as the API sent it. */
export type RawRow = Readonly<Record<string, unknown>>

export type ColumnLayout = {
  member: string
  title: string
  /**
   * How the value is formatted: `day` and `text` left-aligned, numbers right-aligned, a `share` (0 to 1) in percent, a
   * `signed` number with its sign, a `difference` from the usual value with the sign of a change. A `change` is
   * computed from `member` and the previous value in `member` + `_previous`.
   */
  kind: 'day' | 'text' | 'count' | 'ratio' | 'share' | 'signed' | 'difference' | 'change'
  /** For a change or a difference, the kind of its two values. @default 'count' */
  of?: NumberKind
  /** The member with the kind of this row's value, for rows of different units. */
  kindMember?: string
  /** The member that is true if part of the value is missing: the cell is marked then. */
  partialMember?: string
  /** The member to show if this one is null or missing. */
  otherwise?: string
  /** The text of the cell if both are null or missing. */
  whenMissing?: string
  /** Whether it contains sentences, which wrap between words. @default false */
  isProse?: boolean
  /** Whether it contains addresses or paths, which are cut in the middle to keep both ends. @default false */
  isAddress?: boolean
  /** For a text: minimum width in cells while a later column can be left out. @default see {@link fittingColumns} */
  minCells?: number
  /** Whether the column has a total. False if a sum would count the same users twice. */
  isSummed?: boolean
}

/** How rows of one shape are shown. */
export type RowLayout = {
  columns: readonly ColumnLayout[]
  /** Members of the contract, in its order; other members of a row come after them. */
  members: readonly string[]
  /** The members that Markdown includes. @default those without a list or an object */
  readable?: readonly string[]
}

/** Columns of one kind, from their titles by member. */
export const columnsOf = (kind: ColumnLayout['kind'], titles: Readonly<Record<string, string>>): ColumnLayout[] =>
  Object.entries(titles).map(([member, title]) => ({ member, title, kind }))

/** The rows of an envelope as received. Elements that are not objects are left out, but json prints them. */
export const rawRowsOf = (envelope: unknown, member: string): RawRow[] => {
  if (!isRow(envelope)) return []
  const list = envelope[member]
  return Array.isArray(list) ? list.filter(isRow) : []
}

/** Whether a value is a row: an object and not a list. */
export const isRow = (value: unknown): value is RawRow => isObject(value)
