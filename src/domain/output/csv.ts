import { memberOf } from '../../base/json.ts'
import { withVisibleControls } from '../text/safe-text.ts'

/** A row of output: a member that is missing leaves its field empty. */
export type OutputRow = Readonly<Record<string, unknown>>

/** Members of rows for programs, in their order, and how each is read; null stands for what is not known. */
export const outputOf = <Args extends readonly unknown[]>(
  members: Readonly<Record<string, (...args: Args) => unknown>>,
) => ({
  columns: Object.keys(members),
  rowOf: (...args: Args): OutputRow =>
    Object.fromEntries(Object.entries(members).map(([name, read]) => [name, read(...args) ?? null])),
})

export type CsvOptions = {
  /**
   * Leaves strings as they are, formulas and control characters included, for readers that are programs.
   * @default false
   */
  raw?: boolean | undefined
  /**
   * Whether the heading was written with the rows before.
   * @default false
   */
  isContinued?: boolean | undefined
}

// What a spreadsheet takes for the start of a formula, and the full-width forms that some turn into it.
const startsFormula = /^[=+\-@\t\r\n＝＋－＠]/
// A spreadsheet whose separator is another one ends a field there, and then reads the quotes of the field as text.
const formulaWithin = /([;\t\r\n])(?="*[=+\-@＝＋－＠])/g
const needsQuotes = /[",;\t\r\n]/

/**
 * Rows as RFC 4180: a heading of the columns, CRLF after every line, fields with a comma, a semicolon, a tab, a quote or
 * a line break in quotes. In a string field a `'` stands before each sign that would start a formula: at its start, or
 * behind a semicolon, tab or line break. A number never gets one. Control characters become visible signs. null and
 * missing are empty, arrays and objects are JSON.
 */
export const toCsv = (
  rows: readonly OutputRow[],
  columns: readonly string[],
  { raw = false, isContinued = false }: CsvOptions = {},
): string => {
  // Most fields are numbers, which need neither quotes nor any of the searches that texts do.
  const field = (value: unknown): string =>
    typeof value === 'number' ? String(value) : quoted(raw ? plain(value) : disarmed(value))
  const line = (values: readonly unknown[]): string => `${values.map(field).join(',')}\r\n`
  const heading = isContinued ? '' : line(columns)
  return heading + rows.map((row) => line(columns.map((column) => memberOf(row, column)))).join('')
}

/** A value as text: strings as they are, null and undefined empty, objects as JSON. */
export const plain = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const disarmed = (value: unknown): string => {
  const text = withVisibleControls(plain(value)).replace(formulaWithin, "$1'")
  return startsFormula.test(text) ? `'${text}` : text
}

const quoted = (text: string): string => (needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
