import { loadQuery } from '../../cache/load/queries.ts'
import { AUDIT_COLUMNS, AUDIT_SORTS, auditOutput, auditSorts, auditTable } from '../../domain/audit/audit-list.ts'
import { type AuditRow, eventText, pseudonymizeEvent } from '../../domain/audit/audit-row.ts'
import { dayOf, yesterdayOf } from '../../domain/calendar/calendar.ts'
import { moment } from '../../domain/text/format.ts'
import { loadOptions } from '../kit/load-options.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { parseRange, rangeOptions } from '../kit/option-values.ts'
import { listCommand } from '../output/list-command.ts'
import { pseudonymsOption } from '../output/pseudonyms.ts'
import { columnsOf, type RowLayout } from '../output/row-layout.ts'

const layout: RowLayout = {
  columns: columnsOf('text', { time: 'TIME', who: 'WHO', source: 'FROM', eventText: 'EVENT', target: 'TARGET' }),
  members: AUDIT_COLUMNS,
}

/** Events that are printed without --limit. */
const DEFAULT_LIMIT = 100
/** Events that are loaded at most. */
const MAX_EVENTS = 100_000

const [from, to, last] = rangeOptions

export const auditList = listCommand({
  name: 'audit list',
  summary: 'List who changed what, newest first (if supported)',
  reads: true,
  description:
    'Prints events of the audit log of the organisation, which only owners can read. Older events are loaded until enough match. Secrets in the payload are masked in every format.',
  what: 'events',
  example: 'type=membership_change action=invite age<30d',
  cacheOptions: ['refresh'],
  options: [
    from,
    { ...to, help: 'last day, included (default: today)' },
    { ...last, help: '14d, 2w, oct, month (this one), "last month" (default: all)' },
    { flags: '--all', help: 'print all events' },
    pseudonymsOption,
  ] as const satisfies readonly OptionRow[],
  layout,
  limit: { help: `maximum number of events (default: ${DEFAULT_LIMIT})`, max: MAX_EVENTS },
  examples: [
    'audit list',
    "audit list --where 'type=membership_change'",
    "audit list --where 'type=managed_settings_change who~ito' --json",
    'audit list --last 30d --all --format csv',
  ],
  table: auditTable,
  sorts: { ...auditSorts, names: AUDIT_SORTS, defaultSort: 'time, newest first' },
  parse: ({ options, ...input }, now) => {
    const { from, to, last, all, pseudonyms } = options
    const hasRange = (from ?? to ?? last) !== undefined
    const range = hasRange ? parseRange({ ...input, options: { from, to, last } }, now) : undefined
    // Unlike analytics, events of today are published at once.
    const isToToday = to === undefined && range?.to === yesterdayOf(now)
    return { range: range && isToToday ? { ...range, to: dayOf(now) } : range, isAll: all, isPseudonymous: pseudonyms }
  },
  load: async ({ range, isAll, isPseudonymous }, deps, { where, limit }) => {
    const source = await deps.source()
    const salt = isPseudonymous ? await deps.salt() : undefined
    const wanted = isAll ? Number.POSITIVE_INFINITY : (limit ?? DEFAULT_LIMIT)
    const isInRange = ({ at }: AuditRow) => {
      if (range === undefined) return true
      const day = at === undefined ? undefined : dayOf(at)
      return day !== undefined && day >= range.from && day <= range.to
    }
    const isBefore = ({ at }: AuditRow) => range !== undefined && at !== undefined && dayOf(at) < range.from
    for (let count = DEFAULT_LIMIT; ; count = Math.min(MAX_EVENTS, 2 * count)) {
      const options = { ...loadOptions(deps), ...(count > DEFAULT_LIMIT && { isForced: false }) }
      const loaded = await loadQuery(source, 'auditEvents', { limit: count }, options)
      const inRange = loaded.data.filter(isInRange)
      const rows = salt === undefined ? inRange : inRange.map((row) => pseudonymizeEvent(row, salt))
      const isEnd = loaded.data.length < count || loaded.data.some(isBefore)
      // One more event than wanted shows that some are left out.
      if (!isEnd && count < MAX_EVENTS && (where?.(rows) ?? rows).length <= wanted) continue
      const hasMore = !isEnd && count >= MAX_EVENTS
      return {
        rows,
        at: loaded.at,
        problems: loaded.problems,
        incomplete: hasMore ? `Only the newest ${MAX_EVENTS} events were searched.` : loaded.incomplete,
        print: (chosen) => {
          const events = chosen.map(auditOutput)
          const cells = chosen.map((row) => ({
            ...auditOutput(row),
            time: moment(row.at),
            eventText: eventText(row.event),
          }))
          return { rows: deps.format === 'table' ? cells : events, envelope: { events } }
        },
      }
    }
  },
  cut: (rows, { limit }, { isAll }) => (isAll ? rows : rows.slice(0, limit ?? DEFAULT_LIMIT)),
})
