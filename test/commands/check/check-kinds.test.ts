import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parsePlaceLink } from '../../../screens/app/navigation/linked-place.ts'
import { startRevisions } from '../../helpers/controls-service.ts'
import { csvRows } from '../../helpers/csv-rows.ts'
import { NOW, startDemo } from '../../helpers/demos.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { runCheck } from '../../helpers/run-check.ts'
import { runQd } from '../../helpers/run-qd.ts'

const DAY_MS = 86_400_000
const demo = await startDemo()
const at = { url: demo.url, key: demo.key }
const api = async (path: string) => JSON.parse((await runQd(['api', path], at)).out)

type Raw = Record<string, unknown>

/** Status, found number and number of items, with the found number less one as the limit, and with itself. */
const atLimits = async (check: Raw, member: string, found: number) => {
  const checks = [found - 1, found].map((limit) => ({ ...check, [member]: limit }))
  return (await runCheck(checks, at)).checks.map(({ status, found: one, items }) => [status, one, items.length])
}

const around = (found: number) => [
  ['failed', found, found],
  ['passed', found, found],
]

type Result = { numerator: number | null; denominator: number }
type RawReport = { repoUrl: string; createdAt: number; report: Record<string, Result> }

const newestReports = async (): Promise<RawReport[]> => {
  const { reports }: { reports: RawReport[] } = await api('/api/organization/maturity-level-reports?limit=1000')
  const newest = new Map<string, RawReport>()
  for (const report of reports.toSorted((a, b) => a.createdAt - b.createdAt)) newest.set(report.repoUrl, report)
  return [...newest.values()]
}

test('readiness.criterion counts the newest reports that fail it', async () => {
  const reports = await newestReports()
  const isFailing = ({ report: { flaky_test_detection: result } }: RawReport): boolean =>
    result !== undefined && result.numerator !== null && result.numerator < result.denominator
  const failing = reports.filter(isFailing).length
  expect(failing).toBeGreaterThan(1)
  const check = { check: 'readiness.criterion', criterion: 'flaky_test_detection' }
  expect(await atLimits(check, 'maxFailing', failing)).toEqual(around(failing))
  const [none, typo] = (
    await runCheck(
      [
        { ...check, repositories: 'absent/*', maxFailing: 5 },
        { ...check, criterion: 'flaky_test_detectoin', maxFailing: 5 },
      ],
      at,
    )
  ).checks
  expect(none).toMatchObject({ status: 'unknown', found: null, why: 'No repository with a report matches absent/*.' })
  expect(typo).toMatchObject({
    status: 'unknown',
    why: 'No report has the criterion flaky_test_detectoin; did you mean flaky_test_detection?',
  })
})

test('readiness.level compares the lowest level, for repositories that match', async () => {
  const { out } = await runQd(['readiness', 'list', '--newest', '--format', 'csv'], at)
  const [heading = [], ...rows] = csvRows(out)
  const levels = rows.map((cells) => ({
    level: Number(cells[heading.indexOf('level')]),
    url: cells[heading.findIndex((name) => /^repo_?url$/i.test(name))] ?? '',
  }))
  const lowest = Math.min(...levels.map(({ level }) => level))
  const { checks } = await runCheck(
    [
      { check: 'readiness.level', min: lowest },
      { check: 'readiness.level', min: lowest + 1 },
      { check: 'readiness.level', repositories: '*/CHECKOUT', min: 1 },
      { check: 'readiness.level', repositories: '*', min: 5 },
    ],
    at,
  )
  expect(checks.map(({ status, found, items }) => [status, found, items.length])).toEqual([
    ['passed', lowest, 0],
    ['failed', lowest, levels.filter(({ level }) => level === lowest).length],
    ['passed', levels.find(({ url }) => url.endsWith('/checkout'))?.level, 0],
    ['failed', lowest, levels.filter(({ level }) => level < 5).length],
  ])
})

test('keys are counted from the answers of the API, for the named service accounts', async () => {
  const accounts = demo.ids.serviceAccounts
  const keys: Raw[] = (
    await Promise.all(accounts.map(async (id) => (await api(`/api/v0/service-accounts/${id}/api-keys`)).apiKeys))
  ).flat()
  const active = keys.filter(({ isRevoked, expiresAt }) => !isRevoked && !(Number(expiresAt ?? NOW + 1) <= NOW))
  const soon = active.filter(({ expiresAt }) => expiresAt && Number(expiresAt) <= NOW + 30 * DAY_MS).length
  const never = active.filter(({ expiresAt }) => expiresAt === undefined || expiresAt === null).length
  expect([soon, never].every((count) => count > 0)).toBe(true)
  expect(await atLimits({ check: 'keys.expiring', within: '30d', accounts }, 'max', soon)).toEqual(around(soon))
  expect(await atLimits({ check: 'keys.neverExpire', accounts }, 'max', never)).toEqual(around(never))
  const { checks, code } = await runCheck([{ check: 'keys.neverExpire', max: 99 }], at)
  expect([code, checks[0]?.status, checks[0]?.why]).toEqual([
    7,
    'unknown',
    'No service account is known: list their ids as "accounts" of the check, or add them with qd keys add ID.',
  ])
})

test('a check that names accounts does not change the accounts of others', async () => {
  const options = { ...at, cache: join(makeFolder(), 'cache.db') }
  const never = { check: 'keys.neverExpire', max: 99 }
  const named = { ...never, accounts: demo.ids.serviceAccounts }
  for (const checks of [
    [named, never],
    [never, named],
  ]) {
    const ran = await runCheck(checks, options)
    expect(ran.checks.map(({ status }) => status)).toEqual(checks.map((one) => (one === never ? 'unknown' : 'passed')))
  }
})

test('an account that cannot be read makes a check unknown unless the others exceed the limit', async () => {
  const accounts = [...demo.ids.serviceAccounts, 'sa_none']
  const { checks } = await runCheck(
    [
      { check: 'keys.neverExpire', accounts, max: 0 },
      { check: 'keys.neverExpire', accounts, max: 99 },
    ],
    at,
  )
  expect(checks.map(({ status }) => status)).toEqual(['failed', 'unknown'])
  expect(checks[1]?.why).toContain('The keys of sa_none could not be read: ')
})

test('seats.unused counts seats without credits in the last days', async () => {
  const { users } = await api('/api/v0/organization/users?limit=100')
  const { data } = await api('/api/v1/analytics/tokens?startDate=2026-10-22&endDate=2026-11-20')
  const used = new Set(
    data.flatMap(({ by_user }: { by_user: { user_id: string; billable_tokens: number }[] }) =>
      by_user.filter(({ billable_tokens }) => billable_tokens > 0).map(({ user_id }) => user_id),
    ),
  )
  const unused = users.filter(
    ({ id, createdAt }: { id: string; createdAt: string }) => !used.has(id) && createdAt.slice(0, 10) <= '2026-10-21',
  ).length
  expect(unused).toBeGreaterThan(0)
  expect(await atLimits({ check: 'seats.unused', after: '30d' }, 'max', unused)).toEqual(around(unused))
  const { checks } = await runCheck([{ check: 'seats.unused', after: '200d', max: 5 }], at)
  expect(checks[0]?.limit).toBe(5)
})

test('budget.forecast has the figures of qd budget', async () => {
  const { budgets } = JSON.parse((await runQd(['budget', '--json'], at)).out)
  const { scope, budget, forecast } = budgets[0]
  const percent = (forecast / budget) * 100
  const { checks } = await runCheck(
    [
      { check: 'budget.forecast', scope, maxPercent: Math.ceil(percent) + 1 },
      { check: 'budget.forecast', scope, maxPercent: Math.floor(percent) - 1 },
      { check: 'budget.forecast', scope: 'team:none', maxPercent: 100 },
    ],
    at,
  )
  expect(checks.map(({ status }) => status)).toEqual(['passed', 'failed', 'unknown'])
  expect(checks[0]?.found).toBeCloseTo(percent, 1)
  expect(checks[2]?.why).toBe('No budget is set for team:none.')
})

test('ci.failed counts failed jobs by their last change', async () => {
  const { jobs } = await api('/api/v0/automations/ci/jobs')
  const failed = jobs.filter(
    ({ status, updatedAt, createdAt }: Raw) =>
      ['failed', 'error'].includes(String(status)) && Number(updatedAt ?? createdAt) >= NOW - 90 * DAY_MS,
  ).length
  expect(failed).toBeGreaterThan(0)
  expect(await atLimits({ check: 'ci.failed', within: '90d' }, 'max', failed)).toEqual(around(failed))
})

test('attention counts the items of qd overview', async () => {
  const { attention } = JSON.parse((await runQd(['overview', '--json'], at)).out)
  const high = attention.filter(({ severity }: Raw) => severity === 'high').length
  expect(await atLimits({ check: 'attention', severity: 'high' }, 'max', high)).toEqual(around(high))
  expect(await atLimits({ check: 'attention' }, 'max', attention.length)).toEqual(around(attention.length))
})

const service = await startRevisions(
  [
    { sandbox: { enabled: true }, commandAllowlist: ['ls'] },
    { sandbox: { enabled: true }, commandAllowlist: ['ls', 'rm'] },
    { sandbox: { enabled: false }, commandAllowlist: ['ls', 'rm'] },
    { sandbox: { enabled: false }, commandAllowlist: ['ls', 'rm'], byomComputersEnabled: true },
    { sandbox: { enabled: false }, commandAllowlist: ['ls', 'rm'], byomComputersEnabled: false },
  ],
  { stepMs: DAY_MS },
)
afterAll(() => service.close())

test('controls.loosened counts settings that a period loosened and that are still in effect', async () => {
  const own = { url: service.url, key: service.keys.owner }
  const loosened = { check: 'controls.loosened', max: 0 }
  // Revision 1 is of 16 November, revision 5 of 20 November. Revision 5 reverts revision 4.
  const cases: [object, string, number][] = [
    [{}, 'failed', 2],
    [{ max: 1 }, 'failed', 2],
    [{ max: 2 }, 'passed', 2],
    [{ severity: 'critical' }, 'failed', 1],
    [{ severity: 'critical', since: '2026-11-18' }, 'failed', 1],
    [{ since: '2026-11-18' }, 'failed', 1],
    [{ since: '2026-11-17' }, 'failed', 2],
    [{ since: '2026-11-19' }, 'passed', 0],
    [{ since: '2026-11-21' }, 'passed', 0],
    [{ since: '2026-02-01' }, 'failed', 2],
    [{ sinceRevision: 0 }, 'failed', 2],
    [{ sinceRevision: 1 }, 'failed', 2],
    [{ sinceRevision: 2 }, 'failed', 1],
    [{ sinceRevision: 3 }, 'passed', 0],
    [{ sinceRevision: 5 }, 'passed', 0],
    [{ sinceRevision: 6 }, 'unknown', 0],
  ]
  const { checks } = await runCheck(
    cases.map(([check]) => ({ ...loosened, ...check })),
    own,
  )
  expect(checks.map(({ status, found }) => [status, found])).toEqual(cases.map(([, ...expected]) => expected))
  expect(checks[3]?.items).toEqual([
    {
      id: '3:sandbox.enabled',
      text: 'sandbox.enabled switched off, in revision 3',
      link: 'qd:///controls/3?path=sandbox.enabled',
    },
  ])
  expect(checks[15]?.why).toContain('There is no revision 6: the newest is 5.')
})

test('every link of an item opens a place in the explorer', async () => {
  const accounts = demo.ids.serviceAccounts
  const { checks } = await runCheck(
    [
      { check: 'controls.loosened', max: 0 },
      { check: 'readiness.level', min: 5 },
      { check: 'readiness.criterion', criterion: 'flaky_test_detection', maxFailing: 0 },
      { check: 'keys.neverExpire', accounts, max: 0 },
      { check: 'seats.unused', after: '30d', max: 0 },
      { check: 'budget.forecast', scope: 'organization', maxPercent: 1 },
      { check: 'ci.failed', within: '90d', max: 0 },
      { check: 'attention', max: 0 },
    ],
    at,
  )
  const links = checks.map(({ items }) => items.map(({ link }) => link ?? ''))
  expect(links.every(({ length }) => length > 0)).toBe(true)
  for (const link of links.flat()) expect(() => parsePlaceLink(link, NOW), link).not.toThrow()
})
