import { afterAll, expect, test } from 'vitest'
import { middle, sum } from '../../figures/days.ts'
import { type Row, startDemoOrganisation } from '../../helpers/demo-organisation.ts'

const demo = await startDemoOrganisation()
afterAll(() => demo.close())

const FROM = '2026-10-24'
const TO = '2026-11-20'
const BEFORE_FROM = '2026-09-26'
const BEFORE_TO = '2026-10-23'
const range = `--from ${FROM} --to ${TO}`

const numbers = (rows: readonly Row[], member: string): number[] => rows.map((row) => Number(row[member]))

const totalsOf = async (command: string) => JSON.parse((await demo.qd(`analytics ${command}`)).out)

test('both periods are loaded with one request and listed', async () => {
  demo.requested()
  const { data } = await totalsOf(`productivity ${range} --totals --compare prev`)
  expect(demo.requested()).toEqual([`productivity ${BEFORE_FROM} ${TO}`])
  expect(data[0]).toMatchObject({ previous_from: BEFORE_FROM, previous_to: BEFORE_TO, previous_missing_days: 0 })
})

test('nested lists and groups are sorted largest first', async () => {
  const [totals] = (await totalsOf(`tokens ${range} --totals`)).data
  const { data } = await totalsOf(`tokens ${range} --group-by model --totals`)
  for (const rows of [totals.by_user, data]) {
    const credits = numbers(rows, 'billable_tokens')
    expect(credits).toEqual(credits.toSorted((a, b) => b - a))
    expect(credits.length).toBeGreaterThan(2)
  }
})

test('users by client are averaged over the days that have rows, with 0 for a missing client, and never summed', async () => {
  const { data } = await totalsOf(`activity ${range} --group-by client --totals`)
  const rows = await demo.raw('activity', FROM, TO, 'client')
  const days = new Set(rows.map(({ date }) => date)).size
  expect(data).toHaveLength(new Set(rows.map(({ group_key }) => group_key)).size)
  for (const row of data) {
    const users = numbers(
      rows.filter(({ group_key }) => group_key === row.group_key),
      'daily_active_users',
    )
    expect(row.daily_active_users_mean).toBeCloseTo(sum(users) / days, 12)
    expect([row.daily_active_users_max, row.days, row.daily_active_users]).toEqual([
      Math.max(...users),
      users.length,
      undefined,
    ])
  }
})

test('each day is compared with the corresponding day of the previous period', async () => {
  const { data } = await totalsOf(`activity ${range} --compare prev`)
  const now = await demo.raw('activity', FROM, TO)
  const before = await demo.raw('activity', BEFORE_FROM, BEFORE_TO)
  expect(data).toMatchObject(
    now.map((row, day) => ({ ...row, previous_date: before[day]?.date, sessions_previous: before[day]?.sessions })),
  )
})

test('--where and --sort use the members of rows, and for groups also their change', async () => {
  const rows = await demo.raw('tokens', FROM, TO)
  const limit = middle(numbers(rows, 'billable_tokens'))
  const { data } = await totalsOf(`tokens ${range} --where credits>=${limit} --sort credits`)
  const credits = numbers(rows, 'billable_tokens').sort((a, b) => b - a)
  expect(numbers(data, 'billable_tokens')).toEqual(credits.filter((each) => each >= Number(limit)))
  const turned = await totalsOf(`tokens ${range} --sort credits:asc`)
  expect(numbers(turned.data, 'billable_tokens')).toEqual(credits.toReversed())
  const groups = await totalsOf(
    `tools ${range} --group-by tool_name --totals --compare prev --where 'calls>100' --sort tool_calls_change:asc`,
  )
  const changes = groups.data.map((row: Row) => row.tool_calls_change ?? Number.POSITIVE_INFINITY)
  expect(changes).toEqual(changes.toSorted((a: number, b: number) => a - b))
  expect(Math.min(...numbers(groups.data, 'tool_calls'))).toBeGreaterThan(100)
})

test('csv has the previous value and the change after each figure', async () => {
  const { out } = await demo.qd(`analytics productivity --last 7d --totals --compare prev --format csv`)
  expect(out.split('\r\n')[0]).toBe(
    'from,to,missing_days,previous_from,previous_to,previous_missing_days,' +
      'files_created,files_created_previous,files_created_change,files_edited,files_edited_previous,files_edited_change,' +
      'git_commits,git_commits_previous,git_commits_change,git_prs_created,git_prs_created_previous,git_prs_created_change,' +
      'by_extension,by_language',
  )
})

test('a previous period that starts before the first data is reported, and figures have no change', async () => {
  const { out, err, code } = await demo.qd('analytics tokens --from 2026-01-20 --to 2026-01-30 --totals --compare prev')
  expect(JSON.parse(out).data[0]).toMatchObject({ previous_from: null, billable_tokens_previous: null })
  expect(err).toContain('No comparison: the previous period would start before 2026-01-14, the first day with data.')
  expect(code).toBe(0)
})

test('a table of totals has a line per figure, with the previous value and the change', async () => {
  const { out } = await demo.qd('analytics productivity --last 7d --totals --compare prev', {
    isOutputTerminal: true,
    columns: 80,
  })
  expect(out).toMatch(/^FIGURE +VALUE +BEFORE +CHANGE\n/)
  expect(out).toMatch(/^Commits +\d+ +\d+ +[▲▼] \d+\.\d %$/m)
})
