import { expect, test } from 'vitest'
import { criterionOf } from '../../../src/domain/readiness/criterion-results.ts'
import { compareReports, isRegressed } from '../../../src/domain/readiness/report-comparison.ts'

const evaluated = (numerator: number | null, denominator = 2) => ({ numerator, denominator, rationale: '' })
const of = (numerators: Record<string, number | null>, denominator = 2) => ({
  report: Object.fromEntries(Object.entries(numerators).map(([id, value]) => [id, evaluated(value, denominator)])),
})

test('each changed criterion has a kind, lost ones first', () => {
  const older = of({ readme: 2, lint_config: 0, skills: 2, codeowners: null, gone_one: 2, type_check: 1, formatter: 2 })
  const newer = of({ readme: 0, lint_config: 2, skills: null, codeowners: 0, new_one: 2, type_check: 0, formatter: 2 })
  const { changes, unchanged } = compareReports(older, newer)
  expect(changes.map(({ kind, id }) => `${kind} ${id}`).join(', ')).toBe(
    'lost readme, gained lint_config, skipped skills, evaluated codeowners, new new_one, gone gone_one, moved type_check',
  )
  expect(unchanged).toBe(1)
  expect(compareReports(of({ readme: 2 }), of({ readme: 0 }, 0)).changes[0]?.kind).toBe('unclear')
})

test('a comparison has the levels and pass rates of both reports', () => {
  const comparison = compareReports(of({ readme: 2, skills: 0 }), of({ readme: 0, skills: 0 }))
  expect(comparison).toMatchObject({ from: 2, to: 1, passRateFrom: 0.5, passRateTo: 0 })
  const none = { passRateFrom: undefined, passRateTo: undefined, changes: [], unchanged: 0 }
  expect(compareReports({}, {})).toEqual({ from: 1, to: 1, ...none })
})

test('a failing criterion regressed if it passed before, or if fewer applications pass now', () => {
  const one = (numerator: number | null) => criterionOf(of({ readme: numerator }), 'readme')
  const isWorse = (before: number | null | undefined, after: number | null) => {
    const now = one(after)
    return now !== undefined && isRegressed(before === undefined ? undefined : one(before), now)
  }
  expect([isWorse(2, 1), isWorse(1, 0)]).toEqual([true, true])
  expect([isWorse(1, 1), isWorse(0, 1), isWorse(2, null)]).toEqual([false, false, false])
  expect([isWorse(null, 0), isWorse(undefined, 0)]).toEqual([false, false])
})
