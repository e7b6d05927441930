import { expect, test } from 'vitest'
import { breakdownRows, dayBreakdowns, groupedBreakdowns } from '../../../src/domain/usage/day-breakdowns.ts'
import {
  clientEntries,
  extensionEntries,
  foldedServerEntries,
  hookEntries,
  hookOf,
  languageEntries,
  levelEntries,
  serverEntries,
} from '../../../src/domain/usage/day-entries.ts'

const range = { from: '2026-11-17', to: '2026-11-20' }
const rows = [
  { date: '2026-11-16', mcp_by_server: [{ server: 'linear', invocations: 1000 }] },
  {
    date: '2026-11-17',
    mcp_by_server: [
      { server: 'linear', invocations: 5 },
      { server: 'Linear', invocations: 7 },
      { server: 'github', invocations: 2 },
    ],
  },
  { date: '2026-11-18', mcp_by_server: [{ server: 'linear', invocations: 4 }] },
  { date: '2026-11-19' },
]

test('names that differ by letter case are one row under the most used spelling, or several rows', () => {
  expect(breakdownRows(dayBreakdowns(rows, foldedServerEntries), range)).toEqual([
    {
      key: 'linear',
      name: 'linear',
      otherNames: ['Linear'],
      value: { value: 16, missing: 0 },
      series: [12, 4, undefined, undefined],
    },
    {
      key: 'github',
      name: 'github',
      otherNames: [],
      value: { value: 2, missing: 0 },
      series: [2, 0, undefined, undefined],
    },
  ])
  expect(breakdownRows(dayBreakdowns(rows, serverEntries), range).map(({ key, value }) => [key, value.value])).toEqual([
    ['linear', 9],
    ['Linear', 7],
    ['github', 2],
  ])
})

test('a day with a breakdown counts as 0 for what is not in it, and a day without one is a gap', () => {
  const found = breakdownRows(
    dayBreakdowns(
      [
        { date: '2026-11-17', by_language: [{ language: 'Go', count: 3 }] },
        { date: '2026-11-18', by_language: [] },
        { date: '2026-11-20' },
      ],
      languageEntries,
    ),
    range,
  )
  expect(found.map(({ series }) => series)).toEqual([[3, 0, undefined, undefined]])
})

test('a count that is missing is told, and is no zero', () => {
  const found = breakdownRows(
    dayBreakdowns(
      [
        { date: '2026-11-17', by_extension: [{ extension: '.ts', count: 3 }, { extension: '.go' }] },
        { date: '2026-11-18', by_extension: [{ extension: '.ts', count: Number.NaN }, { count: 1 }] },
      ],
      extensionEntries,
    ),
    range,
  )
  expect(found.map(({ key, value, series }) => [key, value, series.slice(0, 2)])).toEqual([
    ['.ts', { value: 3, missing: 1 }, [3, undefined]],
    ['', { value: 1, missing: 0 }, [0, 1]],
    ['.go', { value: undefined, missing: 1 }, [undefined, 0]],
  ])
})

test('people by client are the mean of the days and never their sum', () => {
  const found = breakdownRows(
    dayBreakdowns(
      [
        { date: '2026-11-17', daily_active_users_by_client: { web: 2, 'terminal-ui': 4 } },
        { date: '2026-11-18', daily_active_users_by_client: { 'terminal-ui': 5 } },
      ],
      clientEntries,
    ),
    range,
    'mean',
  )
  expect(found.map(({ key, value }) => [key, value.value])).toEqual([
    ['terminal-ui', 4.5],
    ['web', 1],
  ])
})

test('rows that the API grouped are the same breakdown', () => {
  const found = breakdownRows(
    groupedBreakdowns(
      [
        { date: '2026-11-17', group_key: 'Read', tool_calls: 3 },
        { date: '2026-11-17', group_key: 'Edit', tool_calls: 9 },
        { date: '2026-11-18', group_key: 'Read', tool_calls: 1 },
        { group_key: 'Read', tool_calls: 99 },
      ],
      (row) => row.tool_calls,
    ),
    range,
  )
  expect(found.map(({ key, value, series }) => [key, value.value, series.slice(0, 2)])).toEqual([
    ['Edit', 9, [9, 0]],
    ['Read', 4, [3, 1]],
  ])
})

test('of grouped rows that came twice for a day and group the last one counts, not their sum', () => {
  const rows = [
    { date: '2026-11-17', group_key: 'Read', tool_calls: 3 },
    { date: '2026-11-17', group_key: 'Edit', tool_calls: 1 },
    { date: '2026-11-17', group_key: 'Read', tool_calls: 4 },
  ]
  const found = breakdownRows(
    groupedBreakdowns(rows, (row) => row.tool_calls),
    range,
  )
  expect(found.map(({ key, value }) => [key, value.value])).toEqual([
    ['Read', 4],
    ['Edit', 1],
  ])
})

test('a day that is known has a breakdown although the API sent no group of it', () => {
  const rows = [{ date: '2026-11-17', group_key: 'web', daily_active_users: 4 }]
  const countOf = (row: (typeof rows)[number]) => row.daily_active_users
  const [found] = breakdownRows(groupedBreakdowns(rows, countOf, ['2026-11-17', '2026-11-18']), range, 'mean')
  expect(found?.series).toEqual([4, 0, undefined, undefined])
  expect(found?.value.value).toBe(2)
})

test('of a day that came twice the last row counts', () => {
  const found = breakdownRows(
    dayBreakdowns(
      [
        { date: '2026-11-17', by_language: [{ language: 'Go', count: 3 }] },
        { date: '2026-11-17', by_language: [{ language: 'Rust', count: 1 }] },
      ],
      languageEntries,
    ),
    range,
  )
  expect(found.map(({ key }) => key)).toEqual(['Rust'])
})

test('names of the language itself are names like others', () => {
  const entries = [
    { language: '__proto__', count: 1 },
    { language: 'constructor', count: 2 },
  ]
  const found = breakdownRows(dayBreakdowns([{ date: '2026-11-17', by_language: entries }], languageEntries), range)
  expect(found.map(({ key, value }) => [key, value.value])).toEqual([
    ['constructor', 2],
    ['__proto__', 1],
  ])
})

test('hooks with the same event are told apart by matcher and command', () => {
  const hooks = [
    { event: 'PreToolUse', matcher: 'Execute', command: 'a', count: 1 },
    { event: 'PreToolUse', matcher: '', command: 'a', count: 2 },
    { event: 'PreToolUse', matcher: 'Execute', command: 'a', count: 4 },
  ]
  const found = breakdownRows(dayBreakdowns([{ date: '2026-11-17', hooks_by_event: hooks }], hookEntries), range)
  expect(found.map(({ key, value }) => [hookOf(key), value.value])).toEqual([
    [{ event: 'PreToolUse', matcher: 'Execute', command: 'a' }, 5],
    [{ event: 'PreToolUse', matcher: '', command: 'a' }, 2],
  ])
})

test('levels are parts of a day, and a day without them has none', () => {
  expect(levelEntries({})).toBeUndefined()
  expect(levelEntries({ tool_autonomy_level_ratio: { auto_high: 0.5, manual: 0.1 } })).toEqual([
    { key: 'auto_high', name: 'auto-high', count: 0.5 },
    { key: 'auto_medium', name: 'auto-medium', count: undefined },
    { key: 'auto_low', name: 'auto-low', count: undefined },
    { key: 'manual', name: 'manual', count: 0.1 },
  ])
})
