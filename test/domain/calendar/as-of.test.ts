import { expect, test } from 'vitest'
import { ageEnd, existedAt, validateAsOfDay } from '../../../src/domain/calendar/as-of.ts'
import { filterRows } from '../../../src/domain/filter/row-columns.ts'
import { parseFilter } from '../../../src/domain/filter/where-terms.ts'
import { filterableRevision, revisionTable } from '../../../src/domain/revisions/revision-filter.ts'

const now = Date.parse('2026-11-24T12:00:00Z')

test('ages are measured to now, or to the end of an earlier day', () => {
  expect(ageEnd(undefined, now)).toBe(now)
  expect(ageEnd('2026-10-31', now)).toBe(Date.parse('2026-11-01T00:00:00Z'))
  expect(ageEnd('2026-11-24', now)).toBe(now)
})

test.each<[string | undefined, string | undefined, boolean]>([
  ['2026-11-20T23:59:59Z', '2026-11-20', true],
  ['2026-11-21T00:00:00Z', '2026-11-20', false],
  ['not a time', '2026-11-20', false],
  [undefined, '2026-11-20', false],
  [undefined, undefined, true],
])('whether something of %s existed on %s is %s', (moment, at, existed) => {
  expect(existedAt(moment, at)).toBe(existed)
})

test.each([
  ['2026-01-13', 'There is no data for 2026-01-13. The first day with data is 2026-01-14.'],
  ['2026-11-25', '2026-11-25 is in the future; today is 2026-11-24 UTC. Give an earlier day.'],
  ['2026-02-30', '2026-02-30 is not a valid date.'],
])('a view as of %s is rejected', (day, reason) => {
  expect(() => validateAsOfDay(day, now)).toThrow(reason)
})

test('a view may be as of any day from the first one with data to today', () => {
  for (const day of ['2026-01-14', '2026-11-24']) expect(validateAsOfDay(day, now)).toBe(day)
})

test.each([
  ['age<7d', undefined, [2]],
  ['age>=7d', undefined, [1]],
  ['age<7d', '2026-11-19', [1, 2]],
] as const)('the filter %s as of %s compares the displayed ages of revisions', (filter, at, expected) => {
  const revisions = [
    // 7 calendar days, but only a bit over 6 days of time.
    { revision: 2, updatedAt: '2026-11-17T18:00:00Z', settings: {} },
    { revision: 1, updatedAt: '2026-11-14T18:00:00Z', settings: {} },
  ].toReversed()
  const table = revisionTable(ageEnd(at, now), (row: (typeof revisions)[number]) => filterableRevision(undefined, row))
  expect(filterRows(revisions, table, parseFilter(filter, table)).map(({ revision }) => revision)).toEqual(expected)
})
