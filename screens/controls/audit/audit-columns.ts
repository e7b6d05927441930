import {
  type AuditRow,
  actorKindOf,
  actorOf,
  eventText,
  sourceOf,
  targetOf,
} from '../../../src/domain/audit/audit-row.ts'
import { moment, NONE, UNKNOWN } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { type Column, leftColumn } from '../../../src/ui/layout/data-table.ts'
import { copiedCells } from '../../kit/export/command-options.ts'

// Narrow windows show the event, its actor and its time. Wider ones extend the cells whose texts are cut.
export const auditColumns = (): Column<AuditRow>[] => [
  leftColumn('time', 'TIME, UTC', 16, 2, ({ at }) => (at === undefined ? UNKNOWN : moment(at).slice(0, 16)), 'muted'),
  leftColumn('who', 'WHO', { min: 14, max: 18 }, 1, ({ event }) => safeText(actorOf(event) ?? UNKNOWN), 'strong'),
  leftColumn('from', 'FROM', { min: 6, max: 16 }, 4, ({ event }) => safeText(sourceOf(event) ?? NONE), 'muted'),
  leftColumn('event', 'EVENT', { min: 16, max: 20 }, 0, ({ event }) => safeText(eventText(event) ?? UNKNOWN)),
  leftColumn('target', 'TARGET', { grow: true, min: 12 }, 3, ({ event }) => safeText(targetOf(event) ?? NONE)),
]

export const auditCells = ({ event }: AuditRow): string =>
  copiedCells([event.createdAt, actorOf(event), sourceOf(event), eventText(event), targetOf(event)])

/** `a.chen@acme.example, human, owner`. Safe text. */
export const actorText = ({ event }: AuditRow): string =>
  [actorOf(event) ?? UNKNOWN, event.actor === null ? undefined : actorKindOf(event), event.actor?.role]
    .flatMap((part) => (part ? [safeText(part)] : []))
    .join(', ')
