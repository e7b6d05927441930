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
/** The days that answer to a filter. */
const daysFor = (...texts: string[]): string[] =>
  (parseRowsWhere(texts, table, "'credits>1000'")?.(rows) ?? []).map(({ date }) => String(date).slice(8))

test.each([
  ['tool_calls>100', ['19']],
  ['calls>=100', ['18', '19']],
  ['calls<1.5k', ['18', '20']],
  ['calls=0', ['20']],
  ['calls!=0', ['18', '19', '21']],
  ['calls > 100', ['19']],
  ['Tool_Calls>100', ['19']],
  ['!calls=0', ['18', '19', '21']],
  ['calls=1..1k', ['18']],
  ['calls=..100', ['18', '20']],
  ['calls=?', ['21']],
  ['tool=read', ['18']],
  ['tool=read,GREP', ['18', '20']],
  ['tool!=read', ['19', '20', '21']],
  ['tool~re', ['18', '20']],
  ['tool=write', ['19']],
  ['tool=writ', []],
  ['tool="write all"', ['19']],
  ['tool=?', ['21']],
  ['date>=2026-11-20', ['20', '21']],
  ['date>2026-11-18 calls>0', ['19']],
  ['date=2026-11-19..2026-11-20', ['19', '20']],
  ['ep', ['20']],
  ['!ep', ['18', '19', '21']],
])('%s holds for the right rows', (text, days) => {
  expect(daysFor(text)).toEqual(days)
})

test('of several --where all must hold, each read by itself', () => {
  expect(daysFor('calls>50', 'date>2026-11-18')).toEqual(['19'])
  expect(daysFor('wr', 'ite')).toEqual(['19'])
  expect(() => daysFor('calls>50', 'calls>')).toThrow('--where: calls> needs a number')
  expect(parseRowsWhere([], table, '')).toBeUndefined()
})

test.each([
  ['calls=5k..1k', '--where: 5k..1k is reversed, write 1k..5k; --help lists the fields.'],
  ['date=2026-11..2026-10', '--where: 2026-11..2026-10 is reversed, write 2026-10..2026-11; --help lists the fields.'],
  ['calls>', '--where: calls> needs a number: 1000, 1.5k or 2M.'],
  ['calls>1x', '--where: 1x is no number, write 1000, 1.5k or 2M; --help lists the fields.'],
  ['calls=1..x', '--where: x is no number, write 1000, 1.5k or 2M; --help lists the fields.'],
  ['date>yesterday', '--where: yesterday is no day, write 2026-11-20; --help lists the fields.'],
  ['tool>Read', '--where: group_key is a word: use = or ~; --help lists the fields.'],
  ['tool_calls', '--where: tool_calls is a field: write tool_calls>10, or "tool_calls" for a name.'],
  ['', "--where is empty: give a condition like 'credits>1000' or leave it out."],
  ['tool="a', '--where: a quote is not closed: close it with another ".'],
  ['cals>1', "--where: unknown field 'cals': did you mean calls?"],
  ['latency>1', "--where: unknown field 'latency'; --help lists the fields."],
  ['calls.opus>1', '--where: tool_calls has no parts: write tool_calls>10; --help lists the fields.'],
])('%s is wrong usage', (text, why) => {
  expect(() => daysFor(text)).toThrow(expect.objectContaining({ kind: 'usage', message: why }))
})
