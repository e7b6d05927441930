import { expect, test } from 'vitest'
import {
  choiceLabel,
  type RangeChoice,
  rangeArguments,
  shiftedChoice,
} from '../../../src/domain/calendar/shift-range.ts'

const NOW = Date.UTC(2026, 10, 21, 9)
const between = (from: string, to: string): RangeChoice => ({ is: 'between', range: { from, to } })
const shifted = (choice: RangeChoice, ...steps: (1 | -1)[]): RangeChoice | undefined =>
  steps.reduce<RangeChoice | undefined>((own, step) => own && shiftedChoice(own, step, NOW), choice)

test.each<[string, RangeChoice, (1 | -1)[], RangeChoice | undefined]>([
  ['14 days, earlier', { is: 'last', days: 14 }, [-1], between('2026-10-24', '2026-11-06')],
  ['14 days, earlier and back', { is: 'last', days: 14 }, [-1, 1], { is: 'last', days: 14 }],
  ['14 days, later than yesterday', { is: 'last', days: 14 }, [1], undefined],
  ['the month to date, earlier', { is: 'monthToDate' }, [-1], { is: 'lastMonth' }],
  ['the month to date, two steps earlier', { is: 'monthToDate' }, [-1, -1], between('2026-09-01', '2026-09-30')],
  ['last month, later', { is: 'lastMonth' }, [1], { is: 'monthToDate' }],
  ['a whole month, earlier', between('2026-03-01', '2026-03-31'), [-1], between('2026-02-01', '2026-02-28')],
  ['February, earlier', between('2026-02-01', '2026-02-28'), [-1], between('2026-01-14', '2026-01-31')],
  ['the first month with data, earlier', between('2026-01-14', '2026-01-31'), [-1], undefined],
  ['ten days in January, earlier', between('2026-01-20', '2026-01-29'), [-1], between('2026-01-14', '2026-01-23')],
  ['ten days in March, later', between('2026-03-05', '2026-03-14'), [1], between('2026-03-15', '2026-03-24')],
  ['ten days in March, earlier', between('2026-03-05', '2026-03-14'), [-1], between('2026-02-23', '2026-03-04')],
  ['ten days in November, later', between('2026-11-05', '2026-11-14'), [1], { is: 'last', days: 10 }],
  ['30 days from 2 March, later', between('2026-03-02', '2026-03-31'), [1], between('2026-04-01', '2026-04-30')],
  ['all days, earlier', { is: 'all' }, [-1], undefined],
])('%s', (_, choice, steps, wanted) => {
  expect(shifted(choice, ...steps)).toEqual(wanted)
})

test('on the second day of November, October is followed by the month to date', () => {
  const october = between('2026-10-01', '2026-10-31')
  expect(shiftedChoice(october, 1, Date.UTC(2026, 10, 2, 9))).toEqual({ is: 'monthToDate' })
})

test.each<[RangeChoice, string, string]>([
  [{ is: 'last', days: 14 }, '14d', '--last 14d'],
  [{ is: 'monthToDate' }, 'month', '--from 2026-11-01 --to 2026-11-20'],
  [between('2026-03-05', '2026-03-14'), '', '--from 2026-03-05 --to 2026-03-14'],
])('%j has the label "%s" and the options %s', (choice, label, options) => {
  expect([choiceLabel(choice), rangeArguments(choice, NOW)]).toEqual([label, options])
})
