import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type RunningService, startService } from '../../src/service/start-service.ts'
import { openProgram, type Program } from '../helpers/pty.ts'

// The explorer has the machine's clock, and so has its organisation.
let service: RunningService
beforeAll(async () => {
  service = await startService({ demo: { users: 5, days: 40, seed: 1 } })
})
afterAll(() => service.close())

type Criterion = { numerator: number | null; denominator: number; rationale: string }
type Report = { reportId: string; repoUrl: string; createdAt: number; report: Record<string, Criterion> }

/** All reports, newest first, asked without our client. */
const reportsOfApi = async (): Promise<Report[]> => {
  const reply = await fetch(`${service.url}/api/organization/maturity-level-reports?limit=1000`, {
    headers: { authorization: `Bearer ${service.keys.owner}` },
  })
  const { reports } = (await reply.json()) as { reports: Report[] }
  return reports.sort((a, b) => b.createdAt - a.createdAt)
}

const hasPassed = ({ numerator, denominator }: Criterion): boolean => numerator !== null && numerator === denominator
const hasFailed = ({ numerator, denominator }: Criterion): boolean => numerator !== null && numerator < denominator
const idsWhere = ({ report }: Report, holds: (criterion: Criterion) => boolean): string[] =>
  Object.entries(report).flatMap(([id, criterion]) => (holds(criterion) ? [id] : []))

const selectedRow = (screen: readonly string[]): string => screen.find((row) => row.startsWith('▌')) ?? ''
const isCompared = (screen: readonly string[]): boolean => screen[0]?.includes('> compared') === true
const press = async (program: Program, keys: string, wanted: string | ((screen: string[]) => boolean)) => {
  program.press(keys)
  return program.waitFor(wanted)
}

test('from the repositories to what fails and why, to what changed, to all repositories, and back', async () => {
  const program = openProgram({
    args: ['--screen', 'readiness'],
    rows: 60,
    env: {
      QUARTERDECK_BASE_URL: service.url,
      QUARTERDECK_API_KEY: service.keys.owner,
    },
  })
  onTestFinished(() => program.close())
  const reports = await reportsOfApi()
  const repositories = new Set(reports.map(({ repoUrl }) => repoUrl))
  const [newest, older] = reports.filter(({ repoUrl }) => repoUrl.endsWith('/checkout'))
  if (!newest || !older) throw new Error('the demo lacks its repository')
  const [passed, failed] = [idsWhere(newest, hasPassed), idsWhere(newest, hasFailed)]

  // The list tells how each stands.
  await program.waitFor(`${repositories.size} repositories`)
  const row = (await press(program, '/ c h e c k o u t Enter', '1 of ')).find((text) => /^▌ *checkout/.test(text))
  expect(row).toContain(`${((100 * passed.length) / (passed.length + failed.length)).toFixed(1)} %`)
  expect(row).toContain(`${passed.length}/${passed.length + failed.length}`)

  // Inside, failing criteria alone are as many as fail, and the reason stands beside the selected one.
  await press(program, 'Enter', 'Readiness > checkout')
  const failing = await press(program, 'f', 'Only failing criteria')
  expect(failing.filter((text) => / ✗ /.test(text)).length).toBe(failed.length)
  const shown = await press(program, 'n', (screen) => selectedRow(screen).includes('✗'))
  const id = /✗ (\w+)/.exec(selectedRow(shown))?.[1] ?? ''
  expect(failed).toContain(id)
  expect(shown.join('\n')).toContain((newest.report[id]?.rationale ?? '').split(' ').slice(0, 4).join(' '))
  await press(program, 'f f f', 'All criteria')

  // What passed in the report before and fails now is lost.
  const lost = failed.filter((one) => older.report[one] && hasPassed(older.report[one]))
  const compared = await press(program, 'd', `qd readiness compare ${older.reportId} ${newest.reportId}`)
  expect(compared.find((text) => text.includes('lost: passed before'))).toMatch(new RegExp(`before +${lost.length} `))

  // A criterion that was lost, in all repositories.
  const at = await press(program, 'n', (screen) => selectedRow(screen).includes('✗'))
  const lostId = /✗ (\w+)/.exec(selectedRow(at))?.[1] ?? ''
  expect(lost).toContain(lostId)
  const latest = [...repositories].flatMap((url) => reports.find(({ repoUrl }) => repoUrl === url) ?? [])
  const judged = latest.flatMap(({ report }) => report[lostId] ?? [])
  await press(program, 'Enter', `fails in ${judged.filter(hasFailed).length} of ${judged.length} repositories`)

  // And back to where each was left: the comparison, the report and the list.
  await press(program, 'Esc', (screen) => isCompared(screen) && selectedRow(screen).includes(lostId))
  await press(program, 'Esc', (screen) => !isCompared(screen) && screen.join('\n').includes('Readiness > checkout'))
  await press(program, 'Esc', (screen) => /^▌ *checkout/.test(selectedRow(screen)))
})
