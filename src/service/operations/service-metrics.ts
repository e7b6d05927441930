import { gauge, type Metric } from './metrics-text.ts'
import type { Health } from './read-health.ts'

/** Metrics of the database, the mirror and the process. */
export const serviceMetrics = (health: Health, version = 'unknown'): Metric[] => [
  {
    name: 'qd_build_info',
    help: 'Version of the service.',
    type: 'gauge',
    samples: [{ labels: { version }, value: 1 }],
  },
  ...databaseMetrics(health.database),
  ...(health.sync ? syncMetrics(health.sync) : []),
  ...processMetrics(),
]

const databaseMetrics = ({ isUp, hosts = [], pool }: Health['database']): Metric[] => [
  gauge('qd_database_up', 'Whether the database answers.', Number(isUp)),
  {
    name: 'qd_database_host_up',
    help: 'Whether a server of the database answers.',
    type: 'gauge',
    samples: hosts.map(({ host, role }) => ({ labels: { host }, value: Number(role !== 'down') })),
  },
  {
    name: 'qd_database_host_primary',
    help: 'Whether a server of the database accepts writes.',
    type: 'gauge',
    samples: hosts.map(({ host, role }) => ({ labels: { host }, value: Number(role === 'primary') })),
  },
  {
    name: 'qd_database_replica_lag_seconds',
    help: 'How far a standby is behind.',
    type: 'gauge',
    samples: hosts.flatMap(({ host, lagMs }) =>
      lagMs === undefined ? [] : [{ labels: { host }, value: lagMs / 1_000 }],
    ),
  },
  gauge('qd_database_connections', 'Connections of this process.', pool?.total),
  gauge('qd_database_idle_connections', 'Connections without a statement.', pool?.idle),
  gauge('qd_database_waiting_requests', 'Statements that wait for a connection.', pool?.waiting),
]

const syncMetrics = ({ lagMs, endpoints }: NonNullable<Health['sync']>): Metric[] => [
  gauge(
    'qd_sync_lag_seconds',
    'Time since the last sync without a failure.',
    lagMs === undefined ? undefined : lagMs / 1_000,
  ),
  {
    name: 'qd_sync_endpoint_failed',
    help: 'Whether an endpoint failed in the last sync.',
    type: 'gauge',
    samples: endpoints.map(({ name: endpoint, failure }) => ({
      labels: { endpoint },
      value: Number(failure !== undefined),
    })),
  },
  {
    name: 'qd_sync_last_day_timestamp_seconds',
    help: 'Start of the last complete day.',
    type: 'gauge',
    samples: endpoints.flatMap(({ name: endpoint, lastDay }) =>
      lastDay === undefined ? [] : [{ labels: { endpoint }, value: Date.parse(`${lastDay}T00:00:00Z`) / 1_000 }],
    ),
  },
]

const processMetrics = (): Metric[] => {
  const { user, system } = process.cpuUsage()
  return [
    {
      name: 'process_cpu_seconds_total',
      help: 'CPU time of the process.',
      type: 'counter',
      samples: [{ value: (user + system) / 1e6 }],
    },
    gauge('process_resident_memory_bytes', 'Resident memory of the process.', process.memoryUsage.rss()),
    gauge('process_start_time_seconds', 'Start of the process, Unix time.', performance.timeOrigin / 1_000),
    gauge('qd_uptime_seconds', 'Time since the process started.', performance.now() / 1_000),
  ]
}
