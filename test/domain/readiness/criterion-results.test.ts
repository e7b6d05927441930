import { expect, test } from 'vitest'
import {
  criterionOf,
  criterionResults,
  failingSince,
  numberProblem,
  ratioText,
  resultText,
} from '../../../src/domain/readiness/criterion-results.ts'

const of = (numerator: number | null | undefined, denominator: number | undefined) => {
  const [one] = criterionResults({ report: { readme: { numerator, denominator } } })
  if (!one) throw new Error('no criterion')
  return one
}

test('criteria are in the order of the levels, then unknown ones by id', () => {
  const passing = { numerator: 1, denominator: 1, rationale: 'r' }
  const report = { zebra: passing, skills: passing, toString: passing, readme: passing, codeowners: passing }
  expect(criterionResults({ report }).map(({ id, level }) => [id, level])).toEqual([
    ['readme', 1],
    ['codeowners', 2],
    ['skills', 3],
    ['toString', undefined],
    ['zebra', undefined],
  ])
  expect(criterionResults({})).toEqual([])
  expect(criterionOf({ report: {} }, 'toString')).toBeUndefined()
})

test.each<[number | null | undefined, number, ratio: string, problem?: string]>([
  [1, 2, '1/2'],
  [null, 0, 'skipped'],
  [3, 2, '3/2', 'more passed than were evaluated'],
  [0, 0, '0/0', 'nothing to evaluate; not counted'],
  [-1, 2, '-1/2', 'invalid numbers; not counted'],
  [undefined, 2, '?/2', 'the report has no numbers'],
])('%j of %j is formatted as %s, with the problem %s', (numerator, denominator, ratio, problem) => {
  expect([ratioText(of(numerator, denominator)), numberProblem(of(numerator, denominator))]).toEqual([ratio, problem])
})

test.each([
  ['flaky_test_detection', 1, 2, '1 of 2 applications'],
  ['flaky_test_detection', 0, 1, '0 of 1 application'],
  ['readme', 0, 1, '0 of 1, evaluated once for the repository'],
  ['readme', 1, 3, '1 of 3'],
  ['zebra', 1, 1, '1 of 1'],
  ['zebra', null, 1, 'skipped: not counted'],
])('the result of %s, %j of %j, is readable', (id, numerator, denominator, text) => {
  expect(criterionResults({ report: { [id]: { numerator, denominator } } }).map(resultText)).toEqual([text])
})

test('a criterion fails since the first of the reports in a row that it fails in', () => {
  const reports = [0, 0, 1, 0, null].map((numerator, at) => ({
    reportId: String(at),
    report: { readme: { numerator, denominator: 1 } },
  }))
  const since = (from: number, to?: number) => {
    const found = failingSince('readme', reports.slice(from, to))
    return found && [found.report.reportId, found.reports, found.isFirst]
  }
  expect(since(0)).toEqual(['1', 2, false])
  expect(since(0, 2)).toEqual(['1', 2, true])
  expect(since(2)).toBeUndefined()
  // A skipped result ends the reports in a row.
  expect(since(3)).toEqual(['3', 1, false])
  expect(failingSince('skills', reports)).toBeUndefined()
})
