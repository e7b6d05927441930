import { queries, TABLES } from './dashboard-queries.ts'

/** Name of the data source in the dashboard. The user chooses one at the import. */
const SOURCE = 'DS_POSTGRES'
const PLUGIN = 'grafana-postgresql-datasource'
const datasource = { type: PLUGIN, uid: `\${${SOURCE}}` }

/** Width of a dashboard. */
const COLUMNS = 24
const HEIGHT = 8

type PanelRow = {
  title: string
  type: 'stat' | 'timeseries' | 'table' | 'bargauge'
  query: keyof typeof queries
  width: number
  /** Grafana's name of a unit. @default 'short' */
  unit?: string
  isStacked?: true
}

const panels: readonly PanelRow[] = [
  { title: 'Active users by window', type: 'stat', query: 'activeUsers', width: 6 },
  { title: 'Active users by day', type: 'timeseries', query: 'activeUsersByDay', width: 18 },
  {
    title: 'Credits by day and main model of users',
    type: 'timeseries',
    query: 'creditsByModel',
    width: 24,
    isStacked: true,
  },
  { title: 'Top users in the last $window days', type: 'table', query: 'topUsers', width: 24 },
  { title: 'Time since the last sync', type: 'stat', query: 'syncAge', width: 8, unit: 's' },
  { title: 'Days of history', type: 'table', query: 'historyDays', width: 8 },
  { title: 'Size of history', type: 'bargauge', query: 'historySize', width: 8, unit: 'bytes' },
]

/** A Grafana dashboard of a server's data, with a PostgreSQL data source. */
export const dashboard = () => ({
  __inputs: [
    {
      name: SOURCE,
      label: 'PostgreSQL',
      description: '',
      type: 'datasource',
      pluginId: PLUGIN,
      pluginName: 'PostgreSQL',
    },
  ],
  title: 'Quarterdeck',
  uid: 'quarterdeck',
  schemaVersion: 39,
  tags: ['quarterdeck'],
  // Days are UTC days.
  timezone: 'utc',
  time: { from: 'now-30d', to: 'now' },
  refresh: '15m',
  templating: { list: [windowVariable()] },
  panels: placed(panels).map(panelOf),
})

/** The windows of the ranking. */
const windowVariable = () => ({
  name: 'window',
  label: 'Days',
  type: 'custom',
  query: WINDOWS.join(','),
  current: { text: '30', value: '30' },
  options: WINDOWS.map((days) => ({ text: `${days}`, value: `${days}`, selected: days === 30 })),
})
const WINDOWS = [7, 14, 30, 90]

type Placed = PanelRow & { x: number; y: number }

/** Places panels from left to right, in rows. */
const placed = (rows: readonly PanelRow[]): Placed[] => {
  let [x, y] = [0, 0]
  return rows.map((row) => {
    if (x + row.width > COLUMNS) [x, y] = [0, y + HEIGHT]
    const place = { ...row, x, y }
    x += row.width
    return place
  })
}

const panelOf = ({ title, type, query, width, unit = 'short', isStacked, x, y }: Placed, at: number) => ({
  id: at + 1,
  title,
  type,
  datasource,
  gridPos: { x, y, w: width, h: HEIGHT },
  fieldConfig: {
    defaults: {
      unit,
      ...(isStacked && { custom: { drawStyle: 'bars', fillOpacity: 80, stacking: { mode: 'normal' } } }),
    },
    overrides: [],
  },
  // Show all rows of the query: by default only the last value of each column is shown.
  ...((type === 'stat' || type === 'bargauge') && { options: { reduceOptions: { values: true } } }),
  targets: [
    {
      refId: 'A',
      datasource,
      format: type === 'timeseries' ? 'time_series' : 'table',
      editorMode: 'code',
      rawQuery: true,
      rawSql: queries[query],
    },
  ],
})

const ROLE = 'grafana'

/** SQL that creates the role of the data source. It may read only the tables of the dashboard. */
export const roleSql = (): string => `-- Run this as the owner of the database, then set a password: \\password ${ROLE}
CREATE ROLE ${ROLE} LOGIN;
ALTER ROLE ${ROLE} SET default_transaction_read_only = on;
ALTER ROLE ${ROLE} SET statement_timeout = '30s';
GRANT USAGE ON SCHEMA public TO ${ROLE};
GRANT SELECT ON ${TABLES.join(', ')} TO ${ROLE};
`
