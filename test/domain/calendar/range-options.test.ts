import { expect, test } from 'vitest'
import { AppError } from '../../../src/base/errors.ts'
import { judgeRange, parseLast, parseRangeOptions } from '../../../src/domain/calendar/range-options.ts'

const now = Date.parse('2026-11-21T08:00:00Z')

const refusal = (run: () => unknown): string => {
  try {
    run()
  } catch (error) {
    if (error instanceof AppError && error.kind === 'usage') return error.message
    throw error
  }
  throw new Error('nothing was refused')
}

test('a range within the data is taken as it is', () => {
  expect(judgeRange('2026-01-14', '2026-11-20', now)).toEqual({ from: '2026-01-14', to: '2026-11-20' })
  expect(judgeRange('2026-11-20', '2026-11-20', now)).toEqual({ from: '2026-11-20', to: '2026-11-20' })
})

test('each refusal is one sentence that names the day and what to do', () => {
  expect(refusal(() => judgeRange('13.11.2026', '2026-11-20', now))).toBe(
    '"13.11.2026" is not a day: write it as YYYY-MM-DD, for example 2026-03-09.',
  )
  expect(refusal(() => judgeRange('2026-02-30', '2026-11-20', now))).toBe(
    '2026-02-30 is not in the calendar: give a day that exists, as YYYY-MM-DD.',
  )
  expect(refusal(() => judgeRange('2026-11-20', '2026-11-19', now))).toBe(
    'The range starts on 2026-11-20, after its end on 2026-11-19: swap the two days.',
  )
  expect(refusal(() => judgeRange('2026-01-13', '2026-11-20', now))).toBe(
    'The range starts on 2026-01-13, but the first day with data is 2026-01-14: start there or later.',
  )
  expect(refusal(() => judgeRange('2026-11-20', '2026-11-21', now))).toBe(
    'The range ends on 2026-11-21, but the last day with data is yesterday, 2026-11-20 UTC: end there or earlier.',
  )
})

test('days, weeks and a bare number say how many days', () => {
  expect(parseLast('14d')).toBe(14)
  expect(parseLast('2w')).toBe(14)
  expect(parseLast('14')).toBe(14)
  for (const text of ['0', '0d', '-3d', '1.5d', '14m', 'd', '', '99999d'])
    expect(
      refusal(() => parseLast(text)),
      text,
    ).toMatch(/^".*" is not a number of days: /)
})

test('without options the last 14 days are meant', () => {
  expect(parseRangeOptions({}, now)).toEqual({ from: '2026-11-07', to: '2026-11-20' })
  expect(parseRangeOptions({ last: '1w' }, now)).toEqual({ from: '2026-11-14', to: '2026-11-20' })
})

test('a start alone runs until yesterday, an end alone closes 14 days', () => {
  expect(parseRangeOptions({ from: '2026-11-01' }, now)).toEqual({ from: '2026-11-01', to: '2026-11-20' })
  expect(parseRangeOptions({ to: '2026-11-10' }, now)).toEqual({ from: '2026-10-28', to: '2026-11-10' })
  expect(parseRangeOptions({ to: '2026-01-20' }, now)).toEqual({ from: '2026-01-14', to: '2026-01-20' })
})

test('--last does not go with --from or --to', () => {
  expect(refusal(() => parseRangeOptions({ from: '2026-11-01', last: '7d' }, now))).toMatch(/exclude each other/)
  expect(refusal(() => parseRangeOptions({ to: 'x', last: '7d' }, now))).toMatch(/exclude each other/)
})

test('an end before the first data is refused, not moved', () => {
  expect(refusal(() => parseRangeOptions({ to: '2026-01-13' }, now))).toMatch(/first day with data is 2026-01-14/)
  expect(refusal(() => parseRangeOptions({ to: 'x' }, now))).toMatch(/^"x" is not a day/)
})
