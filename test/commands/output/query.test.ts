import { afterAll, expect, test } from 'vitest'
import { startDemoOrganisation } from '../../helpers/demo-organisation.ts'
import { answer, startFaultyServer } from '../../helpers/faulty-server.ts'
import { runQd } from '../../helpers/run-qd.ts'

const demo = await startDemoOrganisation()
afterAll(() => demo.close())

const RANGE = '--from 2026-11-01 --to 2026-11-07'

test('--query prints a part of the JSON output as JSON, also without --json', async () => {
  const days = await demo.raw('tokens', '2026-11-01', '2026-11-07')
  const credits = days.map(({ billable_tokens }) => Number(billable_tokens))
  const sum = await demo.qd(`analytics tokens ${RANGE} --query sum(data[].billable_tokens)`)
  expect(sum).toMatchObject({ code: 0, err: '', out: `${credits.reduce((total, one) => total + one, 0)}\n` })
  const text = await demo.qd(`analytics tokens ${RANGE} --json --query data[0].date`)
  expect(text.out).toBe('"2026-11-01"\n')
  const table = await demo.qd(`analytics tokens ${RANGE} --query data[0].{day:date}`, { isOutputTerminal: true })
  expect(table.out).toBe('{\n  "day": "2026-11-01"\n}\n')
  expect((await demo.qd(`analytics tokens ${RANGE} --columns date --query data[0]`)).out).toBe(
    '{"date":"2026-11-01"}\n',
  )
})

test('rows that are streamed are collected first', async () => {
  const rows = await demo.raw('users', '2026-11-19', '2026-11-20')
  const line = 'analytics users --from 2026-11-19 --to 2026-11-20 --all --query length(data)'
  expect(await demo.qd(line)).toMatchObject({ code: 0, out: `${rows.length}\n` })
})

test.each([
  [
    'ci jobs --query jobs[',
    `--query has an unexpected end at character 6: write it in JMESPath, such as 'data[0].date'.`,
  ],
  ['ci jobs --query jobs --format csv', '--query applies to JSON: remove --format csv.'],
  ['report -o - --query @', '--query does not apply to qd report, which prints no JSON: remove it.'],
  ['--query @', '--query does not apply to the explorer, which prints no JSON: remove it.'],
])('qd %s is wrong usage before anything is sent', async (line, sentence) => {
  demo.requested()
  expect(await demo.qd(line)).toMatchObject({ code: 2, out: '', err: `${sentence}\n` })
  expect(demo.requested()).toEqual([])
})

test('an expression that does not apply to the output is wrong usage', async () => {
  const { code, out, err } = await demo.qd('ci jobs --query abs(jobs)')
  expect([code, out]).toEqual([2, ''])
  expect(err).toMatch(/^--query does not apply to this output: abs\(\) expected .*\.\n$/)
})

test('the key is masked before the expression reads it, and control characters are escaped', async () => {
  const key = 'qd-secret-key-7f3a9c'
  const job = { id: 'a', repoFullName: `x\u001b]0;${key}` }
  const server = await startFaultyServer(answer(200, { jobs: [job] }))
  const own = { url: server.url, key }
  const starts = await runQd(['ci', 'jobs', '--query', `jobs[?contains(repoFullName, '${key}')]`], own)
  expect(starts.out).toBe('[]\n')
  const shown = await runQd(['ci', 'jobs', '--query', 'jobs[0].repoFullName'], own)
  expect(shown.out).toMatch(/^"x\\u001b\]0;[^\u001b]*"\n$/)
  expect(shown.out).not.toContain(key)
  await server.close()
})

test('qd api applies it to the response, and -q adds a parameter', async () => {
  const path = '/api/v1/analytics/tokens -q startDate=2026-11-01 --param endDate=2026-11-07'
  expect((await demo.qd(`api ${path} --query data[-1].date`)).out).toBe('"2026-11-07"\n')
  const server = await startFaultyServer(answer(200, 'not JSON'))
  const wrong = await runQd(['api', '/x', '--query', '@'], { url: server.url, key: demo.key })
  expect(wrong).toMatchObject({ code: 1, out: '', err: 'The output is not JSON: remove --query and --template.\n' })
  await server.close()
})

test('an error after the output keeps its status, and the output is printed', async () => {
  const { code, out } = await demo.qd('ci jobs --exit-code --query length(jobs)')
  expect([code, Number(out) > 0]).toEqual([1, true])
})
