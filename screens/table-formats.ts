import { type OutputRow, toCsv, toJson, toMarkdownTable } from '../src/domain/output.ts'
import type { ExportFormat } from './exports.ts'

export type ExportTable = {
  /** Values in full, not as they are shown; a member that is missing is not known. */
  rows: readonly OutputRow[]
  /** Members in the order of their columns. */
  columns: readonly string[]
  /** Those of them that people read side by side. @default all */
  readable?: readonly string[]
}

/** The forms of a table: CSV, JSON, a row of JSON a line, and Markdown. Made when one is asked for. */
export const tableFormats = (table: () => ExportTable): ExportFormat[] => [
  {
    id: 'csv',
    title: 'CSV',
    extension: 'csv',
    text: () => {
      const { rows, columns } = table()
      return toCsv(rows, columns)
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
      const { rows, columns, readable = columns } = table()
      return toMarkdownTable(rows, readable)
    },
  },
]
