import { expect, test } from 'vitest'
import { AppError } from '../../../src/base/errors.ts'
import {
  parseLast,
  parseRangeOptions,
  parseRangeText,
  validateRange,
} from '../../../src/domain/calendar/range-words.ts'
import { rangeOf } from '../../../src/domain/calendar/shift-range.ts'

const now = Date.parse('2026-11-21T08:00:00Z')

const refusal = (run: () => unknown): string => {
  try {
    run()
  } catch (error) {
    if (error instanceof AppError && error.kind === 'usage') return error.message
    throw error
  }
  throw new Error('nothing was rejected')
}

const startsOn = (day: string): string =>
  `The range starts on ${day}, but the first day with data is 2026-01-14: start on that day or later.`
const endsOn = (day: string): string =>
  `The range ends on ${day}, but the last day with data is yesterday, 2026-11-20 UTC: end there or earlier.`
const FORMS = 'Use 2026-03-09, 9 mar, mar 9, 9 mar 2026, or as a month: mar, mar 2026, 2026-03.'

test.each([
  ['13.11.2026', '2026-11-20', `"13.11.2026" is not a valid day. ${FORMS}`],
  ['2026-02-30', '2026-11-20', '2026-02-30 is not a valid date. Give a day as YYYY-MM-DD.'],
  ['2026-11-20', '2026-11-19', 'The range starts on 2026-11-20, after its end on 2026-11-19. Swap the two days.'],
  ['2026-01-13', '2026-11-20', startsOn('2026-01-13')],
  ['2026-11-20', '2026-11-21', endsOn('2026-11-21')],
])('from %s to %s is rejected: %s', (from, to, sentence) => {
  expect(refusal(() => validateRange(from, to, now))).toBe(sentence)
})

test('--last accepts days (14d), weeks (2w) or a number of days without a unit', () => {
  expect(parseLast('14d')).toBe(14)
  expect(parseLast('2w')).toBe(14)
  expect(parseLast(' 14 ')).toBe(14)
  for (const text of ['0', '0d', '-3d', '1.5d', '14m', 'd', '', '99999d'])
    expect(
      refusal(() => parseLast(text)),
      text,
    ).toMatch(/^Invalid --last value ".*". Use 14d, .*, 2026-10, month, last month or all/)
})

test.each([
  [{}, '2026-11-07', '2026-11-20'],
  [{ last: '1w' }, '2026-11-14', '2026-11-20'],
  // `from` alone runs until yesterday; `to` alone ends a range of 14 days.
  [{ from: '2026-11-01' }, '2026-11-01', '2026-11-20'],
  [{ to: '2026-11-10' }, '2026-10-28', '2026-11-10'],
  [{ to: '2026-01-20' }, '2026-01-14', '2026-01-20'],
  [{ to: '2026-01-14' }, '2026-01-14', '2026-01-14'],
  [{ last: 'month' }, '2026-11-01', '2026-11-20'],
  [{ from: '1 oct', to: '14 oct' }, '2026-10-01', '2026-10-14'],
  [{ from: '2026-01-14', to: '2026-01-14' }, '2026-01-14', '2026-01-14'],
])('options %j mean %s to %s', (options, from, to) => {
  expect(parseRangeOptions(options, now)).toEqual({ from, to })
})

test('--last cannot be used together with --from or --to', () => {
  for (const other of [{ from: '2026-11-01' }, { to: 'x' }])
    expect(refusal(() => parseRangeOptions({ ...other, last: '7d' }, now))).toMatch(/cannot be used together/)
  // An end before the first data isn't adjusted.
  expect(refusal(() => parseRangeOptions({ to: '2026-01-13' }, now))).toMatch(/first day with data is 2026-01-14/)
  expect(refusal(() => parseRangeOptions({ to: 'x' }, now))).toBe(`"x" is not a valid day. ${FORMS}`)
  expect(refusal(() => parseRangeOptions({ last: ' 500d' }, now))).toMatch(/^500d starts before/)
})

test.each([
  ['30d', '2026-10-22..2026-11-20'],
  ['oct', '2026-10-01..2026-10-31'],
  [' October ', '2026-10-01..2026-10-31'],
  ['2026-10', '2026-10-01..2026-10-31'],
  // The current month ends at the last day with data.
  ['nov', '2026-11-01..2026-11-20'],
  // January starts with the first day with data.
  ['jan', '2026-01-14..2026-01-31'],
  ['last month', '2026-10-01..2026-10-31'],
  ['month', '2026-11-01..2026-11-20'],
  ['all', '2026-01-14..2026-11-20'],
  ['1 oct..', '2026-10-01..2026-11-20'],
  ['oct..', '2026-10-01..2026-11-20'],
  ['..1 feb', '2026-01-14..2026-02-01'],
  ['1 oct..14 oct', '2026-10-01..2026-10-14'],
  ['oct 1 – oct 14 2026', '2026-10-01..2026-10-14'],
  ['sep..oct', '2026-09-01..2026-10-31'],
  ['2026-10-01 2026-10-14', '2026-10-01..2026-10-14'],
  ['13 nov', '2026-11-13..2026-11-13'],
])('the range "%s" is %s', (text, days) => {
  const { from, to } = rangeOf(parseRangeText(text, now), now)
  expect(`${from}..${to}`).toBe(days)
})

test('on the second day of a month, the name of the month means its first day', () => {
  const range = { from: '2026-11-01', to: '2026-11-01' }
  expect(parseRangeText('nov', Date.parse('2026-11-02T08:00:00Z'))).toEqual({ is: 'between', range })
})

test.each([
  ['500d', '500d starts before the first day with data, 2026-01-14. The maximum is 311d.'],
  // December hasn't started, so this is last year's, before the first data.
  ['dec', startsOn('2025-12-01')],
  ['31 jun', '2026-06-31 is not a valid date. Give a day as YYYY-MM-DD.'],
  ['1 feb 2025', startsOn('2025-02-01')],
  ['2026-12', endsOn('2026-12-31')],
  ['2026-00', `"2026-00" is not a valid day. ${FORMS}`],
  ['2026-13', `"2026-13" is not a valid day. ${FORMS}`],
  ['ok', `"ok" is not a valid day. ${FORMS}`],
  ['2026-10-01 oct', `"2026-10-01 oct" is not a valid day. ${FORMS}`],
  ['..', `".." is not a valid day. ${FORMS}`],
])('%j is rejected: %s', (text, sentence) => {
  expect(refusal(() => parseRangeText(text, now))).toBe(sentence)
})
