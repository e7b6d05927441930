import { expect, test } from 'vitest'
import { dayLines, revisionFact } from '../../../../screens/usage/chart/day-lines.ts'
import type { DayRevision } from '../../../../src/domain/revisions/day-revisions.ts'
import type { DayReading } from '../../../../src/domain/usage/day-sentence.ts'
import { createTheme } from '../../../../src/ui/layout/theme.ts'

const theme = createTheme({ colors: 'none', background: 'dark', isAscii: false })
const explained = (value: number, median: number, reasons: Extract<DayReading, { reasons: unknown }>['reasons'] = []) =>
  ({ status: 'explained', value, median, difference: value - median, ratio: value / median, days: 8, reasons }) as const
type Facts = Partial<Parameters<typeof dayLines>[0]>
const linesOf = (reading: DayReading | undefined, facts: Facts = {}, width = 120) =>
  dayLines(
    { day: '2026-11-20', unit: 'count', reading, isUnusual: true, others: [], name: undefined, ...facts },
    width,
    theme,
  ).map((line) => line.replaceAll(/\x1b\[[\d;]*m/g, ''))
const reason = (name: string, difference: number, by = 'model') => {
  return { key: name, name, difference, share: difference / 1000, by }
}
const opus = reason('opus', 900)
const revision = '◆ rev 417 a.user@northwind.example +21'

test.each<[what: string, reading: DayReading | undefined, first: string, facts?: Facts, width?: number]>([
  [
    'a difference of next to nothing',
    explained(23_309, 23_317.5, [opus]),
    '   23,309   about the same as a usual Friday   median of 8 weeks 23,318, 1.0x',
  ],
  ['a day without data', { status: 'no data' }, '   no data for this day'],
  [
    'a day with little history',
    { status: 'not enough history', value: 12, days: 2 },
    '   12   too few earlier Fridays for a usual value   2 in 8 weeks',
  ],
  ['weeks that are loading', undefined, '   loading the weeks before'],
  ['a narrow window', explained(3000, 2000), '   3,000   1,000 over the usual Friday', {}, 60],
  ['a narrow window and a revision', undefined, `   ${revision}`, { change: revision }, 60],
])('%s takes one row without reasons', (_what, reading, first, facts, width) => {
  expect(linesOf(reading, facts, width)).toEqual([` 20 Nov Fri${first}`, ''])
})

test.each<[what: string, reasons: (typeof opus)[], second: string, facts?: Facts, width?: number]>([
  ['the causing parts', [opus, reason('', 60), reason('sonnet', 40)], 'by model opus +900 (90 %), (no name) +60 (6 %)'],
  [
    'each breakdown separately, because their parts overlap',
    [opus, reason('haiku', 60), reason('a.chen', 800, 'person')],
    'by model opus +900 (90 %), haiku +60 (6 %); by person a.chen +800 (80 %)',
  ],
  [
    'a user without the host if it does not fit',
    [opus, reason('a.chen@northwind.example', 800, 'person')],
    'by model opus +900 (90 %); by person a.chen +800 (80 %)',
    {},
    80,
  ],
  ['a controls revision first', [opus], 'rev 417 (model); by model opus +900 (90 %)', { cause: 'rev 417 (model)' }],
  [
    'only a revision on an ordinary day, however far it is from the median',
    [opus],
    'rev 417 (model)',
    { cause: 'rev 417 (model)', isUnusual: false },
  ],
])('the line that starts with "because" names %s', (_what, reasons, second, facts, width) => {
  expect(linesOf(explained(3000, 2000, reasons), facts, width)[1]).toBe(` because ${second}`)
})

test('an ordinary day has no reasons', () => {
  expect(linesOf(explained(3000, 2000, [opus]), { isUnusual: false })[1]).toBe('')
})

test('the revisions of a day are shown as the newest one and the number of the others', () => {
  const revisionOf = (revision: number, who?: string) => ({ revision, who, touched: [] }) as unknown as DayRevision
  const textOf = (...revisions: DayRevision[]) => revisionFact(revisions, theme)
  expect(textOf()).toBeUndefined()
  expect(textOf(revisionOf(418, 'm.ito'))).toBe('◆ rev 418 m.ito')
  expect(textOf(revisionOf(418), revisionOf(417))).toBe('◆ rev 418 +1')
})
