import { expect, test } from 'vitest'
import { reportCommand } from '../../../screens/readiness/report-command.ts'

const repoUrl = 'https://git.example/web/shop'
const [newest, bare, oldest] = [{ reportId: 'r-3', repoUrl }, { repoUrl }, { reportId: "r '1", repoUrl }]
const reports = [newest, bare, oldest]

test('a report is named by its id, as a shell takes it', () => {
  expect(reportCommand(reports, newest, undefined, false)).toBe('readiness show r-3')
  expect(reportCommand(reports, oldest, undefined, true)).toBe("readiness show 'r '\\''1' --failing")
  expect(reportCommand(reports, newest, oldest, true)).toBe("readiness compare 'r '\\''1' r-3")
})

test('a report without an id is named by its place among those of its repository', () => {
  expect(reportCommand(reports, newest, bare, false)).toBe(`readiness compare latest~1 r-3 --repo ${repoUrl}`)
})
