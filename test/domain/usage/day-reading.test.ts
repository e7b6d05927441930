import { expect, test } from 'vitest'
import { addDays } from '../../../src/domain/calendar/calendar.ts'
import { dayBreakdowns } from '../../../src/domain/usage/day-breakdowns.ts'
import { readDay } from '../../../src/domain/usage/day-reading.ts'
import { toolEntries } from '../../../src/domain/usage/tool-entries.ts'

const day = '2026-11-20'
// The Fridays before: Read 10, 12, 14, 16 calls, Edit 5 each.
const rows = [
  {
    date: day,
    tool_calls: 40,
    by_tool: [
      { tool: 'Read', invocations: 37 },
      { tool: 'New', invocations: 3 },
    ],
  },
  ...[10, 12, 14, 16].map((calls, week) => ({
    date: addDays(day, -7 * (week + 1)),
    tool_calls: calls + 5,
    by_tool: [
      { tool: 'Read', invocations: calls },
      { tool: 'Edit', invocations: 5 },
    ],
  })),
]
const valueOn = (of: string) => rows.find(({ date }) => date === of)?.tool_calls

test('a day is told with the parts that moved as it did, as shares of its difference', () => {
  expect(readDay(day, valueOn, dayBreakdowns(rows, toolEntries))).toEqual({
    status: 'explained',
    value: 40,
    median: 18,
    difference: 22,
    ratio: 40 / 18,
    days: 4,
    // Edit fell: it is no reason for a rise.
    reasons: [
      { key: 'Read', name: 'Read', difference: 24, share: 24 / 22 },
      { key: 'New', name: 'New', difference: 3, share: 3 / 22 },
    ],
  })
})

test('without a breakdown there are no reasons, and without a history or a value nothing is judged', () => {
  expect(readDay(day, valueOn)).toMatchObject({ status: 'explained', reasons: [] })
  expect(readDay(addDays(day, -14), valueOn)).toEqual({ status: 'not enough history', value: 17, days: 2 })
  expect(readDay(addDays(day, 1), valueOn)).toEqual({ status: 'no data' })
})
