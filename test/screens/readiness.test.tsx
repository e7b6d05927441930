import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { CRITERIA } from '../../src/domain/criteria.ts'
import { textWidth } from '../../src/domain/width.ts'
import { type FrontRule, startFront } from '../helpers/front-server.ts'
import { drawn, NOW, type OpenedScreen, type OpenOptions, openScreen, startDemo } from '../helpers/screen.tsx'

let demo: Awaited<ReturnType<typeof startDemo>>
beforeAll(async () => {
  demo = await startDemo()
})
afterAll(() => demo.close())

const SHOP = 'https://git.example/web/shop'
const DAY = 86_400_000
const passed = (rationale = 'It is there.') => ({ numerator: 1, denominator: 1, rationale })
const failed = (rationale = 'It is missing.') => ({ numerator: 0, denominator: 1, rationale })
const skipped = { numerator: null, denominator: 1, rationale: 'Not for this kind.' }
const levelOne = Object.fromEntries([...CRITERIA].filter(([, { level }]) => level === 1).map(([id]) => [id, passed()]))

const reportOf = (id: string, days: number, report: Record<string, unknown>, rest: object = {}) => ({
  reportId: id,
  createdAt: NOW - days * DAY,
  repoUrl: SHOP,
  apps: { 'apps/web': { description: 'what people see' } },
  report,
  branch: 'main',
  commitHash: 'a1b2c3d4e5',
  ...rest,
})
const newest = reportOf('r-2', 1, {
  ...levelOne,
  codeowners: failed('Nobody owns the folder of payments.'),
  agents_md: failed(),
  skills: skipped,
  zebra_stripes: passed(),
})
const oldest = reportOf('r-1', 8, { ...levelOne, codeowners: passed(), agents_md: failed(), skills: passed() })
const other = reportOf(
  'r-3',
  2,
  { ...levelOne, agents_md: passed('The file is short.') },
  { repoUrl: 'https://git.example/api' },
)

const openWith = async (reports: readonly unknown[], options: OpenOptions = {}) => {
  const rule: FrontRule = (path, query) =>
    path.endsWith('/maturity-level-reports')
      ? { status: 200, body: { reports: query.has('startAfter') ? [] : reports } }
      : undefined
  const front = await startFront(demo, rule)
  onTestFinished(() => front.close())
  const opened = await openScreen(front, { columns: 120, rows: 30, screen: 'readiness', ...options })
  await opened.frameWith((frame) => (frame[0] ?? '').includes('0 req') && !frame.join().includes('loading'))
  return opened
}
const textOf = (opened: OpenedScreen): string => opened.frame().join('\n')
/** The selected row of the list, without what stands beside it. */
const selectedRow = (opened: OpenedScreen): string =>
  opened
    .frame()
    .find((row) => row.startsWith('▌'))
    ?.slice(1)
    .split('│')[0]
    ?.trim() ?? ''
const listed = (opened: OpenedScreen): string[] =>
  opened
    .frame()
    .slice(6, -2)
    .map((row) => (row.split('│')[0] ?? '').slice(1).trim())
    .filter((row) => row !== '')

test('the list tells level, pass rate and change of each repository, the newest report first', async () => {
  const opened = await openWith([oldest, other, newest])
  const rows = opened.frame().filter((row) => /L\d.*%/.test(row) && !row.includes('easiest'))
  expect(rows.map((row) => row.replaceAll(/\s+/g, ' ').trim().slice(1).trim().slice(0, 40))).toEqual([
    expect.stringMatching(/^shop L2 80\.0 % ▼ 10\.0 0 1/),
    expect.stringMatching(/^pi L3 100\.0 % 8\/8/),
  ])
  expect(textOf(opened)).toContain(' 2 repositories   L2 overall   median L2')
})

test('Enter opens the criteria by level with counts, what is done folded', async () => {
  const opened = await openWith([newest, oldest, other])
  await opened.press('Enter')
  expect(listed(opened)).toEqual([
    expect.stringMatching(/^▸ L1 Functional +7\/7$/),
    expect.stringMatching(/^▾ L2 Documented +0\/2 needs 2 more$/),
    expect.stringMatching(/^✗ agents_md +0\/1$/),
    expect.stringMatching(/^✗ codeowners +0\/1 ▼ was 1\/1$/),
    expect.stringMatching(/^▸ L3 Standardized +none judged$|^▸ L3 Standardized +none j…$/),
    expect.stringMatching(/^▸ other +1\/1$/),
  ])
  expect(textOf(opened)).toContain('shop  L2   8/10 pass 80.0 %   1 skipped   1 application')
  expect(textOf(opened)).toContain('what people see')
})

test('a heading says what its level does for the next one', async () => {
  const opened = await openWith([newest, oldest])
  await opened.press('Enter')
  const told = () =>
    textOf(opened)
      .replaceAll(/\n[^│]*│ /g, ' ')
      .replaceAll(/ +/g, ' ')
  expect(told()).toContain('L1 Functional Enough pass: L2 is open. 7 of 7 pass, 100.0 %.')
  await opened.press('j')
  expect(told()).toContain(
    '2 more open L3: 2 of 2 are needed. 0 of 2 pass, 0.0 %. 1 got worse since the report before.',
  )
  await opened.press('j', 'j', 'j')
  expect(told()).toContain('Nothing of it is judged, so it does not open L4. None is judged, 1 skipped.')
  await opened.press('j')
  expect(told()).toContain('Criteria of no known level: they count in the pass rate only. 1 of 1 pass, 100.0 %.')
  expect(opened.frame()[4]).toContain('report 2 of 2, 2026-11-20 09:00 UTC   L3 needs 2 more: w   ( ) older or newer')
})

test('levels fold and unfold', async () => {
  const opened = await openWith([newest])
  await opened.press('Enter', 'l')
  expect(listed(opened)[1]).toMatch(/^✓ readme/)
  await opened.press('j', 'h')
  expect(selectedRow(opened)).toMatch(/^▸ L1 Functional/)
  await opened.press('Enter')
  expect(selectedRow(opened)).toMatch(/^▾ L1 Functional/)
  await opened.press('z', 'a')
  expect(listed(opened)).toHaveLength(4)
  await opened.press('z', 'a')
  expect(listed(opened)).toHaveLength(15)
})

test('n and N go from failing criterion to failing criterion, also into what is folded', async () => {
  const opened = await openWith([newest])
  await opened.press('Enter', 'z', 'a', 'n')
  expect(selectedRow(opened)).toMatch(/^✗ agents_md/)
  await opened.press('n')
  expect(selectedRow(opened)).toMatch(/^✗ codeowners/)
  expect(textOf(opened)).toContain('Nobody owns the folder of payments.')
  await opened.press('n')
  expect(opened.frame().at(-1)).toContain('No criterion fails below this one.')
  await opened.press('N')
  expect(selectedRow(opened)).toMatch(/^✗ agents_md/)
})

test('f shows all, failing, regressed and skipped criteria in turn', async () => {
  const opened = await openWith([newest, oldest])
  const names = () => listed(opened).flatMap((row) => /^[✓✗–] (\w+)/.exec(row)?.[1] ?? [])
  await opened.press('Enter', 'f')
  expect(names()).toEqual(['agents_md', 'codeowners'])
  await opened.press('f')
  expect(names()).toEqual(['codeowners'])
  await opened.press('f')
  expect(names()).toEqual(['skills'])
  await opened.press('f')
  expect(listed(opened)).toHaveLength(6)
})

test('a filter finds words of rationales, and Esc shows all again before it goes back', async () => {
  const opened = await openWith([newest])
  await opened.press('Enter', '/', ...'payments', 'Enter')
  expect(listed(opened).map((row) => row.split(/ {2,}/)[0])).toEqual(['▾ L2 Documented', '✗ codeowners'])
  expect(textOf(opened)).toContain('/ payments')
  await opened.press('Esc')
  expect(listed(opened).length).toBeGreaterThan(4)
  await opened.press('Esc')
  expect(textOf(opened)).toContain('1 repository')
})

test('a search selects the first criterion that holds the text and marks it where it stands, also across a line', async () => {
  const rationale = `${'Retries '.repeat(12)}hide them. Who retries hides.`
  const opened = await openWith([reportOf('r', 1, { ...levelOne, codeowners: failed(rationale), skills: passed() })])
  await opened.press('Enter', '/', ...'retries hide')
  expect(selectedRow(opened)).toMatch(/^✗ codeowners/)
  await opened.press('Enter')
  const marked = [
    ...opened
      .styledFrame()
      .slice(0, -2)
      .join('\n')
      .matchAll(/\x1b\[7m(.*?)\x1b\[27m/g),
  ].map(([, text]) => text)
  expect(marked.join(' ').replaceAll(/\s+/g, ' ')).toBe('Retries hide retries hide')
})

test('n and N go from place to place that holds what is looked for: down a long rationale, then to the next criterion', async () => {
  const long = ['needle one', ...Array.from({ length: 60 }, (_, line) => `line ${line}`), 'needle two'].join('\n')
  const opened = await openWith([
    reportOf('r', 1, { ...levelOne, codeowners: failed(long), skills: passed('A needle here.'), readme: passed() }),
  ])
  await opened.press('Enter', '/', ...'needle', 'Enter')
  expect(textOf(opened)).toContain('needle one')
  await opened.press('n')
  expect(selectedRow(opened)).toMatch(/^✗ codeowners/)
  expect(textOf(opened)).toContain('needle two')
  expect(textOf(opened)).not.toContain('needle one')
  await opened.press('n')
  expect(selectedRow(opened)).toMatch(/^✓ skills/)
  await opened.press('n')
  expect(opened.frame().at(-1)).toContain('No criterion holds it below this one.')
  await opened.press('N')
  expect(selectedRow(opened)).toMatch(/^✗ codeowners/)
})

test('a text that stands far down a rationale is brought into view at once', async () => {
  const long = [...Array.from({ length: 60 }, (_, line) => `line ${line}`), 'the needle'].join('\n')
  const opened = await openWith([reportOf('r', 1, { codeowners: failed(long) })])
  await opened.press('Enter', '/', ...'the needle')
  expect(textOf(opened)).toContain('the needle')
  expect(textOf(opened)).not.toContain('line 0 ')
})

test('J and K scroll a long rationale and leave the row selected', async () => {
  const rationale = Array.from({ length: 60 }, (_, line) => `line ${line} of it`).join('\n')
  const opened = await openWith([reportOf('r', 1, { readme: failed(rationale) })])
  await opened.press('Enter', 'n')
  expect(textOf(opened)).toContain('line 0 of it')
  expect(textOf(opened)).toMatch(/\d+ more lines, J scrolls/)
  await opened.press(...Array.from({ length: 50 }, () => 'J'))
  expect(textOf(opened)).toContain('line 59 of it')
  expect(textOf(opened)).not.toContain('more lines')
  expect(selectedRow(opened)).toMatch(/^✗ readme/)
  await opened.press(...Array.from({ length: 60 }, () => 'K'))
  expect(textOf(opened)).toContain('line 0 of it')
})

test('d compares with the report before by what became of each criterion, and prints as a command', async () => {
  const opened = await openWith([newest, oldest])
  await opened.press('Enter', 'd')
  expect(listed(opened).map((row) => row.replaceAll(/ +/g, ' '))).toEqual([
    '▾ lost: passed before 1',
    '✗ codeowners 0/1 ▼ was 1/1',
    '▾ skipped now 1',
    '– skills skipped was 1/1',
    '▾ new criteria 1',
    '✓ zebra_stripes 1/1 new',
  ])
  expect(textOf(opened)).toContain('from 13 Nov (1 of 2) to 20 Nov (2 of 2)   L2 → L2')
  expect(opened.frame().at(-1)).toContain('qd readiness compare r-1 r-2')
  await opened.press('d')
  expect(opened.frame().at(-1)).toContain('qd readiness show r-2')
})

test('what a criterion came to before is told with the reason given then', async () => {
  const before = { ...oldest.report, codeowners: passed('The folder of payments has an owner.') }
  const opened = await openWith([newest, { ...oldest, report: before }])
  await opened.press('Enter', 'n', 'n')
  expect(textOf(opened)).toMatch(
    /Nobody owns the folder of payments\..*13 Nov, when it was 1\/1:.*The folder of payments has an owner\./s,
  )
})

test('d in the list compares the two newest reports of the repository', async () => {
  const opened = await openWith([newest, oldest, other])
  await opened.press('d')
  expect(opened.frame()[0]).toContain('Readiness > shop > compared')
  expect(opened.frame().at(-1)).toContain('qd readiness compare r-1 r-2')
  await opened.press('Esc', 'j', 'd')
  expect(opened.frame().at(-1)).toContain('There is no older report of this repository to compare with.')
  expect(opened.frame()[0]).toMatch(/^ acme > Readiness +14d/)
})

test('w in the list opens the way to the next level of the repository, and the list shows its start', async () => {
  const opened = await openWith([newest, oldest, other])
  const preview = textOf(opened)
  expect(preview).toContain(
    ' shop  L2   2 more of these 2 open L3, easiest first\n   agents_md     0/1  passes in 1 of 2   It is missing.',
  )
  expect(preview).toMatch(/codeowners +0\/1 +passes in 0 of 1 +Nobody owns the folder of payments\./)
  await opened.press('w')
  expect(opened.frame()[0]).toContain('Readiness > shop > way up')
})

test('the list hints at no key that means nothing to it', async () => {
  const opened = await openWith([newest])
  expect(opened.frame().at(-2)).toBe(
    ' j/k row  Enter criteria  d compare  w way up  / filter  s sort  y copy  ^s export  r refresh  ? keys  q leave',
  )
})

test('a repository is found by its name, its URL and its id, and the command names the one that is left', async () => {
  const opened = await openWith([newest, { ...other, repoId: 'repo_77' }])
  await opened.press('/', ...'REPO_77', 'Enter')
  expect(textOf(opened)).toContain('/ REPO_77  1 of 2')
  expect(opened.frame().at(-1)).toContain('qd readiness list --all --repo https://git.example/api')
  await opened.press('Esc', '/', ...'web/sh', 'Enter')
  expect(selectedRow(opened)).toMatch(/^shop /)
  await opened.press('Esc')
  expect(opened.frame().at(-1)).toMatch(/qd readiness list --all +Y copies/)
})

test('reports without an id are gone through by their place', async () => {
  const bare = ({ reportId: _, ...report }: typeof newest) => report
  const opened = await openWith([newest, bare(other), bare({ ...oldest, repoUrl: other.repoUrl }), bare(oldest)])
  await opened.press('j', 'Enter', '(')
  expect(textOf(opened)).toContain('report 1 of 2')
  expect(opened.frame().at(-1)).toContain('qd readiness show latest~1 --repo https://git.example/api')
  await opened.press(')')
  expect(textOf(opened)).toContain('report 2 of 2')
})

test('reports of a repository are gone through, and what one is compared with as well', async () => {
  const middle = reportOf('r-m', 4, { ...levelOne, codeowners: failed() })
  const opened = await openWith([newest, middle, oldest])
  await opened.press('Enter', '(')
  expect(textOf(opened)).toContain('report 2 of 3')
  expect(opened.frame().at(-1)).toContain('qd readiness show r-m')
  await opened.press('(', '(')
  expect(opened.frame().at(-1)).toContain('This is the oldest report.')
  await opened.press(')', ')', 'd', '<')
  expect(opened.frame().at(-1)).toContain('qd readiness compare r-1 r-2')
  await opened.press('>')
  expect(opened.frame().at(-1)).toContain('qd readiness compare r-m r-2')
})

test('a repository with one report has nothing to be compared with, and says so', async () => {
  const opened = await openWith([other])
  await opened.press('Enter', 'd')
  expect(opened.frame().at(-1)).toContain('There is no older report of this repository to compare with.')
})

test('the way to the next level lists what fails at the level, easiest first', async () => {
  const opened = await openWith([newest, oldest, other])
  await opened.press('Enter', 'w')
  expect(listed(opened).map((row) => row.replaceAll(/ +/g, ' '))).toEqual([
    '▾ to L3, easiest first 2 needs 2',
    '✗ agents_md 0/1 passes in 1',
    '✗ codeowners 0/1 passes in 0',
  ])
})

test('Enter on a criterion lists it in all repositories, and from there opens each report at it', async () => {
  const opened = await openWith([newest, oldest, other])
  await opened.press('Enter', 'n', 'Enter')
  expect(textOf(opened)).toContain('agents_md   fails in 1 of 2 repositories   L2 Documented')
  expect(selectedRow(opened)).toMatch(/^✗ shop +L2 +0\/1$/)
  expect(listed(opened).map((row) => row.replaceAll(/ +/g, ' '))).toEqual(['✓ api L3 1/1'])
  await opened.press('j')
  expect(textOf(opened)).toContain('The file is short.')
  await opened.press('Enter')
  expect(selectedRow(opened)).toMatch(/^✓ agents_md/)
  expect(opened.frame()[0]).toContain('Readiness > api')
})

test('a criterion is copied as an issue, as its id and as JSON', async () => {
  const opened = await openWith([newest])
  await opened.press('Enter', 'n', 'n', 'y', 'm')
  await opened.press('y', 'i')
  await opened.press('y', 'j')
  expect(opened.copied[0]).toContain('# codeowners\n\n- Repository: `https://git.example/web/shop`')
  expect(opened.copied[0]).toContain('> Nobody owns the folder of payments.')
  expect(opened.copied[1]).toBe('codeowners')
  expect(JSON.parse(opened.copied[2] ?? '')).toEqual(failed('Nobody owns the folder of payments.'))
})

test('what fails below a heading is copied as one issue, in the order of the list', async () => {
  const opened = await openWith([newest, oldest, other])
  await opened.press('Enter', 'w', 'y', 'm')
  expect(opened.copied[0]?.split('\n').filter((line) => /^(#|- \[|- Aim)/.test(line))).toEqual([
    '# shop: to L3, easiest first',
    '- Aim: 2 more of these 2 open L3.',
    '- [ ] agents\\_md: 0 of 1, judged once for the repository',
    '- [ ] codeowners: 0 of 1, judged once for the repository',
  ])
  expect(opened.frame().at(-1)).toContain('Copied what fails here as one issue.')
  await opened.press('w', 'g', 'g', 'y', 'm')
  expect(opened.frame().at(-1)).toContain('No criterion fails here: there is nothing to make an issue of.')
})

test('the list is exported as it is filtered, for programs and for people', async () => {
  const opened = await openWith([newest, oldest, other])
  await opened.press('/', ...'shop', 'Enter', '^s', 'Enter', 'Enter')
  const text = opened.outside.files.get('readiness.csv') ?? ''
  expect(text.split('\r\n')[0]).toBe(
    'repo_url,level,level_before,pass_rate,pass_rate_before,passed,failed,skipped,gained,lost,apps,reports,created_at,branch,report_id',
  )
  expect(text.split('\r\n').slice(1)).toEqual([
    `${SHOP},2,2,0.8,0.9,8,2,1,0,1,1,2,2026-11-20T09:00:00.000Z,main,r-2`,
    '',
  ])
  await opened.press('Esc', '|')
  expect(opened.outside.paged[0]).toContain('| https://git.example/api | 3 |')
})

test('a report, a comparison, a criterion and an issue are given away', async () => {
  const opened = await openWith([newest, oldest, other])
  await opened.press('Enter', '|', 'd', '|', 'j', 'e')
  expect(opened.outside.paged[0]).toMatch(/^# shop: L2, 80\.0 % pass\n/)
  expect(opened.outside.paged[1]).toMatch(/^# shop: L2 to L2\n/)
  expect(opened.outside.edited[0]?.name).toBe('readiness-shop-2026-11-13-2026-11-20.md')
  await opened.press('^s', 'i')
  await opened.press('Enter')
  const [name, issue] = [...opened.outside.files].at(-1) ?? []
  expect(name).toBe('readiness-shop-2026-11-13-2026-11-20.issue.md')
  expect(issue).toMatch(/^# codeowners\n/)
  await opened.press('Enter', '|')
  expect(opened.outside.paged[2]).toContain('| repo\\_url | verdict | numerator | denominator | rationale |')
})

test('what a report says of itself is shown, the client version whatever it is called', async () => {
  const facts = {
    somethingVersion: '0.31.2',
    hasLocalChanges: true,
    hasNonRemoteCommits: true,
    modelUsed: { id: 'opus', reasoningEffort: 'high' },
  }
  const opened = await openWith([{ ...newest, ...facts }])
  await opened.press('Enter', 'n', 'i')
  for (const text of ['0.31.2', 'opus, high effort', 'uncommitted: yes   unpushed: yes', 'a1b2c3d4e5', 'apps/web'])
    expect(textOf(opened)).toContain(text)
  expect(textOf(opened)).toContain('! uncommitted changes')
  await opened.press('i')
  expect(textOf(opened)).not.toContain('0.31.2')
})

test('an empty report, no applications, a denominator of 0 and a numerator above it are shown for what they are', async () => {
  const empty = reportOf('r-e', 1, {}, { repoUrl: 'https://git.example/empty', apps: {} })
  const odd = reportOf('r-o', 2, {
    readme: { numerator: 0, denominator: 0, rationale: '' },
    env_template: { numerator: 3, denominator: 2, rationale: '' },
    formatter: {},
  })
  const opened = await openWith([empty, odd])
  await opened.press('Enter')
  expect(textOf(opened)).toContain('The report is empty: it judges no criterion.')
  expect(textOf(opened)).toContain('0/0 pass ?   0 applications')
  await opened.press('Esc', 'j', 'Enter', 'l', 'j')
  expect(selectedRow(opened)).toMatch(/^\? readme +0\/0$/)
  expect(textOf(opened)).toContain('! nothing was there to be judged, so it counts')
  expect(textOf(opened)).toContain('The report gives no rationale.')
  await opened.press('j')
  expect(selectedRow(opened)).toMatch(/^✓ env_template +3\/2$/)
  expect(textOf(opened)).toContain('! more pass than were judged')
  await opened.press('j')
  expect(selectedRow(opened)).toMatch(/^\? formatter +\?\/\?$/)
})

test('pages are asked for through startAfter until one brings nothing new', async () => {
  const rest = (id: string) => ({ ...other, reportId: id, repoUrl: `https://git.example/${id}` })
  const pages: Record<string, unknown[]> = { '': [newest, rest('p-1')], 'p-1': [rest('p-2')], 'p-2': [rest('p-2')] }
  const front = await startFront(demo, (path, query) =>
    path.endsWith('/maturity-level-reports')
      ? { status: 200, body: { reports: pages[query.get('startAfter') ?? ''] ?? [] } }
      : undefined,
  )
  onTestFinished(() => front.close())
  const opened = await openScreen(front, { columns: 120, rows: 30, screen: 'readiness' })
  await opened.frameWith('3 repositories')
  const asked = front.requests.map(({ query }) => new URLSearchParams(query).get('startAfter'))
  expect(asked).toEqual([null, 'p-1', 'p-2'])
})

test('without any report, without an answer and with a failure there are words for it', async () => {
  const none = await openWith([])
  expect(textOf(none)).toContain('There is no readiness report yet')
  const front = await startFront(demo, () => 'hold')
  onTestFinished(() => front.close())
  const waiting = await openScreen(front, { screen: 'readiness' })
  await drawn()
  expect(textOf(waiting)).toContain('loading readiness reports')
  const fire = await startFront(demo, () => ({ status: 500, body: { status: 500, title: 'No', detail: 'on fire' } }))
  onTestFinished(() => fire.close())
  const broken = await openScreen(fire, { screen: 'readiness' })
  await broken.frameWith('R tries again')
  expect(textOf(broken)).toContain('on fire')
})

test('a list that could not be walked to its end says that figures are of a part', async () => {
  const opened = await openWith([newest, { ...other, reportId: 7 }])
  await opened.frameWith('! not all reports: The last report of a page has no id')
})

test('a long name leaves room for what is said of it', async () => {
  const long = 'n'.repeat(500)
  const report = {
    ...newest,
    repoUrl: `https://git.example/${long}`,
    report: { [long]: failed(long), readme: passed() },
  }
  for (const columns of [60, 80, 120, 200]) {
    const opened = await openWith([report], { columns })
    await opened.press('Enter')
    expect(opened.frame()[3]).toMatch(/^ n+… {2}L2/)
    expect(opened.frame()[0]).toMatch(/n….*now +0 req$/)
    await opened.press('n', 'Enter')
    expect(opened.frame()[3]).toMatch(/^ n+… {3}fails in 1 of 1 repository/)
  }
})

test('a report that tells no repository is counted, for no row can show it', async () => {
  const { repoUrl: _, ...homeless } = newest
  const opened = await openWith([{ ...homeless, reportId: 'r-9' }, newest])
  expect(opened.frame()[3]).toBe(' 1 repository   L2 overall   ! 1 report tells no repository   median L2')
})

test('a repository whose URL is empty has a sign for a name', async () => {
  const opened = await openWith([{ ...newest, repoUrl: '' }])
  expect(selectedRow(opened)).toMatch(/^\? +L2/)
})

test('hostile texts stay within their cells, at every width', async () => {
  const evil = '\x1b[31m\u009d52;c;x\u0007 \u202e 表表表 👩‍👩‍👧‍👦 a\nb\tc'
  const report = {
    ...newest,
    repoUrl: `https://git.example/${evil}`,
    branch: evil,
    commitHash: evil,
    evilVersion: evil,
    modelUsed: { id: evil, reasoningEffort: evil },
    apps: { [evil]: { description: evil } },
    report: { [evil]: failed(evil), toString: passed(), __proto__x: skipped },
  }
  for (const columns of [60, 80, 120, 200]) {
    const opened = await openWith([report, { ...report, reportId: 'r-0', createdAt: NOW - 9 * DAY }], { columns })
    await opened.press('Enter', 'z', 'a', 'z', 'a', 'n', 'd', 'd', 'w', 'w', 'n', 'Enter', 'i')
    for (const frame of opened.frames()) {
      expect(frame).toHaveLength(30)
      expect(Math.max(...frame.map(textWidth))).toBeLessThanOrEqual(columns)
      expect(frame.join('')).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202e]/)
    }
  }
})

test('a repository that fell opens from what needs attention, and from the list of repositories', async () => {
  const opened = await openScreen(demo, { columns: 120, rows: 36 })
  await opened.frameWith((frame) => frame.some((row) => /checkout +fell from L4 to L3/.test(row)))
  const at = () => opened.frame().find((row) => row.startsWith('▌')) ?? ''
  for (let step = 0; step < 10 && !at().includes('fell from'); step += 1) await opened.press('j')
  await opened.press('Enter')
  await opened.frameWith('Readiness > checkout')
  await opened.press('Esc', 'Tab', 'Enter')
  await opened.frameWith('Readiness > legacy-billing')
})
