import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parsePolicy } from '../../../src/commands/check/parse-policy.ts'
import { NOW } from '../../helpers/demos.ts'
import { fileFolder } from '../../helpers/make-folder.ts'
import { runQd } from '../../helpers/run-qd.ts'

const folder = fileFolder()
const problemsOf = (text: string, isJson = false): string[] =>
  parsePolicy(text, isJson, NOW).problems.map(({ line, column, text: problem }) => `${line}:${column} ${problem}`)

/** All examples of the documentation. */
const EXAMPLES = `version: 1
checks:
  - {check: controls.loosened, severity: critical, since: 2026-11-01, max: 0}
  - {check: readiness.level, repositories: "acme/*", min: 3}
  - {check: readiness.criterion, criterion: flaky_test_detection, repositories: "*", maxFailing: 2}
  - {check: keys.expiring, within: 14d, max: 0}
  - {check: keys.neverExpire, max: 0}
  - {check: seats.unused, after: 30d, max: 10}
  - {check: budget.forecast, scope: organization, maxPercent: 100}
  - {check: ci.failed, within: 7d, max: 0}
  - {check: attention, severity: high, max: 0, name: nothing urgent}
`

test('a policy has checks of all kinds, each with its place', () => {
  const { checks, problems } = parsePolicy(EXAMPLES, false, NOW)
  expect(problems).toEqual([])
  expect(checks.map(({ line, column }) => [line, column])).toEqual(
    [3, 4, 5, 6, 7, 8, 9, 10, 11].map((line) => [line, 5]),
  )
  expect(checks[0]?.check).toEqual({ check: 'controls.loosened', severity: 'critical', since: '2026-11-01', max: 0 })
  expect(checks[3]?.check).toEqual({ check: 'keys.expiring', within: 14, max: 0 })
  expect(checks[8]?.check).toEqual({ check: 'attention', severity: 'high', max: 0, name: 'nothing urgent' })
})

test('all problems are listed at once, with line, column and a suggestion', () => {
  const text = `version: 2
checks:
  - {check: ci.fail, max: 1}
  - {check: keys.expiring, within: 14, mx: 0}
  - check: controls.loosened
    since: 2026-11-22
    sinceRevision: 3
    max: -1
    severty: any
  - 5
  - {check: readiness.level, min: 6, repositories: ""}
  - {check: nothing-like-it}
  - {check: keys.neverExpire, max: 1.5, accounts: [..]}
  - {check: seats.unused, after: 4000d, max: 1}
foo: 1
`
  const kinds =
    'controls.loosened, readiness.level, readiness.criterion, keys.expiring, keys.neverExpire, seats.unused, budget.forecast, ci.failed, attention'
  expect(problemsOf(text)).toEqual([
    '1:10 version must be 1',
    '3:13 checks[0].check is the unknown check "ci.fail": did you mean ci.failed?',
    '4:5 checks[1].max is missing; it must be a whole number from 0 to 1000000',
    '4:36 checks[1].within must be a number of days from 1d to 3650d, such as 14d',
    '4:40 checks[1].mx is an unknown member: did you mean max?',
    '6:12 checks[2].since is in the future; today is 2026-11-21 UTC',
    '7:5 checks[2].sinceRevision and "since" cannot be used together: remove one',
    '8:10 checks[2].max must be a whole number from 0 to 1000000',
    '9:5 checks[2].severty is an unknown member: did you mean severity?',
    `10:5 checks[3] needs the member "check" with its kind: use one of ${kinds}`,
    '11:35 checks[4].min must be a whole number from 1 to 5',
    '11:52 checks[4].repositories must be a text of 1 to 300 characters',
    `12:13 checks[5].check is the unknown check "nothing-like-it": use one of ${kinds}`,
    '13:36 checks[6].max must be a whole number from 0 to 1000000',
    '13:52 checks[6].accounts[0] must be the id of a service account',
    '14:34 checks[7].after must be a number of days from 1d to 3650d, such as 14d',
    '15:1 foo is an unknown member: use only version, checks',
  ])
})

test('a file that is no policy names what is wrong', () => {
  expect(problemsOf('')).toEqual(['1:1 is empty: add version and checks'])
  expect(problemsOf('# nothing')).toEqual(['1:1 is empty: add version and checks'])
  expect(problemsOf('- 1')).toEqual(['1:1 must be an object with version and checks'])
  expect(problemsOf('version: 1')).toEqual(['1:1 checks is missing; it must be a list of checks'])
  expect(problemsOf('version: 1\nchecks: []')).toEqual(['2:9 checks must be a list of at least one check'])
  expect(problemsOf('version: 1\nversion: 1\nchecks: [1')).toEqual([
    '2:1 is not valid YAML: map keys must be unique',
    '3:11 is not valid YAML: flow sequence in block collection must be sufficiently indented and end with a ]',
  ])
  expect(problemsOf('version: !x 1')[0]).toBe('1:10 is not valid YAML: unresolved tag: !x')
  expect(problemsOf('a: 1\n---\nb: 2')).toEqual(['2:1 begins a second document: remove it'])
})

test('a file that is nested too deeply has one problem', () => {
  for (const text of ['['.repeat(100_000), `${'['.repeat(50_000)}${']'.repeat(50_000)}`, '- '.repeat(100_000)])
    expect(problemsOf(text)).toEqual([expect.stringMatching(/^1:\d+ is nested too deeply$/)])
  expect(problemsOf(`${'['.repeat(50_000)}${']'.repeat(50_000)}`, true)).toEqual([
    expect.stringMatching(/^1:\d+ is nested too deeply$/),
  ])
})

test('of very many problems, the first ones are listed', async () => {
  const path = join(folder, 'anchors.yaml')
  writeFileSync(path, '&a '.repeat(200))
  const { err, code } = await runQd(['check', path])
  expect(code).toBe(2)
  expect(err).toContain('has 199 errors, of which the first 100 follow.')
  expect(err.trimEnd().split('\n')).toHaveLength(101)
})

test('standard input has the key or the policy', async () => {
  const { err, code } = await runQd(['check', '-', '--key-stdin'], { readInput: async () => 'key_0123456789abcdef' })
  expect([code, err]).toEqual([
    2,
    'Standard input cannot have both the key and the policy: name a file of the policy.\n',
  ])
})

test('a file named .json must be JSON', () => {
  expect(problemsOf('{"version": 1, "checks": [{"check": "ci.failed", "within": "7d", "max": 0}]}', true)).toEqual([])
  expect(problemsOf('version: 1\nchecks: [{check: ci.failed, within: 7d, max: 0}]', true)[0]).toMatch(
    /^1:1 is not valid JSON: unexpected token/,
  )
  expect(problemsOf('{\n  "version": 1,\n  "checks": [],\n}', true)[0]).toMatch(/^4:1 is not valid JSON: /)
  expect(problemsOf('{"a": 1', true)[0]).toMatch(/^1:8 is not valid JSON: /)
  expect(problemsOf('{\n\t"version": 3,\n\t"checks": []\n}', true)).toEqual([
    '2:13 version must be 1',
    '3:12 checks must be a list of at least one check',
  ])
})

test('aliases are allowed up to a limit', () => {
  const shared = 'version: 1\nchecks:\n  - &one {check: ci.failed, within: 7d, max: 0}\n  - *one\n'
  expect(parsePolicy(shared, false, NOW).checks.map(({ line }) => line)).toEqual([3, 4])
  const levels = Array.from(
    { length: 8 },
    (_, at) => `a${at + 1}: &a${at + 1} [${Array(10).fill(`*a${at}`).join(', ')}]`,
  )
  expect(problemsOf(['a0: &a0 [1]', ...levels].join('\n'))).toEqual(['1:1 has too many aliases; the maximum is 100'])
})

test('deep nesting and odd keys are errors, not crashes', () => {
  expect(problemsOf('['.repeat(5_000)).length).toBeGreaterThan(0)
  expect(problemsOf(`version: ${'['.repeat(5_000)}${']'.repeat(5_000)}`).length).toBeGreaterThan(0)
  expect(problemsOf('? [1, 2]\n: 3\nversion: 1\nchecks: [{check: __proto__}]').length).toBeGreaterThan(0)
  expect(problemsOf('version: 1\nchecks: [{check: constructor}, {check: ci.failed, __proto__: 1}]').length).toBe(4)
})

test('problems go to standard error with the name of the file, and the status is 2', async () => {
  const path = join(folder, 'bad.yaml')
  writeFileSync(path, 'version: 2\nchecks: [{check: ci.failed}]\n')
  const all = await runQd(['check', path])
  expect(all).toMatchObject({ code: 2, out: '' })
  expect(all.err.split('\n')).toEqual([
    `${path} has 3 errors.`,
    `${path}:1:10: version must be 1.`,
    `${path}:2:10: checks[0].within is missing; it must be a number of days from 1d to 3650d, such as 14d.`,
    `${path}:2:10: checks[0].max is missing; it must be a whole number from 0 to 1000000.`,
    '',
  ])
  const input = await runQd(['check', '-'], {
    readInput: async () => 'version: 2\nchecks: [{check: attention, max: 1}]',
  })
  expect(input).toMatchObject({ code: 2, out: '', err: 'standard input:1:10: version must be 1.\n' })
  const missing = await runQd(['check', join(folder, 'none.yaml')])
  expect([missing.code, missing.err]).toEqual([
    2,
    `Can't read ${join(folder, 'none.yaml')} (ENOENT): check that it exists and that you may read it.\n`,
  ])
  expect((await runQd(['check', folder])).err).toContain('is not a file')
  const large = join(folder, 'large.yaml')
  writeFileSync(large, '#'.repeat(256 * 1024 + 1))
  expect((await runQd(['check', large])).err).toBe(`${large} is larger than 256 KiB, too large for a policy.\n`)
})
