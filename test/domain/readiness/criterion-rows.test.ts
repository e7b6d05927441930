import { expect, test } from 'vitest'
import {
  CRITERION_SORTS,
  criterionRows,
  criterionSortBy,
  sortedCriteria,
  unlockedLevels,
  unlocksText,
  worstText,
} from '../../../src/domain/readiness/criterion-rows.ts'
import { repositoryRows } from '../../../src/domain/readiness/repository-rows.ts'

type Result = [numerator: number | null, denominator?: number]

const reportOf = (name: string, results: Record<string, Result>, createdAt = 2) => ({
  reportId: `${name} ${createdAt}`,
  repoUrl: `https://git.example/web/${name}`,
  createdAt,
  report: Object.fromEntries(
    Object.entries(results).map(([id, [numerator, denominator = 1]]) => [
      id,
      { numerator, denominator, rationale: '' },
    ]),
  ),
})

const rowsOf = (...reports: ReturnType<typeof reportOf>[]) =>
  new Map(criterionRows(repositoryRows(reports)).map((row) => [row.id, row]))

test('each criterion counts repositories by their newest report, and its worst one has the lowest share', () => {
  const rows = rowsOf(
    reportOf('a', { readme: [1], flaky_test_detection: [1, 4], mine: [0] }),
    reportOf('a', { readme: [0], flaky_test_detection: [0, 4] }, 1),
    reportOf('b', { readme: [null], flaky_test_detection: [0, 2] }),
    reportOf('c', { readme: [1, 0], flaky_test_detection: [0, 3] }),
    reportOf('d', { readme: [1], flaky_test_detection: [2, 2] }),
  )
  expect([...rows].map(([id, row]) => [id, row.level, row.tally, worstText(row)])).toEqual([
    ['readme', 1, { passed: 2, failed: 0, skipped: 1, unknown: 1 }, ''],
    ['flaky_test_detection', 4, { passed: 1, failed: 3, skipped: 0, unknown: 0 }, 'c 0/3'],
    ['mine', undefined, { passed: 0, failed: 1, skipped: 0, unknown: 0 }, 'a 0/1'],
  ])
  expect(rows.get('flaky_test_detection')?.failing.map(({ repository }) => repository.name)).toEqual(['c', 'b', 'a'])
})

test('a criterion unlocks the level that a repository would have if it alone passed', () => {
  const rows = rowsOf(
    // One of two criteria of L1 fails, and L2 is complete: passing the first reaches L3.
    reportOf('jumps', { readme: [1], formatter: [0], codeowners: [1] }),
    reportOf('next', { readme: [1], formatter: [0], codeowners: [0] }),
    reportOf('far', { readme: [0], formatter: [0], codeowners: [0] }),
    reportOf('done', { readme: [1], formatter: [1], codeowners: [1] }),
  )
  const [formatter, codeowners] = ['formatter', 'codeowners'].map((id) => rows.get(id))
  expect(formatter && unlockedLevels(formatter)).toEqual([
    { level: 2, repositories: 1 },
    { level: 3, repositories: 1 },
  ])
  expect(formatter && unlocksText(formatter)).toBe('L2 in 1, L3 in 1')
  // It fails in two repositories of L1, where L2 is still locked.
  expect(codeowners && unlocksText(codeowners)).toBe('')
})

test('a criterion that unlocks no level alone shows how many repositories need it for the next one', () => {
  const both: Record<string, Result> = { readme: [0], formatter: [0] }
  const text = (...reports: ReturnType<typeof reportOf>[]) => {
    const row = rowsOf(...reports).get('readme')
    return row && unlocksText(row)
  }
  expect(text(reportOf('a', both), reportOf('b', both))).toBe('towards L2 in 2')
  expect(text(reportOf('a', both), reportOf('b', { readme: [0] }))).toBe('L2 in 1 repository')
  expect(text(reportOf('a', { readme: [0] }), reportOf('b', { readme: [0] }))).toBe('L2 in 2 repositories')
})

test('criteria are sorted by any figure; equal ones keep the order of the levels, and missing values are last', () => {
  const rows = [
    ...rowsOf(
      reportOf('a', { readme: [0], formatter: [0, 2], codeowners: [1, 2], zebra: [1], agents_md: [null] }),
      reportOf('b', { readme: [1], formatter: [0], codeowners: [1], zebra: [1], agents_md: [0] }),
    ).values(),
  ]
  const idsBy = (by: (typeof CRITERION_SORTS)[number], isDescending = criterionSortBy(by).isDescending) =>
    sortedCriteria(rows, { by, isDescending })
      .map(({ id }) => id)
      .join(' ')
  expect(Object.fromEntries(CRITERION_SORTS.map((by) => [by, idsBy(by)]))).toEqual({
    failing: 'formatter readme agents_md codeowners zebra',
    level: 'readme formatter agents_md codeowners zebra',
    unlocks: 'formatter readme agents_md codeowners zebra',
    worst: 'readme formatter agents_md codeowners zebra',
    passing: 'zebra readme codeowners formatter agents_md',
    skipped: 'agents_md readme formatter codeowners zebra',
    name: 'agents_md codeowners formatter readme zebra',
  })
  expect(idsBy('worst', true)).toBe('codeowners readme formatter agents_md zebra')
  expect(idsBy('level', true)).toBe('agents_md codeowners readme formatter zebra')
})

test('an id that is the name of a built-in member is a criterion like any other', () => {
  const report = JSON.parse('{"__proto__": {"numerator": 0, "denominator": 1}, "constructor": {"numerator": 1}}')
  const rows = criterionRows(repositoryRows([{ reportId: 'r', repoUrl: 'x', createdAt: 1, report }]))
  expect(rows.map(({ id, tally }) => [id, tally.failed, tally.unknown])).toEqual([
    ['__proto__', 1, 0],
    ['constructor', 0, 1],
  ])
})
