import { expect, test } from 'vitest'
import { CRITERIA, LEVELS } from '../../../src/domain/readiness/criteria.ts'
import {
  evaluateReport,
  latestReports,
  levelOf,
  missingToUnlock,
  organisationLevel,
  outcomeOf,
  reportChange,
  reportsByRepository,
} from '../../../src/domain/readiness/levels.ts'

const idsOf = (level: number) => [...CRITERIA].filter(([, place]) => place.level === level).map(([id]) => id)
const pass = { numerator: 1, denominator: 1 }
const fail = { numerator: 0, denominator: 1 }
const skipped = { numerator: null, denominator: 1 }

type CriterionNumbers = { numerator: number | null; denominator: number }
const reportOf = (
  entries: [string, CriterionNumbers][],
  rest: { repoUrl?: string; createdAt?: number; reportId?: string } = {},
) => ({
  ...rest,
  report: Object.fromEntries(entries),
})
/** The first `passing` criteria of a level pass, the others fail. */
const level = (number: number, passing: number): [string, CriterionNumbers][] =>
  idsOf(number).map((id, index) => [id, index < passing ? pass : fail])
const whole = (number: number) => level(number, Number.POSITIVE_INFINITY)

test('each criterion belongs to exactly one of the five levels', () => {
  expect(LEVELS.map((number) => idsOf(number).length)).toEqual([7, 25, 28, 20, 2])
  expect(CRITERIA.get('readme')).toEqual({ level: 1, scope: 'repository' })
  expect(CRITERIA.get('flaky_test_detection')).toEqual({ level: 4, scope: 'app' })
  expect(CRITERIA.get('toString')).toBeUndefined()
})

test('a criterion passes if all applications pass; invalid numbers are neither passed nor failed', () => {
  expect([pass, fail, skipped, { numerator: 1, denominator: 2 }].map(outcomeOf)).toEqual([
    ...['passed', 'failed', 'skipped', 'failed'],
  ])
  for (const criterion of [undefined, {}, { numerator: 1 }, { denominator: 1 }])
    expect(outcomeOf(criterion)).toBe('unknown')
  expect([0, -1, Number.NaN].map((numerator) => outcomeOf({ numerator, denominator: numerator * numerator }))).toEqual(
    Array(3).fill('unknown'),
  )
})

test.each<[string, [string, CriterionNumbers][], number]>([
  ['nothing', [], 1],
  ['5 of 7 of level 1', level(1, 5), 1],
  ['80 % of level 1', level(1, 6), 2],
  ['19 of 25 of level 2', [...whole(1), ...level(2, 19)], 2],
  ['80 % of level 2', [...whole(1), ...level(2, 20)], 3],
  ['four levels', [...whole(1), ...whole(2), ...whole(3), ...whole(4)], 5],
  ['levels 2 and 3, but not level 1', [...level(1, 5), ...whole(2), ...whole(3)], 1],
  ['levels 1 and 3, without evaluated criteria of level 2', [...whole(1), ...whole(3)], 2],
  ['none, because all are skipped', idsOf(1).map((id) => [id, skipped]), 1],
  ['one criterion next to skipped ones', idsOf(1).map((id, at) => [id, at === 0 ? pass : skipped]), 2],
])('the level after passing %s', (_, entries, expected) => {
  expect(levelOf(reportOf(entries))).toBe(expected)
})

test('an unknown criterion counts only in the pass rate', () => {
  const evaluated = evaluateReport(reportOf([...whole(1), ['novel_criterion', fail], ['__proto__', pass]]))
  expect(evaluated.other).toMatchObject({ passed: 1, failed: 1 })
  expect(evaluated.level).toBe(2)
  expect(evaluated.passRate).toBeCloseTo(8 / 9)
  expect(evaluateReport({}).passRate).toBeUndefined()
})

test('the number of missing criteria is 80 % of the evaluated ones minus the passed ones', () => {
  const count = (passed: number, failed: number) => ({ passed, failed, skipped: 3, unknown: 0 })
  expect(missingToUnlock(count(11, 7))).toBe(4)
  expect(missingToUnlock(count(8, 2))).toBe(0)
  expect(missingToUnlock(count(0, 0))).toBeUndefined()
})

const reports = [
  reportOf(level(1, 6), { reportId: 'a1', repoUrl: 'a', createdAt: 10 }),
  reportOf([...whole(1), ...whole(2), ...whole(3)], { reportId: 'b2', repoUrl: 'b', createdAt: 30 }),
  reportOf(level(1, 1), { reportId: 'a2', repoUrl: 'a', createdAt: 20 }),
  reportOf(level(1, 1), { reportId: 'a2', repoUrl: 'a', createdAt: 20 }),
  { reportId: 'nowhere', report: {} },
]

test('the newest report of each repository counts, in any input order', () => {
  expect(latestReports(reports).map(({ reportId }) => reportId)).toEqual(['b2', 'a2'])
  expect(latestReports(reports.toReversed()).map(({ reportId }) => reportId)).toEqual(['b2', 'a2'])
})

test('the level of the organisation is the floor of the mean', () => {
  expect(organisationLevel(reports)).toBe(2)
  expect(organisationLevel([])).toBeUndefined()
})

test('a change names the criteria that were gained and lost', () => {
  const [newer = {}, older = {}] = reportsByRepository(reports).get('a') ?? []
  expect(reportChange(older, newer)).toEqual({ from: 2, to: 1, gained: [], lost: idsOf(1).slice(1, 6).sort() })
})

test('a criterion that was skipped before is not gained', () => {
  const older = { report: { readme: skipped, lint_config: fail } }
  const newer = { report: { readme: pass, lint_config: pass } }
  expect(reportChange(older, newer)).toMatchObject({ gained: ['lint_config'], lost: [] })
})
