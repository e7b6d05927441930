import { expect, test } from 'vitest'
import { rowDetail } from '../../../../screens/usage/breakdown/row-detail.ts'
import { delta } from '../../../../src/domain/text/delta.ts'
import type { UsageRow } from '../../../../src/domain/usage/views/usage-rows.ts'
import { createTheme } from '../../../../src/ui/layout/theme.ts'

const theme = createTheme({ colors: 'none', background: 'dark', isAscii: false })

const row: UsageRow = {
  id: 'opus',
  name: 'opus',
  exact: { name: 'opus', details: {} },
  value: 400,
  isPartial: false,
  input: 12_345,
  output: 678,
  share: 0.4,
  before: 200,
  change: delta(400, 200),
  series: [100, 50, undefined, 250],
  details: { tier: 'thinking' },
  unit: undefined,
}
const group = {
  counted: 'CREDITS',
  unit: 'count',
  details: [{ id: 'tier', title: 'TIER', width: { min: 4, max: 9 }, priority: 1 }],
  shareOf: 'all credits',
} as const
const options = {
  group,
  range: { from: '2026-11-17', to: '2026-11-20' },
  day: '2026-11-18',
  unusual: ['2026-11-20'],
  isCharted: false,
  width: 44,
} as const

const detail = (height: number, more = {}) =>
  rowDetail(row, { ...options, height, ...more }, theme).map((line) => line.replaceAll(/\x1b\[[\d;]*m/g, '').trimEnd())

const own = [
  '18 Nov Wed  50',
  'change      ▲ 100.0 % from 200',
  'highest     250 on 20 Nov Fri',
  'median day  100',
  'unusual     ! 20 Nov Fri',
]

test('a row has all its figures next to the table, and its days as a chart', () => {
  const lines = detail(30)
  expect(lines.slice(0, 12)).toEqual([
    'opus',
    'tier        thinking',
    'credits     400',
    'share       40.0 % of all credits',
    'in          12,345 tokens',
    'out         678 tokens',
    ...own,
    '',
  ])
  expect(lines.slice(12).join('\n')).toContain('█')
  expect(lines.length).toBeLessThanOrEqual(30)
})

test('in a short pane the chart replaces the figures that the table shows', () => {
  const lines = detail(14)
  expect(lines.slice(0, 6)).toEqual(['opus', ...own])
  expect(lines).toHaveLength(14)
})

test('there is no second chart of a row that the chart above shows, and none without room', () => {
  expect(detail(30, { isCharted: true })).toHaveLength(11)
  expect(detail(8)).toHaveLength(11)
})
