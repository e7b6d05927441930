import { LongList, type PackedLists, type PackedPart, readReference } from '../../base/long-list.ts'
import type { Day } from '../../domain/calendar/calendar.ts'
import { unpackJson } from './codec/json-codec.ts'
import { CorruptError } from './file/file-fault.ts'
import { change, type Part, rowOf } from './file/prepared.ts'
import type { DayTable } from './ledger.ts'

type Row = Record<string, unknown>

/** A part of a long list of a day, to be stored. */
export type PartToWrite = PackedPart & { list: number; place: number }

/** Finds the parts of the long lists of these rows; undefined if the rows have no such list, not even an empty one. */
export const partsOf = (rows: readonly Row[], { id, lists }: PackedLists): PartToWrite[] | undefined => {
  const own = rows.flatMap((row) => Object.values(row).flatMap((value) => readReference(value, id)?.list ?? []))
  if (own.length === 0) return undefined
  return own.flatMap((list) => (lists[list] ?? []).map((part, place) => ({ ...part, list, place })))
}

/** Replaces the stored parts of a day. Must run in a write transaction. */
export const writeParts = (
  { database, partition }: Part,
  [table, day]: [DayTable, Day],
  id: string | undefined,
  parts: readonly PartToWrite[] = [],
): void => {
  change(database, 'DELETE FROM list_part WHERE partition = ? AND endpoint = ? AND day = ?', partition, table, day)
  if (id === undefined) return
  const sql = `INSERT INTO list_part (partition, endpoint, day, list, place, id, items, raw)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`
  for (const { list, place, items, raw } of parts)
    change(database, sql, partition, table, day, list, place, id, items, raw ?? null)
}

/** Where a part is stored. `id` is that of the response: a newer response may have replaced it. */
export type PartKey = { table: DayTable; day: Day; id: string; list: number; place: number; isRaw: boolean }

/** Reads the items of a part; undefined if it is no longer stored. */
export const readPart = (
  { database, partition }: Part,
  { table, day, id, list, place, isRaw }: PartKey,
): unknown[] | undefined => {
  const sql = `SELECT ${isRaw ? 'coalesce(raw, items)' : 'items'} FROM list_part
    WHERE partition = ? AND endpoint = ? AND day = ? AND list = ? AND place = ? AND id = ?`
  const row = rowOf(database, ['bytes'], sql, partition, table, day, list, place, id)
  if (!row) return undefined
  const items = unpackJson(row[0])
  if (!Array.isArray(items)) throw new CorruptError('a part of a list is missing')
  return items
}

/** Replaces references by lists that read their parts when needed. */
export const withLongLists = (
  rows: readonly Row[],
  id: string,
  read: (list: number, place: number) => readonly unknown[],
): Row[] =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => {
        const reference = readReference(value, id)
        if (!reference) return [name, value]
        const { list, parts } = reference
        const readParts = function* () {
          for (let place = 0; place < parts; place++) yield read(list, place)
        }
        return [name, new LongList(readParts)]
      }),
    ),
  )
