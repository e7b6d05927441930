import { expect, onTestFinished, test } from 'vitest'
import { NOW, startDemo } from '../../helpers/demos.ts'
import { type FrontRule, startFront } from '../../helpers/front-server.ts'
import { type PrintedCheck, runCheck } from '../../helpers/run-check.ts'

const demo = await startDemo()
const accounts = demo.ids.serviceAccounts

/** Checks of all kinds that hold in the demo organisation. */
const HOLDING = [
  { check: 'controls.loosened', max: 9_999 },
  { check: 'readiness.level', min: 1 },
  { check: 'readiness.criterion', criterion: 'flaky_test_detection', maxFailing: 99 },
  { check: 'keys.expiring', within: '14d', accounts, max: 99 },
  { check: 'keys.neverExpire', accounts, max: 99 },
  { check: 'seats.unused', after: '30d', max: 99 },
  { check: 'budget.forecast', scope: 'organization', maxPercent: 10_000 },
  { check: 'ci.failed', within: '90d', max: 99 },
  { check: 'attention', max: 99 },
]
const KINDS = HOLDING.map(({ check }) => check)

const statuses = (checks: readonly PrintedCheck[]) => checks.map(({ check, status }) => [check, status])
const allOf = (status: string) => KINDS.map((kind) => [kind, status])

const behind = async (rule: FrontRule) => {
  const front = await startFront(demo, rule)
  onTestFinished(() => front.close())
  return front
}

test('all checks pass with the status 0', async () => {
  const { checks, passed, code, err } = await runCheck(HOLDING, demo)
  expect(statuses(checks)).toEqual(allOf('passed'))
  expect([passed, code, err]).toEqual([true, 0, ''])
})

test.each([401, 402, 403])('a server that answers everything with %i makes every check unknown', async (status) => {
  const front = await behind(() => ({ status, body: { status, title: 'Refused', detail: 'Not in your plan.' } }))
  const { checks, passed, code, err } = await runCheck(HOLDING, front)
  expect(statuses(checks)).toEqual(allOf('unknown'))
  expect(checks.every(({ found, why }) => found === null && why.length > 10)).toBe(true)
  expect([passed, code, err]).toEqual([false, 7, '9 checks are unknown.\n'])
})

test('an endpoint that is refused makes only its checks unknown, and a failed check decides the status', async () => {
  const front = await behind((path) =>
    path === '/api/v0/automations/ci/jobs' ? { status: 403, body: { status: 403, title: 'Forbidden' } } : undefined,
  )
  const { checks, code } = await runCheck(HOLDING, front)
  const unknown = ['ci.failed', 'attention']
  expect(statuses(checks)).toEqual(KINDS.map((kind) => [kind, unknown.includes(kind) ? 'unknown' : 'passed']))
  expect([checks.at(-1)?.found !== null, code]).toEqual([true, 7])
  expect((await runCheck([...HOLDING, { check: 'readiness.level', min: 5 }], front)).code).toBe(1)
})

test('an extension that the server does not have is unknown, and no error of attention', async () => {
  const strict = await startDemo({ users: 12, days: 70, seed: 1, isStrict: true })
  const { checks, code } = await runCheck(HOLDING, strict)
  const unknown = ['seats.unused', 'budget.forecast']
  expect(statuses(checks)).toEqual(KINDS.map((kind) => [kind, unknown.includes(kind) ? 'unknown' : 'passed']))
  expect(code).toBe(7)
  expect(checks[6]?.why).toBe('No budget is set for organization.')
})

test('offline, what is not cached is unknown', async () => {
  const { checks, code } = await runCheck(HOLDING, demo, ['--offline'])
  expect(statuses(checks)).toEqual(allOf('unknown'))
  expect(code).toBe(7)
})

test('a server that cannot be reached makes every check unknown', async () => {
  const front = await behind(() => 'reset')
  const { checks, code } = await runCheck(HOLDING, front)
  expect(statuses(checks)).toEqual(allOf('unknown'))
  expect(code).toBe(7)
})

test.each([
  ['objects without members', {}],
  ['empty lists', []],
  ['null', null],
])('a server that answers everything with %s passes no check', async (_, body) => {
  const isContract = (path: string) => path.endsWith('openapi.json')
  const front = await behind((path) => (isContract(path) ? undefined : { status: 200, body }))
  const { checks, code } = await runCheck(HOLDING, front)
  expect(statuses(checks)).toEqual(allOf('unknown'))
  expect(code).toBe(7)
})

/** The organisation with changed bodies of one path. */
const altered = async (path: string, change: (body: Record<string, unknown>) => unknown) =>
  behind((asked) => {
    if (asked !== path) return undefined
    return (response) => {
      fetch(demo.url + path, { headers: { authorization: `Bearer ${demo.key}` } })
        .then(async (answer) => JSON.stringify(change((await answer.json()) as Record<string, unknown>)))
        .then((text) => {
          response.writeHead(200, { 'content-type': 'application/json' })
          response.end(text)
        })
    }
  })

const jobsPath = '/api/v0/automations/ci/jobs'
const withJobs = (jobs: readonly object[]) => altered(jobsPath, () => ({ jobs }))

test('CI jobs without a time or with an unknown status count as possible failures', async () => {
  const failed = { id: 'a/b::c', status: 'failed', updatedAt: NOW - 60_000 }
  const cases: [object[], number, string][] = [
    [[], 0, 'passed'],
    [[failed], 1, 'passed'],
    [[failed], 0, 'failed'],
    [[{ ...failed, updatedAt: NOW - 8 * 86_400_000 }], 0, 'passed'],
    [[{ ...failed, updatedAt: undefined }], 0, 'unknown'],
    [[{ ...failed, updatedAt: undefined }], 1, 'passed'],
    [[failed, { ...failed, id: 'a/b::d', updatedAt: undefined }], 0, 'failed'],
    [[{ id: 'a/b::c', status: 'exploded', updatedAt: NOW }], 0, 'unknown'],
    [[{ id: 'a/b::c', status: 'merged', updatedAt: NOW }], 0, 'passed'],
    [[{ ...failed, status: 7 }], 0, 'unknown'],
  ]
  for (const [jobs, max, status] of cases) {
    const { checks } = await runCheck([{ check: 'ci.failed', within: '7d', max }], await withJobs(jobs))
    expect([checks[0]?.status, jobs], checks[0]?.why).toEqual([status, jobs])
  }
  const { checks } = await runCheck(
    [{ check: 'ci.failed', within: '7d', max: 5 }],
    await altered(jobsPath, () => ({ runs: [] })),
  )
  expect(checks[0]?.status).toBe('unknown')
})

test('a job exactly at the limit of days counts', async () => {
  const at = (updatedAt: number) => withJobs([{ id: 'a/b::c', status: 'failed', updatedAt }])
  const week = { check: 'ci.failed', within: '7d', max: 0 }
  expect((await runCheck([week], await at(NOW - 7 * 86_400_000))).checks[0]?.status).toBe('failed')
  expect((await runCheck([week], await at(NOW - 7 * 86_400_000 - 1))).checks[0]?.status).toBe('passed')
})

const reportsPath = '/api/organization/maturity-level-reports'
const report = (repoUrl: string | undefined, result: object | undefined) => ({
  reportId: `r ${repoUrl}`,
  repoUrl,
  createdAt: NOW - 1_000,
  report: { readme: { numerator: 1, denominator: 1 }, ...(result && { flaky_test_detection: result }) },
  apps: {},
})

test('a repository whose report has no valid result counts as a possible failure', async () => {
  const [good, bad] = [
    { numerator: 1, denominator: 1 },
    { numerator: 0, denominator: 1 },
  ]
  const cases: [(object | undefined)[], number, string, number | null][] = [
    [[good, good], 0, 'passed', 0],
    [[good, bad], 0, 'failed', 1],
    [[good, bad], 1, 'passed', 1],
    [[good, { numerator: null, denominator: 1 }], 0, 'passed', 0],
    [[good, { numerator: 0, denominator: 0 }], 0, 'passed', 0],
    [[good, undefined], 0, 'unknown', 0],
    [[good, undefined], 1, 'passed', 0],
    [[good, { denominator: 1 }], 0, 'unknown', 0],
    [[undefined, undefined], 5, 'unknown', null],
  ]
  for (const [results, maxFailing, status, found] of cases) {
    const reports = results.map((result, at) => report(`https://x.example/acme/${at}`, result))
    const front = await behind((path, query) =>
      path === reportsPath ? { status: 200, body: { reports: query.has('startAfter') ? [] : reports } } : undefined,
    )
    const { checks } = await runCheck(
      [{ check: 'readiness.criterion', criterion: 'flaky_test_detection', maxFailing }],
      front,
    )
    expect([checks[0]?.status, checks[0]?.found, results]).toEqual([status, found, results])
  }
})

test('an organisation without reports, jobs, revisions or seats', async () => {
  const empty = {
    reports: [],
    changes: [],
    pagination: { hasMore: false },
    jobs: [],
    users: [],
    apiKeys: [],
    budgets: [],
  }
  const front = await behind((path) =>
    [reportsPath, jobsPath].includes(path) || /history|users$|api-keys|budgets/.test(path)
      ? { status: 200, body: empty }
      : undefined,
  )
  const { checks } = await runCheck(HOLDING, front)
  expect(statuses(checks).filter(([kind]) => kind !== 'attention')).toEqual([
    ['controls.loosened', 'unknown'],
    ['readiness.level', 'unknown'],
    ['readiness.criterion', 'unknown'],
    ['keys.expiring', 'passed'],
    ['keys.neverExpire', 'passed'],
    ['seats.unused', 'unknown'],
    ['budget.forecast', 'unknown'],
    ['ci.failed', 'passed'],
  ])
})
