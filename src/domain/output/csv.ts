import { memberOf, recordOf } from '../../base/json.ts'
import { isValidTimestamp } from '../../base/time.ts'
import { withVisibleControls } from '../text/safe-text.ts'

/** A row of output. A missing property leaves its field empty. */
export type OutputRow = Readonly<Record<string, unknown>>

/** Creates the columns of machine-readable rows from functions that read them. A missing value becomes null. */
export const outputOf = <Args extends readonly unknown[]>(
  members: Readonly<Record<string, (...args: Args) => unknown>>,
) => ({
  columns: Object.keys(members),
  rowOf: (...args: Args): OutputRow =>
    Object.fromEntries(Object.entries(members).map(([name, read]) => [name, read(...args) ?? null])),
})

/** Columns that are members of the row. */
export const ownColumns = <Name extends string>(...names: readonly Name[]) =>
  recordOf(names, (name) => (row: Readonly<Partial<Record<Name, unknown>>>) => row[name])

export type CsvOptions = {
  /**
   * Keeps strings unchanged, including formulas and control characters, for scripts.
   * @default false
   */
  raw?: boolean | undefined
  /**
   * Whether the heading was already written.
   * @default false
   */
  isContinued?: boolean | undefined
}

// Characters that start a formula in spreadsheets, and the full-width forms that some spreadsheets convert to them.
const startsFormula = /^[=+\-@\t\r\n＝＋－＠]/
// A spreadsheet with another separator ends a field here, and then reads the quotes of the field as text.
const formulaWithin = /([;\t\r\n])(?="*[=+\-@＝＋－＠])/g
const needsQuotes = /[",;\t\r\n]/

/**
 * Rows in the format of RFC 4180: a heading, CRLF after each line, and quotes around fields that contain a comma,
 * semicolon, tab, quote or line break. In a string field a `'` precedes each character that would start a formula: at
 * the start, and after a semicolon, tab or line break. Numbers never get one. Control characters become visible signs.
 * null and missing values are empty; arrays and objects are JSON. Times are ISO 8601 in UTC, see {@link timeReader}.
 */
export const toCsv = (
  rows: readonly OutputRow[],
  columns: readonly string[],
  { raw = false, isContinued = false }: CsvOptions = {},
): string => {
  // Most fields are numbers, which need no quotes and none of the searches.
  const field = (value: unknown): string =>
    typeof value === 'number' ? String(value) : quoted(raw ? valueText(value) : withoutFormulas(value))
  const line = (values: readonly unknown[]): string => `${values.map(field).join(',')}\r\n`
  const heading = isContinued ? '' : line(columns)
  const readers = columns.map((column) => timeReader(column))
  const valuesOf = (row: OutputRow) =>
    columns.map((column, at) => {
      const value = memberOf(row, column)
      return readers[at]?.(value) ?? value
    })
  return heading + rows.map((row) => line(valuesOf(row))).join('')
}

/** Members that hold a time: `createdAt`, `created_at`, `at`, `timestamp`, `last_seen`. */
const timeMember = /(?:^at|At|_at|[tT]imestamp|[sS]een)$/
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/
/** 3 March 1973 in Unix ms. A smaller number is more likely in another unit, such as seconds. */
const FIRST_MS = 1e11

/**
 * Reads the times of a column as ISO 8601 in UTC with milliseconds; undefined for a column without times. The API sends
 * Unix ms in some members and ISO 8601 with any offset in others. Days and other texts are not times: the reader
 * returns undefined for them.
 */
export const timeReader = (member: string): ((value: unknown) => string | undefined) | undefined =>
  timeMember.test(member) ? readTime : undefined

const readTime = (value: unknown): string | undefined => {
  const isTime = typeof value === 'number' ? value >= FIRST_MS : typeof value === 'string' && isoTime.test(value)
  const ms = isTime ? new Date(value as number | string).getTime() : Number.NaN
  return isValidTimestamp(ms) ? new Date(ms).toISOString() : undefined
}

/** A value as text: strings unchanged, null and undefined empty, objects as JSON. */
export const valueText = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const withoutFormulas = (value: unknown): string => {
  const text = withVisibleControls(valueText(value)).replace(formulaWithin, "$1'")
  return startsFormula.test(text) ? `'${text}` : text
}

const quoted = (text: string): string => (needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
