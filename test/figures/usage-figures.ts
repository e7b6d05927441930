import { changeOf, type Days, listDays, mean, middle, periodBefore, sum } from './days.ts'
import { csvRows, type Raw, type Server, tableRows, ungrouped } from './server.ts'
import type { Tally } from './tally.ts'

const ENDPOINTS = ['tokens', 'tools', 'activity', 'productivity'] as const

/** What the days of a range come to, by the name that the program gives to it; written from api.md. */
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

/** Shares and quotients: their changes are not fractions of what was before, so only the values are compared. */
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

/** The lists inside of days: their endpoint, member, what tells entries apart, and what is added up. */
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

/** No analytics are older. */
const EARLIEST_DAY = '2026-01-14'

/** What tables call the members of days. */
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
export const usageFigures = async ({ get, print }: Server, ranges: readonly Days[], tally: Tally): Promise<void> => {
  for (const range of ranges) {
    const before = periodBefore(range)
    const words = ['--from', range.from, '--to', range.to]
    for (const endpoint of ENDPOINTS) {
      const rowsOf = async ({ from, to }: Days, group = ''): Promise<Raw[]> =>
        (await get(`/api/v1/analytics/${endpoint}?startDate=${from}&endDate=${to}${group}`)).data
      const rows = await rowsOf(range)
      const printed = JSON.parse(await print('analytics', endpoint, ...words, '--json'))
      tally.sameIn(`${endpoint}, days`, `${endpoint} ${range.from}`, printed.data, rows)
      compareCsv(await print('analytics', endpoint, ...words, '--format', 'csv'), rows, endpoint, tally)
      compareTable(await print('analytics', endpoint, ...words, '--format', 'table'), rows, endpoint, tally)

      const old = before.from >= EARLIEST_DAY ? await rowsOf(before) : undefined
      const compare = old && old.length > 0 ? ['--compare', 'prev'] : []
      const [total] = JSON.parse(await print('analytics', endpoint, ...words, '--totals', ...compare, '--json')).data
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
      tally.same(
        `${endpoint}, totals`,
        `${where} missing_days`,
        total.missing_days,
        listDays(range).length - rows.length,
      )
      for (const [of, member, keys, counted] of LISTS) {
        if (of !== endpoint) continue
        compareList(
          `${endpoint}, ${member}`,
          where,
          total[member],
          rows.flatMap((row) => row[member] ?? []),
          keys,
          counted,
          tally,
        )
      }
    }
    await groupFigures({ get, print }, range, tally)
  }
}

const compareCsv = (text: string, rows: Raw[], endpoint: string, tally: Tally): void => {
  const printed = csvRows(text)
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

const compareTable = (text: string, rows: Raw[], endpoint: string, tally: Tally): void => {
  const byDay = new Map(rows.map((row) => [row.date, row]))
  for (const cells of tableRows(text)) {
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
  kind: string,
  where: string,
  printed: Raw[],
  entries: Raw[],
  keys: readonly string[],
  counted: readonly string[],
  tally: Tally,
): void => {
  const keyOf = (entry: Raw) => JSON.stringify(keys.map((key) => entry[key] ?? null))
  const sums = new Map<string, Raw[]>()
  for (const entry of entries) sums.set(keyOf(entry), [...(sums.get(keyOf(entry)) ?? []), entry])
  tally.same(kind, `${where} entries`, printed?.length, sums.size)
  const found = new Map((printed ?? []).map((entry) => [keyOf(entry), entry]))
  for (const [key, same] of sums)
    for (const member of counted)
      tally.same(
        kind,
        `${where} ${key} ${member}`,
        found.get(key)?.[member],
        sum(same.map((entry) => entry[member] ?? 0)),
      )
}

const GROUPS = [
  ['tokens', 'model', ['billable_tokens', 'input_tokens', 'output_tokens']],
  ['tools', 'tool_name', ['tool_calls']],
] as const

/** Rows that the API groups, summed up by group. */
const groupFigures = async (
  { get, print }: Pick<Server, 'get' | 'print'>,
  range: Days,
  tally: Tally,
): Promise<void> => {
  for (const [endpoint, by, members] of GROUPS) {
    const { data } = await get(
      `/api/v1/analytics/${endpoint}?startDate=${range.from}&endDate=${range.to}&group_by=${by}`,
    )
    const words = ['analytics', endpoint, '--from', range.from, '--to', range.to, '--group-by', by, '--json']
    tally.sameIn(
      `${endpoint} by ${by}, days`,
      `${endpoint} ${range.from}`,
      JSON.parse(await print(...words)).data,
      data,
    )
    const printed: Raw[] = JSON.parse(await print(...words, '--totals')).data
    const keys = new Set<string>(data.map((row: Raw) => row.group_key))
    tally.same(`${endpoint} by ${by}, totals`, 'groups', printed.length, keys.size)
    for (const key of keys) {
      const own = data.filter((row: Raw) => row.group_key === key)
      const row = printed.find(({ group_key }) => group_key === key)
      for (const member of members) {
        const value = sum(own.map((each: Raw) => each[member] ?? 0))
        tally.same(`${endpoint} by ${by}, totals`, `${range.from} ${key} ${member}`, row?.[member], value)
      }
    }
  }
}
