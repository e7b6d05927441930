import { dayAt, fieldsOf } from '../../domain/filter/field-of.ts'
import type { RowTable } from '../../domain/filter/row-columns.ts'
import { outputOf } from '../../domain/output/csv.ts'
import { moment } from '../../domain/text/format.ts'
import { timeText } from '../../domain/text/time-text.ts'
import { dataOption, parseData, type ServerAuditRow, withServerData } from '../kit/server-data.ts'
import { listCommand } from '../output/list-command.ts'
import { columnsOf } from '../output/row-layout.ts'

const { columns: members, rowOf } = outputOf<[ServerAuditRow]>({
  at: ({ at }) => timeText(at),
  key: ({ key }) => key,
  role: ({ role }) => role,
  action: ({ action }) => action,
  target: ({ target }) => target,
  requestId: ({ requestId }) => requestId,
})

const field = fieldsOf((row: ServerAuditRow) => row)
const table: RowTable<ServerAuditRow> = {
  isPhrase: true,
  fields: [
    field('at', 'day', ({ at }) => dayAt(at), ['date']),
    field('key', 'text', ({ key }) => key),
    field('role', 'word', ({ role }) => role),
    field('action', 'text', ({ action }) => action),
    field('target', 'text', ({ target }) => target ?? undefined),
    field('request', 'text', ({ requestId }) => requestId),
  ],
  nameOf: ({ action, target }) => (target === null ? action : `${action} ${target}`),
  textsOf: ({ key, role, requestId }) => [key, role, requestId],
}

/** Maximum number of rows that are read. */
const MAX_ROWS = 1_000_000

export const serveAudit = listCommand({
  name: 'serve audit',
  summary: "List a server's changes, newest first",
  description:
    'Lists every change that came through the API, and every command that changed the data of the server. A row has the name of the key, never its value.',
  what: 'changes',
  example: 'role=manager action~computer',
  isLocal: true,
  options: [dataOption],
  layout: {
    columns: [
      ...columnsOf('day', { at: 'AT' }),
      ...columnsOf('text', { key: 'KEY', role: 'ROLE', action: 'ACTION', target: 'TARGET', requestId: 'REQUEST' }),
    ],
    members,
  },
  examples: ['serve audit --data acme.db --limit 20', 'serve audit --data acme.db --where role=owner --json'],
  parse: ({ options }) => parseData(options.data),
  table: () => table,
  sorts: { names: ['at', 'key', 'action'], defaultSort: 'at, newest first' },
  load: async (data, deps, { where, order, limit }) => {
    // A condition or another order needs all rows.
    const count = where === undefined && order === undefined ? (limit ?? MAX_ROWS) : MAX_ROWS
    const all = await withServerData(data, deps, (server) => server.audit(count))
    return {
      rows: all,
      print: (chosen) => {
        const rows = chosen.map(rowOf)
        const cells = chosen.map((row) => ({ ...rowOf(row), at: moment(row.at), target: row.target ?? '' }))
        return { rows: deps.format === 'table' ? cells : rows, envelope: { changes: rows } }
      },
      notes: () => [all.length === 0 ? 'There are no changes yet.' : undefined],
    }
  },
})
