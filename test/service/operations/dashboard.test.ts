import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { fillWithDemo } from '../../../src/service/demo/fill-with-demo.ts'
import { dashboard, roleSql } from '../../../src/service/operations/dashboard.ts'
import { openStore } from '../../../src/service/store/store.ts'
import { postgresFolders, startPostgres } from '../../helpers/postgres.ts'
import { runQd } from '../../helpers/run-qd.ts'
import { NOW } from '../test-service.ts'

/** Replaces the words with `$`, as Grafana does. */
const expanded = (sql: string): string =>
  sql
    .replaceAll('$__timeFrom()', "'2026-09-21T09:00:00Z'")
    .replaceAll('$__timeTo()', "'2026-10-21T09:00:00Z'")
    .replaceAll(`\${window:sqlstring}`, "'30'")

const [folder] = Object.values(postgresFolders())

test.skipIf(folder === undefined)('each query of the dashboard runs with its role, and returns rows', async () => {
  const { createDatabase } = await startPostgres(folder ?? '', onTestFinished)
  const url = await createDatabase()
  const store = await openStore(url)
  await fillWithDemo(store, { users: 12, days: 40 }, () => NOW)
  await store.close()
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  await owner.query(
    `INSERT INTO synced_days (endpoint, day, fetched_at, is_complete) VALUES ('users', '2026-10-20', ${NOW}, 1)`,
  )
  await owner.query(roleSql())
  const { rows: sums } = await owner.query(
    `SELECT count(DISTINCT day) AS days, sum((row::json->>'billable_tokens')::float8) AS credits,
       count(DISTINCT user_id) AS users FROM person_days WHERE day BETWEEN '2026-09-21' AND '2026-10-20'`,
  )
  await owner.end()
  const reader = new pg.Client({ connectionString: url.replace('//postgres@', '//grafana@') })
  await reader.connect()
  const results: Record<string, pg.QueryResult> = {}
  for (const { title, targets } of dashboard().panels)
    for (const { rawSql } of targets) {
      const sql = expanded(rawSql)
      expect(sql).not.toContain('$')
      const result = await reader.query(sql)
      expect(result.rows.length, title).toBeGreaterThan(0)
      results[title] = result
    }
  const credits: { time: Date; metric: string; credits: number }[] =
    results['Credits by day and main model of users']?.rows ?? []
  const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)
  expect({
    days: String(new Set(credits.map(({ time }) => time.toISOString().slice(0, 10))).size),
    credits: sum(credits.map((row) => row.credits)),
    users: String(results['Top users in the last $window days']?.rows.length),
  }).toEqual(sums[0])
  expect(credits[0]?.time.toISOString()).toBe('2026-09-21T00:00:00.000Z')
  expect(results['Days of history']?.rows).toContainEqual({
    endpoint: 'tools',
    first: '2026-09-11',
    last: '2026-10-20',
    days: '40',
  })
  for (const { bytes } of results['Size of history']?.rows ?? []) expect(Number(bytes)).toBeGreaterThan(8_192)
  for (const sql of ['SELECT hash FROM access_keys', 'SELECT row FROM revisions'])
    await expect(reader.query(sql)).rejects.toThrow('permission denied')
  await expect(reader.query('DELETE FROM model_days')).rejects.toThrow('read-only')
  await reader.end()
})

test('panels do not overlap, and use the data source that Grafana asks for', () => {
  const { panels, __inputs: inputs } = dashboard()
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
  for (const { gridPos, datasource, targets } of panels) {
    expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24)
    for (const { uid } of [datasource, ...targets.map((target) => target.datasource)])
      expect(uid).toBe(`\${${inputs[0]?.name}}`)
  }
})

test('qd serve dashboard prints the dashboard, and with --role the SQL of its role', async () => {
  const { out, code } = await runQd(['serve', 'dashboard'])
  expect([code, JSON.parse(out)]).toEqual([0, dashboard()])
  expect((await runQd(['serve', 'dashboard', '--role'])).out).toBe(roleSql())
})
