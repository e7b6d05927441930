import type { TableName } from '../db/tables.ts'

/** The tables that the queries read. */
export const TABLES = [
  'analytics_days',
  'model_days',
  'synced_days',
  'user_windows',
  'window_totals',
] as const satisfies TableName[]

const TIME = "day::timestamp AT TIME ZONE 'UTC' AS time"
const IN_RANGE = 'day BETWEEN $__timeFrom()::date AND $__timeTo()::date'

/** The queries of the dashboard. Grafana replaces words with `$`. */
export const queries = {
  activeUsers: `SELECT days || ' days' AS window, users FROM window_totals ORDER BY days`,
  activeUsersByDay: `SELECT ${TIME}, sum(users) AS users FROM model_days
WHERE ${IN_RANGE} GROUP BY day ORDER BY day`,
  creditsByModel: `SELECT ${TIME}, model AS metric, billable_tokens AS credits FROM model_days
WHERE ${IN_RANGE} ORDER BY day, model`,
  // The order of the index.
  topUsers: `SELECT coalesce(user_email, user_id) AS "user", billable_tokens AS credits, active_days, sessions, tool_calls
FROM user_windows WHERE days = \${window:sqlstring}::int
ORDER BY coalesce(billable_tokens, -1) DESC, user_id LIMIT 50`,
  syncAge: `SELECT endpoint, extract(epoch FROM now()) - max(fetched_at) / 1000 AS age FROM synced_days WHERE is_complete = 1
GROUP BY endpoint ORDER BY endpoint`,
  historyDays: `SELECT endpoint, min(day)::text AS first, max(day)::text AS last, count(*) AS days FROM analytics_days
GROUP BY endpoint ORDER BY endpoint`,
  historySize: `SELECT name, coalesce(
  (SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree(name::regclass)),
  pg_total_relation_size(name::regclass)) AS bytes
FROM unnest(ARRAY['person_days', 'user_facts', 'analytics_days', 'day_pieces']) AS name ORDER BY name`,
} as const
