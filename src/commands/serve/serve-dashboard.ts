import { toJson } from '../../domain/output/output.ts'
import { command } from '../kit/command.ts'

export const serveDashboard = command({
  name: 'serve dashboard',
  summary: 'Print a Grafana dashboard for a PostgreSQL server',
  description:
    'Import the JSON in Grafana (Dashboards, New, Import) and choose a PostgreSQL data source for the database of the server. It shows active users, credits, top users, and the age and ' +
    'size of the history. --role prints the SQL of a role for the data source, which may only read the tables of the dashboard. Metrics of the service itself are in /metrics.',
  formats: ['json'],
  options: [{ flags: '--role', help: 'print the SQL of its read-only role' }],
  isLocal: true,
  examples: ['serve dashboard > quarterdeck.json', 'serve dashboard --role | psql acme'],
  run: async ({ options }, { serverDashboard, out }) => {
    const { dashboard, roleSql } = await serverDashboard()
    out(options.role ? roleSql : `${toJson(dashboard, { indent: 2 })}\n`)
    return undefined
  },
})
