import { expect, test } from 'vitest'
import {
  failed,
  levelOne,
  listed,
  newest,
  oldest,
  openReadiness,
  other,
  passed,
  reportOf,
  selectedRow,
  textOf,
} from '../../helpers/readiness-screen.ts'
import { sharedDemo } from '../../helpers/screen.tsx'

const demo = sharedDemo()

test.each(['q', 'Esc'])('%s goes back from the way up or a comparison to the report, then to the list', async (key) => {
  const opened = await openReadiness(demo, [newest, oldest, other])
  const crumbs = () => opened.frame()[0]?.split(/ {2,}/)[0]
  await opened.press('Enter', 'w')
  expect(crumbs()).toBe(' acme > Readiness > shop > way up')
  await opened.press(key)
  expect(crumbs()).toBe(' acme > Readiness > shop')
  await opened.press('d')
  expect(crumbs()).toBe(' acme > Readiness > shop > compared')
  await opened.press(key, key)
  expect(crumbs()).toBe(' acme > Readiness')
  // One key opened it from the list, so one key goes back.
  await opened.press('w')
  expect(crumbs()).toBe(' acme > Readiness > shop: way up')
  await opened.press(key)
  expect(crumbs()).toBe(' acme > Readiness')
})

test('a comparison of reports from different years shows the years', async () => {
  const opened = await openReadiness(demo, [newest, { ...oldest, createdAt: Date.UTC(2024, 1, 26) }])
  await opened.press('Enter', 'd')
  expect(textOf(opened)).toContain('from 2024-02-26 (1 of 2) to 2026-11-20 (2 of 2)')
})

test('a criterion shows its previous result with its rationale', async () => {
  const before = { ...oldest.report, codeowners: passed('The folder of payments has an owner.') }
  const opened = await openReadiness(demo, [newest, { ...oldest, report: before }])
  await opened.press('Enter', 'n', 'n')
  expect(textOf(opened)).toMatch(
    /The payments folder has no owner\..*13 Nov, when it was 1\/1:.*The folder of payments has an owner\./s,
  )
})

test('( and ) step through reports without an id', async () => {
  const bare = ({ reportId: _, ...report }: typeof newest) => report
  const opened = await openReadiness(demo, [
    newest,
    bare(other),
    bare({ ...oldest, repoUrl: other.repoUrl }),
    bare(oldest),
  ])
  await opened.press('j', 'Enter', '(')
  expect(textOf(opened)).toContain('report 1 of 2')
  expect(opened.frame().at(-1)).toContain('qd readiness show latest~1 --repo https://git.example/api')
  await opened.press(')')
  expect(textOf(opened)).toContain('report 2 of 2')
})

test('( and ) step through the reports, < and > through the base of a comparison', async () => {
  const middle = reportOf('r-m', 4, { ...levelOne, codeowners: failed() })
  const opened = await openReadiness(demo, [newest, middle, oldest])
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

test('a criterion is copied as an issue, as its id and as JSON', async () => {
  const opened = await openReadiness(demo, [newest])
  await opened.press('Enter', 'n', 'n', 'y', 'm')
  await opened.press('y', 'i')
  await opened.press('y', 'j')
  expect(opened.copied[0]).toContain('# `codeowners`\n\n- Repository: `https://git.example/web/shop`')
  expect(opened.copied[0]).toContain('> The payments folder has no owner.')
  expect(opened.copied[1]).toBe('codeowners')
  expect(JSON.parse(opened.copied[2] ?? '')).toEqual(failed('The payments folder has no owner.'))
})

test('ym copies the whole way, or the failing criteria of a group, as one issue', async () => {
  const opened = await openReadiness(demo, [newest, oldest, other])
  const headings = (text: string | undefined) => text?.split('\n').filter((line) => /^(#|- \[)/.test(line))
  const boxes = ['agents_md', 'codeowners'].map((id) => `- [ ] \`${id}\`: 0 of 1, evaluated once for the repository`)
  await opened.press('Enter', 'j', 'y', 'm')
  expect(headings(opened.copied[0])).toEqual(['# shop: L2 Documented', ...boxes])
  await opened.press('g', 'g', 'y', 'm')
  expect(opened.frame().at(-1)).toContain('No criterion fails here, so there is no issue to copy.')
  await opened.press('w', 'y', 'm', 'j', 'y', 'm')
  expect(opened.frame().at(-1)).toContain('Sent to the terminal: the whole list as one issue.')
  expect(opened.copied[2]).toBe(opened.copied[1])
  expect(headings(opened.copied[1])).toEqual(['# shop: the way to L3', ...boxes.toReversed()])
  expect(opened.copied[1]).toContain('  Passed, evaluated 2026-11-13 09:00 UTC, commit `a1b2c3d4e5`, branch `main`:')
})

test('a report, a comparison, a criterion and an issue can be exported', async () => {
  const opened = await openReadiness(demo, [newest, oldest, other])
  await opened.press('Enter', '|', 'd', '|', 'j', 'e')
  expect(opened.outside.paged[0]).toMatch(/^# shop: L2, 80\.0 % pass\n/)
  expect(opened.outside.paged[1]).toMatch(/^# shop: L2 to L2\n/)
  expect(opened.outside.edited[0]?.name).toBe('readiness-shop-2026-11-13-2026-11-20.md')
  await opened.press('^s', 'i')
  await opened.press('Enter')
  const [name, issue] = [...opened.outside.files].at(-1) ?? []
  expect(name).toBe('readiness-shop-2026-11-13-2026-11-20.issue.md')
  expect(issue).toMatch(/^# `codeowners`\n/)
  await opened.press('Enter', '|')
  expect(opened.outside.paged[2]).toContain(
    '| repoUrl | criterion | level | verdict | numerator | denominator | rationale |',
  )
})

test('the details of a report are shown, with a client version in a field of any name', async () => {
  const facts = {
    somethingVersion: '0.31.2',
    hasLocalChanges: true,
    hasNonRemoteCommits: true,
    modelUsed: { id: 'opus', reasoningEffort: 'high' },
  }
  const opened = await openReadiness(demo, [{ ...newest, ...facts }])
  await opened.press('Enter', 'n', 'i')
  for (const text of ['0.31.2', 'opus, high effort', 'uncommitted: yes   unpushed: yes', 'a1b2c3d4e5', 'apps/web'])
    expect(textOf(opened)).toContain(text)
  expect(textOf(opened)).toContain('! uncommitted changes')
  await opened.press('i')
  expect(textOf(opened)).not.toContain('0.31.2')
})

test('levels fold and unfold', async () => {
  const opened = await openReadiness(demo, [newest])
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

test('n and N select the next and previous failing criterion, even in folded groups', async () => {
  const opened = await openReadiness(demo, [newest])
  await opened.press('Enter', 'z', 'a', 'n')
  expect(selectedRow(opened)).toMatch(/^✗ agents_md/)
  await opened.press('n')
  expect(selectedRow(opened)).toMatch(/^✗ codeowners/)
  expect(textOf(opened)).toContain('The payments folder has no owner.')
  await opened.press('n')
  expect(opened.frame().at(-1)).toContain('No criterion fails below this one.')
  await opened.press('N')
  expect(selectedRow(opened)).toMatch(/^✗ agents_md/)
})

test('a filter searches rationales, and Esc clears it before it goes back', async () => {
  const opened = await openReadiness(demo, [newest])
  await opened.press('Enter', '/', ...'payments', 'Enter')
  expect(listed(opened).map((row) => row.split(/ {2,}/)[0])).toEqual(['▾ L2 Documented', '✗ codeowners'])
  expect(textOf(opened)).toContain('/ payments')
  await opened.press('Esc')
  expect(listed(opened).length).toBeGreaterThan(4)
  await opened.press('Esc')
  expect(textOf(opened)).toContain('1 repository')
})

test('a search selects the first matching criterion and highlights the match, even across a line break', async () => {
  const rationale = `${'Retries '.repeat(12)}hide them. Who retries hides.`
  const opened = await openReadiness(demo, [
    reportOf('r', 1, { ...levelOne, codeowners: failed(rationale), skills: passed() }),
  ])
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

test('with a filter, n scrolls to the next match in the rationale, then selects the next criterion', async () => {
  const lines = Array.from({ length: 60 }, (_, line) => `line ${line}`)
  const long = [...lines, 'needle one', ...lines, 'needle two'].join('\n')
  const opened = await openReadiness(demo, [
    reportOf('r', 1, { ...levelOne, codeowners: failed(long), skills: passed('A needle here.'), readme: passed() }),
  ])
  await opened.press('Enter', '/', ...'needle')
  expect(textOf(opened)).toContain('needle one')
  await opened.press('Enter', 'n')
  expect(selectedRow(opened)).toMatch(/^✗ codeowners/)
  expect(textOf(opened)).toContain('needle two')
  expect(textOf(opened)).not.toContain('needle one')
  await opened.press('n')
  expect(selectedRow(opened)).toMatch(/^✓ skills/)
  await opened.press('n')
  expect(opened.frame().at(-1)).toContain('No criterion matches below this one.')
  await opened.press('N')
  expect(selectedRow(opened)).toMatch(/^✗ codeowners/)
})

test('a failing criterion shows since when, and in a short window the rationale is visible without scrolling', async () => {
  const before = reportOf('r-0', 20, { ...levelOne, codeowners: failed(), agents_md: failed() })
  const opened = await openReadiness(demo, [newest, oldest, before], { columns: 60, rows: 20 })
  await opened.press('Enter', 'n')
  const shown = () =>
    opened
      .frame()
      .slice(-6, -2)
      .map((row) => row.trim())
  expect(selectedRow(opened)).toMatch(/agents_md/)
  expect(shown().slice(0, 3)).toEqual([
    '✗ 0 of 1, evaluated once for the repository',
    'failing since the first report, 01 Nov',
    'It is missing.',
  ])
  // codeowners passed in between, so it fails only now.
  await opened.press('n')
  expect(shown().slice(0, 2)).toEqual([
    '✗ 0 of 1, evaluated once for the repository   ▼ was 1/1',
    'The payments folder has no owner.',
  ])
})
