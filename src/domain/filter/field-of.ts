import { DAY_MS, isMoment } from '../../base/time.ts'
import { type Day, dayOf } from '../calendar/calendar.ts'
import type { RowField } from './row-columns.ts'

/** What a field tells of a row. Untrusted text. */
type Told = ReturnType<RowField<never>['read']>

/** Makes the fields of rows that are read through what is filed of them: name, kind, how it is read, other names, the words of a closed set. */
export const fieldsOf =
  <Row, Filed>(filedOf: (row: Row) => Filed) =>
  (
    name: string,
    kind: RowField<Row>['kind'],
    read: (filed: Filed) => Told,
    aliases: readonly string[] = [],
    values?: readonly string[],
  ): RowField<Row> => ({ name, kind, aliases, values, read: (row) => read(filedOf(row)) })

/** The day of a moment, Unix ms; undefined for what is none. */
export const dayAt = (ms: number | null | undefined): Day | undefined => (isMoment(ms) ? dayOf(ms) : undefined)

/** Whole days from a moment to another, Unix ms, as ages are shown: a week that is not over has 6; undefined for what is no moment. */
export const daysSince = (ms: number | null | undefined, now: number): number | undefined =>
  isMoment(ms) ? Math.max(0, Math.floor((now - ms) / DAY_MS)) : undefined
