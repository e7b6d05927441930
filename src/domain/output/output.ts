import { memberOf } from '../../base/json.ts'
import { escapedMarkdown } from '../text/escaped-markdown.ts'
import { fit, truncateMiddle, wrapText } from '../text/fit.ts'
import { type SafeText, safeText } from '../text/safe-text.ts'
import { textWidth } from '../text/width.ts'
import { type OutputRow, plain } from './csv.ts'

export { type OutputRow, toCsv } from './csv.ts'

// Everything in JSON text that could act on a terminal, hide or change the order of what is read. It can stand only
// inside strings, where an escape means the same; line breaks and spaces between the members are our own.
const unsafeInJson = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu
/** What is looked through for it: to ask each letter of a long text for its category takes four times as long [measured]. */
const notPlain = /[^\n\x20-\x7e]+/g

export type JsonOptions = {
  /**
   * Spaces a level; 0 for one line.
   * @default 0
   */
  indent?: number | undefined
}

/**
 * JSON that no terminal is driven by and that parses to the same value: control, direction and invisible characters
 * are `\u` escapes. Without a trailing line break. Throws a TypeError on what has no JSON: a cycle, a BigInt.
 */
export const toJson = (value: unknown, { indent = 0 }: JsonOptions = {}): string => {
  const text = JSON.stringify(value, null, indent) ?? 'null'
  return text.replace(notPlain, (some) => some.replace(unsafeInJson, escaped))
}

const escaped = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')

/** Rows as a Markdown table. Cells are safe text on one line; what Markdown or HTML would read as markup is escaped. */
export const toMarkdownTable = (rows: readonly OutputRow[], columns: readonly string[]): string =>
  markdownLine(columns.map(markdownCell)) +
  markdownLine(columns.map((column) => (isNumeric(rows, column) ? '--:' : '---'))) +
  toMarkdownRows(rows, columns)

/** The rows of {@link toMarkdownTable} without its heading. */
export const toMarkdownRows = (rows: readonly OutputRow[], columns: readonly string[]): string =>
  rows.map((row) => markdownLine(columns.map((column) => markdownCell(memberOf(row, column))))).join('')

const markdownLine = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`

const isNumeric = (rows: readonly OutputRow[], column: string): boolean => {
  const values = rows.map((row) => memberOf(row, column)).filter((value) => value !== undefined && value !== null)
  return values.length > 0 && values.every((value) => typeof value === 'number')
}

/** A value as a cell of a Markdown table: safe text on one line, numbers as people read them. */
export const markdownCell = (value: unknown): string => {
  if (typeof value === 'number') return readableNumber(value)
  // Markdown reads nothing into a `_` between two letters or digits, as in `user_id`.
  return escapedMarkdown(safeText(plain(value))).replace(/(?<=[A-Za-z\d])\\_(?=[A-Za-z\d])/g, '_')
}

/** Four digits, or two places where that is more: nobody reads 16 digits of a share. Whole numbers are whole. */
const readableNumber = (value: number): string => {
  if (Number.isInteger(value) || !Number.isFinite(value)) return String(value)
  const digits = Math.max(4, Math.floor(Math.log10(Math.abs(value))) + 3)
  return String(Number(value.toPrecision(Math.min(digits, 17))))
}

export type TextColumn = {
  title: SafeText | string
  /** @default 'left' */
  align?: 'left' | 'right' | undefined
  /**
   * Whether the column gives up cells when the table is wider than the terminal.
   * @default true for left-aligned columns: a cut number would be a wrong one
   */
  shrinks?: boolean | undefined
  /**
   * Whether a cell that is too long goes on in lines below, between words, in place of being cut: for sentences.
   * @default false
   */
  wraps?: boolean | undefined
  /** Whether a cell that is too long is cut in the middle. @default at the end */
  isAddress?: boolean | undefined
  /** Cells that are needed to read it. @default as for all texts, or all sentences */
  leastCells?: number | undefined
}

const GAP = '  '
const NARROWEST = 4

/**
 * Rows as aligned columns for a terminal, two spaces apart, without trailing spaces, one line break after each row. With
 * `width` the widest columns that may shrink are narrowed until a row fits, and what they hold is cut or wrapped; where that is
 * not enough, rows stay wider.
 */
export const toTextTable = (
  columns: readonly TextColumn[],
  rows: readonly (readonly SafeText[])[],
  width = Number.POSITIVE_INFINITY,
): string => createTextTable(columns, width)(rows)

/**
 * Writes a table a part at a time: its heading with the first rows. A column becomes wider from the rows on that need it, so
 * that nothing is cut that stood whole in {@link toTextTable}.
 */
export const createTextTable = (
  columns: readonly TextColumn[],
  width = Number.POSITIVE_INFINITY,
): ((rows: readonly (readonly SafeText[])[]) => string) => {
  const widest = columns.map(({ title }) => textWidth(title))
  let isBegun = false
  return (rows) => {
    for (const row of rows)
      for (const [index, width] of widest.entries()) widest[index] = Math.max(width, textWidth(row[index] ?? ''))
    const widths = widest.slice()
    shrink(widths, columns, width)
    // Names beside their values need no heading, and have none.
    const heading =
      isBegun || columns.every(({ title }) => title === '')
        ? ''
        : lineOf(
            columns,
            widths,
            columns.map(({ title }) => title),
          )
    isBegun = true
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
  const most = Math.max(1, ...wrapped.map((parts) => parts.length))
  return Array.from({ length: most }, (_, y) =>
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
      const own = widths[index] ?? 0
      if (shrinks && own > NARROWEST && own > (widths[widest] ?? 0)) widest = index
    })
    const own = widths[widest]
    if (own === undefined) return
    widths[widest] = own - 1
    excess -= 1
  }
}
