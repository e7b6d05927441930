import { changeOf, type Days, listDays, mean, middle, periodBefore, sum } from './days.ts'
import { type Raw, type Server, ungrouped } from './server.ts'
import type { Tally } from './tally.ts'

const ENDPOINTS = ['tokens', 'tools', 'activity', 'productivity'] as const

/** The totals of a range, by the names that the program gives them; written from the documented API. */
const totalsOf: Record<(typeof ENDPOINTS)[number], (rows: Raw[]) => Record<string, number>> = {
  tokens: (rows) => ({
    ...summed(rows, ['billable_tokens', 'input_tokens', 'output_tokens', 'cache_read_tokens', 'cache_write_tokens']),
    billable_tokens_median: middle(rows.map((row) => row.billable_tokens)),
  }),
  tools: (rows) => ({
    ...summed(rows, ['tool_calls', 'skills_invocations', 'slash_commands_invocations', 'hooks_invocations']),
    mcp_users_with_mcp_mean: mean(rows.map((row) => row.mcp_users_with_mcp)),
    web_users_mean: mean(rows.map((row) => row.web_users)),
    autonomy_ratio_avg_mean: mean(rows.map((row) => row.autonomy_ratio_avg)),
    autonomy_ratio_p50_median: middle(rows.map((row) => row.autonomy_ratio_p50)),
    autonomy_ratio_p90_median: middle(rows.map((row) => row.autonomy_ratio_p90)),
    tool_calls_per_session_avg_mean: mean(rows.map((row) => row.tool_calls_per_session_avg)),
    user_turns_per_session_avg_mean: mean(rows.map((row) => row.user_turns_per_session_avg)),
  }),
  activity: (rows) => ({
    ...summed(rows, ['sessions', 'messages', 'user_messages']),
    daily_active_users_mean: mean(rows.map((row) => row.daily_active_users)),
    daily_active_users_median: middle(rows.map((row) => row.daily_active_users)),
    daily_active_users_max: Math.max(...rows.map((row) => row.daily_active_users)),
    weekly_active_users_last: rows.at(-1).weekly_active_users,
    monthly_active_users_last: rows.at(-1).monthly_active_users,
  }),
  productivity: (rows) => summed(rows, ['files_created', 'files_edited', 'git_commits', 'git_prs_created']),
}

/** Shares and quotients: their changes are not fractions of the previous value, so only the values are compared. */
const ratesOf: Partial<Record<(typeof ENDPOINTS)[number], (rows: Raw[]) => Record<string, number>>> = {
  tokens: (rows) => {
    const { cache_read_tokens: read = 0, input_tokens: input = 0 } = summed(rows, ['cache_read_tokens', 'input_tokens'])
    return { cache_share: read / (read + input) }
  },
  activity: (rows) => ({
    stickiness: mean(rows.map((row) => row.daily_active_users)) / rows.at(-1).monthly_active_users,
    turns_per_session: sum(rows.map((row) => row.user_messages)) / sum(rows.map((row) => row.sessions)),
  }),
}

const summed = (rows: Raw[], members: readonly string[]): Record<string, number> =>
  Object.fromEntries(members.map((member) => [member, sum(rows.map((row) => row[member]))]))

/** The lists inside of days: their endpoint, member, the member that identifies an entry, and the summed member. */
const LISTS = [
  ['tokens', 'by_model', ['model_id', 'model_tier'], ['billable_tokens', 'input_tokens', 'output_tokens']],
  ['tokens', 'by_user', ['user_id'], ['billable_tokens']],
  ['tools', 'by_tool', ['tool'], ['invocations']],
  ['tools', 'mcp_by_server', ['server'], ['invocations']],
  ['tools', 'skills_by_name', ['name'], ['count']],
  ['tools', 'slash_commands_by_name', ['name'], ['count']],
  ['tools', 'hooks_by_event', ['event', 'matcher', 'command'], ['count']],
  ['productivity', 'by_extension', ['extension'], ['count']],
  ['productivity', 'by_language', ['language'], ['count']],
] as const

/** The first day with analytics. */
const EARLIEST_DAY = '2026-01-14'

/** The members of days by their table headings. */
const HEADINGS: Readonly<Record<string, string>> = {
  CREDITS: 'billable_tokens',
  INPUT: 'input_tokens',
  OUTPUT: 'output_tokens',
  'CACHE READ': 'cache_read_tokens',
  'CACHE WRITE': 'cache_write_tokens',
  'TOOL CALLS': 'tool_calls',
  SESSIONS: 'sessions',
  MESSAGES: 'messages',
  'FILES CREATED': 'files_created',
  'FILES EDITED': 'files_edited',
  COMMITS: 'git_commits',
  'PULL REQUESTS': 'git_prs_created',
}

/** Days, totals, comparisons, groups and lists of the four endpoints of days. */
export const usageFigures = async (server: Server, ranges: readonly Days[], tally: Tally): Promise<void> => {
  for (const range of ranges) {
    const before = periodBefore(range)
    const words = ['--from', range.from, '--to', range.to]
    for (const endpoint of ENDPOINTS) {
      const rowsOf = async ({ from, to }: Days): Promise<Raw[]> =>
        (await server.get(`/api/v1/analytics/${endpoint}?startDate=${from}&endDate=${to}`)).data
      const rows = await rowsOf(range)
      const printed = await server.json('analytics', endpoint, ...words)
      tally.sameIn(`${endpoint}, days`, `${endpoint} ${range.from}`, printed.data, rows)
      compareCsv(await server.csv('analytics', endpoint, ...words), rows, endpoint, tally)
      compareTable(await server.table('analytics', endpoint, ...words), rows, endpoint, tally)

      const old = before.from >= EARLIEST_DAY ? await rowsOf(before) : undefined
      const compare = old && old.length > 0 ? ['--compare', 'prev'] : []
      const [total] = (await server.json('analytics', endpoint, ...words, '--totals', ...compare)).data
      const where = `${endpoint} ${range.from}..${range.to}`
      const [now, then] = [totalsOf[endpoint](rows), compare.length > 0 ? totalsOf[endpoint](old ?? []) : {}]
      for (const [name, value] of Object.entries(now)) {
        tally.same(`${endpoint}, totals`, `${where} ${name}`, total[name], value)
        const last = then[name]
        if (last === undefined) continue
        tally.same(`${endpoint}, before`, `${where} ${name}`, total[`${name}_previous`], last)
        tally.same(`${endpoint}, changes`, `${where} ${name}`, total[`${name}_change`], changeOf(value, last))
      }
      for (const [name, value] of Object.entries(ratesOf[endpoint]?.(rows) ?? {}))
        tally.same(`${endpoint}, rates`, `${where} ${name}`, total[name], value)
      const missing = listDays(range).length - rows.length
      tally.same(`${endpoint}, totals`, `${where} missing_days`, total.missing_days, missing)
      for (const list of LISTS) if (list[0] === endpoint) compareList(list, where, total, rows, tally)
    }
    await groupFigures(server, range, tally)
  }
}

type Printed = readonly Record<string, string>[]

const compareCsv = (printed: Printed, rows: Raw[], endpoint: string, tally: Tally): void => {
  tally.same(`${endpoint}, csv`, `${endpoint} rows`, printed.length, rows.length)
  rows.forEach((row, at) => {
    for (const [name, value] of Object.entries(row)) {
      const cell = printed[at]?.[name]
      const what = `${endpoint} ${row.date} ${name}`
      if (typeof value === 'number') tally.same(`${endpoint}, csv`, what, Number(cell), value)
      else if (typeof value === 'object') tally.sameIn(`${endpoint}, csv`, what, JSON.parse(cell ?? 'null'), value)
      else tally.same(`${endpoint}, csv`, what, cell, value)
    }
  })
}

const compareTable = (printed: Printed, rows: Raw[], endpoint: string, tally: Tally): void => {
  const byDay = new Map(rows.map((row) => [row.date, row]))
  for (const cells of printed) {
    const day = byDay.get(cells.DATE)
    if (!day) continue
    for (const [heading, cell] of Object.entries(cells)) {
      const member = HEADINGS[heading]
      if (member === undefined || typeof day[member] !== 'number') continue
      tally.same(`${endpoint}, tables`, `${endpoint} ${cells.DATE} ${heading}`, ungrouped(cell), day[member])
    }
  }
}

const compareList = (
  [endpoint, member, keys, counted]: (typeof LISTS)[number],
  where: string,
  total: Raw,
  rows: Raw[],
  tally: Tally,
): void => {
  const kind = `${endpoint}, ${member}`
  const printed: Raw[] = total[member] ?? []
  const keyOf = (entry: Raw) => JSON.stringify(keys.map((key) => entry[key] ?? null))
  const byKey = Map.groupBy(
    rows.flatMap((row) => row[member] ?? []),
    keyOf,
  )
  tally.same(kind, `${where} entries`, printed.length, byKey.size)
  const found = new Map(printed.map((entry) => [keyOf(entry), entry]))
  for (const [key, entries] of byKey)
    for (const name of counted)
      tally.same(kind, `${where} ${key} ${name}`, found.get(key)?.[name], sum(entries.map((entry) => entry[name] ?? 0)))
}

const GROUPS = [
  ['tokens', 'model', ['billable_tokens', 'input_tokens', 'output_tokens']],
  ['tools', 'tool_name', ['tool_calls']],
] as const

/** Rows that the API groups, summed by group. */
const groupFigures = async ({ get, json }: Server, { from, to }: Days, tally: Tally): Promise<void> => {
  for (const [endpoint, by, members] of GROUPS) {
    const { data } = await get(`/api/v1/analytics/${endpoint}?startDate=${from}&endDate=${to}&group_by=${by}`)
    const words = ['analytics', endpoint, '--from', from, '--to', to, '--group-by', by]
    tally.sameIn(`${endpoint} by ${by}, days`, `${endpoint} ${from}`, (await json(...words)).data, data)
    const printed: Raw[] = (await json(...words, '--totals')).data
    const keys = new Set<string>(data.map((row: Raw) => row.group_key))
    tally.same(`${endpoint} by ${by}, totals`, 'groups', printed.length, keys.size)
    for (const key of keys) {
      const own = data.filter((row: Raw) => row.group_key === key)
      const row = printed.find(({ group_key }) => group_key === key)
      for (const member of members) {
        const value = sum(own.map((each: Raw) => each[member] ?? 0))
        tally.same(`${endpoint} by ${by}, totals`, `${from} ${key} ${member}`, row?.[member], value)
      }
    }
  }
}
