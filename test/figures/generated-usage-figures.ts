import { changeOf, type Days, daysBefore, listDays, periodBefore, sum } from './days.ts'
import { type GeneratedUsage, generatedUsage, usageListener } from './generated-usage.ts'
import type { Raw, Server } from './server.ts'
import type { Tally } from './tally.ts'

const GENERATED_DAYS = 40
const DAY_MS = 86_400_000

/** Rows with gaps, duplicates and names that a terminal must not print, compared with sums of the same rows. */
export const generatedUsageFigures = async (host: Server, today: string, seed: number, tally: Tally): Promise<void> => {
  const usage = generatedUsage(today, GENERATED_DAYS, seed)
  await host.withAnother(usageListener(usage, today), async (server) => {
    const yesterday = daysBefore(today, 1)
    const lastDays = (count: number): Days => ({ from: daysBefore(yesterday, count - 1), to: yesterday })
    for (const each of LISTS) {
      for (const range of [lastDays(7), lastDays(14)]) await listFigures(server, usage, each, range, tally)
      const emptyDay = dayWithoutRow(usage[each.endpoint], today)
      if (emptyDay !== undefined)
        await listFigures(server, usage, each, { from: emptyDay, to: emptyDay }, tally, 'ranges without rows')
    }
    for (const range of [lastDays(7), lastDays(20)]) await ratioFigures(server, usage, range, tally)
    for (const range of [lastDays(3), lastDays(9)]) await userFigures(server, usage, range, tally)
  })
}

const SKEW_DAYS = [-2, 2]

/** Ranges end yesterday by the server's clock, which is days behind or ahead of this machine's. */
export const skewFigures = async (host: Server, today: string, tally: Tally): Promise<void> => {
  for (const skew of SKEW_DAYS) {
    const serverToday = daysBefore(today, -skew)
    const yesterday = daysBefore(serverToday, 1)
    const usage = generatedUsage(serverToday, GENERATED_DAYS, 1)
    const compareDays = async (server: Server): Promise<void> => {
      const range = { from: daysBefore(yesterday, 4), to: yesterday }
      const byDay = rowsByDay(usage.tokens)
      const expected = listDays(range).flatMap((day) => byDay.get(day) ?? [])
      for (const words of [
        ['--last', '5d'],
        ['--from', range.from],
        ['--from', range.from, '--to', yesterday],
      ]) {
        const what = `${skew} days ${words.join(' ')}`
        const days = await server.json('analytics', 'tokens', ...words)
        tally.same('days by the server', `${what} end`, days.meta.end_date, yesterday)
        tally.sameIn('days by the server', what, days.data, expected)
        const totals = await server.json('analytics', 'users', ...words, '--totals')
        tally.same('days by the server', `${what} users`, totals.meta.end_date, yesterday)
      }
    }
    await host.withAnother(usageListener(usage, serverToday), compareDays, skew * DAY_MS)
  }
}

/**
 * A list inside days. `key` and `count` are members of its entries, `name` and `value` those of the printed rows; `whole` is the
 * member of the day that the rows are shares of.
 */
const list = (
  endpoint: 'tokens' | 'tools' | 'activity' | 'productivity',
  member: string,
  [key, count]: readonly [string, string],
  by: string,
  [name, value]: readonly [string, string],
  whole?: string,
) => ({ endpoint, member, key, count, by, name, value, whole })
type List = ReturnType<typeof list>

const credits = 'billable_tokens'
const LISTS: readonly List[] = [
  list('tokens', 'by_model', ['model_id', credits], 'model', ['model', 'credits'], credits),
  list('tokens', 'by_user', ['user_id', credits], 'person', ['user_id', 'credits'], credits),
  list('tools', 'by_tool', ['tool', 'invocations'], 'tool', ['tool', 'calls'], 'tool_calls'),
  list('productivity', 'by_language', ['language', 'count'], 'language', ['language', 'operations']),
]

/** The last row of each day. */
const rowsByDay = (rows: readonly Raw[]): Map<string, Raw> => new Map(rows.map((row) => [row.date, row]))

/** A day without a row, just after a day with one. */
const dayWithoutRow = (rows: readonly Raw[], today: string): string | undefined => {
  const byDay = rowsByDay(rows)
  const days = listDays({ from: daysBefore(today, GENERATED_DAYS - 1), to: daysBefore(today, 1) })
  return days.find((day) => !byDay.has(day) && byDay.has(daysBefore(day, 1)))
}

const isKnown = (value: unknown): value is number => typeof value === 'number'
const sumOrNull = (values: readonly unknown[]): number | null => {
  const known = values.filter(isKnown)
  return known.length === 0 ? null : sum(known)
}

/** The value of each key of a list on each day of a period; null if unknown. */
const byKey = (rows: readonly Raw[], { member, key, count }: List, days: Days) => {
  const byDay = rowsByDay(rows)
  const lists = listDays(days).map((day) => byDay.get(day)?.[member] as Raw[] | undefined)
  const hasList = lists.some((list) => list !== undefined)
  const keys = new Set(lists.flatMap((list) => (list ?? []).map((entry) => (entry[key] ?? null) as string | null)))
  const onDay = (list: Raw[] | undefined, of: string | null): number | null => {
    if (list === undefined) return null
    const own = list.filter((entry) => (entry[key] ?? null) === of)
    return own.length === 0 ? 0 : sumOrNull(own.map((entry) => entry[count]))
  }
  const seriesOf = (of: string | null) => lists.map((list) => onDay(list, of))
  const valueIn = (of: string | null) => {
    const entries = lists.flatMap((list) => (list ?? []).filter((entry) => (entry[key] ?? null) === of))
    if (entries.length === 0) return hasList ? 0 : null
    return sumOrNull(entries.map((entry) => entry[count]))
  }
  return { keys, seriesOf, valueIn, byDay }
}

const listFigures = async (
  { json }: Server,
  usage: GeneratedUsage,
  list: List,
  range: Days,
  tally: Tally,
  kind = 'lists, generated',
): Promise<void> => {
  const { endpoint, by, name, value, whole } = list
  const words = ['analytics', endpoint, '--by', by, '--from', range.from, '--to', range.to, '--compare', 'prev']
  const printed: Raw[] = (await json(...words)).data
  const [now, before] = [byKey(usage[endpoint], list, range), byKey(usage[endpoint], list, periodBefore(range))]
  const gone = [...before.keys].filter((key) => !now.keys.has(key) && (before.valueIn(key) ?? 0) > 0)
  const expected = [...now.keys, ...gone]
  const what = `${endpoint} by ${by} ${range.from}..${range.to}`
  tally.same(kind, `${what} rows`, printed.length, expected.length)
  const total = whole && sumOrNull(listDays(range).map((day) => now.byDay.get(day)?.[whole]))
  for (const key of expected) {
    const row = printed.find((one) => one[name] === key)
    const [own, last] = [now.valueIn(key), before.valueIn(key)]
    const at = `${what} ${JSON.stringify(key)}`
    tally.same(kind, `${at} is there`, row !== undefined, true)
    tally.same(kind, `${at} value`, row?.[value], own)
    tally.same(kind, `${at} previous`, row?.[`${value}_previous`], last)
    const change = own === null || last === null ? null : changeOf(own, last)
    tally.same(kind, `${at} change`, row?.[`${value}_change`], change)
    if (whole) tally.same(kind, `${at} share`, row?.share, own === null || !total ? null : own / total)
    for (const [index, day] of listDays(range).entries())
      tally.same(kind, `${at} ${day}`, row?.[day], now.seriesOf(key)[index])
    if (by === 'person') tally.same('names, generated', at, row?.person, nameOf(usage, key, range.to))
  }
}

/** The e-mail of the newest day up to `to` that has one; the id of a user without one. */
const nameOf = (usage: GeneratedUsage, id: string | null, to: string): string => {
  if (id === null) return 'without a user'
  const emails = [...rowsByDay(usage.tokens).values()]
    .filter(({ date }) => date <= to)
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
    .flatMap(({ by_user = [] }) => by_user.filter((entry: Raw) => entry.user_id === id))
    .map((entry: Raw) => entry.user_email)
  return emails.findLast((email) => typeof email === 'string') ?? id
}

const RATIOS = [
  {
    endpoint: 'tokens',
    name: 'cache_share',
    title: 'Cache share of input',
    figure: 'cache share',
    members: ['cache_read_tokens', 'input_tokens'],
    ratio: (read: number, input: number) => (read + input > 0 ? read / (read + input) : null),
  },
  {
    endpoint: 'activity',
    name: 'turns_per_session',
    title: 'Messages of users per session',
    figure: undefined,
    members: ['user_messages', 'sessions'],
    ratio: (messages: number, sessions: number) => (sessions > 0 ? messages / sessions : null),
  },
] as const

/** Ratios of sums over the days that have both members, and whether they are marked as incomplete. */
const ratioFigures = async (
  { json, print }: Server,
  usage: GeneratedUsage,
  range: Days,
  tally: Tally,
): Promise<void> => {
  for (const { endpoint, name, title, figure, members, ratio } of RATIOS) {
    const byDay = rowsByDay(usage[endpoint])
    const valuesOf = (days: Days) => {
      const rows = listDays(days).flatMap((day) => byDay.get(day) ?? [])
      const both = rows.filter((row) => members.every((member) => isKnown(row[member])))
      const [first = 0, second = 0] = members.map((member) => sum(both.map((row) => row[member])))
      return { value: both.length === 0 ? null : ratio(first, second), missing: rows.length - both.length }
    }
    const words = ['analytics', endpoint, '--from', range.from, '--to', range.to, '--compare', 'prev']
    const [now, before] = [valuesOf(range), valuesOf(periodBefore(range))]
    const [total] = (await json(...words, '--totals')).data
    const at = `${name} ${range.from}..${range.to}`
    tally.same('ratios, generated', at, total[name], now.value)
    tally.same('ratios, generated', `${at} previous`, total[`${name}_previous`], before.value)
    tally.same('ratios, generated', `${at} missing`, total.missing_values?.[name] ?? 0, now.missing)
    const table = await print(...words, '--totals', '--format', 'table')
    const days = listDays(range).filter((day) => !byDay.has(day)).length
    const isMarked = new RegExp(`^${title} +\\S+( %)?\\?`, 'm').test(table)
    tally.same('ratios, generated', `${at} mark in the table`, isMarked, now.missing + days > 0)
    if (figure === undefined) continue
    const figures: Raw[] = (await json(...words, '--by', 'figures')).data
    const row = figures.find((one) => one.figure === figure)
    tally.same('ratios, generated', `${at} by figures`, row?.value, now.value)
    tally.same('ratios, generated', `${at} partial`, row?.partial ?? false, now.missing > 0)
  }
}

const SUMMED = ['billable_tokens', 'tool_calls', 'sessions', 'git_commits'] as const

/** Sums of the last row of each user and day. Rows without a user are all kept, and summed together. */
const userFigures = async ({ json }: Server, usage: GeneratedUsage, range: Days, tally: Tally): Promise<void> => {
  const words = ['analytics', 'users', '--from', range.from, '--to', range.to]
  const last = new Map<unknown, Raw>()
  for (const row of usage.users) last.set(row.user_id === undefined ? row : `${row.date} ${row.user_id}`, row)
  const within = (days: Days) => [...last.values()].filter(({ date }) => date >= days.from && date <= days.to)
  const [now, before] = [within(range), within(periodBefore(range))]
  const days: Raw[] = (await json(...words, '--all')).data
  tally.same('users, generated', `${range.from} rows`, days.length, now.length)
  tally.same('users, generated', `${range.from} credits of rows`, creditsIn(days), creditsIn(now))
  const byDay = rowsByDay(usage.tokens)
  const all = sum(listDays(range).map((day) => byDay.get(day)?.billable_tokens ?? 0))
  const ids = new Set(now.map(({ user_id }) => (user_id ?? null) as string | null))
  // The comparison fills the cache with older days; the output for the range itself stays the same.
  for (const compare of [[], ['--compare', 'prev'], []]) {
    const printed: Raw[] = (await json(...words, '--totals', ...compare)).data
    for (const id of ids) {
      const isOwn = ({ user_id }: Raw) => (user_id ?? null) === id
      const [own, earlier] = [now.filter(isOwn), before.filter(isOwn)]
      const row = printed.find(({ user_id }) => user_id === id)
      const what = `${range.from} ${compare.join(' ')} ${JSON.stringify(id)}`
      for (const member of SUMMED) {
        const sumOf = (rows: readonly Raw[]) => sumOrNull(rows.map((one) => one[member]))
        tally.same('users, generated', `${what} ${member}`, row?.[member], sumOf(own))
        if (compare.length === 0) continue
        const value = before.length === 0 ? null : earlier.length === 0 ? 0 : sumOf(earlier)
        tally.same('users, generated', `${what} ${member} previous`, row?.[`${member}_previous`], value)
      }
      const creditsOf = (one: string) => creditsIn(now.filter(({ user_id }) => user_id === one))
      const ahead = [...ids].filter((one) => one !== null && creditsOf(one) > creditsIn(own))
      tally.same('users, generated', `${what} rank`, row?.rank, id === null ? null : ahead.length + 1)
      const emails = [...own, ...earlier].toSorted((a, b) => (a.date < b.date ? -1 : 1))
      const email = emails.findLast(({ user_email }) => typeof user_email === 'string')?.user_email ?? null
      tally.same('users, generated', `${what} e-mail`, row?.user_email, email)
      if (row?.share_of === 'all credits')
        tally.same('users, generated', `${what} share`, row.share, row.billable_tokens / all)
    }
  }
}

const creditsIn = (rows: readonly Raw[]): number => sum(rows.map((row) => row.billable_tokens ?? 0))
