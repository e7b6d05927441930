import { DAY_MS, isValidTimestamp } from '../../base/time.ts'
import { type Day, dayOf } from '../calendar/calendar.ts'
import type { RowField } from './row-columns.ts'

/** A field's value in a row. Untrusted text. */
type FieldValue = ReturnType<RowField<never>['read']>

/**
 * Returns a factory of filter fields. `read` reads the field from the item of a row; `values` lists all values of a
 * closed set.
 */
export const fieldsOf =
  <Row, Item>(itemOf: (row: Row) => Item) =>
  (
    name: string,
    kind: RowField<Row>['kind'],
    read: (item: Item) => FieldValue,
    aliases: readonly string[] = [],
    values?: readonly string[],
  ): RowField<Row> => ({ name, kind, aliases, values, read: (row) => read(itemOf(row)) })

/** The day of a timestamp in Unix ms; undefined for an invalid one. */
export const dayAt = (ms: number | null | undefined): Day | undefined => (isValidTimestamp(ms) ? dayOf(ms) : undefined)

/** Days between two timestamps in Unix ms, with their fraction; undefined for an invalid timestamp. */
export const daysSince = (ms: number | null | undefined, now: number): number | undefined =>
  isValidTimestamp(ms) ? Math.max(0, (now - ms) / DAY_MS) : undefined
