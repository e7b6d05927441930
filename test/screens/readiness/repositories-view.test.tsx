import { expect, test } from 'vitest'
import { newest, oldest, openReadiness, other, selectedRow, textOf } from '../../helpers/readiness-screen.ts'
import { sharedDemo } from '../../helpers/screen.tsx'

const demo = sharedDemo()

test('d in the list compares the two newest reports of the repository', async () => {
  const opened = await openReadiness(demo, [newest, oldest, other])
  await opened.press('d')
  expect(opened.frame()[0]).toContain('Readiness > shop: compared')
  expect(opened.frame().at(-1)).toContain('qd readiness compare r-1 r-2')
  await opened.press('Esc', 'j', 'd')
  expect(opened.frame().at(-1)).toContain('This repository has no older report.')
  expect(opened.frame()[0]).toMatch(/^ acme > Readiness +● now/)
})

test('w in the list opens the way to the next level, and the preview shows its start', async () => {
  const opened = await openReadiness(demo, [newest, oldest, other])
  expect(textOf(opened)).toMatch(
    / 2 more of these 2 unlock L3, lost ones first.*\n +codeowners .*\n +agents_md +0\/1 +passes in 1 of 2 /,
  )
  await opened.press('w')
  expect(opened.frame()[0]).toContain('Readiness > shop: way up')
})

test('a repository is found by its name, its URL and its id, and the command has the filter', async () => {
  const opened = await openReadiness(demo, [newest, { ...other, repoId: 'repo_77' }])
  await opened.press('/', ...'REPO_77', 'Enter')
  expect(textOf(opened)).toContain('/ REPO_77  1 of 2')
  expect(opened.frame().at(-1)).toContain('qd readiness list --newest --sort time --where REPO_77')
  await opened.press('Esc', '/', ...'web/sh', 'Enter')
  expect(selectedRow(opened)).toMatch(/^shop /)
  await opened.press('Esc')
  expect(opened.frame().at(-1)).toMatch(/qd readiness list --newest --sort time +Y copies/)
})

test('an incomplete list of reports shows why it is incomplete', async () => {
  const opened = await openReadiness(demo, [newest, { ...other, reportId: 7 }])
  await opened.frameWith('! incomplete: The last report of a page has no id')
})

test('a report without a repository is counted, because no row can show it', async () => {
  const { repoUrl: _, ...withoutRepository } = newest
  const opened = await openReadiness(demo, [{ ...withoutRepository, reportId: 'r-9' }, newest])
  expect(opened.frame()[3]).toMatch(/ 1 repository {3}L2 overall {3}! 1 report has no repository {3}median L2$/)
})

test('a repository with an empty URL is named ?', async () => {
  const opened = await openReadiness(demo, [{ ...newest, repoUrl: '' }])
  expect(selectedRow(opened)).toMatch(/^\? +L2/)
})

test('= compares the marked repositories by the criteria that differ, and Enter opens the report at one', async () => {
  const opened = await openReadiness(demo, [newest, oldest, other])
  await opened.press('=')
  expect(opened.frame().at(-1)).toContain('No repository is marked. Press Space to mark the selected one.')
  await opened.press('Space', 'Space')
  expect(opened.frame().filter((row) => /^[ ▌]●/.test(row))).toHaveLength(2)
  await opened.press('=')
  const frame = opened.frame()
  expect(frame[0]).toContain('Readiness > 2 compared')
  expect(frame[3]).toMatch(/^ 2 marked {3}\d criteria differ$/)
  const rows = frame.slice(5, -2).map((row) => row.slice(1).trim().split(/ {2,}/))
  expect(rows.find(([id]) => id === 'level')).toEqual(['level', 'L2', expect.stringMatching(/^L\d$/)])
  expect(rows.find(([id]) => id === 'agents_md')).toEqual(['agents_md', '✗ 0/1', '✓ 1/1', '1'])
  expect(rows.some(([id]) => id === 'readme')).toBe(false)
  expect(frame.at(-1)).toContain('qd readiness compare --with https://git.example/web/shop --with ')
  for (let step = 0; step < 30 && !opened.frame().some((row) => row.startsWith('▌agents_md')); step += 1)
    await opened.press('j')
  await opened.press('l', 'Enter')
  expect(opened.frame()[0]).toContain('Readiness > 2 compared > api')
  expect(opened.frame().find((row) => row.startsWith('▌'))).toContain('agents_md')
  await opened.press('Esc', 'Esc')
  expect(opened.frame()[0]).toMatch(/Readiness +●/)
  await opened.press('Esc')
  expect(opened.frame().filter((row) => /^[ ▌]●/.test(row))).toHaveLength(0)
})

test('z r scales the pass rates by row, and a notice and the heading say so', async () => {
  const opened = await openReadiness(demo, [oldest, other, newest])
  const sparklineOf = (name: string): string =>
    /[▁▂▃▄▅▆▇█]+/.exec(opened.frame().find((row) => row.slice(2).startsWith(name)) ?? '')?.[0] ?? ''
  expect(textOf(opened)).not.toContain('OWN SCALE')
  // 90 % and 80 % on the shared scale, then relative to the maximum of the row.
  expect(sparklineOf('shop')).toBe('█▇')
  await opened.press('z', 'r')
  expect(textOf(opened)).toContain('Each sparkline has its own scale.')
  expect(sparklineOf('shop')).toBe('██')
  await opened.press('z', 'r')
  expect(textOf(opened)).not.toContain('OWN SCALE')
})

test('marked repositories show the median of their pass rates, which are not added', async () => {
  const opened = await openReadiness(demo, [oldest, other, newest])
  await opened.press('Space', 'Space')
  expect(textOf(opened)).toMatch(/─ 2 marked: pass rate median \d+\.\d % ─/)
  await opened.press('Esc')
  expect(textOf(opened)).not.toContain('median d')
})
