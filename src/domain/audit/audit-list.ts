import { missingLast } from '../../base/text.ts'
import { dayAt, daysSince, fieldsOf } from '../filter/field-of.ts'
import type { RowTable } from '../filter/row-columns.ts'
import { sortsOf } from '../filter/sorts.ts'
import { outputOf } from '../output/csv.ts'
import { toJson } from '../output/output.ts'
import { timeText } from '../text/time-text.ts'
import {
  type AuditRow,
  actionOf,
  actorKindOf,
  actorOf,
  eventText,
  payloadOf,
  revisionOf,
  sourceOf,
  targetOf,
} from './audit-row.ts'

/** Filter fields of the audit log. @param now - Unix ms. */
export const auditTable = (now: number): RowTable<AuditRow> => {
  const field = fieldsOf((row: AuditRow) => row)
  return {
    isPhrase: true,
    fields: [
      field('type', 'word', ({ event }) => event.eventType, ['event']),
      field('action', 'word', ({ event }) => actionOf(event), ['intent']),
      field('who', 'text', ({ event }) => actorOf(event), ['actor', 'email']),
      field('kind', 'word', ({ event }) => actorKindOf(event), [], ['human', 'service', 'system']),
      field('role', 'word', ({ event }) => event.actor?.role),
      field('from', 'text', ({ event }) => sourceOf(event), ['source']),
      field('target', 'text', ({ event }) => targetOf(event)),
      field('revision', 'number', ({ event }) => revisionOf(event)),
      field('day', 'day', ({ at }) => dayAt(at), ['date']),
      field('age', 'age', ({ at }) => daysSince(at, now)),
    ],
    nameOf: ({ event }) => eventText(event) ?? '',
    textsOf: ({ event }) => {
      const payload = payloadOf(event)
      return [actorOf(event), sourceOf(event), targetOf(event), payload && toJson(payload)]
    },
  }
}

const newer = missingLast<number>((a, b) => b - a)
const orders = { time: (a: AuditRow, b: AuditRow) => newer(b.at, a.at) }
export const AUDIT_SORTS = ['time'] as const
export const auditSorts = sortsOf((row: AuditRow) => row, orders, ['time'])

/** Members for machine-readable output. */
export const { columns: AUDIT_COLUMNS, rowOf: auditOutput } = outputOf<[AuditRow]>({
  createdAt: ({ at, event }) => timeText(at) ?? event.createdAt,
  eventType: ({ event }) => event.eventType,
  action: ({ event }) => actionOf(event),
  who: ({ event }) => actorOf(event),
  kind: ({ event }) => actorKindOf(event),
  role: ({ event }) => event.actor?.role,
  source: ({ event }) => sourceOf(event),
  target: ({ event }) => targetOf(event),
  revision: ({ event }) => revisionOf(event),
  payload: ({ event }) => payloadOf(event),
})
