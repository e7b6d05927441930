import { expect, test } from 'vitest'
import {
  CRITERION_COLUMNS,
  criteriaOutput,
  REPOSITORY_COLUMNS,
  readinessBrief,
  repositoryOutput,
} from '../../../src/domain/readiness/readiness-output.ts'
import { repositoryRows } from '../../../src/domain/readiness/repository-rows.ts'

const repoUrl = 'https://git.example/web/shop'
const passing = { numerator: 1, denominator: 1, rationale: 'r' }

test('a repository has columns for its two newest reports', () => {
  const report = { readme: passing, formatter: { ...passing, numerator: 0 }, skills: { ...passing, numerator: null } }
  const newest = { reportId: 'r-2', createdAt: Date.UTC(2026, 10, 20), repoUrl, apps: {}, branch: 'main', report }
  const [row] = repositoryRows([newest, { ...newest, reportId: 'r-1', createdAt: 0, report: { formatter: passing } }])
  const output = row && repositoryOutput(row)
  expect(output).toEqual({
    repoUrl,
    level: 1,
    levelBefore: 2,
    passRate: 0.5,
    passRateBefore: 1,
    passed: 1,
    failed: 1,
    skipped: 1,
    won: 0,
    lost: 1,
    apps: 0,
    reports: 2,
    createdAt: '2026-11-20T00:00:00.000Z',
    branch: 'main',
    reportId: 'r-2',
  })
  expect(Object.keys(output ?? {})).toEqual([...REPOSITORY_COLUMNS])
})

test('a missing value is null', () => {
  const [row] = repositoryRows([{ repoUrl, createdAt: 1e300 }])
  const { repoUrl: shown, level, passed, failed, skipped, reports, ...rest } = (row && repositoryOutput(row)) ?? {}
  expect([shown, level, passed, failed, skipped, reports]).toEqual([repoUrl, 1, 0, 0, 0, 1])
  expect(Object.values(rest).every((value) => value === null)).toBe(true)
})

test('criteria are in the order of the levels, and skipped ones have null', () => {
  const rows = criteriaOutput({ report: { zebra: { numerator: 3 }, readme: { ...passing, numerator: null } } })
  expect(rows.map((row) => CRITERION_COLUMNS.map((column) => row[column]))).toEqual([
    ['readme', 1, 'skipped', null, 1, 'r'],
    ['zebra', null, 'unknown', 3, null, null],
  ])
})

test('a brief has the levels of the repositories, and those that fell or rose', () => {
  const [low, high] = [{ readme: passing, formatter: { ...passing, numerator: 0 } }, { formatter: passing }]
  const reportOf = (url: string, createdAt: number, report: object) => ({ repoUrl: url, createdAt, report })
  const reports = [reportOf('up', 2, high), reportOf('up', 1, low), reportOf('down', 2, low), reportOf('down', 1, high)]
  expect(readinessBrief([...reports, reportOf('same', 2, high), reportOf('same', 1, high)])).toMatchObject({
    repositories: 3,
    perLevel: { 1: 1, 2: 2 },
    medianLevel: 2,
    fell: [{ repoUrl: 'down', from: 2, to: 1 }],
    rose: [{ repoUrl: 'up', from: 1, to: 2 }],
  })
  expect(readinessBrief([]).medianLevel).toBeUndefined()
})
