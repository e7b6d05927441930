import { afterAll, expect, test } from 'vitest'
import { startDemoOrganisation } from '../../helpers/demo-organisation.ts'

const demo = await startDemoOrganisation()
afterAll(() => demo.close())

const linesOf = async (line: string, columns?: number): Promise<string[]> => {
  const isOutputTerminal = columns !== undefined
  const { out, code } = await demo.qd(line, { isOutputTerminal, columns })
  expect(code).toBe(0)
  return out.trim().split(/\r?\n/)
}

test('--columns chooses the columns of every format, by member or heading, in the given order', async () => {
  const line = 'analytics users --last 3d --totals --columns languages,Person,billable_tokens'
  expect((await linesOf(`${line} --format csv`))[0]).toBe('languages,user_email,billable_tokens')
  expect((await linesOf(`${line} --format md`))[0]).toBe('| languages | user_email | billable_tokens |')
  const [row] = JSON.parse((await linesOf(`${line} --format json`)).join('')).data
  expect(Object.keys(row)).toEqual(['languages', 'user_email', 'billable_tokens'])
  expect(JSON.parse((await linesOf(`${line} --format ndjson`))[0] ?? '')).toEqual(row)
  expect((await linesOf(line, 200))[0]).toMatch(/^LANGUAGES +PERSON +CREDITS$/)
})

test('a table has as many columns as fit, up to every member of a row', async () => {
  const headings = async (columns: number) =>
    (await linesOf('analytics users --last 3d --all', columns))[0]?.split(/ {2,}/)
  const wide = await headings(400)
  const titles = 'HOOKS, MCP CALLS, SKILL CALLS, LANGUAGES, AUTONOMY RATIO, FILES EDITED, USER MESSAGES'.split(', ')
  expect(wide).toEqual(expect.arrayContaining(titles))
  expect(wide).toHaveLength(21)
  expect((await headings(140))?.length).toBeLessThan(wide?.length ?? 0)
})

test('breakdowns within rows are printed in tables', async () => {
  const [, row] = await linesOf('analytics tokens --last 1d --columns date,by_model', 300)
  expect(row).toMatch(/^2026-11-20 +\w[\w-]* (standard|thinking) [\d,]+, /)
  const totals = await linesOf('analytics tokens --last 3d --totals', 120)
  expect(totals.find((line) => line.startsWith('BY MODEL'))).toMatch(/^BY MODEL +SUM$/)
  expect(totals.find((line) => line.startsWith('opus thinking'))).toMatch(/^opus thinking +[\d,]+$/)
  expect(totals.some((line) => /^\S+@northwind.example +[\d,]+$/.test(line))).toBe(true)
})

test('an unknown column is refused with the names of the columns', async () => {
  const { code, err } = await demo.qd('analytics tokens --last 1d --columns date,nonsense')
  expect([code, err]).toEqual([
    2,
    expect.stringContaining('"nonsense" is not a column of these rows: use one of date, '),
  ])
})
