import { type OutputRow, toCsv, toJson, toMarkdownTable } from '../../../src/domain/output/output.ts'
import type { ExportFormat } from './exports.ts'

export type ExportTable = {
  /** Values in full, not as they are shown; a member that is missing is not known. */
  rows: readonly OutputRow[]
  /** Members in the order of their columns. */
  columns: readonly string[]
  /** Those of them that people read side by side. @default all */
  readable?: readonly string[]
  /** A row as cells of CSV and Markdown, where a value is a text. @default as it is */
  toCells?: (row: OutputRow) => OutputRow
}

/** The forms of a table: CSV, JSON, a row of JSON a line, and Markdown. Made when one is asked for. */
export const tableFormats = (table: () => ExportTable): ExportFormat[] => [
  {
    id: 'csv',
    title: 'CSV',
    extension: 'csv',
    text: () => {
      const { columns, ...own } = table()
      return toCsv(cellsOf(own), columns)
    },
  },
  { id: 'json', title: 'JSON', extension: 'json', text: () => `${toJson(table().rows, { indent: 2 })}\n` },
  {
    id: 'ndjson',
    title: 'NDJSON',
    extension: 'ndjson',
    text: () =>
      table()
        .rows.map((row) => `${toJson(row)}\n`)
        .join(''),
  },
  {
    id: 'md',
    title: 'Markdown',
    extension: 'md',
    text: () => {
      const { columns, readable = columns, ...own } = table()
      return toMarkdownTable(cellsOf(own), readable)
    },
  },
]

const cellsOf = ({ rows, toCells }: Pick<ExportTable, 'rows' | 'toCells'>): readonly OutputRow[] =>
  toCells ? rows.map(toCells) : rows
