import { closeSync, fsyncSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { fileWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer'
import { draftOf, moveIntoPlace } from '../../base/atomic-file.ts'
import type { RawRow } from '../output/row-layout.ts'
import type { ExportColumn } from './export-tables.ts'

/** Rows in memory, and in a row group. */
const GROUP_ROWS = 20_000

const text = { type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const
const optional = { repetition_type: 'OPTIONAL' } as const

const elements: Record<ExportColumn['kind'], (name: string) => SchemaElement[]> = {
  day: (name) => [{ name, type: 'INT32', converted_type: 'DATE', ...optional }],
  // The API's numbers may have fractions.
  number: (name) => [{ name, type: 'DOUBLE', ...optional }],
  text: (name) => [{ name, ...text, ...optional }],
  json: (name) => [{ name, ...text, ...optional }],
  texts: (name) => [
    { name, converted_type: 'LIST', ...optional, num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', ...text, ...optional },
  ],
}

const cellOf = ({ name, kind }: ExportColumn, row: RawRow): unknown => {
  const value = row[name]
  if (value === undefined) return null
  if (kind === 'json') return JSON.stringify(value)
  return kind === 'day' ? new Date(`${value}T00:00:00Z`) : value
}

export type ParquetFile = ReturnType<typeof createParquetFile>

/**
 * Creates a Parquet file as a draft next to its final path. Its permissions follow the umask, because exports are meant
 * to be shared.
 *
 * @throws errors of the file system.
 */
export const createParquetFile = (path: string, columns: readonly ExportColumn[], createdBy: string) => {
  const draft = draftOf(path)
  writeFileSync(draft, '', { flag: 'wx', mode: 0o666 })
  const root = { name: 'root', num_children: columns.length }
  const schema = [root, ...columns.flatMap(({ name, kind }) => elements[kind](name))]
  const writer = new ParquetWriter({ writer: fileWriter(draft), schema, createdBy })
  let [group, count]: [RawRow[], number] = [[], 0]
  const writeGroup = (): void => {
    const columnData = columns.map((column) => ({
      name: column.name,
      data: group.map((row) => cellOf(column, row)),
      // Its size would grow with the number of pages, in memory until the end.
      offsetIndex: false,
    }))
    writer.write({ columnData, rowGroupSize: GROUP_ROWS })
    group = []
  }
  return {
    path,
    add: (rows: readonly RawRow[]): void => {
      for (const row of rows) {
        group.push(row)
        count += 1
        if (group.length === GROUP_ROWS) writeGroup()
      }
    },
    /** Completes the draft. */
    end: (): { path: string; rows: number; sizeBytes: number } => {
      if (group.length > 0) writeGroup()
      writer.finish()
      const file = openSync(draft, 'r+')
      fsyncSync(file)
      closeSync(file)
      return { path, rows: count, sizeBytes: statSync(draft).size }
    },
    /** Gives the file its final name. Returns false if one exists and `mayReplace` is not set. */
    moveIntoPlace: (mayReplace: boolean): boolean => moveIntoPlace(draft, path, mayReplace),
    /** Removes the draft, if it still exists. */
    discard: (): void => rmSync(draft, { force: true }),
  }
}
