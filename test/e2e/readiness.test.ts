import { expect, test } from 'vitest'
import { fileService, open, selectedRow } from '../helpers/e2e.ts'

const service = fileService()

type Criterion = { numerator: number | null; denominator: number; rationale: string }
type Report = { reportId: string; repoUrl: string; createdAt: number; report: Record<string, Criterion> }

/** All reports, newest first, asked without our client. */
const reportsOfApi = async (): Promise<Report[]> => {
  const { body } = await service.ask('/api/organization/maturity-level-reports?limit=1000')
  return body.reports.sort((a: Report, b: Report) => b.createdAt - a.createdAt)
}

const hasPassed = ({ numerator, denominator }: Criterion): boolean => numerator !== null && numerator === denominator
const hasFailed = ({ numerator, denominator }: Criterion): boolean => numerator !== null && numerator < denominator
const idsWhere = ({ report }: Report, holds: (criterion: Criterion) => boolean): string[] =>
  Object.entries(report).flatMap(([id, criterion]) => (holds(criterion) ? [id] : []))

const isCompared = (screen: readonly string[]): boolean => screen[0]?.includes('> compared') === true
test('from the repositories to what fails and why, to what changed, to all repositories, and back', async () => {
  const program = open({
    args: ['--screen', 'readiness'],
    rows: 60,
    env: service.env,
  })
  const reports = await reportsOfApi()
  const repositories = new Set(reports.map(({ repoUrl }) => repoUrl))
  const [newest, older] = reports.filter(({ repoUrl }) => repoUrl.endsWith('/checkout'))
  if (!newest || !older) throw new Error('the demo lacks its repository')
  const [passed, failed] = [idsWhere(newest, hasPassed), idsWhere(newest, hasFailed)]

  // The list tells how each stands.
  await program.waitFor(`${repositories.size} repositories`)
  const row = (await program.pressUntil('/ c h e c k o u t Enter', '1 of ')).find((text) => /^▌ *checkout/.test(text))
  expect(row).toContain(`${((100 * passed.length) / (passed.length + failed.length)).toFixed(1)} %`)
  expect(row).toContain(`${passed.length}/${passed.length + failed.length}`)

  // Inside, failing criteria alone are as many as fail, and the reason stands beside the selected one.
  await program.pressUntil('Enter', 'Readiness > checkout')
  const failing = await program.pressUntil('f', 'Only failing criteria')
  expect(failing.filter((text) => / ✗ /.test(text)).length).toBe(failed.length)
  const shown = await program.pressUntil('n', (screen) => selectedRow(screen).includes('✗'))
  const id = /✗ (\w+)/.exec(selectedRow(shown))?.[1] ?? ''
  expect(failed).toContain(id)
  expect(shown.join('\n')).toContain((newest.report[id]?.rationale ?? '').split(' ').slice(0, 4).join(' '))
  await program.pressUntil('f f f', 'All criteria')

  // What passed in the report before and fails now is lost.
  const lost = failed.filter((one) => older.report[one] && hasPassed(older.report[one]))
  const compared = await program.pressUntil('d', `qd readiness compare ${older.reportId} ${newest.reportId}`)
  expect(compared.find((text) => text.includes('lost: passed before'))).toMatch(new RegExp(`before +${lost.length} `))

  // A criterion that was lost, in all repositories.
  const at = await program.pressUntil('n', (screen) => selectedRow(screen).includes('✗'))
  const lostId = /✗ (\w+)/.exec(selectedRow(at))?.[1] ?? ''
  expect(lost).toContain(lostId)
  const latest = [...repositories].flatMap((url) => reports.find(({ repoUrl }) => repoUrl === url) ?? [])
  const judged = latest.flatMap(({ report }) => report[lostId] ?? [])
  await program.pressUntil('Enter', `fails in ${judged.filter(hasFailed).length} of ${judged.length} repositories`)

  // And back to where each was left: the comparison, the report and the list.
  await program.pressUntil('Esc', (screen) => isCompared(screen) && selectedRow(screen).includes(lostId))
  await program.pressUntil('Esc', (screen) => !isCompared(screen) && screen.join('\n').includes('Readiness > checkout'))
  await program.pressUntil('Esc', (screen) => /^▌ *checkout/.test(selectedRow(screen)))
})
