import { expect, test } from 'vitest'
import { appsOf, clientVersionOf, newestFirst, reportTimeMs } from '../../../src/domain/readiness/levels.ts'
import { reportRows } from '../../../src/domain/readiness/report-rows.ts'
import {
  REPOSITORY_SORTS,
  repositoriesByCriterion,
  repositoryRows,
  repositorySortBy,
  sortedRepositories,
} from '../../../src/domain/readiness/repository-rows.ts'

const evaluated = (numerator: number | null) => ({ numerator, denominator: 1, rationale: '' })

test('each report has the figures of the previous one', () => {
  const newest = {
    reportId: 'b',
    apps: { web: {} },
    report: { readme: evaluated(1), mine: evaluated(0), skills: evaluated(null) },
  }
  const oldest = { reportId: 'a', report: { readme: evaluated(0) } }
  const counts = { passed: 1, skipped: 1, failed: 1 }
  expect(reportRows([newest, oldest])).toEqual([
    { report: newest, level: 2, before: 1, passRate: 0.5, passRateBefore: 0, ...counts, apps: 1 },
    { report: oldest, level: 1, passRate: 0, passed: 0, skipped: 0, failed: 1 },
  ])
  expect(reportRows([])).toEqual([])
})

const reportOf = (repoUrl: string, createdAt: number, numerators: Record<string, number | null>) => ({
  reportId: `${repoUrl} ${createdAt}`,
  repoUrl,
  createdAt,
  apps: { web: {}, api: {} },
  report: Object.fromEntries(Object.entries(numerators).map(([id, value]) => [id, evaluated(value)])),
})

test('a repository has the figures of its newest report and of the previous one', () => {
  const rows = repositoryRows([
    reportOf('https://git.example/a/shop', 2, { readme: 1, env_template: 0, mine: null }),
    reportOf('https://git.example/a/shop', 1, { readme: 0, env_template: 1, mine: 1 }),
    reportOf('https://git.example/b/shop', 3, { readme: 1 }),
  ])
  expect(rows).toMatchObject([
    { name: 'a/shop', apps: 2, change: { gained: ['readme'], lost: ['env_template'] }, passRates: [2 / 3, 0.5] },
    { name: 'b/shop', level: 2, before: undefined, passRate: 1, change: undefined, passRates: [1] },
  ])
})

const names = (rows: readonly { name: string }[]): string => rows.map(({ name }) => name).join(' ')

test('repositories are sorted by any figure, and missing values are last in both directions', () => {
  const [a, b] = ['readme', 'agents_md']
  const rows = repositoryRows([
    reportOf('x/empty', 9, {}),
    reportOf('x/half', 3, { [a]: 1, [b]: 0, skills: 0 }),
    reportOf('x/best', 2, { [a]: 1, [b]: 1 }),
    reportOf('x/worst', 4, { [a]: 0, [b]: 0, skills: 1, env_template: 1 }),
    reportOf('x/half', 1, { [a]: 0, [b]: 1, skills: 1 }),
  ])
  expect(names(rows)).toBe('empty worst half best')
  const sorted = REPOSITORY_SORTS.flatMap((by) =>
    [false, true].map((isDescending) => `${by}: ${names(sortedRepositories(rows, { by, isDescending }))}`),
  )
  expect(sorted).toEqual([
    'time: best half worst empty',
    'time: empty worst half best',
    'level: empty worst half best',
    'level: best half empty worst',
    'pass: half worst best empty',
    'pass: best worst half empty',
    'delta: half best empty worst',
    'delta: half best empty worst',
    'name: best empty half worst',
    'name: worst half empty best',
  ])
  const found = repositoriesByCriterion(rows, b).map(({ repository, criterion, before }) =>
    [repository.name, criterion.outcome, before?.outcome].join(' ').trim(),
  )
  expect(found).toEqual(['half failed passed', 'worst failed', 'best passed'])
  expect(REPOSITORY_SORTS.filter((by) => repositorySortBy(by).isDescending)).toEqual(['time'])
})

test('the client version is found under any field name that ends with version', () => {
  expect(clientVersionOf({ agentVersion: '0.31.2' } as object)).toBe('0.31.2')
  expect(clientVersionOf({ somethingVersion: 4 } as object)).toBe('4')
  expect(clientVersionOf({ branch: 'version' })).toBeUndefined()
  expect(clientVersionOf({ agentVersion: { major: 1 } } as object)).toBeUndefined()
})

test('applications have paths, and descriptions if the report has them', () => {
  expect(appsOf({ apps: { 'apps/web': { description: 'the shop' }, api: {} } })).toEqual([
    { path: 'apps/web', description: 'the shop' },
    { path: 'api', description: undefined },
  ])
  expect([appsOf({}), appsOf({ apps: {} })]).toEqual([[], []])
})

test('a report without a valid time comes last', () => {
  const [absurd, none, old, late] = [{ createdAt: 9e20 }, {}, { createdAt: 5 }, { createdAt: 8.64e15 }]
  expect([absurd, none, old, late].sort(newestFirst)).toEqual([late, old, absurd, none])
  expect([absurd, none, old, late].map(reportTimeMs)).toEqual([undefined, undefined, 5, 8.64e15])
})
