import { afterAll, expect, test } from 'vitest'
import { startDemoOrganisation } from '../../helpers/demo-organisation.ts'
import { answer, startFaultyServer } from '../../helpers/faulty-server.ts'
import { runQd } from '../../helpers/run-qd.ts'

const demo = await startDemoOrganisation()
afterAll(() => demo.close())

const RANGE = '--from 2026-11-01 --to 2026-11-07'

test('--template prints the JSON output as text, also without --json', async () => {
  const days = await demo.raw('tokens', '2026-11-01', '2026-11-07')
  const template = `{{range .data}}{{.date}} {{.billable_tokens}}{{"\\n"}}{{end}}`
  const { code, out, err } = await demo.qd(`analytics tokens ${RANGE} --template '${template}'`)
  expect([code, err]).toEqual([0, ''])
  expect(out).toBe(days.map(({ date, billable_tokens }) => `${date} ${billable_tokens}\n`).join(''))
})

test('with --query, it prints the result, and ends with a line break', async () => {
  const rows = await demo.raw('users', '2026-11-19', '2026-11-20')
  const users = `analytics users --from 2026-11-19 --to 2026-11-20 --all`
  const count = await demo.qd(`${users} --query length(data) --template '{{.}} rows'`)
  expect(count).toMatchObject({ code: 0, out: `${rows.length} rows\n` })
  expect((await demo.qd(`${users} --query data[?sessions>\`1000000\`] --template '{{range .}}x{{end}}'`)).out).toBe('')
})

test('a table is aligned, and fits into the terminal', async () => {
  const template = '{{range .jobs}}{{tablerow (color "green" .status) .repoFullName}}{{end}}'
  const { out } = await demo.qd(`ci jobs --template '${template}'`, { isOutputTerminal: true, columns: 24 })
  for (const line of out.trimEnd().split('\n')) expect(line).toMatch(/^[a-z_…]+ +\S/)
  expect(Math.max(...out.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(24)
})

test.each([
  [
    "ci jobs --template '{{range .jobs}}'",
    `--template has no {{end}} for the {{range}} at character 1: write it like '{{range .data}}{{.date}}{{"\\n"}}{{end}}'.`,
  ],
  ['ci jobs --template x --format csv', '--template applies to JSON: remove --format csv.'],
  ['man --template x', '--template does not apply to qd man, which prints no JSON: remove it.'],
])('qd %s is wrong usage before anything is sent', async (line, sentence) => {
  demo.requested()
  expect(await demo.qd(line)).toMatchObject({ code: 2, out: '', err: `${sentence}\n` })
  expect(demo.requested()).toEqual([])
})

test('a template that does not apply to the output is wrong usage', async () => {
  const { code, out, err } = await demo.qd(`ci jobs --template '{{join "," 5}}'`)
  expect([code, out, err]).toEqual([2, '', '--template does not apply to this output: join needs a list.\n'])
})

test('the key is masked, and control characters are visible signs', async () => {
  const key = 'qd-secret-key-7f3a9c'
  const server = await startFaultyServer(answer(200, { jobs: [{ id: 'a', repoFullName: `x\u001b]0;${key}\u202e` }] }))
  const line = ['ci', 'jobs', '--template', '{{range .jobs}}{{.repoFullName}}{{end}}']
  for (const isOutputTerminal of [true, false]) {
    const { out } = await runQd(line, { url: server.url, key, isOutputTerminal, columns: 80 })
    expect(out).toMatch(/^x␛\]0;[^\u001b\u202e]+\n$/)
    expect(out).not.toContain(key)
  }
  await server.close()
})
