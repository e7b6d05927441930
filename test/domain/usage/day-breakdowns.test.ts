import { expect, test } from 'vitest'
import {
  breakdownRows,
  type DayBreakdowns,
  dayBreakdowns,
  groupedBreakdowns,
} from '../../../src/domain/usage/day-breakdowns.ts'
import {
  clientEntries,
  foldedServerEntries,
  hookEntries,
  hookOf,
  languageEntries,
  levelEntries,
  serverEntries,
} from '../../../src/domain/usage/day-entries.ts'

const range = { from: '2026-11-17', to: '2026-11-20' }
/** A day in November with counts by language. */
const languages = (day: number, ...counts: [language: string | undefined, count: number | undefined][]) => ({
  date: `2026-11-${day}`,
  by_language: counts.map(([language, count]) => ({ language, count })),
})
const servers = (day: number, ...counts: [server: string, invocations: number][]) => ({
  date: `2026-11-${day}`,
  mcp_by_server: counts.map(([server, invocations]) => ({ server, invocations })),
})
/** Key, value and the values of the first two days. */
const listed = (days: DayBreakdowns, how?: 'sum' | 'mean') =>
  breakdownRows(days, range, how).map(({ key, value, series }) => [key, value.value, series.slice(0, 2)])
const ofLanguages = (...rows: object[]) => listed(dayBreakdowns(rows, languageEntries))

const rows = [
  servers(16, ['linear', 1000]),
  servers(17, ['linear', 5], ['Linear', 7], ['github', 2]),
  servers(18, ['linear', 4]),
  { date: '2026-11-19' },
]

test('names that differ only in case are one row under the most used spelling if folded, otherwise separate rows', () => {
  const [linear, github] = breakdownRows(dayBreakdowns(rows, foldedServerEntries), range)
  expect(linear).toEqual({
    key: 'linear',
    name: 'linear',
    otherNames: ['Linear'],
    value: { value: 16, missing: 0 },
    series: [12, 4, undefined, undefined],
  })
  expect(github).toMatchObject({ key: 'github', otherNames: [], series: [2, 0, undefined, undefined] })
  expect(listed(dayBreakdowns(rows, serverEntries)).map(([key, value]) => [key, value])).toEqual([
    ['linear', 9],
    ['Linear', 7],
    ['github', 2],
  ])
})

test('a missing count is counted as missing, not as 0', () => {
  const days = dayBreakdowns(
    [languages(17, ['ts', 3], ['go', undefined]), languages(18, ['ts', Number.NaN], [undefined, 1])],
    languageEntries,
  )
  expect(breakdownRows(days, range).map(({ key, value, series }) => [key, value, series.slice(0, 2)])).toEqual([
    ['ts', { value: 3, missing: 1 }, [3, undefined]],
    ['', { value: 1, missing: 0 }, [0, 1]],
    ['go', { value: undefined, missing: 1 }, [undefined, 0]],
  ])
})

test('users by client are the mean of the days and never the sum', () => {
  const days = [
    { date: '2026-11-17', daily_active_users_by_client: { web: 2, 'terminal-ui': 4 } },
    { date: '2026-11-18', daily_active_users_by_client: { 'terminal-ui': 5 } },
  ]
  expect(listed(dayBreakdowns(days, clientEntries), 'mean')).toEqual([
    ['terminal-ui', 4.5, [4, 5]],
    ['web', 1, [2, 0]],
  ])
})

test('rows grouped by the API give the same breakdown, and the last row of a day and group counts', () => {
  const grouped = (day: number, group_key: string, tool_calls: number) => ({
    date: `2026-11-${day}`,
    group_key,
    tool_calls,
  })
  const rows = [grouped(17, 'Read', 99), grouped(17, 'Edit', 9), grouped(18, 'Read', 1), grouped(17, 'Read', 3)]
  const countOf = (row: { tool_calls: number }) => row.tool_calls
  expect(listed(groupedBreakdowns([...rows, { group_key: 'Read', tool_calls: 99 }], countOf))).toEqual([
    ['Edit', 9, [9, 0]],
    ['Read', 4, [3, 1]],
  ])
  // A known day has a breakdown even if the API sent no group for it.
  expect(listed(groupedBreakdowns(rows.slice(0, 1), countOf, ['2026-11-17', '2026-11-18']), 'mean')).toEqual([
    ['Read', 49.5, [99, 0]],
  ])
})

test('the last row of a day counts, and names such as __proto__ are ordinary names', () => {
  expect(ofLanguages(languages(17, ['Go', 3]), languages(17, ['__proto__', 1], ['constructor', 2]))).toEqual([
    ['constructor', 2, [2, undefined]],
    ['__proto__', 1, [1, undefined]],
  ])
})

test('hooks with the same event differ by matcher and command', () => {
  const hook = (matcher: string, count: number) => ({ event: 'PreToolUse', matcher, command: 'a', count })
  const hooks_by_event = [hook('Execute', 1), hook('', 2), hook('Execute', 4)]
  const found = breakdownRows(dayBreakdowns([{ date: '2026-11-17', hooks_by_event }], hookEntries), range)
  expect(found.map(({ key, value }) => [hookOf(key), value.value])).toEqual([
    [{ event: 'PreToolUse', matcher: 'Execute', command: 'a' }, 5],
    [{ event: 'PreToolUse', matcher: '', command: 'a' }, 2],
  ])
})

test('levels are shares of a day, and a day without them has none', () => {
  expect(levelEntries({})).toBeUndefined()
  expect(levelEntries({ tool_autonomy_level_ratio: { auto_high: 0.5, manual: 0.1 } })).toEqual([
    { key: 'auto_high', name: 'auto-high', count: 0.5 },
    { key: 'auto_medium', name: 'auto-medium', count: undefined },
    { key: 'auto_low', name: 'auto-low', count: undefined },
    { key: 'manual', name: 'manual', count: 0.1 },
  ])
})
