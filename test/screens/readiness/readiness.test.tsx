import { expect, test } from 'vitest'
import { NOW } from '../../helpers/demos.ts'
import { expectHarmless } from '../../helpers/expect-frame.ts'
import {
  failed,
  listed,
  newest,
  oldest,
  openReadiness,
  other,
  passed,
  reportOf,
  selectedRow,
  skipped,
  textOf,
} from '../../helpers/readiness-screen.ts'
import { drawn, openScreen, sharedDemo } from '../../helpers/screen.tsx'
import { testFront } from '../../helpers/test-server.ts'

const demo = sharedDemo()

const DAY = 86_400_000

test('Enter on a criterion lists it in all repositories, and Enter there opens the report at it', async () => {
  const opened = await openReadiness(demo, [newest, oldest, other])
  await opened.press('Enter', 'n', 'Enter')
  expect(textOf(opened)).toContain('agents_md   fails in 1 of 2 repositories   L2 Documented')
  expect(selectedRow(opened)).toMatch(/^✗ shop +L2 +0\/1$/)
  expect(listed(opened).map((row) => row.replaceAll(/ +/g, ' '))).toEqual(['✓ api L3 1/1'])
  await opened.press('j')
  expect(textOf(opened)).toContain('The file is short.')
  await opened.press('Enter')
  expect(selectedRow(opened)).toMatch(/^✓ agents_md/)
  expect(opened.frame()[0]).toContain('Readiness > shop > agents_md > api')
})

test('an empty report, missing applications and inconsistent numbers are shown as such', async () => {
  const empty = reportOf('r-e', 1, {}, { repoUrl: 'https://git.example/empty', apps: {} })
  const odd = reportOf('r-o', 2, {
    readme: { numerator: 0, denominator: 0, rationale: '' },
    env_template: { numerator: 3, denominator: 2, rationale: '' },
    formatter: {},
  })
  const opened = await openReadiness(demo, [empty, odd])
  await opened.press('Enter')
  expect(textOf(opened)).toContain('The report is empty.')
  expect(textOf(opened)).toContain('0/0 pass ?   0 applications')
  await opened.press('Esc', 'j', 'Enter', 'l', 'j')
  expect(selectedRow(opened)).toMatch(/^\? readme +0\/0$/)
  expect(textOf(opened)).toContain('! nothing to evaluate; not counted')
  expect(textOf(opened)).toContain('The report gives no rationale.')
  await opened.press('j')
  expect(selectedRow(opened)).toMatch(/^✓ env_template +3\/2$/)
  expect(textOf(opened)).toContain('! more passed than were evaluated')
  await opened.press('j')
  expect(selectedRow(opened)).toMatch(/^\? formatter +\?\/\?$/)
})

test('an empty list of reports, or one that is loading, is explained', async () => {
  const none = await openReadiness(demo, [])
  expect(textOf(none)).toContain('No readiness reports yet')
  const front = await testFront(demo, () => 'hold')
  const waiting = await openScreen(front, { screen: 'readiness' })
  await drawn()
  expect(textOf(waiting)).toContain('loading readiness reports')
})

test('a long name is cut to leave space for its figures', async () => {
  const long = 'n'.repeat(500)
  const report = {
    ...newest,
    repoUrl: `https://git.example/${long}`,
    report: { [long]: failed(long), readme: passed() },
  }
  for (const columns of [60, 80, 120, 200]) {
    const opened = await openReadiness(demo, [report], { columns })
    await opened.press('Enter')
    expect(opened.frame()[3]).toMatch(/^ n+… {2}L2/)
    expect(opened.frame()[0]).toMatch(/n….*now +0 req$/)
    await opened.press('n', 'Enter')
    expect(opened.frame()[3]).toMatch(/^ n+… {3}fails in 1 of 1 repository/)
  }
})

test('hostile texts stay within their cells at every width', async () => {
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
    const opened = await openReadiness(demo, [report, { ...report, reportId: 'r-0', createdAt: NOW - 9 * DAY }], {
      columns,
    })
    await opened.press('Enter', 'z', 'a', 'z', 'a', 'n', 'd', 'd', 'w', 'w', 'n', 'Enter', 'i')
    for (const frame of opened.frames()) expectHarmless(frame, columns, 30)
  }
})
