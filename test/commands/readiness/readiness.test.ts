import { afterAll, expect, test } from 'vitest'
import { startDemoOrganisation } from '../../helpers/demo-organisation.ts'
import { NOW } from '../../helpers/demos.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { runQd } from '../../helpers/run-qd.ts'
import { testFront } from '../../helpers/test-server.ts'

const demo = await startDemoOrganisation()
afterAll(() => demo.close())

const DAY = 86_400_000
const SHOP = 'https://git.example/web/shop'
const evaluated = (numerator: number | null, rationale = 'why') => ({ numerator, denominator: 1, rationale })
const report = (reportId: string, days: number, numerators: Record<string, number | null>, rest: object = {}) => ({
  reportId,
  createdAt: NOW - days * DAY,
  repoUrl: SHOP,
  apps: { web: { description: 'the shop' } },
  report: Object.fromEntries(Object.entries(numerators).map(([id, value]) => [id, evaluated(value)])),
  somethingVersion: '0.31.2',
  unknown: { member: [1] },
  ...rest,
})
const reports = [
  report('r-3', 1, { readme: 1, codeowners: 0, skills: null }),
  report('r-2', 2, { readme: 0 }, { repoUrl: 'https://git.example/api' }),
  report('r-1', 9, { readme: 1, codeowners: 1, agents_md: 1 }),
]

/** A server with these reports, two per page, that finds a repository by name. */
const startReports = async (own: readonly { reportId: unknown; repoUrl: string }[] = reports) => {
  const front = await testFront(undefined, (path, query) => {
    if (!path.endsWith('/maturity-level-reports')) return undefined
    const ofRepo = own.filter(({ repoUrl }) => !query.has('repoId') || repoUrl.endsWith(`/${query.get('repoId')}`))
    const at = ofRepo.findIndex(({ reportId }) => reportId === query.get('startAfter')) + 1
    const limit = Number(query.get('limit') ?? 2)
    return { status: 200, body: { reports: ofRepo.slice(at, at + limit), extra: 'kept' } }
  })
  const qd = (line: string, options: object = {}) =>
    runQd(line.split(' '), { url: front.url, key: front.key, ...options })
  return { front, qd }
}

test('a page of reports is printed as received, with a note on how to continue', async () => {
  const { qd } = await startReports()
  const { out, err, code } = await qd('readiness list')
  expect(JSON.parse(out)).toMatchObject({ schema: 1, reports: reports.slice(0, 2), extra: 'kept' })
  expect(err).toBe('There may be more: use --all to load all pages, or --start-after r-2 for the next one.\n')
  expect(code).toBe(0)
  const next = await qd('readiness list --start-after r-2 --limit 1')
  expect(JSON.parse(next.out).reports).toMatchObject([reports[2]])
})

test('--all joins the pages, and --repo is sent to the server', async () => {
  const { qd, front } = await startReports()
  const all = JSON.parse((await qd('readiness list --all')).out)
  expect(all).toMatchObject({ schema: 1, reports })
  expect(all.reports[0].computed).toEqual({
    level: 2,
    passRate: 0.5,
    levelBefore: 3,
    passRateBefore: 1,
    passed: 1,
    failed: 1,
    skipped: 1,
    won: [],
    lost: ['codeowners'],
    createdAt: '2026-11-20T09:00:00.000Z',
  })
  const { out } = await qd('readiness list --all --repo shop --format ndjson')
  const lines = out.trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line).reportId)).toEqual(['r-3', 'r-1'])
  expect(front.requests.at(-1)?.query).toContain('repoId=shop')
})

test('the table has the level, the pass rate and the counts of each report', async () => {
  const { qd } = await startReports()
  const { out } = await qd('readiness list --all --format table')
  expect(out.split('\n')).toEqual([
    'REPOSITORY                    LEVEL     PASS  PASSED  FAILED  SKIPPED  APPS  EVALUATED                 REPORT  BRANCH',
    'https://git.example/web/shop      2   50.0 %       1       1        1     1  2026-11-20T09:00:00.000Z  r-3     –',
    'https://git.example/api           1    0.0 %       0       1        0     1  2026-11-19T09:00:00.000Z  r-2     –',
    'https://git.example/web/shop      3  100.0 %       3       0        0     1  2026-11-12T09:00:00.000Z  r-1     –',
    '',
  ])
})

test('--criterion lists the result in the newest report of each repository, failed ones first', async () => {
  const { qd } = await startReports()
  const { out } = await qd('readiness list --criterion readme')
  expect(JSON.parse(out).repositories).toMatchObject([
    { repoUrl: 'https://git.example/api', verdict: 'failed', numerator: 0, denominator: 1, rationale: 'why' },
    { repoUrl: SHOP, criterion: 'readme', level: 1, verdict: 'passed', numerator: 1, reportId: 'r-3' },
  ])
  const none = await qd('readiness list --criterion toString')
  expect(JSON.parse(none.out)).toEqual({ schema: 1, repositories: [] })
  expect(none).toMatchObject({ err: 'No repository has a result for toString.\n', code: 4 })
  const nearest = await qd('readiness list --criterion reedme')
  expect(nearest).toMatchObject({ err: 'No repository has a result for reedme. Did you mean readme?\n', code: 4 })
})

test('show prints the report as received, and only failed criteria with --failing', async () => {
  const { qd } = await startReports()
  expect(JSON.parse((await qd('readiness show r-1')).out)).toMatchObject({ ...reports[2], computed: { level: 3 } })
  const failing = JSON.parse((await qd('readiness show latest --repo shop --failing')).out)
  expect(failing.computed).toMatchObject({ level: 2, lost: ['codeowners'] })
  expect({ ...failing, computed: undefined, schema: undefined }).toEqual({
    ...reports[0],
    report: { codeowners: evaluated(0) },
  })
})

test('the table of a report has two heading lines and lists the criteria by level', async () => {
  const { qd } = await startReports()
  const { out } = await qd('readiness show latest~1 --repo shop --format table')
  expect(out.split('\n')).toEqual([
    'https://git.example/web/shop  L3  100.0 % pass',
    '2026-11-12 09:00 UTC, client 0.31.2',
    'LEVEL  CRITERION   VERDICT  PASS  OF  RATIONALE',
    '    1  readme      passed      1   1  why',
    '    2  agents_md   passed      1   1  why',
    '    2  codeowners  passed      1   1  why',
    '',
  ])
})

test('compare lists the changed criteria of two reports, or of the newest two of a repository', async () => {
  const { qd } = await startReports()
  const { out } = await qd('readiness compare r-1 r-3')
  expect(JSON.parse(out)).toMatchObject({
    from: { reportId: 'r-1', createdAt: new Date(NOW - 9 * DAY).toISOString() },
    changes: [
      { change: 'lost', criterion: 'codeowners', level: 2, before: '1/1', after: '0/1', rationale: 'why' },
      { change: 'new', criterion: 'skills' },
      { change: 'gone', criterion: 'agents_md' },
    ],
    unchanged: 1,
  })
  expect((await qd('readiness compare --repo shop')).out).toBe(out)
  expect((await qd('readiness compare --repo shop --format table')).out.split('\n').slice(0, 2)).toEqual([
    'https://git.example/web/shop  L3 → L2  100.0 % → 50.0 %',
    '2026-11-12 09:00 UTC → 2026-11-20 09:00 UTC, 3 changed, 1 unchanged',
  ])
})

test('a missing report, reports of two repositories and an empty list have different exit statuses', async () => {
  const { qd } = await startReports()
  expect(await qd('readiness show nope')).toMatchObject({ code: 4, out: '' })
  expect(await qd('readiness compare r-2 r-3')).toMatchObject({ code: 2, out: '' })
  const empty = await startReports([])
  expect(await empty.qd('readiness list --all')).toMatchObject({
    code: 0,
    out: '{"schema":1,"reports":[]}\n',
    err: 'There are no reports.\n',
  })
})

test('offline, cached reports are printed, also for one repository', async () => {
  const cache = `${makeFolder()}/cache.db`
  // Reports are cached by organisation, whose id comes with the first figures.
  await demo.qd('analytics tokens --last 1d', { cache })
  const online = JSON.parse((await demo.qd('readiness list --all', { cache })).out).reports
  demo.requested()
  const { out, err, code } = await demo.qd('readiness list --all --repo checkout --offline', { cache })
  const own = online.filter(({ repoUrl }: { repoUrl: string }) => repoUrl.endsWith('/checkout'))
  expect(JSON.parse(out).reports).toEqual(own)
  expect(own.length).toBeGreaterThan(1)
  expect(err).toContain('Offline: fetched ')
  expect(code).toBe(0)
  expect(demo.requested()).toEqual([])
})

test('if the server does not find a repository by name, its newest reports come from the whole list', async () => {
  const page = async (line: string) => {
    const { out, code } = await demo.qd(`readiness list --repo checkout${line}`)
    expect(code).toBe(0)
    return JSON.parse(out).reports as { repoUrl: string; createdAt: number }[]
  }
  const all = await page(' --all')
  expect(all.length).toBeGreaterThan(2)
  expect(all.every(({ repoUrl }) => repoUrl.endsWith('/checkout'))).toBe(true)
  expect(await page('')).toEqual(all)
  expect(await page(' --limit 2')).toEqual(all.slice(0, 2))
  const none = { code: 4, out: '', err: 'No repository matches "nope": qd readiness list --newest shows all.\n' }
  for (const line of ['list', 'list --newest', 'list --at 2026-11-01', 'show', 'compare'])
    expect(await demo.qd(`readiness ${line} --repo nope`), line).toMatchObject(none)
})

test('if the list is incomplete, commands for the latest report exit with 7, but not those for report ids', async () => {
  const lost = { ...report('r', 9, { readme: 1 }), reportId: 7 as never }
  const { qd } = await startReports([report('r-9', 3, { readme: 1 }), report('r-8', 4, { readme: 0 }), lost, lost])
  const all = await qd('readiness list --all')
  expect([all.code, JSON.parse(all.out)]).toMatchObject([
    7,
    { incomplete: true, missing: [{ why: expect.stringContaining('has no id') }] },
  ])
  const newest = await qd('readiness show latest')
  expect([newest.code, newest.err]).toEqual([7, expect.stringContaining('has no id')])
  expect(JSON.parse(newest.out).reportId).toBe('r-9')
  for (const line of ['latest~1 latest', 'latest r-9'])
    expect((await qd(`readiness compare ${line} --repo shop`)).code, line).toBe(7)
  for (const line of ['show r-8', 'compare r-8 r-9']) expect((await qd(`readiness ${line}`)).code).toBe(0)
})

test.each([
  ['level<3', ['r-3', 'r-2']],
  ['fails=codeowners', ['r-3']],
  ['lost=codeowners', ['r-3']],
  ['passed>=2', ['r-1']],
  ['age>5d', ['r-1']],
  ['~shp', ['r-3', 'r-1']],
  ['git.example/api', ['r-2']],
])('readiness list --where %s filters all reports', async (where, ids) => {
  const { qd } = await startReports()
  const { out } = await qd(`readiness list --where ${where}`)
  expect(JSON.parse(out).reports.map(({ reportId }: { reportId: string }) => reportId)).toEqual(ids)
})

test('show --way lists the criteria that unlock the next level, and --where filters criteria', async () => {
  const { qd } = await startReports()
  const needed = '1 more of these 1 unlocks L3.\n'
  expect((await qd('readiness show r-3 --way --format table')).out).toContain(`\n${needed}`)
  expect(await qd('readiness show r-3 --way')).toMatchObject({ err: needed, code: 0 })
  const { out } = await qd('readiness list --criterion readme --where verdict=failed')
  expect(JSON.parse(out).repositories).toEqual([expect.objectContaining({ repoUrl: 'https://git.example/api' })])
  const shown = JSON.parse((await qd('readiness show r-1 --where agents')).out)
  expect(Object.keys(shown.report)).toEqual(['agents_md'])
})

test.each([
  ['readiness list --where repo~shop --limit 1', ['r-3'], '1 of 2'],
  ['readiness list --where repo~shop --limit 2', ['r-3', 'r-1'], undefined],
  ['readiness list --newest --limit 1', ['r-3'], '1 of 2'],
  ['readiness list --all --limit 1', ['r-3', 'r-2', 'r-1'], undefined],
])('%s limits the matching reports', async (line, ids, note) => {
  const { qd } = await startReports()
  const { out, err } = await qd(line)
  expect(JSON.parse(out).reports.map(({ reportId }: { reportId: string }) => reportId)).toEqual(ids)
  expect(err).toBe(note === undefined ? '' : `Showing the first ${note}: use --limit for more.\n`)
})

test('in 80 cells the ends of the URLs distinguish the repositories', async () => {
  const repositoriesOf = async (line: string) => {
    const { out } = await demo.qd(line, { isOutputTerminal: true, columns: 80 })
    const rows = out.split('\n').slice(1, -1)
    return rows.map((row) => row.split(/ {2,}/)[0] ?? '')
  }
  const newest = await repositoriesOf('readiness list --newest')
  expect([newest.length, new Set(newest).size]).toEqual([9, 9])
  for (const name of [...newest, ...(await repositoriesOf('readiness list'))]) expect(name).toMatch(/^http.*….{10}/)
})

test('criteria counts the repositories that fail each one, and prints the same figures in all formats', async () => {
  const { qd } = await startReports()
  const { out, code } = await qd('readiness criteria --exit-code')
  const zero = { unlocksL3: 0, unlocksL4: 0, unlocksL5: 0 }
  expect(JSON.parse(out).criteria).toEqual([
    {
      ...{ criterion: 'readme', level: 1, failing: 1, passing: 1, skipped: 0, unclear: 0 },
      ...{ worstRepoUrl: 'https://git.example/api', worstNumerator: 0, worstDenominator: 1 },
      ...{ unlocks: 1, unlocksL2: 1, ...zero, towards: 1 },
    },
    {
      ...{ criterion: 'codeowners', level: 2, failing: 1, passing: 0, skipped: 0, unclear: 0 },
      ...{ worstRepoUrl: SHOP, worstNumerator: 0, worstDenominator: 1 },
      ...{ unlocks: 1, unlocksL2: 0, ...zero, unlocksL3: 1, towards: 1 },
    },
    {
      ...{ criterion: 'skills', level: 3, failing: 0, passing: 0, skipped: 1, unclear: 0 },
      ...{ worstRepoUrl: null, worstNumerator: null, worstDenominator: null },
      ...{ unlocks: 0, unlocksL2: 0, ...zero, towards: 0 },
    },
  ])
  expect(code).toBe(1)
  const table = await qd('readiness criteria --format table')
  expect(table.out.split('\n').slice(0, 3)).toEqual([
    'CRITERION   LEVEL  FAILING  PASSING  SKIPPED  WORST                         PASS  OF  UNLOCKS',
    'readme          1        1        1        0  https://git.example/api          0   1  L2 in 1 repository',
    'codeowners      2        1        0        0  https://git.example/web/shop     0   1  L3 in 1 repository',
  ])
})

test('criteria takes --where, --sort, --limit and --at', async () => {
  const { qd } = await startReports()
  const idsOf = async (line: string) =>
    JSON.parse((await qd(`readiness criteria ${line}`)).out).criteria.map(
      ({ criterion, failing }: { criterion: string; failing: number }) => `${criterion} ${failing}`,
    )
  expect(await idsOf('--where repo=shop')).toEqual(['codeowners 1'])
  expect(await idsOf('--sort skipped --limit 1')).toEqual(['skills 0'])
  const lastWeek = new Date(NOW - 5 * DAY).toISOString().slice(0, 10)
  expect(await idsOf(`--at ${lastWeek}`)).toEqual(['readme 0', 'agents_md 0', 'codeowners 0'])
})

test('compare --with counts the repositories that fail each criterion, and sorts by that', async () => {
  const { qd } = await startReports()
  const rowsOf = async (options: string) =>
    (await qd(`readiness compare --with api --with shop --format csv ${options}`.trim())).out
      .trim()
      .split('\r\n')
      .slice(8)
  expect(await rowsOf('')).toEqual(['readme,0/1,1/1,1', 'codeowners,,0/1,1', 'skills,,skipped,0'])
  expect(await rowsOf('--sort failing:asc')).toEqual(['skills,,skipped,0', 'readme,0/1,1/1,1', 'codeowners,,0/1,1'])
  expect(await rowsOf('--failing')).toEqual(['readme,0/1,1/1,1', 'codeowners,,0/1,1'])
  const { criteria } = JSON.parse((await qd('readiness compare --with api --with shop --json')).out)
  expect(criteria.slice(0, 1)).toMatchObject([{ name: expect.any(String) }])
  const wrong = await qd('readiness compare --repo shop --sort failing')
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('--failing and --sort compare repositories')])
})
