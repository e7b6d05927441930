import { afterAll, expect, test } from 'vitest'
import { type Row, startDemoOrganisation } from '../../helpers/demo-organisation.ts'

const demo = await startDemoOrganisation()
afterAll(() => demo.close())

const FROM = '2026-10-24'
const TO = '2026-11-20'
const BEFORE_FROM = '2026-09-26'
const BEFORE_TO = '2026-10-23'
const range = `--from ${FROM} --to ${TO}`

/** Plain sums, written down once more for the tests alone. */
const numbers = (rows: readonly Row[], member: string): number[] => rows.map((row) => Number(row[member]))
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const _mean = (values: readonly number[]): number => sum(values) / values.length
const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const half = sorted.length / 2
  return sorted.length % 2 === 1 ? (sorted[Math.floor(half)] ?? 0) : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2
}
const sumsByKey = (rows: readonly Row[], list: string, key: string, value: string): Record<string, number> => {
  const sums: Record<string, number> = {}
  for (const row of rows)
    for (const entry of row[list] as Record<string, unknown>[])
      sums[String(entry[key])] = (sums[String(entry[key])] ?? 0) + Number(entry[value])
  return sums
}

const totalsOf = async (command: string) => JSON.parse((await demo.qd(`analytics ${command}`)).out)

test('totals of tokens are the sums of the raw rows, and say what they are of', async () => {
  const { data, meta } = await totalsOf(`tokens ${range} --totals`)
  const rows = await demo.raw('tokens', FROM, TO)
  expect(data).toHaveLength(1)
  const [totals] = data
  expect(totals).toMatchObject({ from: FROM, to: TO, missing_days: 0 })
  for (const member of ['billable_tokens', 'input_tokens', 'output_tokens', 'cache_read_tokens', 'cache_write_tokens'])
    expect(totals[member], member).toBe(sum(numbers(rows, member)))
  expect(totals.billable_tokens_median).toBe(median(numbers(rows, 'billable_tokens')))
  const read = sum(numbers(rows, 'cache_read_tokens'))
  expect(totals.cache_share).toBeCloseTo(read / (read + sum(numbers(rows, 'input_tokens'))), 12)
  expect(meta).toMatchObject({ start_date: FROM, end_date: TO })
})

test('nested lists are added up by what names their entries, the largest first', async () => {
  const { data } = await totalsOf(`tokens ${range} --totals`)
  const rows = await demo.raw('tokens', FROM, TO)
  const people = sumsByKey(rows, 'by_user', 'user_id', 'billable_tokens')
  const found = data[0].by_user.map((each: Row) => [each.user_id, each.billable_tokens])
  expect(Object.fromEntries(found)).toEqual(people)
  expect(found.map(([, credits]: [string, number]) => credits)).toEqual(Object.values(people).sort((a, b) => b - a))
  const tools = (await totalsOf(`tools ${range} --totals`)).data[0].by_tool
  expect(Object.fromEntries(tools.map((each: Row) => [each.tool, each.invocations]))).toEqual(
    sumsByKey(await demo.raw('tools', FROM, TO), 'by_tool', 'tool', 'invocations'),
  )
})

test('--compare prev puts the sums of the period before and the change beside them', async () => {
  const { data } = await totalsOf(`productivity ${range} --totals --compare prev`)
  const now = await demo.raw('productivity', FROM, TO)
  const before = await demo.raw('productivity', BEFORE_FROM, BEFORE_TO)
  expect(data[0]).toMatchObject({ previous_from: BEFORE_FROM, previous_to: BEFORE_TO, previous_missing_days: 0 })
  for (const member of ['files_created', 'files_edited', 'git_commits', 'git_prs_created']) {
    const [value, previous] = [sum(numbers(now, member)), sum(numbers(before, member))]
    expect(data[0][`${member}_previous`], member).toBe(previous)
    expect(data[0][`${member}_change`], member).toBeCloseTo((value - previous) / previous, 12)
  }
})

test('both periods are asked for at once', async () => {
  demo.asked()
  await demo.qd(`analytics productivity ${range} --totals --compare prev`)
  expect(demo.asked()).toEqual([`productivity ${BEFORE_FROM} ${TO}`])
})

test('totals by group are the sums of each group, the largest first', async () => {
  const { data } = await totalsOf(`tokens ${range} --group-by model --totals --compare prev`)
  const sumsOf = (rows: readonly Row[]): Map<string, number> => {
    const sums = new Map<string, number>()
    for (const { group_key: key, billable_tokens: credits } of rows)
      sums.set(String(key), (sums.get(String(key)) ?? 0) + Number(credits))
    return sums
  }
  const now = sumsOf(await demo.raw('tokens', FROM, TO, 'model'))
  const before = sumsOf(await demo.raw('tokens', BEFORE_FROM, BEFORE_TO, 'model'))
  expect(data.map((row: Row) => [row.group_key, row.billable_tokens])).toEqual([...now].sort(([, a], [, b]) => b - a))
  for (const row of data) expect(row.billable_tokens_previous, row.group_key).toBe(before.get(row.group_key) ?? 0)
})

test('people by client are averaged over the days that have rows, none counting as 0, and never summed', async () => {
  const { data } = await totalsOf(`activity ${range} --group-by client --totals`)
  const rows = await demo.raw('activity', FROM, TO, 'client')
  const days = new Set(rows.map(({ date }) => date)).size
  for (const row of data) {
    const own = rows.filter(({ group_key }) => group_key === row.group_key)
    expect(row.daily_active_users_mean).toBeCloseTo(sum(numbers(own, 'daily_active_users')) / days, 12)
    expect(row.daily_active_users_max).toBe(Math.max(...numbers(own, 'daily_active_users')))
    expect(row.days).toBe(own.length)
    expect(row).not.toHaveProperty('daily_active_users')
  }
  expect(data.length).toBe(new Set(rows.map(({ group_key }) => group_key)).size)
})

test('rows by day stand beside the aligned earlier day', async () => {
  const { data } = await totalsOf(`activity ${range} --compare prev`)
  const now = await demo.raw('activity', FROM, TO)
  const before = await demo.raw('activity', BEFORE_FROM, BEFORE_TO)
  expect(data.map((row: Row) => row.date)).toEqual(now.map(({ date }) => date))
  data.forEach((row: Row, day: number) => {
    expect(row).toMatchObject(now[day] ?? {})
    expect(row.previous_date).toBe(before[day]?.date)
    expect(row.sessions_previous).toBe(before[day]?.sessions)
    const [value, previous] = [Number(now[day]?.sessions), Number(before[day]?.sessions)]
    const change = previous === 0 ? (value === 0 ? 0 : null) : (value - previous) / previous
    expect(row.sessions_change).toEqual(change)
  })
})

test('--where and --sort choose and order rows by their members', async () => {
  const rows = await demo.raw('tokens', FROM, TO)
  const limit = median(numbers(rows, 'billable_tokens'))
  const { data } = await totalsOf(`tokens ${range} --where credits>=${limit} --sort credits`)
  expect(data).toEqual(
    rows
      .filter((row) => Number(row.billable_tokens) >= limit)
      .sort((a, b) => Number(b.billable_tokens) - Number(a.billable_tokens)),
  )
  const turned = await totalsOf(`tokens ${range} --sort credits:asc`)
  expect(numbers(turned.data, 'billable_tokens')).toEqual(numbers(rows, 'billable_tokens').sort((a, b) => a - b))
})

test('groups over the range can be chosen and ordered by their change', async () => {
  const { data } = await totalsOf(
    `tools ${range} --group-by tool_name --totals --compare prev --where 'calls>100' --sort tool_calls_change:asc`,
  )
  const changes = data.map((row: Row) => row.tool_calls_change as number | null)
  const known = changes.filter((change: number | null) => change !== null)
  expect(known.length).toBeGreaterThan(2)
  expect(known).toEqual([...known].sort((a: number, b: number) => a - b))
  expect(changes.slice(known.length).every((change: number | null) => change === null)).toBe(true)
  for (const row of data) expect(row.tool_calls).toBeGreaterThan(100)
})

test('csv has the value before and the change behind each figure', async () => {
  const { out } = await demo.qd(`analytics productivity --last 7d --totals --compare prev --format csv`)
  expect(out.split('\r\n')[0]).toBe(
    'from,to,missing_days,previous_from,previous_to,previous_missing_days,' +
      'files_created,files_created_previous,files_created_change,files_edited,files_edited_previous,files_edited_change,' +
      'git_commits,git_commits_previous,git_commits_change,git_prs_created,git_prs_created_previous,git_prs_created_change,' +
      'by_extension,by_language',
  )
})

test('a period that reaches before the first data is said, and the figures stand alone', async () => {
  const { out, err, code } = await demo.qd('analytics tokens --from 2026-01-20 --to 2026-01-30 --totals --compare prev')
  expect(JSON.parse(out).data[0]).toMatchObject({ previous_from: null, billable_tokens_previous: null })
  expect(err).toContain('There is nothing to compare with: the period before 2026-01-20 starts before 2026-01-14.')
  expect(code).toBe(0)
})

test('for people totals are a line a figure, with what they were before', async () => {
  const { out } = await demo.qd('analytics productivity --last 7d --totals --compare prev', {
    isOutputTerminal: true,
    columns: 80,
  })
  const now = await demo.raw('productivity', '2026-11-14', '2026-11-20')
  const before = await demo.raw('productivity', '2026-11-07', '2026-11-13')
  const [commits, earlier] = [sum(numbers(now, 'git_commits')), sum(numbers(before, 'git_commits'))]
  expect(out).toMatch(/^FIGURE +VALUE +BEFORE +CHANGE\n/)
  const sign = commits > earlier ? '▲' : '▼'
  const size = ((Math.abs(commits - earlier) / earlier) * 100).toFixed(1)
  expect(out).toMatch(new RegExp(`^Commits +${commits} +${earlier} +${sign} ${size} %$`, 'm'))
})
