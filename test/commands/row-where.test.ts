import { expect, test } from 'vitest'
import { parseRowWhere } from '../../src/commands/analytics/row-where.ts'

const fields = new Map([
  ['date', false],
  ['group_key', false],
  ['tool_calls', true],
])
const rows = [
  { date: '2026-11-18', group_key: 'Read', tool_calls: 100 },
  { date: '2026-11-19', group_key: 'Write all', tool_calls: 1500 },
  { date: '2026-11-20', group_key: 'grep', tool_calls: 0 },
  { date: '2026-11-21', tool_calls: 'many' },
]
/** The days that answer to a filter. */
const daysFor = (text: string): string[] =>
  rows
    .filter((row) => parseRowWhere(text, fields, { calls: 'tool_calls', tool: 'group_key' })?.(row))
    .map(({ date }) => date.slice(8))

test.each([
  ['tool_calls>100', ['19']],
  ['calls>=100', ['18', '19']],
  ['calls<1.5k', ['18', '20']],
  ['calls=0', ['20']],
  ['calls!=0', ['18', '19']],
  ['!calls=0', ['18', '19', '21']],
  ['calls=1..1k', ['18']],
  ['calls=..100', ['18', '20']],
  ['calls=?', ['21']],
  ['tool=read', ['18']],
  ['tool=read,GREP', ['18', '20']],
  ['tool!=read', ['19', '20']],
  ['tool~re', ['18', '20']],
  ['tool="write all"', ['19']],
  ['tool=?', ['21']],
  ['date>=2026-11-20', ['20', '21']],
  ['date>2026-11-18 calls>0', ['19']],
  ['ep', ['20']],
  ['!ep', ['18', '19', '21']],
])('%s holds for the right rows', (text, days) => {
  expect(daysFor(text)).toEqual(days)
})

test.each([
  ['calls>', 'is no condition on a number'],
  ['calls>1x', 'is no condition on a number'],
  ['calls=1..x', 'is no condition on a number'],
  ['cals>1', 'There is no field "cals"'],
  ['', '--where is empty'],
  ['tool="a', 'is not closed'],
])('%s is wrong usage', (text, why) => {
  expect(() => parseRowWhere(text, fields, { calls: 'tool_calls', tool: 'group_key' })).toThrow(why)
})
