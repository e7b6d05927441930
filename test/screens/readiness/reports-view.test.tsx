import { expect, test } from 'vitest'
import {
  failed,
  levelOne,
  newest,
  oldest,
  openReadiness,
  other,
  reportOf,
  selectedRow,
  textOf,
} from '../../helpers/readiness-screen.ts'
import { sharedDemo } from '../../helpers/screen.tsx'

const demo = sharedDemo()

const middle = reportOf('r-m', 4, { ...levelOne, codeowners: failed() }, { branch: 'release' })
const rowsOf = (opened: Awaited<ReturnType<typeof openReadiness>>) =>
  opened
    .frame()
    .filter((row) => /^.2026-/.test(row))
    .map((row) => row.slice(1).trim().replaceAll(/ +/g, ' '))

test('Tab lists all reports of the repository, newest first, and selects the displayed one', async () => {
  const opened = await openReadiness(demo, [oldest, newest, other, middle])
  await opened.press('Enter', '(', 'Tab')
  expect(opened.frame()[0]).toContain('Readiness > shop > reports')
  expect(textOf(opened)).toContain(' shop   3 reports')
  expect(rowsOf(opened)).toEqual([
    '2026-11-20 09:00 UTC L2 80.0 % ▼ 7.5 8/10 1 1 a1b2c3d main',
    '2026-11-17 09:00 UTC L2 87.5 % ▼ 2.5 7/8 0 1 shown a1b2c3d release',
    '2026-11-13 09:00 UTC L2 90.0 % 9/10 0 1 a1b2c3d main',
  ])
  expect(selectedRow(opened)).toMatch(/^2026-11-17/)
  expect(opened.frame().at(-1)).toContain('qd readiness list --all --repo https://git.example/web/shop')
  await opened.press('y', 'i')
  expect(opened.copied).toEqual(['r-m'])
})

test('Enter displays the selected report; Esc and Tab go back to the displayed one', async () => {
  const opened = await openReadiness(demo, [newest, middle, oldest])
  await opened.press('Enter', 'Tab', 'G', 'Enter')
  expect(opened.frame().at(-1)).toContain('qd readiness show r-1')
  await opened.press('Tab')
  expect(selectedRow(opened)).toMatch(/^2026-11-13/)
  for (const key of ['Esc', 'Tab']) {
    await opened.press('k', key)
    expect(opened.frame().at(-1)).toContain('qd readiness show r-1')
    await opened.press('Tab')
  }
})

test('d compares the displayed report with the selected one, older to newer', async () => {
  const opened = await openReadiness(demo, [newest, middle, oldest])
  await opened.press('Enter', 'Tab', 'd')
  expect(opened.frame().at(-1)).toContain('This is the current report. Choose another one to compare.')
  await opened.press('G', 'd')
  expect(opened.frame().at(-1)).toContain('qd readiness compare r-1 r-2')
  await opened.press('Tab')
  expect(rowsOf(opened).map((row) => /shown|base/.exec(row)?.[0])).toEqual(['shown', undefined, 'base'])
  await opened.press('G', 'Enter', 'Tab', 'k', 'd')
  expect(opened.frame().at(-1)).toContain('qd readiness compare r-1 r-m')
})

test('choosing a report ends the comparison', async () => {
  const opened = await openReadiness(demo, [newest, middle, oldest])
  await opened.press('d', 'Tab')
  expect(rowsOf(opened).map((row) => /shown|base/.exec(row)?.[0])).toEqual(['shown', 'base', undefined])
  await opened.press('Enter')
  expect(opened.frame().at(-1)).toContain('qd readiness show r-2')
})

test('the filter of reports searches day, branch and level, and is separate from the filter of criteria', async () => {
  const opened = await openReadiness(demo, [newest, middle, oldest])
  await opened.press('Enter', 'Tab', '/', ...'RELEASE', 'Enter')
  expect(rowsOf(opened).map((row) => row.slice(0, 10))).toEqual(['2026-11-17'])
  await opened.press('Enter')
  expect(opened.frame().at(-1)).toContain('qd readiness show r-m')
  expect(textOf(opened)).toContain('L1 Functional')
  await opened.press('Tab', 'Esc', '/', ...'11-13', 'Enter')
  expect(selectedRow(opened)).toMatch(/^2026-11-13/)
})
