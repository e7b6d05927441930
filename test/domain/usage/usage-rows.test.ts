import { expect, test } from 'vitest'
import { toCreditDays } from '../../../src/domain/usage/credit-days.ts'
import { activityView } from '../../../src/domain/usage/views/activity-view.ts'
import { creditViewData } from '../../../src/domain/usage/views/credits-view.ts'
import { toolsView } from '../../../src/domain/usage/views/tools-view.ts'
import { usageRows, usualRows } from '../../../src/domain/usage/views/usage-rows.ts'
import type { ViewData } from '../../../src/domain/usage/views/view.ts'

const day = (date: string) => ({ from: date, to: date })
const twoDays = { from: '2026-11-19', to: '2026-11-20' }
const previous = { from: '2026-11-17', to: '2026-11-18' }

const credits = creditViewData(
  toCreditDays([
    {
      date: '2026-11-18',
      billable_tokens: 10,
      by_model: [{ model_id: 'opus', billable_tokens: 10, input_tokens: 7 }],
      by_user: [{ user_id: 'u1', billable_tokens: 10, by_model: [{ model_id: 'opus', billable_tokens: 10 }] }],
    },
    { date: '2026-11-20', billable_tokens: 5, by_model: [], by_user: [] },
  ]),
  [{ date: '2026-11-18', group_key: 'opus', billable_tokens: 10 }],
  (id) => id,
)
const tools = toolsView.dataOf(
  [
    { date: '2026-11-18', by_tool: [{ tool: 'Read', invocations: 3 }] },
    { date: '2026-11-20', by_tool: [] },
  ],
  [{ date: '2026-11-18', group_key: 'Read' }],
)
const activity = activityView.dataOf(
  [{ date: '2026-11-18', daily_active_users_by_client: { cli: 4 } }, { date: '2026-11-20' }],
  [],
)

const lists: [name: string, data: ViewData, group: string][] = [
  ['models', credits, 'model'],
  ['people', credits, 'person'],
  ['grouped models', credits, 'modelRows'],
  ['tools', tools, 'tool'],
]

const compared = (data: ViewData, group: string, now: typeof twoDays, before: typeof twoDays) => {
  const of = (range: typeof twoDays) => ({
    rows: data.rows(group, range, false),
    absent: data.absentSeries(group, range),
  })
  return usageRows(of(now), of(before))
}

test.each(lists)('without rows in a period, an item of %s is unknown, not new or gone', (_, data, group) => {
  const [absent] = compared(data, group, day('2026-11-19'), day('2026-11-18'))
  expect(absent).toMatchObject({
    value: undefined,
    share: undefined,
    series: [undefined],
    change: { kind: 'unknown' },
  })
  expect(absent?.before).toBeGreaterThan(0)
  const [gone] = compared(data, group, twoDays, previous)
  expect(gone).toMatchObject({ value: 0, series: [undefined, 0], change: { kind: 'gone' } })
  const [alone] = compared(data, group, day('2026-11-18'), day('2026-11-17'))
  expect(alone).toMatchObject({ before: undefined, change: { kind: 'unknown' } })
})

test('the values of clients and of the users of a model are unknown on a day whose row has no breakdown', () => {
  expect(compared(activity, 'client', day('2026-11-20'), day('2026-11-18'))[0]?.value).toBeUndefined()
  const absent = credits.absentSeries('modelPerson', twoDays)
  const before = {
    rows: credits.peopleOf('model', 'opus', previous),
    absent: credits.absentSeries('modelPerson', previous),
  }
  expect(usageRows({ rows: credits.peopleOf('model', 'opus', twoDays), absent }, before)[0]).toMatchObject({
    value: 0,
    before: 10,
  })
})

test('the value of an item with a usual value is 0 on a day without the item, and unknown on a day without a row', () => {
  const known = { from: '2026-10-20', to: '2026-11-20' }
  const usual = (date: string, fridays: readonly string[]) => {
    const data = toolsView.dataOf(
      fridays.map((each) => ({ date: each, by_tool: each === date ? [] : [{ tool: 'Read', invocations: 3 }] })),
      undefined,
    )
    return usualRows(data.rows('tool', day(date), false), data.rows('tool', known, false), {
      day: date,
      known,
      range: day(date),
    })[0]
  }
  const fridays = ['2026-10-23', '2026-10-30', '2026-11-06']
  expect(usual('2026-11-20', [...fridays, '2026-11-20'])).toMatchObject({ value: 0, usual: 3, difference: -3 })
  expect(usual('2026-11-20', fridays)).toBeUndefined()
})
