import { expect, test } from 'vitest'
import { repositoryRows } from '../../../src/domain/readiness/repository-rows.ts'

const judged = (numerator: number | null) => ({ numerator, denominator: 1, rationale: '' })
const reportOf = (repoUrl: string, createdAt: number, numerators: Record<string, number | null>) => ({
  reportId: `${repoUrl} ${createdAt}`,
  repoUrl,
  createdAt,
  apps: { web: {}, api: {} },
  report: Object.fromEntries(Object.entries(numerators).map(([id, value]) => [id, judged(value)])),
})

test('a repository is told by its newest report, beside the one before', () => {
  const rows = repositoryRows([
    reportOf('https://git.example/a/shop', 2, { readme: 1, env_template: 0, mine: null }),
    reportOf('https://git.example/a/shop', 1, { readme: 0, env_template: 1, mine: 1 }),
    reportOf('https://git.example/b/shop', 3, { readme: 1 }),
  ])
  expect(rows).toMatchObject([
    {
      name: 'a/shop',
      level: 1,
      before: 1,
      passRate: 0.5,
      passRateBefore: 2 / 3,
      passed: 1,
      failed: 1,
      skipped: 1,
      apps: 2,
      change: { gained: ['readme'], lost: ['env_template'] },
      course: [2 / 3, 0.5],
    },
    { name: 'b/shop', level: 2, before: undefined, passRate: 1, change: undefined, course: [1] },
  ])
})

test('an empty report is a repository at the first level, without a pass rate and with unknown applications', () => {
  expect(repositoryRows([{ repoUrl: 'x', reportId: 'r' }])).toMatchObject([
    { name: 'x', level: 1, passRate: undefined, passed: 0, failed: 0, skipped: 0, apps: undefined },
  ])
  expect(repositoryRows([{ repoUrl: 'x', apps: {} }])).toMatchObject([{ apps: 0 }])
  expect(repositoryRows([])).toEqual([])
})
