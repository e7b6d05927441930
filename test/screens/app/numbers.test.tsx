import { expect, test } from 'vitest'
import { clientFor, openScreen, sharedDemo } from '../../helpers/screen.tsx'

const demo = sharedDemo()

/** What the API says about some days, asked for by a client of the test's own and read without our tables. */
const rawDays = async (endpoint: 'credits' | 'activity' | 'tools' | 'productivity', from: string, to: string) => {
  const client = clientFor(demo)
  const { body } = await client.call(endpoint, { query: { startDate: from, endDate: to } })
  await client.close()
  // biome-ignore lint/suspicious/noExplicitAny: the raw answer is what the test wants to look into
  return body.data as any[]
}
// biome-ignore lint/suspicious/noExplicitAny: as above
const sum = (rows: any[], member: string): number => rows.reduce((total, row) => total + row[member], 0)
const grouped = (value: number): string => value.toLocaleString('en-US')
const changeFrom = (before: number, now: number): string => {
  const percent = (Math.abs(now - before) / before) * 100
  return `${now > before ? '▲' : '▼'} ${percent.toFixed(1)} %`
}

test('the tiles of Overview are the sums of what the API answers', async () => {
  const opened = await openScreen(demo, { columns: 120, rows: 36 })
  const frame = await opened.loaded()
  const [credits, activity, tools, productivity] = await Promise.all(
    (['credits', 'activity', 'tools', 'productivity'] as const).map((name) =>
      rawDays(name, '2026-11-07', '2026-11-20'),
    ),
  )
  const [creditsBefore, activityBefore, toolsBefore, productivityBefore] = await Promise.all(
    (['credits', 'activity', 'tools', 'productivity'] as const).map((name) =>
      rawDays(name, '2026-10-24', '2026-11-06'),
    ),
  )
  const figures = frame[4] ?? ''
  const expected = [
    [
      `${Math.round(sum(credits ?? [], 'billable_tokens') / 1000)}k`,
      sum(creditsBefore ?? [], 'billable_tokens'),
      sum(credits ?? [], 'billable_tokens'),
    ],
    [
      `${(sum(activity ?? [], 'daily_active_users') / 14).toFixed(1)} daily`,
      sum(activityBefore ?? [], 'daily_active_users'),
      sum(activity ?? [], 'daily_active_users'),
    ],
    [`${sum(activity ?? [], 'sessions')}`, sum(activityBefore ?? [], 'sessions'), sum(activity ?? [], 'sessions')],
    [
      `${sum(productivity ?? [], 'git_commits')}`,
      sum(productivityBefore ?? [], 'git_commits'),
      sum(productivity ?? [], 'git_commits'),
    ],
    [
      `${(sum(tools ?? [], 'tool_calls') / 1000).toFixed(1)}k`,
      sum(toolsBefore ?? [], 'tool_calls'),
      sum(tools ?? [], 'tool_calls'),
    ],
  ] as const
  const shown = [0, 1, 2, 3, 4].map((tile) =>
    figures
      .slice(1 + tile * 23, 1 + (tile + 1) * 23)
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
  expect(shown).toEqual(expected.map(([value, before, now]) => `${value} ${changeFrom(before, now)}`))
  const sessions = sum(activity ?? [], 'sessions')
  expect(frame[6]).toContain(`${(sum(activity ?? [], 'user_messages') / sessions).toFixed(1)} turns each`)
  expect(frame[6]).toContain(`${sum(productivity ?? [], 'git_prs_created')} pull requests`)
})

test('the totals and rows of Usage are the sums of what the API answers', async () => {
  const opened = await openScreen(demo, { columns: 160, rows: 36, screen: 'usage' })
  const byModel = await opened.loaded()
  await opened.press('F', 'Enter')
  const byPerson = opened.frame()
  const days = await rawDays('credits', '2026-11-07', '2026-11-20')
  const before = await rawDays('credits', '2026-10-24', '2026-11-06')
  const total = sum(days, 'billable_tokens')

  expect(byModel[3]).toContain(`total ${grouped(total)} ${changeFrom(sum(before, 'billable_tokens'), total)}`)
  const sorted = days.map((day) => day.billable_tokens).toSorted((a, b) => a - b)
  expect(byModel[3]).toContain(`median day ${grouped(Math.round((sorted[6] + sorted[7]) / 2))}`)
  const read = sum(days, 'cache_read_tokens')
  expect(byModel[3]).toContain(`cache ${Math.round((100 * read) / (read + sum(days, 'input_tokens')))} %`)

  const sumsBy = (member: 'by_model' | 'by_user', id: 'model_id' | 'user_email') => {
    const sums = new Map<string, number>()
    for (const day of days)
      for (const part of day[member]) sums.set(part[id], (sums.get(part[id]) ?? 0) + part.billable_tokens)
    return [...sums].toSorted((a, b) => b[1] - a[1])
  }
  const rowsOf = (frame: readonly string[], count: number) => {
    const heading = frame.findIndex((row) => row.includes('CREDITS▾'))
    // Models have their tier behind the name.
    const from = frame[heading]?.includes('TIER') ? 2 : 1
    return frame.slice(heading + 1, heading + 1 + count).map((row) => {
      const cells = row.slice(1).split(/\s+/)
      return [cells[0], ...cells.slice(from, from + 2)]
    })
  }
  for (const [frame, sums] of [
    [byModel, sumsBy('by_model', 'model_id')],
    [byPerson, sumsBy('by_user', 'user_email')],
  ] as const) {
    expect(sums.length).toBeGreaterThan(4)
    const expected = sums.map(([name, value]) => [name, grouped(value), ((100 * value) / total).toFixed(1)])
    expect(rowsOf(frame, expected.length)).toEqual(expected)
  }
})
