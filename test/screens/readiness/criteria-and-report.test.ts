import { expect, test } from 'vitest'
import { type CriteriaGroup, changeGroups, levelGroups, wayGroups } from '../../../screens/readiness/criteria-groups.ts'
import { reportCommand } from '../../../screens/readiness/report-lines.ts'
import { nextLevel } from '../../../src/domain/readiness/next-level.ts'
import { compareReports } from '../../../src/domain/readiness/report-comparison.ts'

const passing = { numerator: 1, denominator: 1, rationale: 'r' }
const failing = { ...passing, numerator: 0 }
const sentences = (report: Record<string, typeof passing | { numerator: null }>) =>
  Object.fromEntries(
    levelGroups({ report }, { report: { agents_md: passing } }).map(({ id, sentences }) => [id, sentences.join(' ')]),
  )

test('a level explains how it affects the next one, and which level must be unlocked first', () => {
  // Level 1 passes, and one of two criteria of level 2 fails. So level 3 stays locked, even if its criteria pass.
  const report = {
    readme: passing,
    codeowners: passing,
    agents_md: failing,
    skills: passing,
    fast_ci_feedback: failing,
    cyclomatic_complexity: failing,
    zebra: passing,
  }
  expect(sentences(report)).toEqual({
    'level:1': 'Enough pass: L2 is unlocked. 1 of 1 pass, 100.0 %.',
    'level:2': '1 more unlocks L3: 2 of 2 are needed. 1 of 2 pass, 50.0 %. 1 got worse since the previous report.',
    'level:3': 'Enough pass for L4 once L3 is unlocked. 1 of 1 pass, 100.0 %.',
    'level:4': '1 more unlocks L5 once L4 is unlocked: 1 of 1 are needed. 0 of 1 pass, 0.0 %.',
    'level:5': 'This is the highest level. 0 of 1 pass, 0.0 %.',
    'level:other': 'Criteria without a known level count only in the pass rate. 1 of 1 pass, 100.0 %.',
  })
})

test('a level without evaluated criteria unlocks nothing', () => {
  expect(sentences({ readme: { numerator: null }, formatter: { numerator: null } })).toEqual({
    'level:1': 'None of its criteria is evaluated, so L2 stays locked. None is evaluated, 2 skipped.',
  })
  const way = nextLevel({ report: { readme: { numerator: null } } }, new Map())
  const [group] = way ? wayGroups(way, undefined, () => '') : []
  expect([group?.needs, group?.sentences[0]]).toEqual([
    'not evaluated',
    'No L1 criterion was evaluated, so L2 stays locked.',
  ])
})

test('groups of levels and of changes name their criteria, and mark new and removed ones', () => {
  const skipped = { ...passing, numerator: null }
  const older = { report: { readme: passing, codeowners: passing, zebra: passing } }
  const newer = { report: { readme: skipped, codeowners: failing, stripes: passing } }
  const rowsOf = (groups: readonly CriteriaGroup[]) =>
    groups.map(({ title, count, entries }) => [
      title,
      count,
      ...entries.map(({ criterion, note }) => `${criterion.id} ${note ?? ''}`.trim()),
    ])
  expect(rowsOf(levelGroups(newer, older))).toEqual([
    ['L1 Functional', 'none', 'readme'],
    ['L2 Documented', '0/1', 'codeowners'],
    ['other', '1/1', 'stripes new'],
  ])
  expect(rowsOf(changeGroups(compareReports(older, newer)))).toEqual([
    ['lost: passed before', '1', 'codeowners'],
    ['skipped now', '1', 'readme'],
    ['new criteria', '1', 'stripes new'],
    ['removed criteria', '1', 'zebra gone'],
  ])
})

const repoUrl = 'https://git.example/web/shop'
const [newest, bare, oldest] = [{ reportId: 'r-3', repoUrl }, { repoUrl }, { reportId: "r '1", repoUrl }]
const reports = [newest, bare, oldest]

test('the command quotes the id of a report for a shell', () => {
  expect(reportCommand(reports, newest, undefined, false)).toBe('readiness show r-3')
  expect(reportCommand(reports, oldest, undefined, true)).toBe("readiness show 'r '\\''1' --way")
  expect(reportCommand(reports, newest, oldest, false)).toBe("readiness compare 'r '\\''1' r-3")
})

test('the command names a report without an id by its index in the repository', () => {
  expect(reportCommand(reports, newest, bare, false)).toBe(`readiness compare latest~1 r-3 --repo ${repoUrl}`)
})
