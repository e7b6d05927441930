import { expect, test } from 'vitest'
import { dayLines } from '../../../../screens/usage/chart/day-lines.ts'
import type { DayReading } from '../../../../src/domain/usage/day-sentence.ts'
import { createTheme } from '../../../../src/ui/layout/theme.ts'

const theme = createTheme({ colors: 'none', background: 'dark', isAscii: false })
const explained = (value: number, median: number, reasons: Extract<DayReading, { reasons: unknown }>['reasons'] = []) =>
  ({ status: 'explained', value, median, difference: value - median, ratio: value / median, days: 8, reasons }) as const
const linesOf = (
  reading: DayReading | undefined,
  unit: 'count' | 'ratio' | 'share' = 'count',
  width = 120,
  isUnusual = true,
) =>
  dayLines({ day: '2026-11-20', unit, reading, isUnusual, others: [], name: undefined }, width, theme).map((line) =>
    line.replaceAll(/\x1b\[[\d;]*m/g, ''),
  )

test('a day is told against the usual, with the parts that made the difference', () => {
  const reasons = [
    { key: 'opus', name: 'opus', difference: 900, share: 0.9, by: 'model' },
    { key: 'haiku', name: '', difference: 60, share: 0.06, by: 'model' },
    { key: 'sonnet', name: 'sonnet', difference: 40, share: 0.04, by: 'model' },
  ]
  expect(linesOf(explained(3000, 2000, reasons))).toEqual([
    ' 20 Nov Fri   3,000   1,000 over the usual Friday   median of 8 weeks 2,000, 1.5x',
    ' because by model opus +900 (90 %), (no name) +60 (6 %)',
  ])
})

test('a difference that is next to nothing has no reasons', () => {
  const reasons = [{ key: 'opus', name: 'opus', difference: -528, share: 62.18, by: 'model' }]
  expect(linesOf(explained(23_309, 23_317.5, reasons))).toEqual([
    ' 20 Nov Fri   23,309   about as on the usual Friday   median of 8 weeks 23,318, 1.0x',
    '',
  ])
})

test('ratios have a decimal and fractions are told in points', () => {
  expect(linesOf(explained(9.3, 10.6), 'ratio')[0]).toBe(
    ' 20 Nov Fri   9.3   1.3 under the usual Friday   median of 8 weeks 10.6, 0.9x',
  )
  expect(linesOf(explained(0.4, 0.5), 'share')[0]).toBe(
    ' 20 Nov Fri   40.0 %   10.0 pt under the usual Friday   median of 8 weeks 50.0 %, 0.8x',
  )
})

test('a day without data, without history or still loading says so', () => {
  expect(linesOf({ status: 'no data' })[0]).toBe(' 20 Nov Fri   no data for this day')
  expect(linesOf({ status: 'not enough history', value: 12, days: 2 })[0]).toBe(
    ' 20 Nov Fri   12   too few earlier Fridays to tell what is usual   2 in 8 weeks',
  )
  expect(linesOf(undefined)[0]).toBe(' 20 Nov Fri   loading the weeks before')
})

test('what does not fit is left out whole', () => {
  expect(linesOf(explained(3000, 2000), 'count', 60)[0]).toBe(' 20 Nov Fri   3,000   1,000 over the usual Friday')
  const loading = { day: '2026-11-20', unit: 'count', reading: undefined, isUnusual: false, others: [] } as const
  const change = '◆ rev 417 somebody@northwind.example +21'
  const [row] = dayLines({ ...loading, name: undefined, change }, 60, theme)
  expect(row.replaceAll(/\x1b\[[\d;]*m/g, '')).toBe(` 20 Nov Fri   ${change}`)
})

test('where the whole name of a person has no room, it is told without its host', () => {
  const reasons = [
    { key: 'opus', name: 'opus', difference: 900, share: 0.9, by: 'model' },
    { key: 'u', name: 'a.chen@northwind.example', difference: 800, share: 0.8, by: 'person' },
  ]
  const because = (width: number) => linesOf(explained(3000, 2000, reasons), 'count', width)[1]
  expect(because(90)).toBe(' because by model opus +900 (90 %); by person a.chen@northwind.example +800 (80 %)')
  expect(because(80)).toBe(' because by model opus +900 (90 %); by person a.chen +800 (80 %)')
})

test('what moved a day is told by each breakdown for itself, as their parts are parts of each other', () => {
  const reasons = [
    { key: 'opus', name: 'opus', difference: 900, share: 0.9, by: 'model' },
    { key: 'haiku', name: 'haiku', difference: 60, share: 0.06, by: 'model' },
    { key: 'a', name: 'a.chen', difference: 800, share: 0.8, by: 'person' },
  ]
  expect(linesOf(explained(3000, 2000, reasons))[1]).toBe(
    ' because by model opus +900 (90 %), haiku +60 (6 %); by person a.chen +800 (80 %)',
  )
  expect(linesOf(explained(3000, 2000, reasons), 'count', 80)[1]).toBe(
    ' because by model opus +900 (90 %); by person a.chen +800 (80 %)',
  )
  expect(linesOf(explained(3000, 2000, reasons), 'count', 60)[1]).toBe(' because by model opus +900 (90 %)')
})

test('a revision of the controls stands before what moved the day, on an ordinary day it stands alone', () => {
  const reasons = [{ key: 'opus', name: 'opus', difference: 900, share: 0.9, by: 'model' }]
  const secondOf = (isUnusual: boolean) => {
    const reading = explained(3000, 2000, reasons)
    const told = { day: '2026-11-20', unit: 'count', reading, others: [], name: undefined } as const
    return dayLines({ ...told, isUnusual, cause: 'rev 417 (model)' }, 120, theme)[1].replaceAll(/\x1b\[[\d;]*m/g, '')
  }
  expect(secondOf(true)).toBe(' because rev 417 (model); by model opus +900 (90 %)')
  expect(secondOf(false)).toBe(' because rev 417 (model)')
})

test('an ordinary day has no reasons, however far it is from the median', () => {
  const reasons = [{ key: 'opus', name: 'opus', difference: 900, share: 0.9, by: 'model' }]
  expect(linesOf(explained(3000, 2000, reasons), 'count', 120, false)[1]).toBe('')
})
