import { beforeAll, expect, test } from 'vitest'
import { clientFor, openScreen, sharedDemo } from '../../helpers/screen.tsx'
import { rowsFrom } from '../../helpers/usage-screen.ts'

// biome-ignore lint/suspicious/noExplicitAny: the raw answer is what the test wants to look into
type Raw = any

const demo = sharedDemo()
const days = {} as Record<'credits' | 'tools' | 'activity' | 'productivity', Raw[]>

beforeAll(async () => {
  // What the API says, asked for by a client of the test's own and read without our tables.
  const client = clientFor(demo)
  for (const name of ['credits', 'tools', 'activity', 'productivity'] as const) {
    const rawDays = async (startDate: string, endDate: string) =>
      (await client.call(name, { query: { startDate, endDate } })).body.data as Raw[]
    days[name] = await rawDays('2026-11-07', '2026-11-20')
  }
  await client.close()
})

/** The rows of a breakdown, their cells cut where two spaces stand. */
const tableAfter = async (...keys: string[]): Promise<string[][]> => {
  const opened = await openScreen(demo, { columns: 200, rows: 60, screen: 'usage' })
  await opened.loaded()
  for (const key of keys) {
    await opened.press(key)
    await opened.loaded()
  }
  const frame = opened.frame()
  const start = frame.findIndex((row) => row.startsWith('─ by')) + 2
  return rowsFrom(frame, start).map((row) => row.slice(1).split(/ {2,}/))
}

const sumsBy = (rows: Raw[], member: string, nameOf: (entry: Raw) => string, count: string): Map<string, number> => {
  const sums = new Map<string, number>()
  for (const row of rows)
    for (const entry of row[member]) sums.set(nameOf(entry), (sums.get(nameOf(entry)) ?? 0) + entry[count])
  return sums
}
const grouped = (value: number): string => value.toLocaleString('en-US')
const sum = (rows: Raw[], read: (row: Raw) => number): number => rows.reduce((total, row) => total + read(row), 0)
const mean = (rows: Raw[], read: (row: Raw) => number): number => sum(rows, read) / rows.length
const median = (rows: Raw[], read: (row: Raw) => number): number => {
  const sorted = rows.map(read).toSorted((a, b) => a - b)
  return ((sorted[6] ?? 0) + (sorted[7] ?? 0)) / 2
}
const oneDecimal = (value: number): string => (Number.isInteger(value) ? grouped(value) : value.toFixed(1))

/** Names with their counts, most first, as the table has them. */
const ranked = (sums: Map<string, number>) =>
  [...sums].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([name, value]) => [name, grouped(value)])
const sorted = (rows: (string | undefined)[][]) => rows.map((row) => row.join(' ')).toSorted()

test('calls by tool are the sums of the raw days, and so are those that the API groups', async () => {
  const expected = ranked(sumsBy(days.tools, 'by_tool', ({ tool }) => tool.replaceAll('\n', ' '), 'invocations'))
  expect(expected.length).toBeGreaterThan(20)
  const own = (await tableAfter('Tab')).map((row) => row.slice(0, 2))
  const byApi = (await tableAfter('Tab', 'F', 'Enter')).map((row) => row.slice(0, 2))
  expect(own).toEqual(byApi)
  expect(own.slice(0, 10)).toEqual(expected.slice(0, 10))
  expect(own.map(([, calls]) => calls).toSorted()).toEqual(expected.map(([, calls]) => calls).toSorted())
})

test('MCP servers are summed over their spellings, or shown apart', async () => {
  const name = ({ server }: Raw) => server
  const folded = sumsBy(days.tools, 'mcp_by_server', (entry) => name(entry).toLowerCase(), 'invocations')
  const rows = await tableAfter('Tab', 'F', 'Enter', 'F', 'Enter')
  expect(sorted(rows.map((row) => [row[0]?.toLowerCase(), row.find((cell) => /^[\d,]+$/.test(cell))]))).toEqual(
    sorted(ranked(folded)),
  )
  const apart = await tableAfter('Tab', 'F', 'Enter', 'F', 'Enter', 'z', 'm')
  expect(sorted(apart.map((row) => [row[0], row.find((cell) => /^[\d,]+$/.test(cell))]))).toEqual(
    sorted(ranked(sumsBy(days.tools, 'mcp_by_server', name, 'invocations'))),
  )
})

test.each([
  ['skills', ['Tab', 'F', 's'], 'tools', 'skills_by_name', ({ name }: Raw) => name],
  ['slash commands', ['Tab', 'F', 'l'], 'tools', 'slash_commands_by_name', ({ name }: Raw) => name],
  ['languages', ['S-Tab', 'F', 'Enter'], 'productivity', 'by_language', ({ language }: Raw) => language],
  [
    'extensions',
    ['S-Tab', 'F', 'Enter', 'F', 'Enter'],
    'productivity',
    'by_extension',
    ({ extension }: Raw) => extension,
  ],
] as const)('%s are the sums of the raw days', async (_what, keys, endpoint, member, nameOf) => {
  const rows = await tableAfter(...keys)
  const expected = ranked(sumsBy(days[endpoint], member, nameOf, 'count'))
  expect(expected.length).toBeGreaterThan(2)
  expect(sorted(rows.map((row) => row.slice(0, 2)))).toEqual(sorted(expected))
})

test('hooks are summed by event, matcher and command', async () => {
  const rows = await tableAfter('Tab', 'F', 'h')
  const nameOf = ({ event, matcher, command }: Raw) =>
    [event, matcher, command].filter((part: string) => part !== '').join(' ')
  const expected = sumsBy(days.tools, 'hooks_by_event', nameOf, 'count')
  expect(expected.size).toBeGreaterThan(2)
  const shown = rows.map((row) => {
    const at = row.findIndex((cell) => /^[\d,]+$/.test(cell))
    return [row.slice(0, at).join(' '), row[at]]
  })
  expect(sorted(shown)).toEqual(sorted(ranked(expected)))
})

test('the levels of autonomy are the means of the raw days', async () => {
  const rows = await tableAfter('Tab', 'F', 'a')
  const levels = ['auto_high', 'auto_medium', 'auto_low', 'manual']
  const expected = levels.map((level) => [
    level.replace('_', '-'),
    `${(100 * mean(days.tools, (row) => row.tool_autonomy_level_ratio[level])).toFixed(1)} %`,
  ])
  expect(sorted(rows.map((row) => [row[0], row[2]]))).toEqual(sorted(expected))
})

test('people by client are the means of the raw days', async () => {
  const own = await tableAfter('Tab', 'Tab', 'F', 'Enter')
  const clients = ['terminal-ui', 'web', 'non-interactive-cli']
  const expected = clients.map((client) => [
    client,
    oneDecimal(mean(days.activity, (row) => row.daily_active_users_by_client[client] ?? 0)),
  ])
  expect(sorted(own.map((row) => row.slice(0, 2)))).toEqual(sorted(expected))
  const byApi = await tableAfter('Tab', 'Tab', 'F', 'Enter', 'F', 'Enter')
  expect(byApi).toEqual(own)
})

test('the figures of all views are those of the raw days', async () => {
  const figuresOf = (rows: string[][]) => rows.map((row) => row.slice(0, 3))
  const { credits, tools, activity, productivity } = days
  const last = activity.at(-1)
  const daily = mean(activity, (row) => row.daily_active_users)
  const cached = sum(credits, (row) => row.cache_read_tokens)
  const share = (value: number) => `${(100 * value).toFixed(1)} %`
  expect(figuresOf(await tableAfter('F', 'f'))).toEqual([
    ['credits', 'total', grouped(sum(credits, (row) => row.billable_tokens))],
    ['raw input tokens', 'total', grouped(sum(credits, (row) => row.input_tokens))],
    ['raw output tokens', 'total', grouped(sum(credits, (row) => row.output_tokens))],
    ['cache read tokens', 'total', grouped(cached)],
    ['cache write tokens', 'total', grouped(sum(credits, (row) => row.cache_write_tokens))],
    ['cache share', 'of range', share(cached / (cached + sum(credits, (row) => row.input_tokens)))],
  ])
  expect(figuresOf(await tableAfter('Tab', 'F', 'f')).slice(0, 11)).toEqual([
    ['tool calls', 'total', grouped(sum(tools, (row) => row.tool_calls))],
    ['MCP users', 'mean day', oneDecimal(mean(tools, (row) => row.mcp_users_with_mcp))],
    ['skills', 'total', grouped(sum(tools, (row) => row.skills_invocations))],
    ['slash commands', 'total', grouped(sum(tools, (row) => row.slash_commands_invocations))],
    ['hooks', 'total', grouped(sum(tools, (row) => row.hooks_invocations))],
    ['web users', 'mean day', oneDecimal(mean(tools, (row) => row.web_users))],
    ['autonomy, mean', 'mean day', mean(tools, (row) => row.autonomy_ratio_avg).toFixed(1)],
    ['autonomy, p50', 'median day', median(tools, (row) => row.autonomy_ratio_p50).toFixed(1)],
    ['autonomy, p90', 'median day', median(tools, (row) => row.autonomy_ratio_p90).toFixed(1)],
    ['calls a session', 'mean day', mean(tools, (row) => row.tool_calls_per_session_avg).toFixed(1)],
    ['turns a session', 'mean day', mean(tools, (row) => row.user_turns_per_session_avg).toFixed(1)],
  ])
  expect(figuresOf(await tableAfter('Tab', 'Tab'))).toEqual([
    ['people, daily', 'mean day', oneDecimal(daily)],
    ['people, weekly', 'last day', grouped(last.weekly_active_users)],
    ['people, monthly', 'last day', grouped(last.monthly_active_users)],
    ['stickiness', 'of month', share(daily / last.monthly_active_users)],
    ['sessions', 'total', grouped(sum(activity, (row) => row.sessions))],
    ['messages', 'total', grouped(sum(activity, (row) => row.messages))],
    ['messages from people', 'total', grouped(sum(activity, (row) => row.user_messages))],
  ])
  expect(figuresOf(await tableAfter('S-Tab'))).toEqual([
    ['commits', 'total', grouped(sum(productivity, (row) => row.git_commits))],
    ['pull requests', 'total', grouped(sum(productivity, (row) => row.git_prs_created))],
    ['files edited', 'total', grouped(sum(productivity, (row) => row.files_edited))],
    ['files created', 'total', grouped(sum(productivity, (row) => row.files_created))],
  ])
})

test('who used a model is the sum of the raw days by person', async () => {
  const sums = new Map<string, number>()
  for (const { by_user } of days.credits)
    for (const { user_email, by_model } of by_user)
      for (const { model_id, billable_tokens } of by_model)
        if (model_id === 'opus') sums.set(user_email, (sums.get(user_email) ?? 0) + billable_tokens)
  const rows = await tableAfter('j', 'Enter')
  expect(rows.filter(([, credits]) => credits !== '0').map((row) => row.slice(0, 2))).toEqual(ranked(sums))
})
