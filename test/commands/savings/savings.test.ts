import { expect, onTestFinished, test } from 'vitest'
import type { PersonDay } from '../../../src/contract/per-user-rows.ts'
import { startService } from '../../../src/service/start-service.ts'
import { NOW, type Organisation, startDemo } from '../../helpers/demos.ts'
import { runQd } from '../../helpers/run-qd.ts'
import { testFront } from '../../helpers/test-server.ts'

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

/** The rows of idle computers, and the rules without data. */
const idleComputers = async (organisation: Organisation) => {
  const { out, err, code } = await runQd(['savings', ...RANGE, '--items', '--json'], organisation)
  const { savings: items, unknown } = JSON.parse(out)
  return { code, err, unknown, found: items.filter(({ rule }: { rule: string }) => rule === 'idle-computers') }
}
const at = { url: demo.url, key: demo.key }

test('idle computers of the demo are those whose hours are all below 5 % in the raw metrics', async () => {
  const get = async (path: string) =>
    (await fetch(demo.url + path, { headers: { authorization: `Bearer ${demo.key}` } })).json()
  const { computers } = (await get('/api/v0/computers')) as {
    computers: { id: string; name: string; status: string }[]
  }
  const start = new Date(NOW - 7 * 86_400_000).toISOString()
  const expected: string[] = []
  for (const { id, name, status } of computers) {
    if (status !== 'active') continue
    const samples = (await get(`/api/v0/computers/${id}/metrics?start=${start}`)) as Sample[]
    const byHour = Map.groupBy(samples, ({ timestamp }) => timestamp.slice(0, 13))
    const means = [...byHour.values()].map(
      (own) => own.reduce((sum, { cpuUsedPct }) => sum + cpuUsedPct, 0) / own.length,
    )
    if (means.length >= 144 && means.every((mean) => mean < 5)) expected.push(name)
  }
  const { found, unknown } = await idleComputers(at)
  expect(expected).toEqual(['lyra'])
  expect(found.map(({ name }: { name: string }) => name)).toEqual(expected)
  expect(found[0]).toMatchObject({ creditsHigh: null, moneyHigh: null, link: 'qd:///computers/cmp_lyra' })
  expect(found[0].finding).toMatch(/^16[89] hours with at most 0\.\d % of its CPUs in use$/)
  expect(unknown).toEqual([])
})
type Sample = { timestamp: string; cpuUsedPct: number }

test('without metrics, or if they are refused, the rule is named as not evaluated', async () => {
  const refusing = await testFront(at, (path) =>
    path.endsWith('/metrics') ? { status: 403, body: { status: 403, title: 'Forbidden', detail: 'no' } } : undefined,
  )
  expect(await idleComputers(refusing)).toMatchObject({ found: [], unknown: ['idle-computers'] })
  expect(refusing.requests.filter(({ path }) => path.endsWith('/metrics')).length).toBeLessThanOrEqual(4)
  const without = await testFront(at)
  without.alter((body) => {
    const { paths } = body as { paths?: Record<string, unknown> }
    if (paths) delete paths['/api/v0/computers/{computerId}/metrics']
    return body
  })
  expect(await idleComputers(without)).toMatchObject({ code: 0, found: [], unknown: ['idle-computers'] })
  expect(without.requests.filter(({ path }) => path.includes('/computers'))).toEqual([])
})

test('a computer whose metrics fail is left out, and the others are reported', async () => {
  const front = await testFront(at, (path) =>
    path.includes('cmp_atlas/metrics') ? { status: 400, body: { status: 400, title: 'T', detail: 'odd' } } : undefined,
  )
  const { found, err } = await idleComputers(front)
  expect(found).toHaveLength(1)
  expect(err).toContain('Metrics of 1 computer could not be loaded')
})
