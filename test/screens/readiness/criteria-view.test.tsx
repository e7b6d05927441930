import { expect, test } from 'vitest'
import { parsePlaceLink } from '../../../screens/app/navigation/linked-place.ts'
import { NOW } from '../../helpers/demos.ts'
import {
  failed,
  levelOne,
  openReadiness,
  passed,
  reportOf,
  selectedRow,
  skipped,
  textOf,
} from '../../helpers/readiness-screen.ts'
import { sharedDemo } from '../../helpers/screen.tsx'

const demo = sharedDemo()

const repo = (name: string, report: object) =>
  reportOf(`r-${name}`, 1, { ...levelOne, ...report }, { repoUrl: `https://git.example/web/${name}` })
const half = { numerator: 1, denominator: 2, rationale: 'Only the web shop has owners.' }
// codeowners alone unlocks L3 for shop; api fails both criteria of L2.
const reports = [
  repo('shop', { agents_md: passed(), codeowners: half, skills: skipped }),
  repo('api', { agents_md: failed(), codeowners: failed('It has no owner.'), skills: passed() }),
]

const cellsOf = (row: string): string[] => row.trim().split(/ {2,}/)

test('Tab shows the criteria by the number of repositories that fail them', async () => {
  const opened = await openReadiness(demo, reports)
  await opened.press('Tab')
  const frame = opened.frame()
  expect(frame[3]).toMatch(
    /^ {2}repositories \[criteria\] +2 of 10 criteria fail somewhere {3}2 repositories, newest report/,
  )
  expect(cellsOf(frame[6] ?? '')).toEqual(['CRITERION', 'LEVEL', 'FAILING▾', 'PASSING', 'SKIPPED', 'WORST', 'UNLOCKS'])
  expect(cellsOf(selectedRow(opened))).toEqual([
    'codeowners',
    'L2',
    '2',
    '▇▇',
    '0',
    '0',
    'api 0/1',
    'L3 in 1 repository',
  ])
  expect(cellsOf(frame[8] ?? '')).toEqual(['agents_md', 'L2', '1', '▇', '1', '0', 'api 0/1', 'towards L3 in 1'])
  expect(frame.at(-1)).toContain('qd readiness criteria --sort failing')
  expect(textOf(opened)).toMatch(/codeowners {3}L2 Documented {3}fails in 2 of 2 repositories/)
  expect(textOf(opened)).toMatch(
    /shop +1\/2 +L2 → L3 +Only the web shop has owners\.\n +api +0\/1 +L2 +It has no owner./,
  )
  await opened.press('Tab')
  expect(opened.frame()[3]).toMatch(/^ \[repositories\] criteria /)
})

test('Enter lists the repositories with their rationale, and q returns to the same row', async () => {
  const opened = await openReadiness(demo, reports)
  await opened.press('Tab', 'j', 'Enter')
  expect(opened.frame()[0]).toContain('Readiness > agents_md')
  expect(selectedRow(opened)).toMatch(/^✗ api/)
  await opened.press('q')
  expect(opened.frame()[3]).toContain('[criteria]')
  expect(selectedRow(opened)).toMatch(/^agents_md/)
})

test('criteria are sorted, filtered and copied, and the command has both', async () => {
  const opened = await openReadiness(demo, reports)
  await opened.press('Tab', 's', 'k')
  expect(selectedRow(opened)).toMatch(/^skills/)
  await opened.press('/', ...'unlocks>0', 'Enter')
  expect(selectedRow(opened)).toMatch(/^codeowners/)
  expect(opened.frame().at(-1)).toContain("qd readiness criteria --sort skipped --where 'unlocks>0'")
  await opened.press('y', 'y')
  expect(opened.copied.at(-1)).toBe('codeowners\tL2\t2\t0\t0\tapi 0/1\tL3 in 1 repository')
  await opened.press('y', 'i')
  expect(opened.copied.at(-1)).toBe('codeowners')
  await opened.press('|')
  expect(opened.outside.paged.at(-1)?.split('\n').slice(0, 3)).toEqual([
    '| criterion | level | failing | passing | skipped | unclear | worstRepoUrl | worstNumerator | worstDenominator | unlocks | towards |',
    expect.stringMatching(/^[| :-]+$/),
    expect.stringMatching(
      /^\| codeowners \| 2 \| 2 \| 0 \| 0 \| 0 \| \S+git.example\/web\/api \| 0 \| 1 \| 1 \| 2 \|$/,
    ),
  ])
})

test('repositories and criteria keep their own filter, order and row', async () => {
  const opened = await openReadiness(demo, reports)
  await opened.press('/', ...'api', 'Enter', 'Tab', 'j', 'Tab')
  expect(textOf(opened)).toContain('/ api  1 of 2')
  await opened.press('Tab')
  expect(textOf(opened)).not.toContain('/ api')
  expect(selectedRow(opened)).toMatch(/^agents_md/)
})

test('a link opens the criteria with their order, filter and row', async () => {
  const opened = await openReadiness(demo, reports)
  await opened.press('Tab', 's', 'n', '/', ...'level=2', 'Enter', 'j', 'y', 'l')
  const link = opened.copied.at(-1) ?? ''
  expect(link).toMatch(/^qd:\/\/.*readiness\/criteria\?/)
  expect(Object.fromEntries(new URL(link).searchParams)).toMatchObject({
    sort: 'name',
    filter: 'level=2',
    row: 'codeowners',
  })
  const linked = await openReadiness(demo, reports, { places: [parsePlaceLink(link, NOW)] })
  await linked.frameWith('[criteria]')
  expect(selectedRow(linked)).toMatch(/^codeowners/)
  expect(textOf(linked)).toContain('/ level=2  2 of 10')
})

test('the column of the order is shown in a narrow window', async () => {
  const opened = await openReadiness(demo, reports, { columns: 60, rows: 20 })
  await opened.press('Tab')
  expect(textOf(opened)).not.toContain('UNLOCKS')
  await opened.press('s', 'u')
  expect(textOf(opened)).toContain('UNLOCKS▾')
  expect(selectedRow(opened)).toMatch(/L3 in 1 repository$/)
})

test('= counts the compared repositories that fail each criterion, sorts by that, and f shows what all fail', async () => {
  const opened = await openReadiness(demo, reports)
  await opened.press('Space', 'Space', '=')
  const rows = () =>
    opened
      .frame()
      .slice(5, -2)
      .map((row) => cellsOf(row.slice(1)))
  expect(rows()[0]).toEqual(['api', 'shop', 'FAILING'])
  expect(rows().filter(([id]) => id?.includes('_') || id === 'skills')).toEqual([
    ['agents_md', '✗ 0/1', '✓ 1/1', '1'],
    ['skills', '✓ 1/1', '– skipped', '0'],
  ])
  await opened.press('f', 's', 'f')
  expect(rows().slice(8, 10)).toEqual([
    ['codeowners', '✗ 0/1', '✗ 1/2', '2'],
    ['agents_md', '✗ 0/1', '✓ 1/1', '1'],
  ])
  expect(opened.frame()[3]).toContain('2 criteria fail in any of them')
  expect(opened.frame().at(-1)).toMatch(/--failing --sort failing/)
})
