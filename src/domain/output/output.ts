import { memberOf } from '../../base/json.ts'
import { escapedMarkdown } from '../text/code-span.ts'
import { fit, truncateMiddle, wrapText } from '../text/fit.ts'
import { type SafeText, safeText } from '../text/safe-text.ts'
import { textWidth } from '../text/width.ts'
import { type OutputRow, timeReader, valueText } from './csv.ts'

export { type OutputRow, toCsv } from './csv.ts'

// Characters in JSON that could control a terminal, be invisible or change the reading order. They can occur only
// inside strings, where an escape is equivalent. The line breaks and spaces between properties come from JSON.stringify.
const unsafeInJson = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu
/** Only these runs are searched: testing the Unicode category of every letter takes four times as long [measured]. */
const notPrintableAscii = /[^\n\x20-\x7e]+/g

export type JsonOptions = {
  /**
   * Spaces per level; 0 for a single line.
   * @default 0
   */
  indent?: number | undefined
}

/**
 * JSON that is safe to print in a terminal and parses to the same value: control, direction and invisible characters
 * are `\u` escapes. No trailing line break. Throws a TypeError for a cycle or a BigInt.
 */
export const toJson = (value: unknown, { indent = 0 }: JsonOptions = {}): string => {
  const text = JSON.stringify(value, null, indent) ?? 'null'
  return text.replace(notPrintableAscii, (some) => some.replace(unsafeInJson, escaped))
}

const escaped = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')

/** Rows as a Markdown table. Cells are safe text on one line, with Markdown and HTML markup escaped. */
export const toMarkdownTable = (rows: readonly OutputRow[], columns: readonly string[]): string =>
  markdownLine(columns.map(markdownCell)) +
  markdownLine(columns.map((column) => (isNumeric(rows, column) ? '--:' : '---'))) +
  toMarkdownRows(rows, columns)

/** The rows of {@link toMarkdownTable} without the heading. */
export const toMarkdownRows = (rows: readonly OutputRow[], columns: readonly string[]): string => {
  const readers = columns.map((column) => timeReader(column))
  const cellOf = (value: unknown, at: number): string => markdownCell(readers[at]?.(value) ?? value)
  return rows.map((row) => markdownLine(columns.map((column, at) => cellOf(memberOf(row, column), at)))).join('')
}

const markdownLine = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`

const isNumeric = (rows: readonly OutputRow[], column: string): boolean => {
  const values = rows.map((row) => memberOf(row, column)).filter((value) => value !== undefined && value !== null)
  const read = timeReader(column)
  return values.length > 0 && values.every((value) => typeof value === 'number' && read?.(value) === undefined)
}

/** A value as a cell of a Markdown table: safe text on one line, with numbers rounded for readability. */
export const markdownCell = (value: unknown): string => {
  if (typeof value === 'number') return readableNumber(value)
  // Markdown ignores a `_` between two letters or digits, as in `user_id`.
  return escapedMarkdown(safeText(valueText(value))).replace(/(?<=[A-Za-z\d])\\_(?=[A-Za-z\d])/g, '_')
}

/** Rounds to four significant digits, or to two decimals for numbers of 100 or more. Integers stay unchanged. */
const readableNumber = (value: number): string => {
  const digits = Math.max(4, Math.floor(Math.log10(Math.abs(value))) + 3)
  return String(Number(value.toPrecision(Math.min(digits, 17))))
}

export type TextColumn = {
  title: SafeText | string
  /** @default 'left' */
  align?: 'left' | 'right' | undefined
  /**
   * Whether the column can become narrower if the table is wider than the terminal.
   * @default true for left-aligned columns, because a truncated number is wrong
   */
  shrinks?: boolean | undefined
  /**
   * Whether a long cell is wrapped between words instead of truncated. For sentences.
   * @default false
   */
  wraps?: boolean | undefined
  /** Whether a long cell is truncated in the middle instead of at the end. @default false */
  isAddress?: boolean | undefined
  /** Minimum number of cells for readability. @default depends on `wraps` */
  minCells?: number | undefined
}

const GAP = '  '
const MIN_COLUMN_WIDTH = 4

/**
 * Rows as aligned columns for a terminal, two spaces apart, without trailing spaces, with a line break after each row.
 * `width` makes the widest columns that can shrink narrower until a row fits; their content is truncated or wrapped. If
 * that isn't enough, rows stay too wide.
 */
export const toTextTable = (
  columns: readonly TextColumn[],
  rows: readonly (readonly SafeText[])[],
  width = Number.POSITIVE_INFINITY,
): string => createTextTable(columns, width)(rows)

/**
 * Writes a table in several parts; the first one has the heading. A column grows as soon as a row requires it, so
 * nothing is truncated that {@link toTextTable} would show in full.
 */
export const createTextTable = (
  columns: readonly TextColumn[],
  width = Number.POSITIVE_INFINITY,
): ((rows: readonly (readonly SafeText[])[]) => string) => {
  const widest = columns.map(({ title }) => textWidth(title))
  let hasHeading = false
  return (rows) => {
    for (const row of rows)
      for (const [index, width] of widest.entries()) widest[index] = Math.max(width, textWidth(row[index] ?? ''))
    const widths = widest.slice()
    shrink(widths, columns, width)
    // Tables of names and values have no titles, so they need no heading line.
    const heading =
      hasHeading || columns.every(({ title }) => title === '')
        ? ''
        : lineOf(
            columns,
            widths,
            columns.map(({ title }) => title),
          )
    hasHeading = true
    return heading + rows.map((row) => linesOf(columns, widths, row)).join('')
  }
}

const lineOf = (columns: readonly TextColumn[], widths: readonly number[], cells: readonly string[]): string =>
  `${columns
    .map(({ align }, index) => fit(cells[index] ?? '', widths[index] ?? 0, align ?? 'left'))
    .join(GAP)
    .trimEnd()}\n`

const linesOf = (columns: readonly TextColumn[], widths: readonly number[], cells: readonly SafeText[]): string => {
  const wrapped = columns.map(({ wraps, isAddress }, index) => {
    const cell = cells[index] ?? ''
    if (isAddress) return [truncateMiddle(cell, widths[index] ?? 0)]
    return wraps && textWidth(cell) > (widths[index] ?? 0) ? wrapText(cell, widths[index] ?? 1) : [cell]
  })
  const height = Math.max(1, ...wrapped.map((parts) => parts.length))
  return Array.from({ length: height }, (_, y) =>
    lineOf(
      columns,
      widths,
      wrapped.map((parts) => parts[y] ?? ''),
    ),
  ).join('')
}

const shrink = (widths: number[], columns: readonly TextColumn[], width: number): void => {
  let excess = widths.reduce((sum, each) => sum + each, 0) + GAP.length * (widths.length - 1) - width
  while (excess > 0) {
    let widest = -1
    columns.forEach(({ align, shrinks = align !== 'right' }, index) => {
      const cells = widths[index] ?? 0
      if (shrinks && cells > MIN_COLUMN_WIDTH && cells > (widths[widest] ?? 0)) widest = index
    })
    const cells = widths[widest]
    if (cells === undefined) return
    widths[widest] = cells - 1
    excess -= 1
  }
}
