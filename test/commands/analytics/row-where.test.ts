import { expect, test } from 'vitest'
import { dayKinds, rowTableOf } from '../../../src/commands/analytics/day-kinds.ts'
import { parseRowsWhere } from '../../../src/commands/kit/row-options.ts'

const table = rowTableOf(dayKinds.toolsByName)
const rows = [
  { date: '2026-11-18', group_key: 'Read', tool_calls: 100 },
  { date: '2026-11-19', group_key: 'Write all', tool_calls: 1500 },
  { date: '2026-11-20', group_key: 'grep', tool_calls: 0 },
  { date: '2026-11-21', tool_calls: 'many' },
]
/** The days that match a filter. */
const daysFor = (...texts: string[]): string[] =>
  (parseRowsWhere(texts, table, "'credits>1000'")?.(rows) ?? []).map(({ date }) => String(date).slice(8))

test.each([
  ['calls>=100', ['18', '19']],
  ['calls<1.5k', ['18', '20']],
  ['calls=1..1k', ['18']],
  ['calls=?', ['21']],
  ['tool=read,GREP', ['18', '20']],
  ['tool~re', ['18', '20']],
  ['date>2026-11-18 calls>0', ['19']],
  ['date=2026-11-19..2026-11-20', ['19', '20']],
  ['!ep', ['18', '19', '21']],
])('--where %s selects the right rows', (text, days) => {
  expect(daysFor(text)).toEqual(days)
})

test('all --where options must match, and each is parsed separately', () => {
  expect(daysFor('calls>50', 'date>2026-11-18')).toEqual(['19'])
  expect(daysFor('wr', 'ite')).toEqual(['19'])
  expect(() => daysFor('calls>50', 'calls>')).toThrow('--where: calls> needs a number')
  expect(parseRowsWhere([], table, '')).toBeUndefined()
})
