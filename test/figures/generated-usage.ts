import type { RequestListener } from 'node:http'
import { daysBefore } from './days.ts'
import { createRandom, type Raw } from './server.ts'

/** Raw rows of each endpoint: unordered, with gaps and duplicates. */
export type GeneratedUsage = Record<'tokens' | 'tools' | 'activity' | 'productivity' | 'users', Raw[]>

const MODELS = ['opus', 'sonnet[1m]', 'a "quoted" model', '🦊 fox', "it's\\new\u202e", undefined]
const TOOLS = ['Read', 'Read\u200b', 'Edit, "all"', '=Execute']
const CLIENTS = ['cli', 'ide', 'we\tb']
const LANGUAGES = ['Go', 'C++', 'Type\nScript']

/** Two accounts with the same e-mail, ids with characters that a terminal must not print, and rows without a user. */
const USERS = ['user_1', 'user_2', 'user_3', 'user\u001b[31m_4', 'user_5', undefined]
/** User 1 has had a new e-mail since this many days before today. */
const NEW_EMAIL_DAYS = 9
const emailOf = (id: string | undefined, daysAgo: number): string | null => {
  if (id === undefined) return null
  if (id === 'user_1') return daysAgo <= NEW_EMAIL_DAYS ? 'new@x.example' : 'old@x.example'
  return id === 'user_2' || id === 'user_3' ? 'shared@x.example' : id === 'user_5' ? null : 'four\u202e@x.example'
}

/** Days up to yesterday: some without a row, some with two, rows without members and users without an id. */
export const generatedUsage = (today: string, count: number, seed: number): GeneratedUsage => {
  const random = createRandom(seed)
  const isRare = (part = 0.15) => random() < part
  const number = (max: number) => Math.floor(random() * max)
  const withGaps = (row: Raw, kept: readonly string[]): Raw =>
    Object.fromEntries(Object.entries(row).filter(([name]) => kept.includes(name) || !isRare(0.1)))
  const some = <T>(from: readonly T[]): T[] => from.filter(() => random() < 0.6)
  const usage: GeneratedUsage = { tokens: [], tools: [], activity: [], productivity: [], users: [] }
  const put = (endpoint: keyof GeneratedUsage, make: () => Raw, kept: readonly string[]): void => {
    if (isRare()) return
    for (let times = isRare() ? 2 : 1; times > 0; times--) usage[endpoint].push(withGaps(make(), kept))
  }
  const entry = (name: string, key: string | undefined, count: string, max: number): Raw => ({
    ...(key !== undefined && { [name]: key }),
    ...(!isRare(0.05) && { [count]: number(max) }),
  })
  for (let daysAgo = count; daysAgo >= 1; daysAgo--) {
    const date = daysBefore(today, daysAgo)
    const ofModel = (key: string | undefined): Raw => ({
      ...entry('model_id', key, 'billable_tokens', 5_000),
      model_tier: isRare() ? 'thinking' : 'standard',
      input_tokens: number(90_000),
      output_tokens: number(9_000),
    })
    const ofUser = (id: string | undefined): Raw => ({
      ...entry('user_id', id, 'billable_tokens', 5_000),
      user_email: emailOf(id, daysAgo),
      by_model: some(MODELS).map(ofModel),
    })
    const tokens = () => ({
      date,
      billable_tokens: 20_000 + number(9_000),
      input_tokens: number(900_000),
      output_tokens: number(90_000),
      cache_read_tokens: number(900_000),
      cache_write_tokens: number(90_000),
      by_model: some(MODELS).map(ofModel),
      by_user: some(USERS).map(ofUser),
    })
    put('tokens', tokens, ['date'])
    const tools = () => ({
      date,
      tool_calls: 5_000 + number(900),
      by_tool: some(TOOLS).map((tool) => entry('tool', tool, 'invocations', 900)),
    })
    put('tools', tools, ['date'])
    const activity = () => ({
      date,
      daily_active_users: 5 + number(5),
      monthly_active_users: 20 + number(5),
      sessions: 1 + number(40),
      messages: number(900),
      user_messages: number(300),
      daily_active_users_by_client: Object.fromEntries(some(CLIENTS).map((client) => [client, number(9)])),
    })
    put('activity', activity, ['date'])
    const productivity = () => ({
      date,
      git_commits: number(40),
      by_language: some(LANGUAGES).map((language) => entry('language', language, 'count', 90)),
    })
    put('productivity', productivity, ['date'])
    for (const id of USERS) {
      const user = () => ({
        ...(id !== undefined && { user_id: id }),
        user_email: emailOf(id, daysAgo),
        date,
        billable_tokens: number(5_000),
        tool_calls: number(90),
        sessions: number(9),
        user_messages: 1 + number(9),
        git_commits: number(4),
        autonomy_ratio: number(9),
        primary_model: MODELS[number(5)],
        languages: some(LANGUAGES),
      })
      put('users', user, ['user_id', 'user_email', 'date'])
    }
  }
  return usage
}

const DAY_MS = 86_400_000
/** Max number of users per page. */
const MAX_USERS = 100

/** Serves analytics and nothing else. @param today - The server's day in UTC, which has no data yet. */
export const usageListener =
  (usage: GeneratedUsage, today: string): RequestListener =>
  ({ url = '/' }, answer) => {
    const { pathname, searchParams } = new URL(url, 'http://x')
    const rows = usage[pathname.replace('/api/v1/analytics/', '') as keyof GeneratedUsage]
    const [from = '', to = ''] = ['startDate', 'endDate'].map((name) => searchParams.get(name) ?? '')
    const isThere = rows !== undefined && !searchParams.has('group_by')
    const isFuture = to >= today
    answer.writeHead(!isThere ? 404 : isFuture ? 400 : 200, {
      'content-type': 'application/json',
      date: new Date(Date.parse(today) + (Date.now() % DAY_MS)).toUTCString(),
    })
    if (!isThere || isFuture) return answer.end(JSON.stringify({ status: 400, title: 'Bad Request', detail: 'x' }))
    const data = rows.filter(({ date }) => date >= from && date <= to)
    const meta = { org_id: 'org_made_up', start_date: from, end_date: to }
    const isUsers = pathname.endsWith('/users')
    return answer.end(JSON.stringify(isUsers ? usersPage(data, meta, searchParams) : { data, meta }))
  }

const usersPage = (data: Raw[], meta: Raw, searchParams: URLSearchParams): Raw => {
  const limit = Math.min(MAX_USERS, Number(searchParams.get('limit') ?? 20))
  // Rows without a user are last.
  const ids = [...new Set(data.map(({ user_id }) => user_id ?? '\uffff'))].toSorted()
  const from = ids.indexOf(searchParams.get('cursor')) + 1
  const page = ids.slice(from, from + limit)
  const hasMore = from + limit < ids.length
  return {
    data: page.flatMap((id) => data.filter(({ user_id }) => (user_id ?? '\uffff') === id)),
    meta: { ...meta, has_more: hasMore, next_cursor: hasMore ? page.at(-1) : null },
  }
}
