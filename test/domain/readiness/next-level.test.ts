import { expect, test } from 'vitest'
import { CRITERIA } from '../../../src/domain/readiness/criteria.ts'
import { levelOf } from '../../../src/domain/readiness/levels.ts'
import { nextLevel, nextLevelText, tallyCriteria } from '../../../src/domain/readiness/next-level.ts'

const pass = { numerator: 1, denominator: 1, rationale: '' }
const fail = { numerator: 0, denominator: 1, rationale: '' }
const skipped = { numerator: null, denominator: 1, rationale: '' }
const idsOf = (level: number) => [...CRITERIA].filter(([, place]) => place.level === level).map(([id]) => id)
/** All criteria of a level. Those in `failing` fail, the others pass. */
const level = (number: number, failing: readonly string[] = []) =>
  Object.fromEntries(idsOf(number).map((id) => [id, failing.includes(id) ? fail : pass]))

const FIRST = ['env_template', 'lint_config', 'type_check']

test('the next level needs more criteria of the current level to pass; the failing ones are listed easiest first', () => {
  const own = { report: { ...level(1, FIRST), codeowners: fail } }
  const others = [{ report: level(1, ['env_template', 'lint_config']) }, { report: level(1, ['env_template']) }]
  expect(nextLevel(own, tallyCriteria([own, ...others]))).toMatchObject({
    to: 2,
    missing: 2,
    criteria: [{ id: 'type_check' }, { id: 'lint_config' }, { id: 'env_template' }],
  })
})

test('lost criteria come first, then those that most applications pass, then those that most repositories pass', () => {
  const some = (numerator: number) => ({ numerator, denominator: 3, rationale: '' })
  const report = {
    ...level(1),
    env_template: fail,
    lint_config: some(1),
    type_check: some(2),
    formatter: some(1),
    readme: fail,
  }
  const older = { report: { ...level(1), env_template: fail, formatter: some(2), lint_config: some(1) } }
  const stepsOf = (before?: typeof older) =>
    nextLevel({ report }, tallyCriteria([older]), before)?.criteria.map(({ id, step }) => `${step} ${id}`)
  expect(stepsOf(older)?.slice(0, 3)).toEqual(['lost type_check', 'lost formatter', 'lost readme'])
  expect(stepsOf(older)?.slice(3)).toEqual(['nearly lint_config', 'easiest env_template'])
  expect(stepsOf()?.slice(0, 3)).toEqual(['nearly type_check', 'nearly lint_config', 'nearly formatter'])
  expect(stepsOf()?.slice(3)).toEqual(['easiest readme', 'easiest env_template'])
  // All other repositories pass readme. type_check has more applications to fix than env_template.
  const none = { report: { ...report, type_check: some(0) } }
  const way = nextLevel(none, tallyCriteria([{ report: { readme: pass } }]))
  expect(way?.criteria.map(({ id }) => id).slice(2)).toEqual(['readme', 'env_template', 'type_check'])
  const more = { report: { ...report, env_template: some(0), type_check: fail } }
  expect(nextLevel(more, new Map())?.criteria.at(-1)?.id).toBe('env_template')
})

test('passing the missing number unlocks the level, and one fewer does not', () => {
  const start = { ...level(1, FIRST) }
  const way = nextLevel({ report: start }, new Map())
  const missing = way?.missing ?? 0
  const withPassing = (count: number) => ({
    report: { ...start, ...Object.fromEntries((way?.criteria ?? []).slice(0, count).map(({ id }) => [id, pass])) },
  })
  expect([levelOf(withPassing(missing - 1)), levelOf(withPassing(missing))]).toEqual([1, 2])
})

test('a level without evaluated criteria has no missing number, and the highest has no next level', () => {
  const none = { report: Object.fromEntries(idsOf(1).map((id) => [id, skipped])) }
  expect(nextLevel(none, new Map())).toEqual({ to: 2, missing: undefined, criteria: [] })
  const way = nextLevel({}, new Map())
  expect(way).toEqual({ to: 2, missing: undefined, criteria: [] })
  expect(way && nextLevelText(way)).toBe('No L1 criterion was evaluated, so L2 stays locked.')
  expect(way && nextLevelText({ ...way, missing: 1 })).toBe('1 more of these 0 unlocks L2.')
  expect(way && nextLevelText({ ...way, missing: 2 })).toBe('2 more of these 0 unlock L2.')
  const whole = { report: { ...level(1), ...level(2), ...level(3), ...level(4), ...level(5) } }
  expect(nextLevel(whole, new Map())).toBeUndefined()
})

test('a tally counts the repositories by the outcome of a criterion', () => {
  const reports = [{ report: { readme: pass } }, { report: { readme: fail } }, { report: { readme: skipped } }, {}]
  expect(tallyCriteria(reports).get('readme')).toEqual({ passed: 1, failed: 1, skipped: 1, unknown: 0 })
  expect(tallyCriteria(reports).get('toString')).toBeUndefined()
})
