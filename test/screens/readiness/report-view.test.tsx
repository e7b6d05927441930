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

test('Enter opens the criteria by level with counts, what is done folded', async () => {
  const opened = await openReadiness(demo, [newest, oldest, other])
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
  const opened = await openReadiness(demo, [newest, oldest])
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
  expect(opened.frame()[4]).toContain('report 2 of 2, 2026-11-20 09:00 UTC   L3 needs 2 more: w   ( ) Tab others')
})

test('J and K scroll a long rationale and leave the row selected', async () => {
  const rationale = Array.from({ length: 60 }, (_, line) => `line ${line} of it`).join('\n')
  const opened = await openReadiness(demo, [reportOf('r', 1, { readme: failed(rationale) })])
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

test.each(['q', 'Esc'])(
  '%s leaves the way up, or a comparison, to the report, and the report to the list',
  async (key) => {
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
    // Opened from the list by one key, it is left by one.
    await opened.press('w')
    expect(crumbs()).toBe(' acme > Readiness > shop > way up')
    await opened.press(key)
    expect(crumbs()).toBe(' acme > Readiness')
  },
)

test('d compares with the report before by what became of each criterion, and prints as a command', async () => {
  const opened = await openReadiness(demo, [newest, oldest])
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

test('reports of two years are compared with the years told', async () => {
  const opened = await openReadiness(demo, [newest, { ...oldest, createdAt: Date.UTC(2024, 1, 26) }])
  await opened.press('Enter', 'd')
  expect(textOf(opened)).toContain('from 2024-02-26 (1 of 2) to 2026-11-20 (2 of 2)')
})

test('what a criterion came to before is told with the reason given then', async () => {
  const before = { ...oldest.report, codeowners: passed('The folder of payments has an owner.') }
  const opened = await openReadiness(demo, [newest, { ...oldest, report: before }])
  await opened.press('Enter', 'n', 'n')
  expect(textOf(opened)).toMatch(
    /Nobody owns the folder of payments\..*13 Nov, when it was 1\/1:.*The folder of payments has an owner\./s,
  )
})

test('reports without an id are gone through by their place', async () => {
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

test('reports of a repository are gone through, and what one is compared with as well', async () => {
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

test('a repository with one report has nothing to be compared with, and says so', async () => {
  const opened = await openReadiness(demo, [other])
  await opened.press('Enter', 'd')
  expect(opened.frame().at(-1)).toContain('There is no older report of this repository to compare with.')
})

test('the way to the next level lists what was lost first, then the rest, easiest first', async () => {
  const opened = await openReadiness(demo, [newest, oldest, other])
  await opened.press('Enter', 'w')
  expect(listed(opened).map((row) => row.replaceAll(/ +/g, ' '))).toEqual([
    '▾ lost since the report before 1 L3 needs 2',
    '✗ codeowners 0/1 ▼ was 1/1',
    '▾ the rest, easiest first 1',
    '✗ agents_md 0/1 passes in 1',
  ])
})

test('a criterion is copied as an issue, as its id and as JSON', async () => {
  const opened = await openReadiness(demo, [newest])
  await opened.press('Enter', 'n', 'n', 'y', 'm')
  await opened.press('y', 'i')
  await opened.press('y', 'j')
  expect(opened.copied[0]).toContain('# `codeowners`\n\n- Repository: `https://git.example/web/shop`')
  expect(opened.copied[0]).toContain('> Nobody owns the folder of payments.')
  expect(opened.copied[1]).toBe('codeowners')
  expect(JSON.parse(opened.copied[2] ?? '')).toEqual(failed('Nobody owns the folder of payments.'))
})

test('ym copies the whole way as one issue, whatever row is selected, with why it passed before', async () => {
  const opened = await openReadiness(demo, [newest, oldest, other])
  await opened.press('Enter', 'w', 'y', 'm', 'j', 'y', 'm')
  expect(opened.copied[1]).toBe(opened.copied[0])
  expect(opened.copied[0]?.split('\n').filter((line) => /^(#|- \[|- Aim| +Pass)/.test(line))).toEqual([
    '# shop: the way to L3',
    '- Aim: 2 more of these 2 open L3.',
    '- [ ] `codeowners`: 0 of 1, judged once for the repository',
    '  Passed, judged 2026-11-13 09:00 UTC, commit `a1b2c3d4e5`, branch `main`:',
    '- [ ] `agents_md`: 0 of 1, judged once for the repository',
    expect.stringMatching(/^ {2}Passes in `https:\/\/git\.example\/api`, judged 2026-11-19/),
  ])
  expect(opened.frame().at(-1)).toContain('Sent to the terminal: all of the way as one issue.')
})

test('what fails below a heading is copied as one issue, in the order of the list', async () => {
  const opened = await openReadiness(demo, [newest, oldest, other])
  await opened.press('Enter', 'j', 'y', 'm')
  expect(opened.copied[0]?.split('\n').filter((line) => /^(#|- \[)/.test(line))).toEqual([
    '# shop: L2 Documented',
    '- [ ] `agents_md`: 0 of 1, judged once for the repository',
    '- [ ] `codeowners`: 0 of 1, judged once for the repository',
  ])
  await opened.press('g', 'g', 'y', 'm')
  expect(opened.frame().at(-1)).toContain('No criterion fails here: there is nothing to make an issue of.')
})

test('a report, a comparison, a criterion and an issue are given away', async () => {
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
    '| repo_url | criterion | level | verdict | numerator | denominator | rationale |',
  )
})

test('what a report says of itself is shown, the client version whatever it is called', async () => {
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
