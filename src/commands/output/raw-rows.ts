import { isObject } from '../../base/json.ts'
import type { RawRow } from './row-layout.ts'

/** The rows of an envelope as they came. Elements that are no objects are left out: json still shows them. */
export const rawRowsOf = (envelope: unknown, member: string): RawRow[] => {
  if (!isRow(envelope)) return []
  const list = envelope[member]
  return Array.isArray(list) ? list.filter(isRow) : []
}

/** Whether a value is a row: an object, and no list. */
export const isRow = (value: unknown): value is RawRow => isObject(value)
