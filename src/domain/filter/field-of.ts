import { isMoment } from '../../base/is-moment.ts'
import { type Day, dayOf, daysBetween } from '../calendar/calendar.ts'
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

/** Days from a moment, Unix ms, to today; undefined for what is none. */
export const daysSince = (ms: number | null | undefined, today: Day): number | undefined =>
  isMoment(ms) ? daysBetween(dayOf(ms), today) : undefined
