import { expect, onTestFinished, test } from 'vitest'
import type { PersonDay } from '../../../src/contract/per-user-rows.ts'
import { startService } from '../../../src/service/start-service.ts'
import { NOW, startDemo } from '../../helpers/demos.ts'
import { runQd } from '../../helpers/run-qd.ts'

const demo = await startDemo()
const RANGE = ['--from', '2026-10-22', '--to', '2026-11-20']

const savings = (...words: string[]) => runQd(['savings', ...RANGE, ...words], { url: demo.url, key: demo.key })

/** The rows of all users, as the API sends them. */
const userDays = async (): Promise<PersonDay[]> => {
  const rows: PersonDay[] = []
  for (let cursor = ''; ; ) {
    const path = `/api/v1/analytics/users?startDate=2026-10-22&endDate=2026-11-20&limit=100${cursor}`
    const { data, meta } = JSON.parse((await runQd(['api', path], { url: demo.url, key: demo.key })).out)
    rows.push(...data)
    if (!meta.has_more) return rows
    cursor = `&cursor=${meta.next_cursor}`
  }
}

const medianOf = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.ceil((sorted.length - 1) / 2)] ?? 0)) / 2
}

test('unusual days of the demo are those in the raw rows of the API', async () => {
  const { out, code } = await savings('--items', '--json')
  const { savings: items, total, unknown } = JSON.parse(out)
  const byUser = Map.groupBy(await userDays(), ({ user_id }) => user_id)
  const expected = [...byUser.values()].flatMap((rows) => {
    const usual = medianOf(rows.map((row) => row.billable_tokens))
    return rows
      .filter(
        (row) => row.billable_tokens >= 10 * usual && row.git_commits + row.files_created + row.files_edited === 0,
      )
      .map((row) => ({
        name: row.user_email ?? row.user_id,
        creditsLow: 0,
        creditsHigh: Math.round(row.billable_tokens - usual),
      }))
  })
  expect(code).toBe(0)
  expect(expected).toHaveLength(1)
  const found = items.filter(({ rule }: { rule: string }) => rule === 'unusual-days')
  expect(found).toMatchObject(expected)
  expect(Math.round(total.credits.high)).toBeGreaterThanOrEqual(expected[0]?.creditsHigh ?? 0)
  expect(unknown).not.toContain('unusual-days')
})

test('rules are printed with their estimates, and the sum on standard error', async () => {
  const { out, err } = await savings('--format', 'table')
  expect(out).toContain('1 unusual day without a commit or changed file')
  expect(out).toMatch(/1 model or client with a low cache share +\d+ to \d+ +– +Keep sessions short/)
  expect(err).toMatch(/^In all [\d,]+ to [\d,]+ credits from 2026-10-22 to 2026-11-20, estimated\.\n/)
})

test('with pseudonyms, no name, address or id of a user is printed', async () => {
  const rows = await userDays()
  const { out } = await savings('--items', '--json', '--pseudonyms')
  for (const { user_id, user_email } of rows) {
    expect(out).not.toContain(user_id)
    if (user_email !== null) expect(out).not.toContain(user_email)
  }
  expect(out).toContain('"name":"Person ')
})

test('a guest may not see savings', async () => {
  const service = await startService({ now: () => NOW, demo: { users: 3, days: 40, seed: 1 } })
  onTestFinished(service.close)
  const { code, err, out } = await runQd(['savings', ...RANGE], { url: service.url, key: service.keys.guest })
  expect([code, out]).toEqual([3, ''])
  expect(err).toContain("The key's role is guest")
})
