import { expect, test } from 'vitest'
import { reportRows } from '../../../src/domain/readiness/report-rows.ts'

const judged = (numerator: number | null) => ({ numerator, denominator: 1, rationale: '' })

test('each report stands beside the one before it', () => {
  const newest = {
    reportId: 'b',
    apps: { web: {} },
    report: { readme: judged(1), mine: judged(0), skills: judged(null) },
  }
  const oldest = { reportId: 'a', report: { readme: judged(0) } }
  expect(reportRows([newest, oldest])).toEqual([
    {
      report: newest,
      level: 2,
      before: 1,
      passRate: 0.5,
      passRateBefore: 0,
      passed: 1,
      failed: 1,
      skipped: 1,
      apps: 1,
    },
    {
      report: oldest,
      level: 1,
      before: undefined,
      passRate: 0,
      passRateBefore: undefined,
      passed: 0,
      failed: 1,
      skipped: 0,
      apps: undefined,
    },
  ])
  expect(reportRows([])).toEqual([])
})
